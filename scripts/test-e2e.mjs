/**
 * `npm run test:e2e [-- file or name...]`: the end-to-end tests in a real
 * browser, without faults, what staff do seldom and the older server
 * (`npm run test:faults`), and without axe (`npm run test:accessibility`).
 */
import { filtersOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { runPlaywright } from './playwright.mjs';

requireNode();
await installMissing();
const chosen = filtersOf('tests/e2e');
const isChosen = chosen.files.length > 0 || chosen.names.length > 0;
process.exit(
  await runPlaywright(isChosen ? ['e2e', 'seldom'] : ['e2e'], chosen),
);
