import { ROWS_PER_FIRST_FILL } from '@/config';
import type { CacheDatabase } from '@/db/cache';
import { placeOf } from '@/domain/answers/thread';

import { readMeta } from '@/workers/engine/commit';
import { changeCounts } from './county-reports';

/**
 * Files the cached threads under the cached counties, where these have other codes
 * or names than those that the threads are filed under. Call inside the commit that
 * writes counties.
 */
export async function fileThreads(cache: CacheDatabase): Promise<void> {
  const { threads, meta } = cache;
  const counties = await cache.counties.toArray();
  const filedBy = JSON.stringify(
    counties.map(({ code, name }) => [code, name]),
  );
  if ((await readMeta(cache, 'filedBy')) === filedBy) return;
  const changes = (await threads.toArray()).flatMap((before) => {
    const place = placeOf(before.pollingStationName, counties);
    const county = place.county ?? '';
    return county === before.county
      ? []
      : [{ before, after: { ...before, county } }];
  });
  const rows = changes.map(({ after }) => after);
  for (let at = 0; at < rows.length; at += ROWS_PER_FIRST_FILL) {
    await threads.bulkPut(rows.slice(at, at + ROWS_PER_FIRST_FILL));
  }
  await changeCounts(cache, changes);
  await meta.put({ k: 'filedBy', v: filedBy });
}
