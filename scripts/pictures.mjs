/** `npm run pictures`: writes `docs/pictures/`, every screen in both themes. */
import { runWithBrowser } from './with-browser.mjs';

process.exit(await runWithBrowser('tests/pictures/pictures.ts'));
