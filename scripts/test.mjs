/**
 * `npm test`: installs what is missing (a browser included) and runs everything:
 * types, lint and format; the build; unit, contract and architecture tests; the
 * end-to-end tests in a real browser. Stops at the first that fails.
 */
import { build } from './build.mjs';
import { CHROMIUM_HELP, findOrInstallChromium } from './chromium.mjs';
import { installMissing, requireNode } from './install.mjs';
import { root, run, tool } from './run.mjs';

requireNode();
await installMissing();
const chromium = await findOrInstallChromium();
if (!chromium) {
  console.error(CHROMIUM_HELP);
  process.exit(1);
}

const node = process.execPath;
const suites = [
  ['check', () => run(node, [`${root}/scripts/check.mjs`])],
  ['build', build],
  ['unit', () => run(node, [tool('vitest'), 'run'])],
  [
    'end to end',
    () =>
      run(node, [tool('playwright', '@playwright/test'), 'test'], {
        CHROMIUM_PATH: chromium,
      }),
  ],
];

const lines = [];
let code = 0;
for (const [name, suite] of suites) {
  console.log(`\n== ${name}`);
  const startedAt = Date.now();
  code = await suite();
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const word = code === 0 ? 'passed' : 'FAILED';
  lines.push(`  ${name.padEnd(12)} ${word} in ${seconds} s`);
  if (code !== 0) break;
}
console.log(`\n${lines.join('\n')}`);
process.exit(code);
