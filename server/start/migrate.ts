import { auditCommand } from '../admin/audit-command';
import { writeNewFile } from '../admin/new-file';
import { requireDatabase } from '../admin/require-database';
import { findRows } from '../backup/restore';
import { writeBackup } from '../backup/write';
import { createPictureStore } from '../pictures/picture-store';
import { openOrExplain } from './open-parts';
import type { StartOptions } from './options';

interface Surroundings {
  now: Date;
  version: string;
  say: (line: string) => void;
}

/**
 * Brings the database to the schema of this release, after a backup of it as it
 * is where the options name a file. Nothing is changed when that fails. Rejects
 * with an `AdminError`, a `BackupError` or a `StartError` that says why it cannot.
 */
export async function migrateDatabase(
  {
    databaseUrl,
    dataDir,
    backupFile,
    pictures,
  }: Pick<StartOptions, 'databaseUrl' | 'dataDir' | 'backupFile' | 'pictures'>,
  { now, version, say }: Surroundings,
): Promise<void> {
  // Not through a pooler: one statement may take minutes.
  const place = { databaseUrl, dataDir };
  if (backupFile) {
    await requireDatabase(place);
    const { startDb, close } = await openOrExplain(place, 'keep');
    const store = pictures && createPictureStore(pictures);
    const facts = { app: version, now, say, store };
    await writeNewFile(backupFile, () =>
      writeBackup(startDb, backupFile, facts),
    ).finally(close);
    say(`The database as it was is in ${backupFile}.`);
  }
  const { startDb, close } = await openOrExplain(place, 'migrate');
  try {
    // The log of the older release may lack columns, so the entry comes now.
    if (backupFile && (await findRows(startDb)) !== undefined) {
      const after = { file: backupFile };
      await auditCommand(startDb, now, { action: 'backup', after });
    }
  } finally {
    await close();
  }
}
