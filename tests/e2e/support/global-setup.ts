import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startServer } from '../../support/server-process';
import { root } from '../../support/source';

/** Variable that tells the tests where the demo data is. */
export const SEED_VARIABLE = 'VMO_E2E_SEED';

/** Fills one database with demo data: every host of the run starts from a copy. */
export async function prepare(): Promise<() => void> {
  if (!existsSync(join(root, 'dist', 'sw.js'))) {
    throw new Error('The app is not built: run npm run build first.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'vmo-e2e-'));
  process.env[SEED_VARIABLE] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const host = await startServer({ dataDir: join(folder, 'seed') });
    await host.stop();
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}

// Playwright takes the set-up from the default export alone.
export default prepare;
