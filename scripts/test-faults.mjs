/**
 * `npm run test:faults [-- file or name...]`: faults in a real browser, what staff do
 * seldom (with the figures of every screen against SQL) and the journeys on a server
 * of the older revision, beside them the stories of this version; then
 * `npm run test:servers`.
 * With arguments, the chosen tests alone: of a browser, or of servers.
 */
import { filtersOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { runSteps, script, sideBySide } from './steps.mjs';

/** `npm test` tells 60. */
const STORIES = '2000';
const PROJECTS = ['faults', 'seldom', 'classic'];

requireNode();
await installMissing();
const args = process.argv.slice(2);
const { files } = filtersOf('tests/server', args);
const steps =
  args.length === 0
    ? [
        // The stories take what the browser leaves. More tests at a time would only
        // make each of them slower: some are stories of minutes.
        sideBySide(
          script('test-e2e', ...PROJECTS, '--workers=2'),
          script('simulate-engine', '--runs', STORIES),
        ),
        script('test-servers'),
      ]
    : [
        files.length > 0
          ? script('test-servers', ...files)
          : script('test-e2e', ...PROJECTS, ...args),
      ];
process.exit(await runSteps(steps));
