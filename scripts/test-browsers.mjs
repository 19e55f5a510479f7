/**
 * `npm run test:browsers [-- file or name...]`: what staff do in Firefox and
 * WebKitGTK. They are installed where this process may; those that are missing are
 * skipped, and said so.
 */
import { existsSync } from 'node:fs';

import { installPackages } from './debian.mjs';
import { filtersOf } from './filters.mjs';
import { installMissing, requireNode } from './install.mjs';
import { runPlaywright } from './playwright.mjs';
import { runSteps } from './steps.mjs';

/** What starts each, in one of these places, and the Debian packages that bring it. */
const BROWSERS = [
  {
    programs: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
    packages: ['firefox-esr'],
  },
  {
    programs: ['/usr/bin/WebKitWebDriver'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
];

requireNode();
await installMissing();
const missing = BROWSERS.filter(
  ({ programs }) => !programs.some((path) => existsSync(path)),
);
const packages = missing.flatMap((browser) => browser.packages);
if (packages.length > 0) {
  await installPackages('Firefox and WebKitGTK', packages);
}
const chosen = filtersOf('tests/e2e');
const browsers = () => runPlaywright(['browsers'], chosen);
process.exit(await runSteps([['browsers', browsers]]));
