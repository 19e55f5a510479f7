import type { CountyReports } from './county-reports';
import { readEntries } from './county-reports';

/** One thread, counted once although it may stand in both lists. */
export interface Report {
  observerId: number;
  pollingStationId: number;
  /** County code; '' where the station's name does not tell it. */
  county: string;
  /** Absent where the station's name does not tell it. */
  stationNumber?: number | undefined;
  /** It stands in the urgent list: an answer of it is flagged. */
  isUrgent: boolean;
  /**
   * Epoch ms of the newest answer. Notes do not count, and earlier answers of the
   * thread leave no time: the server gives one time for each thread and list
   * (docs/api-contract.md 4.2). Absent on servers of the older revision.
   */
  lastReportAt?: number | undefined;
}

/**
 * The threads of stored rows, each once. The rows of a thread may lie in two
 * counties for a while: one was cached before the counties were known. The half
 * with a place wins.
 */
export function reportsOf(rows: Iterable<CountyReports>): Report[] {
  const reports: Report[] = [];
  /** An observer has a few threads: looking through them costs less than a key. */
  const byObserver = new Map<number, Report[]>();
  for (const { county, urgent, all } of rows) {
    for (const list of [all, urgent]) {
      readEntries(list, (observerId, pollingStationId, number, at) => {
        const report: Report = {
          observerId,
          pollingStationId,
          county,
          stationNumber: number < 0 ? undefined : number,
          isUrgent: list === urgent,
          lastReportAt: at,
        };
        const theirs = byObserver.get(observerId);
        const known = theirs?.find(
          (each) => each.pollingStationId === pollingStationId,
        );
        if (known) {
          join(known, report);
          return;
        }
        reports.push(report);
        if (theirs) theirs.push(report);
        else byObserver.set(observerId, [report]);
      });
    }
  }
  return reports;
}

/** Adds the other half of a thread. */
function join(report: Report, half: Report): void {
  if (isBetterPlace(half, report)) {
    report.county = half.county;
    report.stationNumber = half.stationNumber;
  }
  report.isUrgent ||= half.isUrgent;
  const at = half.lastReportAt;
  if (at !== undefined && at > (report.lastReportAt ?? 0)) {
    report.lastReportAt = at;
  }
}

/** A total order, so that the order of stored rows changes no figure. */
function isBetterPlace(place: Report, than: Report): boolean {
  if (place.county !== than.county) return place.county > than.county;
  return (place.stationNumber ?? -1) > (than.stationNumber ?? -1);
}
