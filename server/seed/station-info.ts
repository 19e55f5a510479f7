import type { Random } from './random';
import type { Visit } from './visits';

const INFO_SHARE = 0.88;
/** The first places of a county are its towns, the others communes. */
const TOWNS = 6;

export interface StationInfoRow {
  observerId: number;
  pollingStationId: number;
  lastModified: Date;
  observerArrivalTime: Date;
  observerLeaveTime: Date | null;
  urbanArea: boolean | null;
  isPollingStationPresidentFemale: boolean | null;
  numberOfVotersOnTheList: number;
  numberOfCommissionMembers: number;
  numberOfFemaleMembers: number;
  minPresentMembers: number;
  chairmanPresence: boolean;
  singlePollingStationOrCommission: boolean;
  adequatePollingStationSize: boolean;
}

/**
 * What an observer reports about the station on arrival, in both field families
 * of docs/api-contract.md 4.2. Undefined for about one visit in eight, for
 * which the API answers 204. The place of the municipality in the county counts
 * from 1.
 */
export function describeStation(
  random: Random,
  visit: Visit,
  municipalityOrder: number,
): StationInfoRow | undefined {
  if (!random.chance(INFO_SHARE)) return undefined;
  const members = random.between(5, 9);
  const isUrban = visit.isDiaspora || municipalityOrder <= TOWNS;
  return {
    observerId: visit.observer.id,
    pollingStationId: visit.station.id,
    lastModified: new Date(visit.leave ?? visit.arrival),
    observerArrivalTime: new Date(visit.arrival),
    observerLeaveTime: visit.leave === null ? null : new Date(visit.leave),
    urbanArea: random.chance(0.04) ? null : isUrban,
    isPollingStationPresidentFemale: random.chance(0.05)
      ? null
      : random.chance(0.56),
    numberOfVotersOnTheList: random.between(320, 1_980),
    numberOfCommissionMembers: members,
    numberOfFemaleMembers: random.between(1, members),
    minPresentMembers: random.between(4, members),
    chairmanPresence: random.chance(0.97),
    singlePollingStationOrCommission: random.chance(0.6),
    adequatePollingStationSize: random.chance(0.85),
  };
}
