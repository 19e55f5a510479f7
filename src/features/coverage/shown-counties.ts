import type { CoverageSource } from '@/data/coverage/coverage';

/**
 * The lines of counties that may be shown; undefined while nothing tells whether
 * there are any. The server has no counties only when it said so itself.
 * `freshness` and `failedTitle` are of the list that decides.
 */
export function shownCounties<Line>(
  source: CoverageSource | undefined,
  lines: readonly Line[] | undefined,
) {
  const isLoaded = source?.asOf !== undefined || source?.reports.length;
  const rows = lines && isLoaded ? lines : undefined;
  const areMissing =
    rows?.length === 0 && source?.countyList.asOf === undefined;
  return areMissing
    ? { freshness: source?.countyList, failedTitle: 'coverage.countiesFailed' }
    : { rows, freshness: source, failedTitle: 'coverage.failed' };
}
