/** `npm run soak -- --minutes 20`: faults, two tabs, an update, and a verdict. */
import { runWithBrowser } from './with-browser.mjs';

process.exit(await runWithBrowser('tests/soak/soak.ts'));
