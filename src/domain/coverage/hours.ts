import type { Report } from './report';

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
  reports: Iterable<Report>,
  now: number,
  count: number,
): { total: HourOfReports[]; byCounty: Map<string, HourOfReports[]> } {
  const first = Math.floor(now / HOUR_MS) - count + 1;
  const total = noReports(first, count);
  const byCounty = new Map<string, HourOfReports[]>();
  for (const { county, lastReportAt, isUrgent } of reports) {
    let hours = byCounty.get(county);
    if (!hours) {
      hours = noReports(first, count);
      byCounty.set(county, hours);
    }
    if (lastReportAt === undefined) continue;
    // A server's clock that is ahead puts reports into the coming hour.
    const at = Math.min(count - 1, Math.floor(lastReportAt / HOUR_MS) - first);
    const kind = isUrgent ? 'urgent' : 'other';
    for (const bar of [total[at], hours[at]]) if (bar) bar[kind] += 1;
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
