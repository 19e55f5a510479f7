import type { County } from '@/domain/county';

import type { SeenObserver } from './contact';
import { contactsOf } from './contact';
import type { Coverage, CoverageMoment } from './figures';
import { figuresOf } from './figures';
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
  const contacts = contactsOf(reports, observers);
  const byCounty = grouped(reports, ({ county }) => county);
  const lastIn = grouped(
    [...contacts.values()],
    ({ lastReport }) => lastReport?.county,
  );
  const codes = new Set([
    ...counties.map(({ code }) => code),
    ...[...byCounty.keys()].sort(),
  ]);
  const stations = new Map(
    counties.map((each) => [each.code, each.numberOfPollingStations]),
  );
  return {
    counties: [...codes].map((county) => ({
      county,
      ...figuresOf(
        byCounty.get(county) ?? [],
        lastIn.get(county) ?? [],
        stations.get(county),
        moment,
      ),
    })),
    total: figuresOf(
      reports,
      [...contacts.values()],
      counties.length === 0
        ? undefined
        : [...stations.values()].reduce((sum, each) => sum + each, 0),
      moment,
    ),
  };
}

function grouped<T, Key>(
  items: readonly T[],
  keyOf: (item: T) => Key,
): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
