import { getStatistics } from '@/api/statistics';
import { statisticPage } from '@/db/cache';
import type { StatisticKey } from '@/domain/statistic';

import { commit, noteReply, putChanged } from '@/workers/engine/commit';
import type { Engine, PullResult } from '@/workers/engine/engine';
import { resultOf } from '@/workers/engine/engine';

/** One page of one list of statistics. */
export async function pullStatistics(
  engine: Engine,
  query: { key: StatisticKey; page: number; pageSize: number },
): Promise<PullResult> {
  const name = statisticPage(query.key, query.page, query.pageSize);
  const reply = await getStatistics(engine.urgent, query);
  if (reply.ok && reply.value) {
    const { data, totalItems } = reply.value;
    await commit(engine, ['statistics'], (cache) =>
      putChanged(cache.statistics, (row) => row.name, [
        { name, values: data, total: totalItems },
      ]),
    );
  }
  await noteReply(engine, `statistics:${name}`, reply);
  return resultOf([reply]);
}
