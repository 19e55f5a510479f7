/**
 * `npm run test:faults [-- file or name...]`: the faults injected in a real
 * browser, then all stories of the engine simulation. With arguments, the
 * chosen tests of the browser alone.
 */
import { filtersOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { runPlaywright } from './playwright.mjs';
import { runSteps, script } from './steps.mjs';

const FOLDER = 'tests/e2e/faults';
/** As many as a change of the engine is judged by; `npm test` tells fewer. */
const STORIES = '2000';

requireNode();
await installMissing();
const { files, names } = filtersOf(FOLDER);
const faults = ['faults', () => runPlaywright('faults', { files, names })];
const isChosen = files.length > 0 || names.length > 0;
process.exit(
  await runSteps(
    isChosen
      ? [faults]
      : [faults, script('simulate-engine', '--runs', STORIES)],
  ),
);
