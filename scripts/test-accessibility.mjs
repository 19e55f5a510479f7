/**
 * `npm run test:accessibility [-- file or name...]`: axe on every screen, in
 * three sizes and both themes, in a real browser.
 */
import { filtersOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { runPlaywright } from './playwright.mjs';

requireNode();
await installMissing();
const chosen = filtersOf('tests/e2e');
process.exit(await runPlaywright(['accessibility'], chosen));
