import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

import { holdFolder } from './hold-folder';
import { MIGRATIONS } from './migrations';
import { openPostgres } from './postgres';
import * as schema from './schema';

/**
 * The database as every query sees it, whichever driver is below. A
 * transaction's handle is one too, so a function that takes `Db` runs in both.
 * Inside a transaction use only its own handle: PGlite has one connection, and
 * the outer one would wait for ever.
 */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  db: Db;
  /** The same without a time limit, for what fills the database at a start. */
  startDb: Db;
  dialect: 'pglite' | 'postgres';
  /** Finishes what runs and lets go of the files or connections. */
  close: () => Promise<void>;
}

export interface DatabasePlace {
  /** Folder of the host's files; PGlite lives in its `db`. Absent: in memory. */
  dataDir?: string | undefined;
  /** A `postgres://` address; wins over the folder. */
  url?: string | undefined;
  /** A dumped PGlite to begin with, in memory; quicker than a new one. */
  image?: Blob | undefined;
}

/**
 * Opens the database and brings it to the newest schema: PostgreSQL when `url`
 * is given, else PGlite under `dataDir`, else PGlite in memory (architecture 5).
 * Rejects with the driver's error, or an error of `holdFolder` when the folder
 * is not this process's alone.
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
  const folder = dataDir && join(resolve(dataDir), 'db');
  if (folder) await mkdir(folder, { recursive: true });
  const release = folder ? await holdFolder(folder) : undefined;
  try {
    const client = await (folder
      ? PGlite.create(folder)
      : PGlite.create(image ? { loadDataDir: image } : {}));
    const db = drizzle(client, { schema });
    await migrate(db, MIGRATIONS);
    return {
      db,
      startDb: db,
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
