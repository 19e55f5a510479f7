import { build, isBuildOld } from './build.mjs';
import { requireChromium } from './chromium.mjs';
import { patternOf } from './filters.mjs';
import { run, tool } from './run.mjs';

/** The projects of `playwright.config.ts`: folders of `tests/e2e`. */
export const browserProjects = [
  'smoke',
  'seldom',
  'classic',
  'faults',
  'accessibility',
  'browsers',
];

/**
 * Runs the chosen tests of some projects of `playwright.config.ts`, after building
 * the app when it is not built or older than its sources; answers the exit code.
 */
export async function runPlaywright(projects, { files, names, flags = [] }) {
  const chromium = await requireChromium();
  if (isBuildOld()) {
    const code = await build();
    if (code !== 0) return code;
  }
  const named = projects.map((project) => `--project=${project}`);
  const args = ['test', ...named, ...files, ...flags];
  if (names.length > 0) args.push('--grep', patternOf(names));
  return run(
    process.execPath,
    [tool('playwright', '@playwright/test'), ...args],
    { CHROMIUM_PATH: chromium },
  );
}
