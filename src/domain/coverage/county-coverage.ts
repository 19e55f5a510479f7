import type { County } from '@/domain/county';

import type { Contacts, SeenObserver } from './contact';
import { contactsOf } from './contact';
import type { Coverage, CoverageMoment, Tally } from './figures';
import {
  addActive,
  addReport,
  addSilence,
  createTally,
  figuresOf,
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
  const listed = new Map(
    counties.map((each) => [
      each.code,
      createTally(each.numberOfPollingStations),
    ]),
  );
  const others = new Map<string, Tally>();
  /** By the place of the code in `reports`. */
  const tallies = reports.countyCodes.map((code) => {
    const known = listed.get(code);
    if (known) return known;
    const tally = createTally(undefined);
    others.set(code, tally);
    return tally;
  });
  const total = createTally(stationsOf(counties));
  addReported(reports, contactsOf(reports, observers), tallies, total, moment);
  const reported = [...others]
    .filter(([, { figures }]) => figures.threads > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    counties: [...listed, ...reported].map(([county, tally]) => ({
      county,
      ...figuresOf(tally),
    })),
    total: figuresOf(total),
  };
}

function addReported(
  reports: Reports,
  contacts: Contacts<SeenObserver>,
  tallies: readonly Tally[],
  total: Tally,
  moment: CoverageMoment,
): void {
  const { counties } = reports;
  const tallyOf = (at: number) => tallies[counties[at] ?? 0] ?? total;
  for (let at = 0; at < reports.length; at += 1) {
    addReport(tallyOf(at), reports, at);
    addReport(total, reports, at);
  }
  for (const { lastSeen } of contacts.others) {
    if (lastSeen !== undefined) addActive(total, lastSeen, moment);
  }
  for (const [observer, id] of reports.observerIds.entries()) {
    const since = contacts.lastContactAt[observer] ?? Number.NaN;
    if (Number.isNaN(since)) continue;
    addActive(total, since, moment);
    const last = contacts.lastReport[observer] ?? -1;
    if (last < 0) continue;
    const tally = tallyOf(last);
    addActive(tally, since, moment);
    addSilence(tally, id, since);
    addSilence(total, id, since);
    for (const [county, at] of heardElsewhere(reports, observer, last)) {
      addActive(tallies[county] ?? total, at, moment);
    }
  }
}

const NOWHERE: ReadonlyMap<number, number> = new Map();

/**
 * Epoch ms of an observer's newest report from each county other than that of the
 * last one. Most observers have one county.
 */
function heardElsewhere(
  { counties, times, firstOf, next }: Reports,
  observer: number,
  last: number,
): ReadonlyMap<number, number> {
  let heard: Map<number, number> | undefined;
  for (let at = firstOf[observer] ?? -1; at >= 0; at = next[at] ?? -1) {
    const county = counties[at] ?? 0;
    const time = times[at] ?? Number.NaN;
    if (county === counties[last] || Number.isNaN(time)) continue;
    heard ??= new Map();
    heard.set(county, Math.max(time, heard.get(county) ?? 0));
  }
  return heard ?? NOWHERE;
}

/** Undefined without counties: then nobody knows how many there are. */
function stationsOf(
  counties: readonly Pick<County, 'numberOfPollingStations'>[],
): number | undefined {
  return counties.length === 0
    ? undefined
    : counties.reduce((sum, each) => sum + each.numberOfPollingStations, 0);
}
