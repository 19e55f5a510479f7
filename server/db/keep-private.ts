import { chmod, lstat, readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The rights of all users except the owner. */
const OF_OTHERS = 0o077;

/** How the archive of a database from before an upgrade begins. */
export const SAVED = 'db-before-';

/** The names that a server puts into its data folder. */
const isOurs = (name: string) =>
  name === 'db' || name === 'jwt-secret' || name.startsWith(SAVED);

/** Others have rights to something that this user cannot take from them. */
export class NotPrivateError extends Error {
  constructor(path: string) {
    super(`Other users can read or write ${path}, and it is not yours.`);
    this.name = 'NotPrivateError';
  }
}

/**
 * Takes all rights of other users from what a server keeps in `dataDir`: names,
 * phones, answers and the secret of the sessions. An earlier version or a copy
 * may have left them open. Files that no server made stay as they are, and so
 * does the folder itself while it holds such files. Rejects with
 * `NotPrivateError` when the rights cannot be taken.
 */
export async function keepPrivate(dataDir: string): Promise<void> {
  // Windows has no such rights; a folder of a user is that user's alone there.
  if (process.platform === 'win32') return;
  const names = await readdir(dataDir);
  for (const name of names.filter(isOurs)) {
    await closeTree(await realpath(join(dataDir, name)));
  }
  if (!names.every(isOurs)) return;
  await close(dataDir).catch((error: unknown) => {
    // A volume belongs to the system sometimes; what lies in it is private now.
    if (!(error instanceof NotPrivateError)) throw error;
  });
}

/**
 * The paths of the archives that upgrades left in a data folder; each holds all
 * that was in the database then.
 */
export async function listSaved(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(
    (error: NodeJS.ErrnoException): string[] => {
      // A server with a PostgreSQL may have no folder.
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return names
    .filter((name) => name.startsWith(SAVED))
    .map((name) => join(resolve(dataDir), name));
}

/** Does not follow links: PGlite makes none, so they are not ours. */
async function closeTree(path: string): Promise<void> {
  const stat = await lstat(path);
  if (stat.isSymbolicLink()) return;
  await close(path);
  if (!stat.isDirectory()) return;
  for (const name of await readdir(path)) await closeTree(join(path, name));
}

async function close(path: string): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & OF_OTHERS) === 0) return;
  await chmod(path, mode & ~OF_OTHERS & 0o7777).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EPERM' ? new NotPrivateError(path) : error;
    },
  );
}
