import { build, isBuildOld } from './build.mjs';
import { requireChromium, requireTestBrowser } from './chromium.mjs';
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
  const env = { CHROMIUM_PATH: await requireTestBrowser() };
  // The engine alone keeps no page that was left.
  if (projects.includes('faults')) {
    env.WHOLE_CHROMIUM_PATH = await requireChromium();
  }
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
    env,
  );
}
