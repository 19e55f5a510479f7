import { build, isBuildOld } from './build.mjs';
import { requireChromium } from './chromium.mjs';
import { installMissing, requireNode } from './install.mjs';
import { run } from './run.mjs';

/**
 * Runs one of the long scripts of `tests/` against the built app in a real
 * browser; the flags after `--` are the script's.
 * @returns its exit code.
 */
export async function runWithBrowser(script) {
  requireNode();
  await installMissing();
  const chromium = await requireChromium();
  if (isBuildOld()) {
    const code = await build();
    if (code !== 0) return code;
  }
  const args = ['--import', 'tsx', script, ...process.argv.slice(2)];
  return run(process.execPath, args, {
    CHROMIUM_PATH: chromium,
    TSX_TSCONFIG_PATH: 'tests/tsconfig.json',
  });
}
