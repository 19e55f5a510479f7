import type { Reports } from './report';

export const HOUR_MS = 3_600_000;

/** Threads whose last report fell into one hour. */
export interface HourOfReports {
  /** Epoch ms of the hour's beginning. */
  hour: number;
  urgent: number;
  other: number;
}

/**
 * How many threads were last reported to in each of the last hours, the current
 * hour last: of each county with a thread, and of all. These are not all arrivals:
 * a thread that was reported to at nine and again at eleven counts at eleven alone,
 * because its one time is all that the server tells. So an hour that has passed can
 * still become smaller.
 * @param now epoch ms. @param count of hours.
 */
export function lastReportsPerHour(
  { length, times, urgent, counties, countyCodes }: Reports,
  now: number,
  count: number,
): { total: HourOfReports[]; byCounty: Map<string, HourOfReports[]> } {
  const first = Math.floor(now / HOUR_MS) - count + 1;
  const total = noReports(first, count);
  const hours = countyCodes.map(() => noReports(first, count));
  for (let thread = 0; thread < length; thread += 1) {
    const time = times[thread] ?? Number.NaN;
    // A server's clock that is ahead puts reports into the coming hour.
    const at = Math.min(count - 1, Math.floor(time / HOUR_MS) - first);
    // Before the first of these hours, or without a time.
    if (!(at >= 0)) continue;
    const kind = urgent[thread] === 1 ? 'urgent' : 'other';
    for (const bar of [total[at], hours[counties[thread] ?? 0]?.[at]]) {
      if (bar) bar[kind] += 1;
    }
  }
  const byCounty = countyCodes.map(
    (code, at) => [code, hours[at] ?? []] as const,
  );
  return { total, byCounty: new Map(byCounty) };
}

/** @param first hour, counted from 1970. */
function noReports(first: number, count: number): HourOfReports[] {
  return Array.from({ length: count }, (_, at) => ({
    hour: (first + at) * HOUR_MS,
    urgent: 0,
    other: 0,
  }));
}
