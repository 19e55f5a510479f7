import type { CacheDatabase } from '@/db/cache';
import { areReportsCounted, writeCountyReports } from '@/db/cache';
import type { ThreadList } from '@/domain/answers/thread';
import type { RowChange } from '@/domain/coverage/county-reports';
import {
  applyChanges,
  countiesOf,
  isEmpty,
} from '@/domain/coverage/county-reports';

import { commit } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';

/**
 * From here on threads are written without being counted, until all are counted
 * at once. A page of a first fill has threads of every county: counting it would
 * write all counties anew with each page. Call inside the commit that writes.
 * @param list whose threads are written. Once it was read whole no sweep follows
 * that would count them: a page that comes that late is counted at once.
 */
export async function countLater(
  cache: CacheDatabase,
  list: ThreadList,
): Promise<void> {
  const cursor = await cache.cursors.get(`threads:${list}`);
  if (cursor?.sweptAt !== undefined) return;
  if (await areReportsCounted(cache)) {
    await cache.meta.put({ k: 'areReportsCounted', v: false });
  }
}

/**
 * Counts all cached threads where a first fill left them uncounted: at the end of a
 * sweep, and for a leader that ended before it counted, because lists that are whole
 * are not due again for long, and without a network none is read. A fill that broke
 * off is counted, too: the screens show what is there, and say that it is not all.
 */
export async function countReports(engine: Engine): Promise<void> {
  const { cache } = engine.databases;
  if (engine.isStopped() || (await areReportsCounted(cache))) return;
  await commit(engine, ['threads', 'countyReports'], writeCountyReports);
}

/** Brings the counties of changed threads up to date. Call inside the commit that writes them. */
export async function changeCounts(
  cache: CacheDatabase,
  changes: readonly RowChange[],
): Promise<void> {
  const counties = countiesOf(changes);
  if (counties.length === 0) return;
  if (!(await areReportsCounted(cache))) return;
  const { countyReports } = cache;
  const known = await countyReports.bulkGet(counties);
  const next = applyChanges(
    known.filter((row) => row !== undefined),
    changes,
  );
  await countyReports.bulkPut(next.filter((row) => !isEmpty(row)));
  const gone = next.filter(isEmpty).map(({ county }) => county);
  if (gone.length > 0) await countyReports.bulkDelete(gone);
}
