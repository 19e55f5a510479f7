import * as v from 'valibot';

import { pageOf, text } from './reply';

/** Values are texts on the wire (docs/api-contract.md 4.4). */
export const Statistic = v.pipe(
  v.object({ label: text, value: text }),
  v.title('Statistic'),
);

export const Statistics = v.pipe(v.array(Statistic), v.title('Statistics'));

export const StatisticPage = v.pipe(
  pageOf(Statistic),
  v.title('StatisticPage'),
);
