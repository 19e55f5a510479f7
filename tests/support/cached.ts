import { writeObserverBlocks } from '@/db/cache';
import { databases } from '@/db/open';
import type { County } from '@/domain/county';
import type { Observer } from '@/domain/observers/observer';

import { anObserverRow } from './builders';

/** Caches a list of observers that was read just now: the whole list, unless told. */
export async function cacheObservers(
  observers: readonly Observer[],
  freshness: { total?: number | undefined; isWhole?: boolean | undefined } = {},
): Promise<void> {
  const { cache } = databases();
  await cache.observers.bulkPut(observers.map((row) => anObserverRow(row)));
  await writeObserverBlocks(cache);
  const now = Date.now();
  await cache.cursors.put({
    resource: 'observers',
    triedAt: now,
    asOf: now,
    total: freshness.total ?? observers.length,
    sweptAt: freshness.isWhole === false ? undefined : now,
  });
}

/** Caches the counties, as read just now. */
export async function cacheCounties(
  counties: readonly County[],
): Promise<void> {
  const { cache } = databases();
  await cache.counties.bulkPut([...counties]);
  const now = Date.now();
  await cache.cursors.put({ resource: 'counties', triedAt: now, asOf: now });
}
