import type { CountyReports, Entry } from './county-reports';
import { entriesOf } from './county-reports';

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
  const add = (county: string, isUrgent: boolean, entry: Entry) => {
    const { observerId, pollingStationId } = entry;
    const theirs = byObserver.get(observerId);
    const known = theirs?.find(
      (each) => each.pollingStationId === pollingStationId,
    );
    if (known) {
      join(known, county, isUrgent, entry);
      return;
    }
    const report: Report = {
      observerId,
      pollingStationId,
      county,
      stationNumber: numberOf(entry),
      isUrgent,
      lastReportAt: entry.lastReportAt,
    };
    reports.push(report);
    if (theirs) theirs.push(report);
    else byObserver.set(observerId, [report]);
  };
  for (const { county, urgent, all } of rows) {
    for (const entry of entriesOf(all)) add(county, false, entry);
    for (const entry of entriesOf(urgent)) add(county, true, entry);
  }
  return reports;
}

function join(
  report: Report,
  county: string,
  isUrgent: boolean,
  entry: Entry,
): void {
  if (isBetterPlace(county, entry, report)) {
    report.county = county;
    report.stationNumber = numberOf(entry);
  }
  const { lastReportAt: at } = entry;
  report.isUrgent ||= isUrgent;
  if (at !== undefined && at > (report.lastReportAt ?? 0)) {
    report.lastReportAt = at;
  }
}

/** A total order, so that the order of stored rows changes no figure. */
function isBetterPlace(
  county: string,
  { stationNumber }: Entry,
  than: Report,
): boolean {
  if (county !== than.county) return county > than.county;
  return stationNumber > (than.stationNumber ?? -1);
}

function numberOf({ stationNumber }: Entry): number | undefined {
  return stationNumber < 0 ? undefined : stationNumber;
}
