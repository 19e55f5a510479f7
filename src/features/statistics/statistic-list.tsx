import { useState } from 'react';

import { STATISTICS_PAGE_SIZE } from '@/config';
import { useStatistics } from '@/data/statistics/statistics';
import type { StatisticKey } from '@/domain/statistic';
import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { usePaginationLabels } from '@/components/use-pagination-labels';
import { Pagination } from '@/ui/table/pagination';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

import { Bars } from './bars';
import { useStatisticRows } from './use-statistic-rows';

interface StatisticListProps {
  statistic: StatisticKey;
}

/** A list of statistics, twenty a page (docs/specification.md 9). */
export function StatisticList({ statistic }: StatisticListProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { read, pull, rows, total, max, partly } = useStatisticRows(
    statistic,
    page,
    STATISTICS_PAGE_SIZE,
    useStatistics(statistic, 1, STATISTICS_PAGE_SIZE),
  );
  const labels = usePaginationLabels(t('statistics.pages'));
  return (
    <>
      <AsOf freshness={read} asked={pull.failure} />
      <CachedList
        rows={rows}
        freshness={read}
        pull={pull}
        failedTitle={t('statistics.failed')}
        empty={<State icon="chart" title={t('statistics.none')} />}
        partly={partly}
      >
        {(values) => (
          <Bars
            values={values}
            first={(page - 1) * STATISTICS_PAGE_SIZE + 1}
            max={max ?? values[0]?.value ?? 1}
          />
        )}
      </CachedList>
      <Pagination
        page={page}
        pageSize={STATISTICS_PAGE_SIZE}
        total={total}
        labels={labels}
        onPage={setPage}
      />
    </>
  );
}
