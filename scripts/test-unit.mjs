/**
 * `npm run test:unit [-- file or name...]`: all tests without a browser;
 * `npm run test:server` (`--project server`): those of the server alone.
 */
import { filtersOf, patternOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { run, tool } from './run.mjs';

requireNode();
await installMissing();
const { files, names, flags } = filtersOf('tests');
const args = ['run', ...flags, ...files];
if (names.length > 0) args.push('--testNamePattern', patternOf(names));
// A file that is named runs, also one that `npm test` leaves to `npm run test:faults`.
const env = files.length > 0 ? { DATABASE_STOPS: '1' } : {};
process.exit(await run(process.execPath, [tool('vitest'), ...args], env));
