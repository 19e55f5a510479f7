import { expect, it } from 'vitest';

import { getStatistics } from '@/api/statistics';
import type { StatisticKey } from '@/domain/statistic';

import { serverSaying } from './support/fake-server';

it.each<[StatisticKey, string]>([
  ['numar-observatori', 'observerNumber'],
  ['sesizari-judete', 'countiesIrregularities'],
  ['sesizari-sectii', 'pollingStationIrregularities'],
  ['sesizari-deschidere-judete', 'countiesOpeningIrregularities'],
  ['sesizari-deschidere-sectii', 'pollingStationOpeningIrregularities'],
  ['sesizari-numarare-judete', 'countiesByCountingIrregularities'],
  ['sesizari-numarare-sectii', 'pollingStationsByCountingIrregularities'],
])('%s is %s on the server (docs/api-contract.md 4.4)', async (key, method) => {
  const { client, sent } = serverSaying(
    '{ "data": [ { "label": "Cluj", "value": "118" }, { "label": "Alba", "value": 97 } ], "totalItems": 42, "totalPages": 9, "page": 1, "pageSize": 5 }',
  );
  const reply = await getStatistics(client, { key, page: 1, pageSize: 5 });
  expect(sent[0]?.url).toBe(
    `http://server.test/api/v1/statistics/${method}?page=1&pageSize=5`,
  );
  expect(reply.ok && reply.value?.data).toEqual([
    { label: 'Cluj', value: 118 },
    { label: 'Alba', value: 97 },
  ]);
});
