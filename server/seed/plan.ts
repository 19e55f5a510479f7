import { visitsOfDay } from './election-day';
import { makeUpObservers } from './observers';
import { layOutPlaces } from './places/places';
import type { StationRow } from './places/places';
import { createRandom } from './random';
import { sizes } from './sizes';

const HEADER = 'phone,county,station,from,to';
/** Of those who reported: who is in no line. */
const UNPLANNED_SHARE = 0.06;
/** Of those who reported: who should have been elsewhere in the county. */
const ELSEWHERE_SHARE = 0.08;
/** Of those who reported: who should have gone to one more station. */
const ONE_MORE_SHARE = 0.05;

/**
 * The text of `public/samples/plan.csv`: who should be where on the demo day of
 * size S. A line for each observer and station; the station is its number in the
 * county. Most observers are where they should be; some are elsewhere, some did
 * not come, some are in no line.
 *
 * No line has times: the demo's day is the one of the first start, which a file
 * cannot know, so every line holds all day.
 */
export function samplePlan(): string {
  const { observers: count, threads } = sizes.S;
  // Who is where does not depend on the moment.
  const now = new Date(0);
  const random = createRandom('plan');
  const places = layOutPlaces();
  const { all, active } = makeUpObservers(count, now);
  const visited = new Map<number, StationRow[]>();
  const visits = visitsOfDay({ observers: active, places, threads, now });
  for (const { observer, station } of visits) {
    const others = visited.get(observer.id) ?? [];
    visited.set(observer.id, [...others, station]);
  }

  const codes = new Map(places.counties.map(({ id, code }) => [id, code]));
  const lines = all.flatMap(({ id, phone }) => {
    const stations = planOf(visited.get(id) ?? []);
    return stations.map(({ countyId, number }) =>
      [phone, codes.get(countyId), number, '', ''].join(),
    );
  });
  return [HEADER, ...lines, ''].join('\n');

  function planOf(mine: readonly StationRow[]): StationRow[] {
    const [first] = mine;
    if (!first) return [random.pick(random.pick(places.byCounty).stations)];
    const fate = random.fraction();
    if (fate < UNPLANNED_SHARE) return [];
    if (fate < UNPLANNED_SHARE + ELSEWHERE_SHARE) return [another(mine, first)];
    if (fate < UNPLANNED_SHARE + ELSEWHERE_SHARE + ONE_MORE_SHARE) {
      return [...mine, another(mine, first)];
    }
    return [...mine];
  }

  /** A station of the county where the observer was not. */
  function another(mine: readonly StationRow[], { countyId }: StationRow) {
    const here = places.stations.filter(
      (each) => each.countyId === countyId && !wasAt(mine, each),
    );
    return random.pick(here);
  }
}

function wasAt(stations: readonly StationRow[], { id }: StationRow): boolean {
  return stations.some((station) => station.id === id);
}
