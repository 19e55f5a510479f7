import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

import type * as schema from './schema';

/**
 * The database as every query sees it, for all drivers. A transaction's handle
 * is a `Db`, too, so a function that takes `Db` runs in both. Inside a
 * transaction use only its handle: PGlite has one connection, and a query on
 * the outer handle would wait for ever.
 */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/**
 * Hears what is announced on a channel from now on, in the order of the commits,
 * on a connection of its own where there can be one. `onGone` is called when
 * that connection ends by itself. @returns how to stop.
 */
export type Listen = (
  channel: string,
  onPayload: (payload: string) => void,
  onGone: () => void,
) => Promise<() => Promise<void>>;

export interface OpenDatabase {
  db: Db;
  /** A handle without a time limit, to fill the database at a start. */
  startDb: Db;
  /** Answers or rejects within seconds, also while requests wait for theirs. */
  probeDb: Db;
  dialect: 'pglite' | 'postgres';
  listen: Listen;
  /** The connections of requests now; absent: there are none. */
  connections?: () => { total: number; idle: number; waiting: number };
  /** Room on the disk of its files; absent: there are none, or they are elsewhere. */
  freeBytes?: (() => Promise<number>) | undefined;
  /** Path of the archive that opening made before it changed the schema. */
  savedBefore?: string | undefined;
  /** Finishes what runs and lets go of the files or connections. */
  close: () => Promise<void>;
}
