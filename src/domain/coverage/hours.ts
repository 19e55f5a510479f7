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
 * hour last. These are not all arrivals: a thread that was reported to at nine and
 * again at eleven counts at eleven alone, because its one time is all that the
 * server tells. So an hour that has passed can still become smaller.
 * @param now epoch ms. @param count of hours.
 */
export function lastReportsPerHour(
  reports: Iterable<Report>,
  now: number,
  count: number,
): HourOfReports[] {
  const first = Math.floor(now / HOUR_MS) - count + 1;
  const hours = Array.from({ length: count }, (_, at) => ({
    hour: (first + at) * HOUR_MS,
    urgent: 0,
    other: 0,
  }));
  for (const { lastReportAt, isUrgent } of reports) {
    if (lastReportAt === undefined) continue;
    // A server's clock that is ahead puts reports into the coming hour.
    const at = Math.min(count - 1, Math.floor(lastReportAt / HOUR_MS) - first);
    const bar = hours[at];
    if (bar) bar[isUrgent ? 'urgent' : 'other'] += 1;
  }
  return hours;
}
