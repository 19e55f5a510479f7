import './start/uncaught';

import { HELP, readAdminOptions } from './admin/options';
import { AdminError } from './admin/admin-error';
import { requireDatabase } from './admin/require-database';
import { runCommand } from './admin/run-command';
import { BackupError } from './backup/format';
import { describeFailure } from './describe-failure';
import { requireWholeSettings } from './start/environment-file';
import { openOrExplain, StartError } from './start/open-parts';
import { OptionError } from './start/options';
import { readVersion } from './start/version';

/** `npm run admin`: what must work when nobody can sign in. */
const WRONG_COMMAND_LINE = 2;
/** New files and folders are for the user of this process alone. */
const OWNER_ONLY = 0o077;

async function run(): Promise<void> {
  process.umask(OWNER_ONLY);
  const args = process.argv.slice(2).filter((arg) => arg !== '--');
  if (args.includes('--help')) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  requireWholeSettings(process.execArgv);
  const options = readAdminOptions(args, process.env);
  // A restore fills a new one.
  if (options.command !== 'restore') await requireDatabase(options);
  // A backup takes a database as it is, also one of an older release.
  const isBackup = options.command === 'backup';
  const database = await openOrExplain(options, isBackup ? 'keep' : undefined);
  try {
    await runCommand(database, options, {
      input: process.stdin,
      print: (line) => process.stdout.write(`${line}\n`),
      say: (text) => process.stderr.write(text),
      now: new Date(),
      version: await readVersion(),
    });
  } finally {
    await database.close();
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    const isForeseen = [AdminError, BackupError, OptionError, StartError].some(
      (kind) => error instanceof kind,
    );
    const sentence =
      isForeseen && error instanceof Error
        ? error.message
        : `It failed: ${describeFailure(error)}`;
    const isUsage = error instanceof OptionError;
    process.stderr.write(
      `${sentence}\n${isUsage ? 'See npm run admin -- --help\n' : ''}`,
    );
    process.exit(isUsage ? WRONG_COMMAND_LINE : 1);
  },
);
