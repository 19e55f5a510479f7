import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { AdminError } from './admin-error';
import type { AdminOptions } from './options';

/**
 * Rejects with an `AdminError` where the embedded database is not there: opening
 * it would make an empty one, and a backup of that looks like one of the server.
 */
export async function requireDatabase({
  databaseUrl,
  dataDir,
}: Pick<AdminOptions, 'databaseUrl' | 'dataDir'>): Promise<void> {
  if (databaseUrl) return;
  await access(join(dataDir, 'db')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') return;
    throw new AdminError(
      `There is no database in ${resolve(dataDir)}. Set DATABASE_URL or --data DIR as the server has them.`,
    );
  });
}
