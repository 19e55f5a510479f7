import { groupBy } from '../group-by';
import { visitsOfDay } from '../seed/election-day';
import { makeUpObservers } from '../seed/observers';
import { layOutPlaces } from '../seed/places/places';
import type { Random } from '../seed/random';
import { sizes } from '../seed/sizes';
import type { Size } from '../seed/sizes';
import type { SimulatedStation } from './stations';

/** Without a report for so long at the end of the demo day: silent. */
const SILENT_MS = 60 * 60_000;

/** An observer of the demo as the simulator needs one. */
export interface SimulatedObserver {
  phone: string;
  /** Of the county where the observer is. */
  countyCode: string;
  /** Ids of the stations where the observer has been. */
  visited: Set<number>;
}

interface SimulatedObservers {
  /** Not heard of in the last hour of the demo day, or never. */
  silent: SimulatedObserver[];
  others: SimulatedObserver[];
}

/**
 * The observers of a demo, each in the county where its data has them. Nothing is
 * asked of the server: the demo of a size is always the same.
 */
export function demoObservers(
  size: Size,
  random: Random,
  now: Date,
): SimulatedObservers {
  const { observers: count, threads } = sizes[size];
  const places = layOutPlaces();
  const { all, active } = makeUpObservers(count, now);
  const visits = visitsOfDay({ observers: active, places, threads, now });
  const byObserver = groupBy(visits, ({ observer }) => observer.id);
  const codes = new Map(places.counties.map(({ id, code }) => [id, code]));
  const found: SimulatedObservers = { silent: [], others: [] };
  for (const { id, phone } of all) {
    const mine = byObserver.get(id) ?? [];
    const fillings = mine.flatMap((visit) => visit.fillings);
    const last = fillings.reduce((at, { to }) => Math.max(at, to), 0);
    const county = mine.at(-1)?.station.countyId;
    const isSilent = now.getTime() - last > SILENT_MS;
    found[isSilent ? 'silent' : 'others'].push({
      phone,
      countyCode: codes.get(county ?? 0) ?? random.pick(places.counties).code,
      visited: new Set(mine.map(({ station }) => station.id)),
    });
  }
  return found;
}

/**
 * Where an observer goes next: a station of the same county, not visited before.
 * One who was at every station starts again.
 * @param here the stations of the observer's county.
 */
export function nextStation(
  random: Random,
  { visited }: SimulatedObserver,
  here: readonly SimulatedStation[],
): SimulatedStation {
  const left = here.filter(({ id }) => !visited.has(id));
  const station = random.pick(left.length > 0 ? left : here);
  visited.add(station.id);
  return station;
}
