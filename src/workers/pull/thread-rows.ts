import type { CacheDatabase, ThreadRow } from '@/db/cache';
import type { DetailDigest } from '@/domain/answers/digest';
import { digestOf } from '@/domain/answers/digest';
import type { Thread, ThreadList } from '@/domain/answers/thread';
import { orderThreads, placeOf } from '@/domain/answers/thread';
import type { County } from '@/domain/county';

import {
  addMissing,
  commit,
  distinct,
  isLastCached,
  putChanged,
  readCached,
  readMeta,
} from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';
import { changeCounts, countLater } from './county-reports';

/** Key of a cached thread: the list that it stands in, and its own key. */
export type RowKey = [ThreadList, string];

interface Filling {
  /** The list was never read whole: most threads are new. */
  isFirstFill?: boolean;
  /** Coverage counts these threads when a sweep has ended, not now. */
  isCountedLater?: boolean;
  /** The number of the first thread, where no date gives one. */
  numbersFrom?: number;
}

/**
 * Stores threads that a list brought, with their places, numbers and digests.
 * @returns how many rows were new or different.
 */
export async function cacheThreads(
  engine: Engine,
  list: ThreadList,
  read: readonly Thread[],
  filling: Filling,
): Promise<number> {
  const { isFirstFill = false, isCountedLater = isFirstFill } = filling;
  const { numbersFrom = engine.now() } = filling;
  const keyOf = ({ key }: Pick<Thread, 'key'>): RowKey => [list, key];
  const threads = distinct(({ key }) => key, read);
  // Outside of the transaction, which holds up all who read threads.
  const filedBy = await readMeta(engine.databases.cache, 'filedBy');
  const counties = await engine.databases.cache.counties.toArray();
  const bare = threads.map((thread) => rowOf(list, thread, counties));
  const fresh = isFirstFill ? numberRows(bare, new Map(), numbersFrom) : [];
  const tables = ['threads', 'details', 'countyReports', 'cursors'] as const;
  const count = await commit(engine, tables, async (cache) => {
    // Other counties came meanwhile, and all that was cached then is filed under them.
    if ((await readMeta(cache, 'filedBy')) !== filedBy) return undefined;
    const added: ThreadRow[] = [];
    if (isCountedLater) await countLater(cache, list);
    if (isFirstFill) {
      const [rows, isOld] = await Promise.all([
        withDigests(cache, fresh),
        isLastCached(cache.threads, keyOf, fresh),
      ]);
      const rest = new Set(
        isOld ? rows : await addMissing(cache.threads, rows),
      );
      if (rest.size === 0) return rows.length;
      added.push(...rows.filter((row) => !rest.has(row)));
    }
    const addedKeys = new Set(added.map(({ key }) => key));
    const rest = threads.filter(({ key }) => !addedKeys.has(key));
    const cached = await readCached(cache.threads, rest.map(keyOf));
    // Where no date says it, all cached rows tell where the others stand.
    for (const row of added) cached.set(String(keyOf(row)), row);
    const rows = numberRows(bare, cached, numbersFrom);
    const written = await putChanged(
      cache.threads,
      keyOf,
      await withDigests(cache, rows),
      isFirstFill,
      cached,
    );
    const changes = rows.map((after) => ({
      before: cached.get(String(keyOf(after))),
      after,
    }));
    await changeCounts(cache, changes);
    return added.length + written;
  });
  return count ?? cacheThreads(engine, list, read, filling);
}

/**
 * Gives rows their numbers, and the digests that are cached.
 * @param cached those that are cached, by `String([list, key])`.
 */
function numberRows(
  rows: readonly ThreadRow[],
  cached: ReadonlyMap<string, ThreadRow>,
  numbersFrom: number,
): ThreadRow[] {
  const orders = new Map(
    [...cached.values()].map(({ key, order }) => [key, order]),
  );
  const next = orderThreads(rows, orders, numbersFrom);
  return rows.map((row) => ({
    ...row,
    order: next.get(row.key) ?? 0,
    digest: cached.get(String([row.list, row.key]))?.digest,
  }));
}

/** Gives rows without a digest the one of their cached details. */
async function withDigests(
  cache: CacheDatabase,
  rows: readonly ThreadRow[],
): Promise<readonly ThreadRow[]> {
  const digests = await cachedDigests(
    cache,
    rows.filter(({ digest }) => !digest),
  );
  if (digests.size === 0) return rows;
  return rows.map((row) => {
    const digest = row.digest ?? digests.get(row.key);
    return { ...row, digest };
  });
}

/** A thread may come to a list after its details: the other list had it. */
async function cachedDigests(
  { details }: CacheDatabase,
  threads: readonly Thread[],
): Promise<Map<string, DetailDigest>> {
  if (threads.length === 0) return new Map();
  // One request for all keys: thousands of threads have no details, and few have some.
  const known = new Set(await details.toCollection().primaryKeys());
  const keys = threads.map(({ key }) => key).filter((key) => known.has(key));
  const rows = await details.bulkGet(keys);
  return new Map(
    rows.flatMap((row) => (row ? [[row.key, digestOf(row)]] : [])),
  );
}

/** A row without its number. */
function rowOf(
  list: ThreadList,
  thread: Thread,
  counties: readonly County[],
): ThreadRow {
  const place = placeOf(thread.pollingStationName, counties);
  return {
    ...thread,
    list,
    order: 0,
    county: place.county ?? '',
    stationNumber: place.stationNumber ?? -1,
    missing: 0,
  };
}
