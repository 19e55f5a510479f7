import type { County } from '@/domain/county';

import type { Contacts, SeenObserver } from './contact';
import { contactsOf } from './contact';
import type { Coverage, CoverageMoment } from './figures';
import {
  addActive,
  addSilence,
  countThreads,
  withoutObservers,
} from './figures';
import type { Reports } from './report';

export interface CountyCoverage extends Coverage {
  /** County code; '' for threads whose station's name tells no county. */
  county: string;
}

/**
 * Figures of every county of the list, in its order, also of those without a
 * thread; then of codes that the list lacks. The total counts observers once who
 * reported from two counties, so its active ones are no sum.
 *
 * An observer is active in each county that they reported from within the time.
 * A note tells no county: it counts where the observer last reported from, and
 * so does their silence. Observers who never reported have no county at all.
 */
export function coverageOf(
  reports: Reports,
  counties: readonly Pick<County, 'code' | 'numberOfPollingStations'>[],
  observers: readonly SeenObserver[],
  moment: CoverageMoment,
): { counties: CountyCoverage[]; total: Coverage } {
  const counted = countThreads(reports);
  const placeOf = new Map(reports.countyCodes.map((code, at) => [code, at]));
  const lines = new Map<string, CountyCoverage>();
  const addLine = (county: string, stations: number | undefined) => {
    const threads = counted.byCounty[placeOf.get(county) ?? -1];
    lines.set(county, { county, ...withoutObservers(stations, threads) });
  };
  for (const each of counties) {
    addLine(each.code, each.numberOfPollingStations);
  }
  for (const code of reports.countyCodes.toSorted()) {
    const { threads } = counted.byCounty[placeOf.get(code) ?? -1] ?? {};
    if (threads && !lines.has(code)) addLine(code, undefined);
  }
  const total = withoutObservers(stationsOf(counties), counted.total);
  addObservers(
    reports,
    contactsOf(reports, observers),
    reports.countyCodes.map((code) => lines.get(code) ?? total),
    total,
    moment,
  );
  return { counties: [...lines.values()], total };
}

/** @param lines of each county, by the place of its code in `reports`. */
function addObservers(
  reports: Reports,
  contacts: Contacts<SeenObserver>,
  lines: readonly Coverage[],
  total: Coverage,
  moment: CoverageMoment,
): void {
  const { counties, observerIds } = reports;
  const { lastContactAt, lastReport, others } = contacts;
  for (const { lastSeen } of others) {
    if (lastSeen !== undefined) addActive(total, lastSeen, moment);
  }
  for (let observer = 0; observer < observerIds.length; observer += 1) {
    const since = lastContactAt[observer] ?? Number.NaN;
    if (Number.isNaN(since)) continue;
    addActive(total, since, moment);
    const last = lastReport[observer] ?? -1;
    if (last < 0) continue;
    const id = observerIds[observer] ?? 0;
    const line = lines[counties[last] ?? 0] ?? total;
    addActive(line, since, moment);
    addSilence(line, id, since);
    addSilence(total, id, since);
    heardElsewhere(reports, observer, last)?.forEach((at, county) =>
      addActive(lines[county] ?? total, at, moment),
    );
  }
}

/**
 * Epoch ms of an observer's newest report from each county other than that of the
 * last one. Undefined without one: most observers have one county.
 */
function heardElsewhere(
  { counties, times, firstOf, next }: Reports,
  observer: number,
  last: number,
): ReadonlyMap<number, number> | undefined {
  let heard: Map<number, number> | undefined;
  for (let at = firstOf[observer] ?? -1; at >= 0; at = next[at] ?? -1) {
    const county = counties[at] ?? 0;
    const time = times[at] ?? Number.NaN;
    if (county === counties[last] || Number.isNaN(time)) continue;
    heard ??= new Map();
    heard.set(county, Math.max(time, heard.get(county) ?? 0));
  }
  return heard;
}

/** Undefined without counties: then nobody knows how many there are. */
function stationsOf(
  counties: readonly Pick<County, 'numberOfPollingStations'>[],
): number | undefined {
  return counties.length === 0
    ? undefined
    : counties.reduce((sum, each) => sum + each.numberOfPollingStations, 0);
}
