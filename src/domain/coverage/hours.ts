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
  // Two numbers for each hour of each county: urgent and other threads.
  const counted = new Uint32Array(countyCodes.length * count * 2);
  for (let thread = 0; thread < length; thread += 1) {
    const hour = Math.floor((times[thread] ?? Number.NaN) / HOUR_MS) - first;
    // Before the first of these hours, or without a time.
    if (!(hour >= 0)) continue;
    // A server's clock that is ahead puts reports into the coming hour.
    const at = (counties[thread] ?? 0) * count + Math.min(hour, count - 1);
    const place = 2 * at + 1 - (urgent[thread] ?? 0);
    counted[place] = (counted[place] ?? 0) + 1;
  }
  const total = noReports(first, count);
  const byCounty = new Map<string, HourOfReports[]>();
  for (const [county, code] of countyCodes.entries()) {
    const hours = noReports(first, count);
    for (const [at, bar] of hours.entries()) {
      const place = 2 * (county * count + at);
      bar.urgent = counted[place] ?? 0;
      bar.other = counted[place + 1] ?? 0;
      const all = total[at];
      if (!all) continue;
      all.urgent += bar.urgent;
      all.other += bar.other;
    }
    byCounty.set(code, hours);
  }
  return { total, byCounty };
}

/** @param first hour, counted from 1970. */
function noReports(first: number, count: number): HourOfReports[] {
  return Array.from({ length: count }, (_, at) => ({
    hour: (first + at) * HOUR_MS,
    urgent: 0,
    other: 0,
  }));
}
