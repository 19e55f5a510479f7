/** `npm run bench -- --size L`: measures what a user waits for. */
import { runWithBrowser } from './with-browser.mjs';

process.exit(await runWithBrowser('tests/bench/bench.ts'));
