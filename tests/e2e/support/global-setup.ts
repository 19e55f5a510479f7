import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../../support/source';

/** Variable that tells the tests where demo data and servers have their folders. */
export const SEED_VARIABLE = 'VMO_E2E_SEED';

/** Makes the folder of the run, which goes with it. */
export function prepare(): () => void {
  if (!existsSync(join(root, 'dist', 'sw.js'))) {
    throw new Error('The app is not built: run npm run build first.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'vmo-e2e-'));
  process.env[SEED_VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

// Playwright takes the set-up from the default export alone.
export default prepare;
