import * as v from 'valibot';

import type { Reply } from '@/domain/outbox/outcome';
import type { StatisticKey, StatisticValue } from '@/domain/statistic';

import type { Client } from './client';
import type { Page } from './wire';
import { page } from './wire';

/**
 * Last part of each list's address; the spellings are the server's
 * (docs/api-contract.md 4.4).
 */
const methods: Record<StatisticKey, string> = {
  'numar-observatori': 'observerNumber',
  'sesizari-judete': 'countiesIrregularities',
  'sesizari-sectii': 'pollingStationIrregularities',
  'sesizari-deschidere-judete': 'countiesOpeningIrregularities',
  'sesizari-deschidere-sectii': 'pollingStationOpeningIrregularities',
  'sesizari-numarare-judete': 'countiesByCountingIrregularities',
  'sesizari-numarare-sectii': 'pollingStationsByCountingIrregularities',
};

const value = v.object({
  label: v.fallback(v.string(), ''),
  // The server sends numbers as text.
  value: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)),
});

/**
 * GET /api/v1/statistics/{method} (docs/api-contract.md 4.4): one page, highest
 * first.
 */
export function getStatistics(
  client: Client,
  query: { key: StatisticKey; page: number; pageSize: number },
): Promise<Reply<Page<StatisticValue> | undefined>> {
  return client.get({
    path: `/api/v1/statistics/${methods[query.key]}`,
    query: { page: query.page, pageSize: query.pageSize },
    schema: page(value),
  });
}
