/** `npm run bench -- --help` lists the flags: measures what a user waits for. */
import { requireNode } from './install.mjs';
import { run } from './run.mjs';
import { runWithBrowser } from './with-browser.mjs';

const SCRIPT = 'tests/bench/bench.ts';
const args = process.argv.slice(2);
const isQuestion = args.some((arg) => arg === '--help' || arg === '--list');

requireNode();
// Neither needs a build or a browser.
process.exit(
  isQuestion
    ? await run(process.execPath, ['--import', 'tsx', SCRIPT, ...args], {
        TSX_TSCONFIG_PATH: 'tests/tsconfig.json',
      })
    : await runWithBrowser(SCRIPT),
);
