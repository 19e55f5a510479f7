import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

import type * as schema from './schema';

/**
 * The database as every query sees it, whichever driver is below. A
 * transaction's handle is one too, so a function that takes `Db` runs in both.
 * Inside a transaction use only its own handle: PGlite has one connection, and
 * the outer one would wait for ever.
 */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  db: Db;
  /** A handle without a time limit, to fill the database at a start. */
  startDb: Db;
  dialect: 'pglite' | 'postgres';
  /** Finishes what runs and lets go of the files or connections. */
  close: () => Promise<void>;
}
