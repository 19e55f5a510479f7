import { useCachedStatistics } from '@/data/statistics/cached-statistics';
import type { StatisticsRead } from '@/data/statistics/statistics';
import { useStatistics, useStatisticsPull } from '@/data/statistics/statistics';
import type { StatisticKey } from '@/domain/statistic';
import { formatNumber } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

/**
 * One page of a list of statistics as the server answered it. Of a list that it never
 * answered the page is worked out from the cached threads, and `partly` says so.
 * @param first the first page as it is cached, where the list may begin on another one.
 */
export function useStatisticRows(
  statistic: StatisticKey,
  page: number,
  size: number,
  first?: StatisticsRead,
) {
  const { t, i18n } = useTranslation();
  const read = useStatistics(statistic, page, size);
  const pull = useStatisticsPull(statistic, page, size);
  const isAnswered = !pull.isPulling || pull.failure !== undefined;
  const isMissing =
    read !== undefined && !(read.values ?? first?.values) && isAnswered;
  const cached = useCachedStatistics(statistic, isMissing);
  const { values = [], threads = 0, total = 0 } = (isMissing && cached) || {};
  const hasCached = values.length > 0;
  const from = (page - 1) * size;
  return {
    read,
    pull,
    rows:
      read?.values ?? (hasCached ? values.slice(from, from + size) : undefined),
    total: read?.total ?? first?.total ?? values.length,
    /** The highest value of the list. */
    max: (first?.values ?? values)[0]?.value,
    partly: hasCached
      ? t(`statistics.fromCached${total > threads ? 'Share' : ''}`, {
          count: threads,
          formatted: formatNumber(threads, i18n.language),
          total: formatNumber(total, i18n.language),
        })
      : undefined,
  };
}
