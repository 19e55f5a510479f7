import type { CoverageState } from '@/data/coverage/coverage';
import type { Coverage } from '@/domain/coverage/figures';

/** Nothing is known of a county without a thread while not all threads are counted. */
export function isUncounted(
  { threads }: Pick<Coverage, 'threads'>,
  isPartly: boolean,
): boolean {
  return isPartly && threads === 0;
}

/**
 * The lines of counties that may be shown; undefined while nothing tells whether
 * there are any. The server has no counties only when it said so itself.
 * `freshness` and `failedTitle` are of the list that decides.
 */
export function shownCounties<Line>(
  state: CoverageState | undefined,
  lines: readonly Line[] | undefined,
) {
  const rows = state?.hasFigures ? lines : undefined;
  const areMissing = rows?.length === 0 && state?.countyList.asOf === undefined;
  return areMissing
    ? { freshness: state?.countyList, failedTitle: 'coverage.countiesFailed' }
    : { rows, freshness: state, failedTitle: 'coverage.failed' };
}
