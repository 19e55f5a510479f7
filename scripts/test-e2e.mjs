/**
 * `npm run test:e2e [-- file or name...]`: the end-to-end tests in a real
 * browser, without faults and the older server (`npm run test:faults`) and without axe
 * (`npm run test:accessibility`).
 */
import { filtersOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { runPlaywright } from './playwright.mjs';

requireNode();
await installMissing();
process.exit(await runPlaywright(['e2e'], filtersOf('tests/e2e')));
