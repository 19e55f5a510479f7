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
  /** Epoch ms. Threads without a time count above, and nowhere from here on. */
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

/** What is counted of threads alone. */
type ThreadFigures = Pick<
  Coverage,
  'stationsWithReport' | 'threads' | 'urgent' | 'lastReportAt'
>;

/**
 * The threads of each county, by the place of its code in `reports`, and of all.
 * Counted in columns: a tablet runs through 31,500 threads once, with code that it
 * has not compiled yet.
 */
export function countThreads({
  length,
  pollingStationIds,
  times,
  urgent,
  counties,
  countyCodes,
}: Reports): { byCounty: ThreadFigures[]; total: ThreadFigures } {
  const threads = new Uint32Array(countyCodes.length);
  const flagged = new Uint32Array(countyCodes.length);
  const latest = new Float64Array(countyCodes.length);
  const stations = countyCodes.map(() => new Set<number>());
  const allStations = new Set<number>();
  for (let at = 0; at < length; at += 1) {
    const county = counties[at] ?? 0;
    const time = times[at] ?? Number.NaN;
    threads[county] = (threads[county] ?? 0) + 1;
    flagged[county] = (flagged[county] ?? 0) + (urgent[at] ?? 0);
    if (time > (latest[county] ?? 0)) latest[county] = time;
    const station = pollingStationIds[at] ?? 0;
    const known = stations[county];
    const before = known?.size;
    // A station may stand in two counties while one of them is not known yet.
    if (known?.add(station).size !== before) allStations.add(station);
  }
  const byCounty = countyCodes.map((_, county) => ({
    stationsWithReport: stations[county]?.size ?? 0,
    threads: threads[county] ?? 0,
    urgent: flagged[county] ?? 0,
    lastReportAt: latest[county] || undefined,
  }));
  const total = {
    stationsWithReport: allStations.size,
    threads: length,
    urgent: flagged.reduce((sum, each) => sum + each, 0),
    lastReportAt: Math.max(0, ...latest) || undefined,
  };
  return { byCounty, total };
}

/** Figures without an observer, to which observers are added one after another. */
export function withoutObservers(
  stations: number | undefined,
  counted: ThreadFigures | undefined,
): Coverage {
  const threads = counted ?? {
    stationsWithReport: 0,
    threads: 0,
    urgent: 0,
  };
  return {
    stations,
    share: stations ? threads.stationsWithReport / stations : undefined,
    ...threads,
    activeInHour: 0,
    activeInTwoHours: 0,
    activeToday: 0,
    oldestSilence: undefined,
  };
}

/** Counts an observer as heard of at a time, once in each line. @param at epoch ms. */
export function addActive(
  figures: Coverage,
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
  figures: Coverage,
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
