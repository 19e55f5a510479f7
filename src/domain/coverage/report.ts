import type { CountyReports } from './county-reports';

/** One thread, counted once although it may stand in both lists. */
export interface Report {
  /** `observerId:pollingStationId`. */
  key: string;
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
  const reports = new Map<string, Report>();
  for (const { county, urgent, all } of rows) {
    addHalves(reports, county, all, false);
    addHalves(reports, county, urgent, true);
  }
  return [...reports.values()];
}

function addHalves(
  reports: Map<string, Report>,
  county: string,
  entries: CountyReports['all'],
  isUrgent: boolean,
): void {
  for (const [key, { n, at }] of Object.entries(entries)) {
    const report = reports.get(key);
    if (!report) {
      reports.set(key, reportOf(key, county, n, isUrgent, at));
      continue;
    }
    if (isBetterPlace(county, n, report)) {
      report.county = county;
      report.stationNumber = n < 0 ? undefined : n;
    }
    report.isUrgent ||= isUrgent;
    if (at !== undefined && at > (report.lastReportAt ?? 0)) {
      report.lastReportAt = at;
    }
  }
}

function reportOf(
  key: string,
  county: string,
  number: number,
  isUrgent: boolean,
  lastReportAt: number | undefined,
): Report {
  const colon = key.indexOf(':');
  return {
    key,
    observerId: Number(key.slice(0, colon)),
    pollingStationId: Number(key.slice(colon + 1)),
    county,
    stationNumber: number < 0 ? undefined : number,
    isUrgent,
    lastReportAt,
  };
}

/** A total order, so that the order of stored rows changes no figure. */
function isBetterPlace(county: string, number: number, than: Report): boolean {
  if (county !== than.county) return county > than.county;
  return number > (than.stationNumber ?? -1);
}
