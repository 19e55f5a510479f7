import { applyChanges } from '@/domain/coverage/county-reports';
import type { Report, Reports } from '@/domain/coverage/report';
import { reportAt, reportsOf } from '@/domain/coverage/report';

/** These threads, each once, as they are read from the cache. */
export function reportsFrom(reports: readonly Report[]): Reports {
  const changes = reports.map((report) => ({
    after: {
      ...report,
      list: report.isUrgent ? ('urgent' as const) : ('all' as const),
      stationNumber: report.stationNumber ?? -1,
      lastModified: report.lastReportAt,
    },
  }));
  return reportsOf(applyChanges([], changes));
}

/** All threads as objects. */
export function listReports(reports: Reports): Report[] {
  return Array.from({ length: reports.length }, (_, at) =>
    reportAt(reports, at),
  );
}
