/**
 * `npm run soak -- --minutes 20`: two tabs, a host, the simulator and faults, and
 * a verdict at the end. Flags after `--` are read by `tests/soak/soak.ts`.
 */
import { build, isBuildOld } from './build.mjs';
import { CHROMIUM_HELP, findOrInstallChromium } from './chromium.mjs';
import { installMissing, requireNode } from './install.mjs';
import { run } from './run.mjs';

requireNode();
await installMissing();
const chromium = await findOrInstallChromium();
if (!chromium) {
  console.error(CHROMIUM_HELP);
  process.exit(1);
}
if (isBuildOld()) {
  const code = await build();
  if (code !== 0) process.exit(code);
}
const node = ['--import', 'tsx', 'tests/soak/soak.ts'];
process.exit(
  await run(process.execPath, [...node, ...process.argv.slice(2)], {
    CHROMIUM_PATH: chromium,
    TSX_TSCONFIG_PATH: 'tests/tsconfig.json',
  }),
);
