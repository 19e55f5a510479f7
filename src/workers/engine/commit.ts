import type { IndexableType, Table } from 'dexie';
import { Dexie } from 'dexie';

import { ROWS_PER_FIRST_FILL, ROWS_PER_PUT } from '@/config';
import type { CacheDatabase, CacheMeta, CursorRow } from '@/db/cache';
import { assertFreshBuild } from '@/db/writer';
import { stable } from '@/domain/outbox/fingerprint';
import type { Reply } from '@/domain/outbox/outcome';

import type { Engine } from './engine';

/** A newer leader took over: nothing of this one may be written any more. */
export class FencedError extends Error {
  override name = 'FencedError';
}

/**
 * One write transaction on the cache, refused when another worker leads by now
 * or a newer build has opened the databases.
 * Never await anything but the database inside: the transaction would commit
 * half way (measured: the error comes, the rows stay).
 */
export async function commit<T>(
  engine: Engine,
  tables: readonly (keyof CacheTables)[],
  write: (cache: CacheDatabase) => Promise<T>,
): Promise<T> {
  const { cache, intent } = engine.databases;
  await assertFreshBuild(intent);
  const names = [...new Set<string>([...tables, 'meta'])];
  return cache.transaction('rw', names, async () => {
    if ((await readMeta(cache, 'leaderEpoch')) !== engine.epoch) {
      throw new FencedError('Another leader took over');
    }
    return write(cache);
  });
}

type CacheTables = Pick<
  CacheDatabase,
  | 'threads'
  | 'details'
  | 'pictures'
  | 'pictureBytes'
  | 'observers'
  | 'observerBlocks'
  | 'answerBlocks'
  | 'textBlocks'
  | 'forms'
  | 'formBodies'
  | 'counties'
  | 'countyReports'
  | 'stations'
  | 'notifications'
  | 'sharedMarks'
  | 'statistics'
  | 'views'
  | 'cursors'
  | 'acks'
  | 'meta'
>;

export async function readMeta<K extends keyof CacheMeta>(
  cache: CacheDatabase,
  k: K,
): Promise<CacheMeta[K] | undefined> {
  const row = await cache.meta.get(k);
  // The key says the type of the value: the table is written by `CacheMetaRow` only.
  return row?.v as CacheMeta[K] | undefined;
}

/**
 * Writes only rows that differ from the cached ones, in slices small enough that
 * Dexie still names the keys it changed. Cached rows are modified, not put: then
 * Dexie knows the old values too, and a change that leaves an index alone does
 * not wake the queries that page along it.
 * @param cached what `readCached` says of these rows in this transaction, where
 * the caller has asked already.
 * @returns how many rows were written.
 */
export async function putChanged<T, K extends IndexableType>(
  table: Table<T, K>,
  keyOf: (row: T) => K,
  read: readonly T[],
  isFirstFill = false,
  cached?: ReadonlyMap<string, T>,
): Promise<number> {
  const rows = distinct(keyOf, read);
  const isNew =
    isFirstFill && !cached && !(await isLastCached(table, keyOf, rows));
  const rest = isNew ? await addMissing(table, rows) : rows;
  const known = cached ?? (await readCached(table, rest.map(keyOf)));
  const cachedOf = (row: T) => known.get(String(keyOf(row)));
  const missing = rest.filter((row) => cachedOf(row) === undefined);
  const changed = rest.filter((row) => {
    const before = cachedOf(row);
    return before !== undefined && stable(row) !== stable(before);
  });
  const size = isFirstFill ? ROWS_PER_FIRST_FILL : ROWS_PER_PUT;
  for (let at = 0; at < missing.length; at += size) {
    await table.bulkAdd(missing.slice(at, at + size));
  }
  for (let at = 0; at < changed.length; at += ROWS_PER_PUT) {
    const slice = changed.slice(at, at + ROWS_PER_PUT);
    const byKey = new Map(slice.map((row) => [String(keyOf(row)), row]));
    await table
      .where(':id')
      .anyOf(slice.map(keyOf))
      .modify((row, place) => {
        place.value = byKey.get(String(keyOf(row))) ?? row;
      });
  }
  return rows.length - rest.length + missing.length + changed.length;
}

/**
 * Where the last row of a page is cached, so are nearly all, as after a reload in
 * the middle of a first fill. Such a page is not given to `addMissing`: Dexie wakes
 * live queries for rows that were refused, too.
 */
export async function isLastCached<T, K extends IndexableType>(
  table: Table<T, K>,
  keyOf: (row: T) => K,
  rows: readonly T[],
): Promise<boolean> {
  const last = rows.at(-1);
  return !last || (await table.get(keyOf(last))) !== undefined;
}

/**
 * Adds the rows of a first fill that are not cached. Nothing is read to know them:
 * the database refuses to add a row that is there, and leaves it as it is.
 * @param rows no two of one key.
 * @returns the rows that were not added.
 */
export async function addMissing<T, K extends IndexableType>(
  table: Table<T, K>,
  rows: readonly T[],
): Promise<T[]> {
  const refused: T[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_FIRST_FILL) {
    const slice = rows.slice(at, at + ROWS_PER_FIRST_FILL);
    refused.push(...(await addSlice(table, slice)));
  }
  return refused;
}

/** @returns the rows whose keys were there. */
async function addSlice<T, K extends IndexableType>(
  table: Table<T, K>,
  rows: readonly T[],
): Promise<T[]> {
  try {
    await table.bulkAdd(rows);
    return [];
  } catch (error) {
    if (!(error instanceof Dexie.BulkError)) throw error;
    const { failures, failuresByPos } = error;
    // Anything else, such as a full disk, has to end the transaction.
    if (failures.some(({ name }) => name !== 'ConstraintError')) throw error;
    return rows.filter((_row, at) => at in failuresByPos);
  }
}

/** A page that shifted while the server built it may name a row twice: the last one counts. */
export function distinct<T>(
  keyOf: (row: T) => unknown,
  rows: readonly T[],
): T[] {
  return [...new Map(rows.map((row) => [String(keyOf(row)), row])).values()];
}

/** The cached rows among some keys, by `String(key)`. */
export async function readCached<T, K extends IndexableType>(
  table: Table<T, K>,
  keys: readonly K[],
): Promise<Map<string, T>> {
  const rows = await table.bulkGet([...keys]);
  const cached = new Map<string, T>();
  for (const [at, key] of keys.entries()) {
    const row = rows[at];
    if (row !== undefined) cached.set(String(key), row);
  }
  return cached;
}

/** Writes how the last request for a resource ended into its cursor. */
export async function noteReply(
  engine: Engine,
  resource: string,
  reply: Reply<unknown>,
  news: Partial<Omit<CursorRow, 'resource'>> = {},
): Promise<void> {
  await commit(engine, ['cursors'], async (cache) => {
    const known = await cache.cursors.get(resource);
    const triedAt = engine.now();
    await cache.cursors.put(
      reply.ok
        ? {
            ...known,
            resource,
            triedAt,
            asOf: triedAt,
            ...news,
            failure: undefined,
          }
        : { ...known, resource, triedAt, failure: reply.failure },
    );
  });
}

/**
 * The validator to ask with next time. A 304 keeps the old one; rows that come
 * without a validator end it, as it stands for other rows.
 */
export function etagOf(reply: Reply<unknown>): Pick<CursorRow, 'etag'> {
  const isNews = reply.ok && (reply.value !== undefined || reply.etag);
  return isNews ? { etag: reply.etag } : {};
}
