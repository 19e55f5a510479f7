import { isWhole } from '@/db/cache';

import type { Engine } from '@/workers/engine/engine';
import { pullStations } from './counties';
import { fetchMoved, newestThreads } from './details';

/** Rows that are looked at together. */
const ROWS_AT_ONCE = 300;

/**
 * Caches the details of all threads, newest first, and the stations of all counties,
 * as long as the user wants that (`cachesAll`). What is cached is not fetched again.
 * @param mayGoOn asked before each thread and each county.
 * @returns 'stop' when `mayGoOn` or a stop ended it before the last one; 'away' when
 * the server was.
 */
export async function cacheEverything(
  engine: Engine,
  mayGoOn: () => boolean,
): Promise<'done' | 'stop' | 'away'> {
  const { cache, intent } = engine.databases;
  const isWanted = async () => (await intent.meta.get('cachesAll'))?.v === true;
  if (!(await isWanted())) return 'done';
  const keys = await newestThreads(engine, 'all').primaryKeys();
  for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
    const rows = await cache.threads.bulkGet(keys.slice(at, at + ROWS_AT_ONCE));
    const there = rows.filter((row) => row !== undefined);
    const ended = await fetchMoved(engine, there, mayGoOn);
    if (ended || !(await isWanted())) return ended ?? 'done';
  }
  for (const { id } of await cache.counties.toArray()) {
    if (isWhole(await cache.cursors.get(`stations:${id}`))) continue;
    if (engine.isStopped() || !mayGoOn()) return 'stop';
    const result = await pullStations(engine, id, engine.background);
    if (!result.ok && result.failure.status === undefined) return 'away';
    if (!(await isWanted())) return 'done';
  }
  return 'done';
}
