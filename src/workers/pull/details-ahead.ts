import type { Collection } from 'dexie';

import type { ThreadRow } from '@/db/cache';
import type { ThreadList } from '@/domain/answers/thread';

import type { Engine } from '@/workers/engine/engine';
import { detailResource } from './detail-rows';
import { fetchDetail } from './details';

/** How much is fetched ahead. */
interface Ahead {
  /** How many threads are to have cached details, those that have them included. */
  budget: number;
  /** Code of the county that a page showed last; undefined: no page did. */
  county: string | undefined;
  /** Asked before each thread whose details are fetched. */
  mayGoOn: () => boolean;
}

/**
 * Fetches details ahead, urgent threads first, then those of a county, then all;
 * newest first, only those that moved since they were fetched, one after the
 * other (docs/offline-design.md 6.1).
 * @returns 'stop' when `mayGoOn` or a stop ended it before the last thread; 'away'
 * when the server was.
 */
export async function prefetchDetails(
  engine: Engine,
  { budget, county, mayGoOn }: Ahead,
): Promise<'done' | 'stop' | 'away'> {
  const { threads } = engine.databases.cache;
  const newestOf = (county: string) =>
    threads
      .where('[list+county+order]')
      .between(['all', county, -Infinity], ['all', county, Infinity])
      .reverse();
  let left = budget;
  const done = new Set<string>();
  for (const wanted of [
    newestThreads(engine, 'urgent'),
    ...(county === undefined ? [] : [newestOf(county)]),
    newestThreads(engine, 'all'),
  ]) {
    const newest = await wanted.limit(left).toArray();
    const rows = newest.filter(({ key }) => !done.has(key));
    for (const { key } of rows) done.add(key);
    left -= rows.length;
    const ended = await fetchMoved(engine, rows, mayGoOn);
    if (ended) return ended;
  }
  return 'done';
}

/** The cached threads of a list, newest first. */
export function newestThreads(
  { databases }: Engine,
  list: ThreadList,
): Collection<ThreadRow, [ThreadList, string]> {
  return databases.cache.threads
    .where('[list+order]')
    .between([list, -Infinity], [list, Infinity])
    .reverse();
}

/**
 * Fetches the details of threads that moved since theirs were fetched, one after the
 * other.
 * @param atMost that many; the others are left.
 * @returns 'stop' when `mayGoOn`, a stop or `atMost` ended it, 'away' when the server
 * was; undefined after the last thread.
 */
export async function fetchMoved(
  engine: Engine,
  rows: readonly ThreadRow[],
  mayGoOn: () => boolean,
  atMost = Number.POSITIVE_INFINITY,
): Promise<'stop' | 'away' | undefined> {
  const resources = rows.map(({ key }) => detailResource(key));
  const known = await engine.databases.cache.cursors.bulkGet(resources);
  let left = atMost;
  for (const [at, row] of rows.entries()) {
    const cursor = known[at];
    const isCached =
      cursor?.asOf !== undefined && (cursor.threadOrder ?? 0) >= row.order;
    if (isCached) continue;
    left -= 1;
    if (left < 0 || engine.isStopped() || !mayGoOn()) return 'stop';
    const result = await fetchDetail(engine, engine.background, row);
    // A status concerns this thread alone; without one the server is away.
    if (!result.ok && result.failure.status === undefined) return 'away';
  }
  return undefined;
}
