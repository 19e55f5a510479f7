import type { CountyLine } from '@/data/coverage/county-figures';
import type { OrderValues } from '@/ui/table/sort';

/** A county, or all of them: the line that stays on top. */
export type Line = Omit<CountyLine, 'county'> & { county: string | undefined };

export const COUNTY_ORDER: OrderValues<Line> = {
  name: ({ name }) => name,
  stations: ({ stations }) => stations,
  stationsWithReport: ({ stationsWithReport }) => stationsWithReport,
  share: ({ share }) => share,
  threads: ({ threads }) => threads,
  urgent: ({ urgent }) => urgent,
  activeInHour: ({ activeInHour }) => activeInHour,
  activeInTwoHours: ({ activeInTwoHours }) => activeInTwoHours,
  activeToday: ({ activeToday }) => activeToday,
  // The oldest silence began first.
  silence: ({ oldestSilence }) => oldestSilence && -oldestSilence.since,
  lastReportAt: ({ lastReportAt }) => lastReportAt,
  hours: ({ hours }) =>
    hours.reduce((sum, { urgent, other }) => sum + urgent + other, 0),
};
