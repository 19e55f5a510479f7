import { threadKey } from '@/domain/answers/thread';

import type { Report, Reports } from './report';
import { reportAt } from './report';

export interface WaitingReport extends Report {
  /**
   * Epoch ms of the newest flagged answer. Others that came since do not count: the
   * list of urgent threads has this time, too.
   */
  urgentAt: number;
}

export interface UrgentWaiting {
  count: number;
  /** The dated one whose newest flagged answer is the oldest. */
  oldest?: WaitingReport | undefined;
  /** Counties with at least one, most first; equal ones by code. */
  byCounty: { county: string; count: number }[];
  /** Dated ones, newest first. */
  latest: WaitingReport[];
}

/**
 * Urgent threads that nobody has closed.
 * @param isClosed by thread key: decided as resolved or as a false alarm.
 * @param limit of `latest`.
 */
export function urgentWaiting(
  reports: Reports,
  isClosed: (key: string) => boolean,
  limit: number,
): UrgentWaiting {
  const { urgent, urgentTimes, counties, countyCodes } = reports;
  const counts = countyCodes.map((county) => ({ county, count: 0 }));
  const dated: number[] = [];
  const timeOf = (at: number) => urgentTimes[at] ?? Number.NaN;
  const waiting = (at: number): WaitingReport => ({
    ...reportAt(reports, at),
    urgentAt: timeOf(at),
  });
  let count = 0;
  for (let at = 0; at < reports.length; at += 1) {
    if (urgent[at] !== 1 || isClosed(keyAt(reports, at))) continue;
    count += 1;
    const county = counts[counties[at] ?? 0];
    if (county) county.count += 1;
    if (!Number.isNaN(timeOf(at))) dated.push(at);
  }
  // Equal times keep one order, so that nothing jumps when it is counted again.
  dated.sort(
    (a, b) =>
      timeOf(b) - timeOf(a) || (keyAt(reports, a) < keyAt(reports, b) ? -1 : 1),
  );
  return {
    count,
    oldest: dated.slice(-1).map(waiting)[0],
    byCounty: counts
      .filter((each) => each.count > 0)
      .sort((a, b) => b.count - a.count || (a.county < b.county ? -1 : 1)),
    latest: dated.slice(0, limit).map(waiting),
  };
}

function keyAt(reports: Reports, at: number): string {
  const { observerIds, observers, pollingStationIds } = reports;
  return threadKey(
    observerIds[observers[at] ?? 0] ?? 0,
    pollingStationIds[at] ?? 0,
  );
}
