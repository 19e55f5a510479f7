import { useLive } from '@/data/live/use-live';
import type { Pull } from '@/data/live/use-pull';
import { usePull } from '@/data/live/use-pull';
import { statisticPage } from '@/db/cache';
import { databases } from '@/db/open';
import type { Failure } from '@/domain/outbox/outcome';
import type { StatisticKey, StatisticValue } from '@/domain/statistic';
import { sync } from '@/workers/client';

export interface StatisticsRead {
  /** Absent: this page was never loaded. */
  values?: StatisticValue[] | undefined;
  total?: number | undefined;
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/** One cached page of one list of statistics; undefined until read. */
export function useStatistics(
  key: StatisticKey,
  page: number,
  pageSize: number,
): StatisticsRead | undefined {
  const name = statisticPage(key, page, pageSize);
  return useLive(`statistics:${name}`, async () => {
    const { statistics, cursors } = databases().cache;
    const row = await statistics.get(name);
    const cursor = await cursors.get(`statistics:${name}`);
    return {
      values: row?.values,
      total: row?.total,
      asOf: cursor?.asOf,
      failure: cursor?.failure,
    };
  });
}

/** Asks for one page of one list. */
export function useStatisticsPull(
  key: StatisticKey,
  page: number,
  pageSize: number,
): Pull {
  return usePull(statisticPage(key, page, pageSize), () =>
    sync.pullStatistics({ key, page, pageSize }),
  );
}
