import type { CountyLine } from '@/data/coverage';
import type { Sort } from '@/ui/table/data-table';

/** A county, or all of them: the line that stays on top. */
export type Line = Omit<CountyLine, 'county'> & { county: string | undefined };

/** What a column is ordered by. Absent values come last, whichever way. */
const VALUES: Record<string, (line: Line) => number | string | undefined> = {
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

/** The counties in the order of a column; in their own without one. */
export function ordered(
  lines: readonly CountyLine[],
  sort: Sort | undefined,
  locale: string,
): readonly CountyLine[] {
  // An address may name anything.
  const valueOf =
    sort && Object.hasOwn(VALUES, sort.key) ? VALUES[sort.key] : undefined;
  if (!sort || !valueOf) return lines;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return lines.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined);
    }
    return typeof one === 'string'
      ? sign * one.localeCompare(String(other), locale)
      : sign * (one - Number(other));
  });
}
