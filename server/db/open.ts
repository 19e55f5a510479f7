import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

import type { OpenDatabase } from './database';
import { holdFolder } from './hold-folder';
import { keepPrivate } from './keep-private';
import { MIGRATIONS } from './migrations';
import { openPostgres } from './postgres';
import { PrivateFiles } from './private-files';
import * as schema from './schema';

interface DatabasePlace {
  /** Folder of the server's files; PGlite lives in its `db`. Absent: in memory. */
  dataDir?: string | undefined;
  /** A `postgres://` address; wins over the folder. */
  url?: string | undefined;
  /** A dumped PGlite to begin with, in memory; quicker than a new one. */
  image?: Blob | undefined;
}

/**
 * Opens the database and brings it to the newest schema: PostgreSQL when `url`
 * is given, else PGlite under `dataDir`, else PGlite in memory
 * (docs/architecture.md 6). Rejects with the driver's error, or an error of
 * `holdFolder` or `keepPrivate` when the folder is not this process's alone.
 */
export async function openDatabase(
  place: DatabasePlace,
): Promise<OpenDatabase> {
  if (place.url) return openPostgres(place.url);
  return openPglite(place.dataDir, place.image);
}

async function openPglite(
  dataDir?: string,
  image?: Blob,
): Promise<OpenDatabase> {
  const folder = dataDir && (await makeFolder(join(resolve(dataDir), 'db')));
  const release = folder ? await holdFolder(folder) : undefined;
  try {
    if (dataDir) await keepPrivate(dataDir);
    const client = await PGlite.create({
      ...(folder ? { fs: new PrivateFiles(folder) } : {}),
      ...(image ? { loadDataDir: image } : {}),
    });
    const db = drizzle(client, { schema });
    await migrate(db, MIGRATIONS);
    return {
      db,
      startDb: db,
      probeDb: db,
      dialect: 'pglite',
      close: async () => {
        await client.close();
        release?.();
      },
    };
  } catch (error) {
    release?.();
    throw error;
  }
}

/** The real path of the folder: PGlite cannot open one that is a link. */
async function makeFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  return realpath(path);
}
