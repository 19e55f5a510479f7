import type { ThreadRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import { readOfflineWish } from '@/db/intent';
import { isQuotaError, pauseOffline } from '@/db/reserve';
import type { ThreadList } from '@/domain/answers/thread';
import { pairOfKey } from '@/domain/answers/thread';
import type { OfflineWish } from '@/domain/offline-choice';
import { newestKept } from '@/domain/offline-choice';
import { isRecord } from '@/domain/record';

import type { Engine } from '@/workers/engine/engine';
import {
  ALL_DETAILS,
  areOffersKnown,
  givesBulk,
  isFilled,
  URGENT_DETAILS,
} from './bulk-details';
import { fetchMoved, newestThreads } from './details-ahead';
import { pullStations } from './stations';

/** Rows that are looked at together. */
const ROWS_AT_ONCE = 300;
/** Details that one run fetches one by one, before it lets the server rest. */
const THREADS_AT_ONCE = 100;

/** What is wanted on this device, and whether only urgent threads are downloaded now. */
export async function readWish(
  engine: Engine,
): Promise<OfflineWish & { newest: number; isSaving: boolean }> {
  const wish = await readOfflineWish(engine.databases.intent);
  const isBulk = await givesBulk(engine);
  const isSaving = wish.choice !== 'all' && isLineSaving();
  const newest = newestKept(wish.choice, { isBulk, isSaving });
  return { ...wish, newest, isSaving };
}

/** Whether the first download of details in bulk is not over, or may begin. */
export async function isDownloading(engine: Engine): Promise<boolean> {
  const { paused, newest } = await readWish(engine);
  if (paused) return false;
  if (!(await areOffersKnown(engine))) return true;
  const part = newest === 0 ? URGENT_DETAILS : ALL_DETAILS;
  return (await givesBulk(engine)) && !(await isFilled(engine, part));
}

/**
 * Downloads, and pauses downloading when the device has no room for more: a person
 * sees it and decides.
 * @returns 'full' then.
 */
export async function pauseWhenFull<T>(
  engine: Engine,
  download: () => Promise<T>,
): Promise<T | 'full'> {
  try {
    return await download();
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    await pauseOffline(engine.databases.intent);
    return 'full';
  }
}

/**
 * Whether the browser was told to save data, or calls the line metered. Browsers
 * without this interface do not say.
 */
function isLineSaving(): boolean {
  const connection: unknown = Reflect.get(
    globalThis.navigator ?? {},
    'connection',
  );
  return (
    isRecord(connection) &&
    (connection.saveData === true || connection.type === 'cellular')
  );
}

/**
 * Caches what a user wants to open without a connection and has not been read ahead
 * or in bulk: details of urgent threads, then of stations with two reports, then of the
 * newest, and the stations of all counties. What is cached is not fetched again.
 * @param mayGoOn asked before each thread and each county.
 * @returns 'more' when a part is left for the next run; 'stop' when `mayGoOn` or a stop
 * ended it before the last one; 'away' when the server was.
 */
export async function cacheForOffline(
  engine: Engine,
  mayGoOn: () => boolean,
): Promise<'done' | 'more' | 'stop' | 'away'> {
  const wish = await readWish(engine);
  if (wish.paused) return 'done';
  const part = wish.newest === 0 ? URGENT_DETAILS : ALL_DETAILS;
  const isInBulk = (await givesBulk(engine)) && (await isFilled(engine, part));
  const keys = isInBulk ? [] : await wantedKeys(engine, wish.newest);
  let left = THREADS_AT_ONCE;
  const mayFetch = () => {
    left -= 1;
    return mayGoOn();
  };
  for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
    const rows = await newestRows(engine, keys.slice(at, at + ROWS_AT_ONCE));
    const ended = await fetchMoved(engine, rows, mayFetch, left);
    if (ended === 'stop') return left <= 0 ? 'more' : 'stop';
    if (ended) return ended;
    if (await isGivenUp(engine, wish)) return 'done';
  }
  return wish.choice === 'all' ? cacheStations(engine, wish, mayGoOn) : 'done';
}

/** Whether somebody has changed their mind meanwhile. */
async function isGivenUp(
  engine: Engine,
  before: OfflineWish,
): Promise<boolean> {
  const { choice, paused } = await readWish(engine);
  return choice !== before.choice || paused !== undefined;
}

async function cacheStations(
  engine: Engine,
  wish: OfflineWish,
  mayGoOn: () => boolean,
): Promise<'done' | 'stop' | 'away'> {
  const { cache } = engine.databases;
  for (const { id } of await cache.counties.toArray()) {
    if (isWhole(await cache.cursors.get(`stations:${id}`))) continue;
    if (engine.isStopped() || !mayGoOn()) return 'stop';
    const result = await pullStations(engine, id, engine.background);
    if (!result.ok && result.failure.status === undefined) return 'away';
    if (await isGivenUp(engine, wish)) return 'done';
  }
  return 'done';
}

/** Keys of the threads whose details are wanted, most useful first. */
async function wantedKeys(engine: Engine, newest: number): Promise<string[]> {
  const keysOf = async (list: ThreadList) => {
    const rows = await newestThreads(engine, list).primaryKeys();
    return rows.map(([, key]) => key);
  };
  const urgent = await keysOf('urgent');
  const all = newest === 0 ? [] : await keysOf('all');
  const reports = new Map<number, number>();
  for (const key of new Set([...urgent, ...all])) {
    const station = stationOf(key);
    reports.set(station, (reports.get(station) ?? 0) + 1);
  }
  const compared = all.filter((key) => (reports.get(stationOf(key)) ?? 0) > 1);
  return [...new Set([...urgent, ...compared, ...all.slice(0, newest)])];
}

function stationOf(key: string): number {
  return pairOfKey(key)?.pollingStationId ?? 0;
}

/** Of each thread the row of the list that it moved in last. */
async function newestRows(
  { databases }: Engine,
  keys: readonly string[],
): Promise<ThreadRow[]> {
  const { threads } = databases.cache;
  const [urgent, all] = await Promise.all(
    (['urgent', 'all'] as const).map((list) =>
      threads.bulkGet(keys.map((key): [ThreadList, string] => [list, key])),
    ),
  );
  return keys.flatMap((_key, at) => {
    const rows = [urgent?.[at], all?.[at]].filter((row) => row !== undefined);
    const newest = rows.toSorted((one, other) => other.order - one.order).at(0);
    return newest ?? [];
  });
}
