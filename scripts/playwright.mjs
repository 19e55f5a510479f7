import { build, isBuildOld } from './build.mjs';
import { requireChromium } from './chromium.mjs';
import { patternOf } from './filters.mjs';
import { run, tool } from './run.mjs';

/**
 * Runs the chosen tests of one project of `playwright.config.ts`, after building
 * the app when it is not built or older than its sources; answers the exit code.
 */
export async function runPlaywright(project, { files, names, flags = [] }) {
  const chromium = await requireChromium();
  if (isBuildOld()) {
    const code = await build();
    if (code !== 0) return code;
  }
  const args = ['test', `--project=${project}`, ...files, ...flags];
  if (names.length > 0) args.push('--grep', patternOf(names));
  return run(
    process.execPath,
    [tool('playwright', '@playwright/test'), ...args],
    { CHROMIUM_PATH: chromium },
  );
}
