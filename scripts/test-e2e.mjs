/**
 * `npm run test:e2e [-- project, file or name...]`: end-to-end tests in a real
 * browser. The projects are the folders of `tests/e2e`; `smoke` without an argument,
 * all of them for files and names.
 */
import { filtersOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { browserProjects, runPlaywright } from './playwright.mjs';

requireNode();
await installMissing();
const args = process.argv.slice(2);
const named = browserProjects.filter((project) => args.includes(project));
const chosen = filtersOf(
  'tests/e2e',
  args.filter((arg) => !named.includes(arg)),
);
const isChosen = chosen.files.length > 0 || chosen.names.length > 0;
const others = isChosen ? browserProjects : ['smoke'];
process.exit(await runPlaywright(named.length > 0 ? named : others, chosen));
