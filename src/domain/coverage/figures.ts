import { HOUR_MS } from './hours';
import type { Reports } from './report';

/** Figures of a county or of all. */
export interface Coverage {
  /** Polling stations that there are; absent where the county list does not say. */
  stations?: number | undefined;
  /** Distinct stations with at least one thread. */
  stationsWithReport: number;
  /**
   * `stationsWithReport` of `stations`, 0 to 1. More than 1 when the county list
   * counts fewer stations than reported; absent without a number of stations.
   */
  share?: number | undefined;
  threads: number;
  /** Threads with a flagged answer. */
  urgent: number;
  /** Threads without a time: they count above and nowhere below. */
  undated: number;
  /** Epoch ms. */
  lastReportAt?: number | undefined;
  /** Observers heard of within the time, each once. */
  activeInHour: number;
  activeInTwoHours: number;
  activeToday: number;
  /** Who was not heard of for longest, among those who once reported. */
  oldestSilence?: { observerId: number; since: number } | undefined;
}

/** Epoch ms, both by the server's clock (`clockOffset` of `CacheMeta`). */
export interface CoverageMoment {
  now: number;
  /** When today began in the zone of the person who looks. */
  dayStart: number;
}

/** Figures while they are counted: observers are added one after another. */
export interface Tally {
  figures: Coverage;
  /** Ids of the stations with a thread. */
  places: Set<number>;
}

/** @param stations that there are, where that is known. */
export function createTally(stations: number | undefined): Tally {
  const figures: Coverage = {
    stations,
    stationsWithReport: 0,
    threads: 0,
    urgent: 0,
    undated: 0,
    activeInHour: 0,
    activeInTwoHours: 0,
    activeToday: 0,
  };
  return { figures, places: new Set() };
}

/** Counts a thread by its place, which is counted nowhere else in this tally. */
export function addReport(
  { figures, places }: Tally,
  { pollingStationIds, urgent, times }: Reports,
  thread: number,
): void {
  const time = times[thread] ?? Number.NaN;
  places.add(pollingStationIds[thread] ?? 0);
  figures.threads += 1;
  figures.urgent += urgent[thread] ?? 0;
  if (Number.isNaN(time)) figures.undated += 1;
  else if (time > (figures.lastReportAt ?? 0)) figures.lastReportAt = time;
}

/** Counts an observer as heard of at a time, once in each tally. @param at epoch ms. */
export function addActive(
  { figures }: Tally,
  at: number,
  { now, dayStart }: CoverageMoment,
): void {
  if (at >= now - HOUR_MS) figures.activeInHour += 1;
  if (at >= now - 2 * HOUR_MS) figures.activeInTwoHours += 1;
  if (at >= dayStart) figures.activeToday += 1;
}

/**
 * Compares an observer's silence with the oldest one so far; of two the lower id.
 * @param since epoch ms of the last contact.
 */
export function addSilence(
  { figures }: Tally,
  observerId: number,
  since: number,
): void {
  const oldest = figures.oldestSilence;
  const isOlder =
    !oldest ||
    since < oldest.since ||
    (since === oldest.since && observerId < oldest.observerId);
  if (isOlder) figures.oldestSilence = { observerId, since };
}

/** The figures of all that was added. */
export function figuresOf({ figures, places }: Tally): Coverage {
  const { stations } = figures;
  return {
    ...figures,
    stationsWithReport: places.size,
    share: stations ? places.size / stations : undefined,
  };
}
