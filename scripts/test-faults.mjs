/**
 * `npm run test:faults [-- file or name...]`: faults in a real browser, what staff do
 * seldom (with the figures of every screen against SQL) and the journeys on a server
 * of the older revision, beside them the stories of this version; then
 * `npm run test:servers`.
 * With arguments, the chosen tests alone: of a browser, or of servers.
 */
import { filtersOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { runPlaywright } from './playwright.mjs';
import { runSteps, script, sideBySide } from './steps.mjs';

/** `npm test` tells 60. */
const STORIES = '2000';
const PROJECTS = ['faults', 'seldom', 'classic'];

requireNode();
await installMissing();
const args = process.argv.slice(2);
const { files } = filtersOf('tests/server', args);
const browser = [
  'browser',
  () => runPlaywright(PROJECTS, filtersOf('tests/e2e', args)),
];
const steps =
  args.length === 0
    ? [
        // The browser waits more than it works.
        sideBySide(browser, script('simulate-engine', '--runs', STORIES)),
        script('test-servers'),
      ]
    : [files.length > 0 ? script('test-servers', ...files) : browser];
process.exit(await runSteps(steps));
