import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Pool } from 'pg';

import { holdFolder } from './hold-folder';
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

const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
};

/** Any constant, the same in all processes: only one of them migrates. */
const MIGRATION_LOCK = 7_201_126;

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Opens the database and brings it to the newest schema: PostgreSQL when `url`
 * is given, else PGlite under `dataDir`, else PGlite in memory (architecture 5).
 * Rejects with the driver's error, or a `FolderInUseError` when another process
 * holds the folder.
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
  if (dataDir) await mkdir(dataDir, { recursive: true });
  const release = dataDir ? await holdFolder(resolve(dataDir)) : undefined;
  try {
    const client = await (dataDir
      ? PGlite.create(join(dataDir, 'db'))
      : PGlite.create(image ? { loadDataDir: image } : {}));
    const db = drizzlePglite(client, { schema });
    await migratePglite(db, MIGRATIONS);
    return {
      db,
      dialect: 'pglite',
      close: async () => {
        await client.close();
        await release?.();
      },
    };
  } catch (error) {
    await release?.();
    throw error;
  }
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // An idle connection that breaks is replaced by the pool; without a
  // listener Node would end the process instead.
  pool.on('error', () => {});
  try {
    await migrateAlone(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    db: drizzlePostgres(pool, { schema }),
    dialect: 'postgres',
    close: () => pool.end(),
  };
}

/** Several processes may start at once on one database; the others wait. */
async function migrateAlone(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePostgres(drizzlePostgres(client), MIGRATIONS);
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    client.release();
  }
}
