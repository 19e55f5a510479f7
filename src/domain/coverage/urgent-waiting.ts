import { threadKey } from '@/domain/answers/thread';

import type { Report } from './report';

export interface UrgentWaiting {
  count: number;
  /** The dated one that was last reported to longest ago. */
  oldest?: Report | undefined;
  /** Counties with at least one, most first; equal ones by code. */
  byCounty: { county: string; count: number }[];
  /** Dated ones, newest first. */
  latest: Report[];
}

/**
 * Urgent threads that nobody has closed.
 * @param isClosed by thread key: decided as resolved or as a false alarm.
 * @param limit of `latest`.
 */
export function urgentWaiting(
  reports: Iterable<Report>,
  isClosed: (key: string) => boolean,
  limit: number,
): UrgentWaiting {
  const counts = new Map<string, number>();
  const dated: { report: Report; at: number }[] = [];
  let count = 0;
  for (const report of reports) {
    if (!report.isUrgent || isClosed(keyOf(report))) continue;
    count += 1;
    counts.set(report.county, (counts.get(report.county) ?? 0) + 1);
    const at = report.lastReportAt;
    if (at !== undefined) dated.push({ report, at });
  }
  // Equal times keep one order, so that nothing jumps when it is counted again.
  dated.sort(
    (a, b) => b.at - a.at || (keyOf(a.report) < keyOf(b.report) ? -1 : 1),
  );
  return {
    count,
    oldest: dated.at(-1)?.report,
    byCounty: [...counts]
      .map(([county, each]) => ({ county, count: each }))
      .sort((a, b) => b.count - a.count || (a.county < b.county ? -1 : 1)),
    latest: dated.slice(0, limit).map(({ report }) => report),
  };
}

function keyOf({ observerId, pollingStationId }: Report): string {
  return threadKey(observerId, pollingStationId);
}
