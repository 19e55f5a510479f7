/**
 * `npm run test:accessibility [-- file or name...]`: axe on every screen, in
 * three sizes and both themes, in a real browser.
 */
import { filtersOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { runPlaywright } from './playwright.mjs';
import { runSteps } from './steps.mjs';

requireNode();
await installMissing();
const chosen = filtersOf('tests/e2e');
const axe = () => runPlaywright(['accessibility'], chosen);
process.exit(await runSteps([['axe', axe]]));
