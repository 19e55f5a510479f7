import type { CacheDatabase } from './cache';
import { databases } from './open';

/** Answers of filtered lists that stay when room is made: the ones looked at last. */
const VIEWS_LEFT = 3;

/**
 * Runs a write of the user's own work. When the device is full, what the host
 * can send again makes room, least wanted first, and the write is run again
 * (offline design, section 13).
 * @throws what the write throws, when no room could be made for it.
 */
export async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    for (const free of [freeDetails, freeViews, freeStatistics, freeStations]) {
      // A device so full that nothing can be deleted either: the next step may.
      const freed = await free(databases().cache).catch(() => 0);
      if (freed === 0) continue;
      try {
        return await write();
      } catch (again) {
        if (!isQuotaError(again)) throw again;
      }
    }
    throw error;
  }
}

/**
 * Whether the device had no room. Dexie wraps it: the outer error of an aborted
 * transaction says only that it was aborted (measured).
 */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'QuotaExceededError') return true;
  return 'inner' in error && isQuotaError(error.inner);
}

/** Details of threads without a flag: urgent ones are read most. */
async function freeDetails(cache: CacheDatabase): Promise<number> {
  const { threads, details, cursors } = cache;
  return cache.transaction('rw', threads, details, cursors, async () => {
    const urgent = await threads
      .where('[list+key]')
      .between(['urgent', ''], ['urgent', '\uffff'])
      .primaryKeys();
    const stay = new Set(urgent.map(([, key]) => key));
    const keys = await details.toCollection().primaryKeys();
    const going = keys.filter((key) => !stay.has(key));
    await details.bulkDelete(going);
    // Otherwise they would count as fetched, and never come back.
    await cursors.bulkDelete(going.map((key) => `detail:${key}`));
    return going.length;
  });
}

async function freeViews(cache: CacheDatabase): Promise<number> {
  const { views, cursors } = cache;
  return cache.transaction('rw', views, cursors, async () => {
    const rows = await views.toArray();
    const going = rows
      .sort((a, b) => b.asOf - a.asOf)
      .slice(VIEWS_LEFT)
      .map(({ view }) => view);
    await views.bulkDelete(going);
    await cursors.bulkDelete(going);
    return going.length;
  });
}

function freeStatistics(cache: CacheDatabase): Promise<number> {
  return freeTable(cache, 'statistics');
}

function freeStations(cache: CacheDatabase): Promise<number> {
  return freeTable(cache, 'stations');
}

async function freeTable(
  cache: CacheDatabase,
  name: 'statistics' | 'stations',
): Promise<number> {
  const { cursors } = cache;
  return cache.transaction('rw', cache[name], cursors, async () => {
    const count = await cache[name].count();
    await cache[name].clear();
    await cursors.where('resource').startsWith(`${name}:`).delete();
    return count;
  });
}
