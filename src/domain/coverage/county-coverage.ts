import type { County } from '@/domain/county';

import type { Contact, SeenObserver } from './contact';
import { contactsOf } from './contact';
import type { Coverage, CoverageMoment, Tally } from './figures';
import {
  addActive,
  addReport,
  addSilence,
  createTally,
  figuresOf,
} from './figures';
import type { Report } from './report';

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
  reports: readonly Report[],
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
  const tallyOf = (county: string): Tally => {
    let tally = listed.get(county) ?? others.get(county);
    if (!tally) {
      tally = createTally(undefined);
      others.set(county, tally);
    }
    return tally;
  };
  const total = createTally(stationsOf(counties));
  for (const contact of contactsOf(reports, observers).values()) {
    addContact(contact, tallyOf, total, moment);
  }
  const sorted = [...others].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    counties: [...listed, ...sorted].map(([county, tally]) => ({
      county,
      ...figuresOf(tally),
    })),
    total: figuresOf(total),
  };
}

function addContact(
  contact: Contact,
  tallyOf: (county: string) => Tally,
  total: Tally,
  moment: CoverageMoment,
): void {
  const { reports, lastReport, lastContactAt } = contact;
  /** Epoch ms by county; most observers have one. */
  const heardIn = new Map<Tally, number>();
  for (const report of reports) {
    const tally = tallyOf(report.county);
    addReport(tally, report);
    addReport(total, report);
    const at = report.lastReportAt;
    if (at !== undefined && at > (heardIn.get(tally) ?? 0)) {
      heardIn.set(tally, at);
    }
  }
  if (lastContactAt === undefined) return;
  addActive(total, lastContactAt, moment);
  if (lastReport) {
    const tally = tallyOf(lastReport.county);
    heardIn.set(tally, lastContactAt);
    addSilence(tally, contact);
    addSilence(total, contact);
  }
  for (const [tally, at] of heardIn) addActive(tally, at, moment);
}

/** Undefined without counties: then nobody knows how many there are. */
function stationsOf(
  counties: readonly Pick<County, 'numberOfPollingStations'>[],
): number | undefined {
  return counties.length === 0
    ? undefined
    : counties.reduce((sum, each) => sum + each.numberOfPollingStations, 0);
}
