import type { CacheDatabase } from '@/db/cache';
import { areReportsCounted } from '@/db/cache';
import type { RowChange } from '@/domain/coverage/county-reports';
import {
  applyChanges,
  countiesOf,
  isEmpty,
} from '@/domain/coverage/county-reports';

/**
 * From here on threads are written without being counted, until all are counted
 * at once. A page of a first fill has threads of every county: counting it would
 * write all counties anew with each page. Call inside the commit that writes.
 */
export async function countLater(cache: CacheDatabase): Promise<void> {
  if (await areReportsCounted(cache)) {
    await cache.meta.put({ k: 'areReportsCounted', v: false });
  }
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
