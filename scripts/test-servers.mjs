/**
 * `npm run test:servers [-- file...]`: databases that stop again and again, servers as
 * whole processes (locks, a power cut, an upgrade, two on one database, the built
 * one), and a backup of a bigger election; or the named tests of the server with the
 * settings of these.
 */
import { installMissing, requireNode } from './install.mjs';
import { run, tool } from './run.mjs';
import { runSteps } from './steps.mjs';

/** Of each mode. `npm test` stops no database and makes no backup. */
const LONG = { DATABASE_STOPS: '5', BACKUP_SIZE: 'M' };

function step(name, files) {
  const vitest = [tool('vitest'), 'run', '--project=server', ...files];
  return [name, () => run(process.execPath, vitest, LONG)];
}

requireNode();
await installMissing();
const named = process.argv.slice(2);
process.exit(
  await runSteps(
    named.length > 0
      ? [step('servers', named)]
      : [
          step('servers', ['db/database-away', 'server/running']),
          step('backup', ['backup/backup']),
        ],
  ),
);
