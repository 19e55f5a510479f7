/**
 * `npm test`: installs what is missing (a browser included) and runs types, lint
 * and format beside the build; unit, contract and architecture tests; the
 * end-to-end tests in a real browser. Stops at the first that fails. Axe is
 * `npm run test:accessibility`; the faults in a real browser and the long
 * simulation are `npm run test:faults`.
 */
import { build } from './build.mjs';
import { requireTestBrowser } from './chromium.mjs';
import { installMissing, requireNode } from './install.mjs';
import { runSteps, script, sideBySide } from './steps.mjs';

requireNode();
await installMissing();
// Asked for at once: without a browser the minutes before would be in vain.
await requireTestBrowser();
process.exit(
  await runSteps([
    sideBySide(script('check'), ['build', build]),
    script('test-unit'),
    script('test-e2e'),
  ]),
);
