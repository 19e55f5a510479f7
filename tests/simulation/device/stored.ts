import type { Table } from 'dexie';

import type { CacheDatabase } from '@/db/cache';
import type { IntentDatabase } from '@/db/intent';

/** The row type of each table of a database. */
type RowsOf<D> = {
  [
    K in keyof D as D[K] extends Table<infer _Row, infer _Key, infer _New>
      ? K
      : never
  ]: D[K] extends Table<infer Row, infer _Key, infer _New> ? Row : never;
};
type CacheRows = RowsOf<CacheDatabase>;
type IntentRows = RowsOf<IntentDatabase>;

/** The databases as they stand, read past every transaction and every tab. */
export interface Stored {
  cache: <K extends keyof CacheRows & string>(
    table: K,
  ) => readonly CacheRows[K][];
  intent: <K extends keyof IntentRows & string>(
    table: K,
  ) => readonly IntentRows[K][];
  /** Reads each table once while `look` runs, which must write nothing. */
  still: <T>(look: () => T) => T;
  /** Names of the databases that exist. */
  names: () => string[];
}

/**
 * Looks straight into the memory of fake-indexeddb: an observer that takes
 * part in no transaction cannot change what it observes.
 */
export function lookInto(factory: IDBFactory, userKey: string): Stored {
  const databases: unknown = Reflect.get(factory, '_databases');
  if (!(databases instanceof Map)) throw new Error('fake-indexeddb changed');

  /** What was read since everything stands still, by database and table. */
  let known: Map<string, unknown[]> | undefined;

  function rows(database: string, table: string): unknown[] {
    const key = `${database} ${table}`;
    const read = known?.get(key) ?? readRows(database, table);
    known?.set(key, read);
    return read;
  }

  function readRows(database: string, table: string): unknown[] {
    const stores = storesOf(databases, database);
    const store: unknown = stores?.get(table);
    if (store === undefined) return [];
    const records: unknown = Reflect.get(Object(store), 'records');
    const values: Iterable<{ value: unknown }> = Object(records).values();
    return Array.from(values, ({ value }) => value);
  }

  return {
    // The tables hold what their types say: only Dexie writes them.
    cache: <K extends keyof CacheRows & string>(table: K) =>
      rows(`vmo-cache-${userKey}`, table) as CacheRows[K][],
    intent: <K extends keyof IntentRows & string>(table: K) =>
      rows(`vmo-intent-${userKey}`, table) as IntentRows[K][],
    still(look) {
      known = new Map();
      try {
        return look();
      } finally {
        known = undefined;
      }
    },
    names: () => Array.from(databases.keys(), String),
  };
}

function storesOf(
  databases: unknown,
  name: string,
): Map<string, unknown> | undefined {
  if (!(databases instanceof Map)) return undefined;
  const database: unknown = databases.get(name);
  if (database === undefined) return undefined;
  const stores: unknown = Reflect.get(Object(database), 'rawObjectStores');
  return stores instanceof Map ? stores : undefined;
}
