import type { Contact } from './contact';
import { HOUR_MS } from './hours';
import type { Report } from './report';

/** Figures of a county or of all. */
export interface Coverage {
  /** Polling stations that there are; absent where the county list does not say. */
  stations?: number | undefined;
  /** Distinct stations with at least one thread. */
  stationsWithReport: number;
  /**
   * `stationsWithReport` of `stations`, 0 to 1. More than 1 when the county list
   * counts fewer stations than reported; absent without a number of stations.
   */
  share?: number | undefined;
  threads: number;
  /** Threads with a flagged answer. */
  urgent: number;
  /** Threads without a time: they count above and nowhere below. */
  undated: number;
  /** Epoch ms. */
  lastReportAt?: number | undefined;
  /** Observers heard of within the time, each once. */
  activeInHour: number;
  activeInTwoHours: number;
  activeToday: number;
  /** Who was not heard of for longest, among those who once reported. */
  oldestSilence?: { observerId: number; since: number } | undefined;
}

/** Epoch ms, both by the server's clock (`clockOffset` of `CacheMeta`). */
export interface CoverageMoment {
  now: number;
  /** When today began in the zone of the person who looks. */
  dayStart: number;
}

/**
 * Counts reports. @param contacts observers whose contact belongs to these
 * reports, also by a note. @param stations that there are, where that is known.
 */
export function figuresOf(
  reports: readonly Report[],
  contacts: readonly Contact[],
  stations: number | undefined,
  { now, dayStart }: CoverageMoment,
): Coverage {
  const places = new Set<number>();
  /** Epoch ms by observer. */
  const seen = new Map<number, number>();
  let urgent = 0;
  let undated = 0;
  let lastReportAt: number | undefined;
  for (const report of reports) {
    places.add(report.pollingStationId);
    if (report.isUrgent) urgent += 1;
    const at = report.lastReportAt;
    if (at === undefined) {
      undated += 1;
      continue;
    }
    if (at > (seen.get(report.observerId) ?? 0))
      seen.set(report.observerId, at);
    if (at > (lastReportAt ?? 0)) lastReportAt = at;
  }
  for (const { observerId, lastContactAt } of contacts) {
    if (lastContactAt === undefined) continue;
    seen.set(observerId, Math.max(seen.get(observerId) ?? 0, lastContactAt));
  }
  let [activeInHour, activeInTwoHours, activeToday] = [0, 0, 0];
  for (const at of seen.values()) {
    if (at >= now - HOUR_MS) activeInHour += 1;
    if (at >= now - 2 * HOUR_MS) activeInTwoHours += 1;
    if (at >= dayStart) activeToday += 1;
  }
  return {
    stations,
    stationsWithReport: places.size,
    share: stations ? places.size / stations : undefined,
    threads: reports.length,
    urgent,
    undated,
    lastReportAt,
    activeInHour,
    activeInTwoHours,
    activeToday,
    oldestSilence: oldestOf(contacts),
  };
}

function oldestOf(contacts: readonly Contact[]): Coverage['oldestSilence'] {
  let oldest: Coverage['oldestSilence'];
  for (const { observerId, lastReport, lastContactAt: since } of contacts) {
    if (!lastReport || since === undefined) continue;
    const isOlder =
      !oldest ||
      since < oldest.since ||
      (since === oldest.since && observerId < oldest.observerId);
    if (isOlder) oldest = { observerId, since };
  }
  return oldest;
}
