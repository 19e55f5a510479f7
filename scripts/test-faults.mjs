/**
 * `npm run test:faults [-- file or name...]`: the faults injected in a real
 * browser, the figures of every screen against SQL, what staff do seldom and the
 * journeys on a server of the older revision, then a database that stops again and again, servers as whole
 * processes (locks, a power cut, an upgrade, two on one database, the built one), a
 * backup of a bigger election, then all stories
 * of the engine simulation. With arguments, the chosen tests of the browser alone.
 */
import { filtersOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { runPlaywright } from './playwright.mjs';
import { run, tool } from './run.mjs';
import { runSteps, script } from './steps.mjs';

/** `npm test` tells 200. */
const STORIES = '2000';
/** Of each mode. `npm test` stops no database and makes no backup. */
const DATABASE_STOPS = '5';
const BACKUP_SIZE = 'M';

requireNode();
await installMissing();
const chosen = filtersOf('tests/e2e');
const projects = ['faults', 'seldom', 'classic'];
const faults = ['faults', () => runPlaywright(projects, chosen)];
const isChosen = chosen.files.length > 0 || chosen.names.length > 0;
const database = [
  'servers',
  () =>
    run(
      process.execPath,
      [
        tool('vitest'),
        'run',
        '--project=server',
        'db/database-away',
        'server/running',
      ],
      { DATABASE_STOPS },
    ),
];
const backup = [
  'backup',
  () =>
    run(
      process.execPath,
      [tool('vitest'), 'run', '--project=server', 'backup/backup'],
      { DATABASE_STOPS, BACKUP_SIZE },
    ),
];
const stories = script('simulate-engine', '--runs', STORIES);
process.exit(
  await runSteps(isChosen ? [faults] : [faults, database, backup, stories]),
);
