import { findRows, restoreBackup } from '../backup/restore';
import { writeBackup } from '../backup/write';
import type { OpenDatabase } from '../db/database';
import { listSaved } from '../db/keep-private';
import { schemaStateOf } from '../db/schema-state';
import { createPictureStore } from '../pictures/picture-store';
import {
  createOrganizer,
  describeAccounts,
  makeSecondFactorOptional,
  resetPassword,
  takeSecondFactorOff,
} from './accounts';
import { AdminError } from './admin-error';
import { auditCommand } from './audit-command';
import { exportAudit } from './export-audit';
import { forgetElection } from './forget-election';
import { movePictures, requireRemoved } from './move-pictures';
import { isThere, writeNewFile } from './new-file';
import type { AdminOptions } from './options';
import { generatePassword, readPassword } from './password-input';

/** What a command has of the world around it. */
interface Surroundings {
  input: Parameters<typeof readPassword>[0];
  /** A line of the result. */
  print: (line: string) => void;
  /** A question or the progress; not part of the result. */
  say: (text: string) => void;
  now: Date;
  version: string;
}

/**
 * Does what the command line says. Rejects with an `AdminError` or a
 * `BackupError` that says why it cannot.
 */
export async function runCommand(
  { startDb: db }: Pick<OpenDatabase, 'startDb'>,
  options: AdminOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { command, subject } = options;
  const { print, say, now } = surroundings;
  const store = options.pictures && createPictureStore(options.pictures);
  const files = { db, store };
  const sayLine = (line: string) => say(`${line}\n`);
  switch (command) {
    case 'create-organizer': {
      const password = await newPassword(options, surroundings);
      const account = { account: subject, password };
      await createOrganizer(db, account, options.ngo, now);
      print(`${subject} is an account of an organizer now.`);
      if (options.generates) print(`Password: ${password}`);
      return;
    }
    case 'reset-password': {
      const password = await newPassword(options, surroundings);
      await resetPassword(db, subject, password, now);
      print(`${subject} has a new password.`);
      if (options.generates) print(`Password: ${password}`);
      return;
    }
    case 'remove-second-factor':
      await takeSecondFactorOff(db, subject, now);
      print(`${subject} signs in with the password alone now.`);
      return;
    case 'second-factor-optional': {
      const isChanged = await makeSecondFactorOptional(db, now);
      print(
        isChanged
          ? 'A second factor is no longer required of staff accounts.'
          : 'A second factor was not required of staff accounts.',
      );
      return;
    }
    case 'list-accounts':
      for (const line of await describeAccounts(db)) print(line);
      return;
    case 'backup':
      await writeNewFile(subject, () =>
        writeBackup(db, subject, {
          app: surroundings.version,
          now,
          say: sayLine,
          store,
        }),
      );
      await auditSaving(db, now, {
        action: 'backup',
        after: { file: subject },
      });
      print(`Everything is in ${subject}.`);
      return;
    case 'export-audit': {
      const count = await writeNewFile(subject, () => exportAudit(db, subject));
      await auditSaving(db, now, {
        action: 'export',
        subject: 'audit log',
        after: { file: subject, entries: count },
      });
      print(`${count} entries of the audit log are in ${subject}.`);
      return;
    }
    case 'restore':
      if (!(await isThere(subject))) {
        throw new AdminError(`There is no file ${subject}.`);
      }
      await restoreBackup(db, subject, sayLine, {
        maxBytes: options.maxUnpackedBytes,
      });
      await auditCommand(db, now, {
        action: 'restore',
        after: { file: subject },
      });
      print(`Everything of ${subject} is in the database.`);
      if (store) {
        await movePictures(files, 'to-store', { now, print, say: sayLine });
      }
      return;
    case 'forget-election': {
      if (!options.isSure) {
        throw new AdminError(
          'Names, phones, texts and pictures will be gone for ever. Make a backup if they may be needed, then say it again with --yes-forget.',
        );
      }
      const remaining = await forgetElection(files, subject, now);
      print(
        'Names, phones, texts and pictures are gone; counts are as before.',
      );
      print('Backups from before still hold them.');
      print('Staff sign in again.');
      for (const path of await listSaved(options.dataDir)) {
        print(`${path} holds them, too, from before an upgrade: delete it.`);
      }
      requireRemoved(remaining, files);
      return;
    }
    case 'move-pictures':
      await movePictures(files, subject, { now, print, say: sayLine });
  }
}

/**
 * An empty database keeps no entry: a backup could no longer be restored into
 * it. One of an older release gets none, as its log may lack columns.
 */
async function auditSaving(
  ...[db, ...done]: Parameters<typeof auditCommand>
): Promise<void> {
  if ((await schemaStateOf(db)) === 'older') return;
  if ((await findRows(db)) !== undefined) await auditCommand(db, ...done);
}

async function newPassword(
  { generates }: AdminOptions,
  { input, say }: Surroundings,
): Promise<string> {
  return generates ? generatePassword() : readPassword(input, say);
}
