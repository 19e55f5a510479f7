import type { CountyReports } from './county-reports';
import { entryCount, readEntries } from './county-reports';

/** One thread, counted once although it may stand in both lists. */
export interface Report {
  observerId: number;
  pollingStationId: number;
  /** County code; '' where the station's name does not tell it. */
  county: string;
  /** Absent where the station's name does not tell it. */
  stationNumber?: number | undefined;
  /** It stands in the urgent list: an answer of it is flagged. */
  isUrgent: boolean;
  /**
   * Epoch ms of the newest answer. Notes do not count, and earlier answers of the
   * thread leave no time: the server gives one time for each thread and list
   * (docs/api-contract.md 4.2). Absent on servers of the older revision.
   */
  lastReportAt?: number | undefined;
}

/**
 * Threads, each once, in columns: a tablet counts 31,500 of them in a fraction of
 * the time that it takes to make as many objects. A thread is named by its place
 * in the columns, an observer by the place in `observerIds`.
 */
export interface Reports {
  /** How many threads there are; the columns may be longer. */
  length: number;
  /** Observers with a thread, each once. */
  observerIds: readonly number[];
  /** The place of an observer by id. */
  observerAt: ReadonlyMap<number, number>;
  /** The first thread of each observer. */
  firstOf: readonly number[];
  /** The observer's next thread, -1 after the last one. */
  next: Int32Array;
  /** The observer of each thread. */
  observers: Int32Array;
  pollingStationIds: Float64Array;
  /** -1 where the station's name does not tell it. */
  stationNumbers: Float64Array;
  /** Epoch ms; NaN where a `Report` has none. */
  times: Float64Array;
  /**
   * Epoch ms of the newest flagged answer, as the urgent list has it; NaN where it
   * tells none.
   */
  urgentTimes: Float64Array;
  /** 1 for a thread that stands in the urgent list, otherwise 0. */
  urgent: Uint8Array;
  /** The place of the thread's county in `countyCodes`. */
  counties: Uint16Array;
  countyCodes: readonly string[];
}

/**
 * The threads of stored rows, each once. The rows of a thread may lie in two
 * counties for a while: one was cached before the counties were known. The half
 * with a place wins.
 */
export function reportsOf(rows: Iterable<CountyReports>): Reports {
  const stored = [...rows];
  const most = stored.reduce(
    (sum, { all, urgent }) => sum + entryCount(all) + entryCount(urgent),
    0,
  );
  const observerIds: number[] = [];
  const observerAt = new Map<number, number>();
  const firstOf: number[] = [];
  const next = new Int32Array(most);
  const observers = new Int32Array(most);
  const pollingStationIds = new Float64Array(most);
  const stationNumbers = new Float64Array(most);
  const times = new Float64Array(most);
  const urgentTimes = new Float64Array(most).fill(Number.NaN);
  const urgent = new Uint8Array(most);
  const counties = new Uint16Array(most);
  const countyCodes = stored.map(({ county }) => county);
  let length = 0;

  const placeOfObserver = (id: number): number => {
    const known = observerAt.get(id);
    if (known !== undefined) return known;
    observerAt.set(id, observerIds.length);
    firstOf.push(-1);
    return observerIds.push(id) - 1;
  };
  /** -1 for a new thread. An observer has a few: looking through them costs less than a key. */
  const find = (observer: number, stationId: number): number => {
    let at = firstOf[observer] ?? -1;
    while (at >= 0 && pollingStationIds[at] !== stationId) at = next[at] ?? -1;
    return at;
  };
  const add = (observer: number, stationId: number): number => {
    const at = length;
    length += 1;
    observers[at] = observer;
    pollingStationIds[at] = stationId;
    next[at] = firstOf[observer] ?? -1;
    firstOf[observer] = at;
    stationNumbers[at] = -1;
    times[at] = Number.NaN;
    return at;
  };
  /** A total order, so that the order of stored rows changes no figure. */
  const isBetterPlace = (county: number, number: number, at: number) => {
    const code = countyCodes[county] ?? '';
    const known = countyCodes[counties[at] ?? 0] ?? '';
    if (code !== known) return code > known;
    return number > (stationNumbers[at] ?? -1);
  };

  for (const [county, row] of stored.entries()) {
    for (const list of [row.all, row.urgent]) {
      const isUrgent = list === row.urgent;
      readEntries(list, (observerId, stationId, number, time) => {
        const observer = placeOfObserver(observerId);
        const known = find(observer, stationId);
        const at = known < 0 ? add(observer, stationId) : known;
        if (known < 0 || isBetterPlace(county, number, at)) {
          counties[at] = county;
          stationNumbers[at] = number;
        }
        if (isUrgent) {
          urgent[at] = 1;
          keepLatest(urgentTimes, at, time);
        }
        keepLatest(times, at, time);
      });
    }
  }
  return {
    length,
    observerIds,
    observerAt,
    firstOf,
    next,
    observers,
    pollingStationIds,
    stationNumbers,
    times,
    urgentTimes,
    urgent,
    counties,
    countyCodes,
  };
}

function keepLatest(times: Float64Array, at: number, time: number): void {
  const latest = times[at] ?? Number.NaN;
  if (Number.isNaN(latest) || time > latest) times[at] = time;
}

/** The place of a thread; -1 where there is none. */
export function placeOfReport(
  { observerAt, firstOf, next, pollingStationIds }: Reports,
  observerId: number,
  pollingStationId: number,
): number {
  const observer = observerAt.get(observerId);
  let at = observer === undefined ? -1 : (firstOf[observer] ?? -1);
  while (at >= 0 && pollingStationIds[at] !== pollingStationId) {
    at = next[at] ?? -1;
  }
  return at;
}

/** A thread by its place. */
export function reportAt(reports: Reports, at: number): Report {
  const { observers, observerIds, counties, countyCodes } = reports;
  const number = reports.stationNumbers[at] ?? -1;
  const time = reports.times[at] ?? Number.NaN;
  return {
    observerId: observerIds[observers[at] ?? 0] ?? 0,
    pollingStationId: reports.pollingStationIds[at] ?? 0,
    county: countyCodes[counties[at] ?? 0] ?? '',
    stationNumber: number < 0 ? undefined : number,
    isUrgent: reports.urgent[at] === 1,
    lastReportAt: Number.isNaN(time) ? undefined : time,
  };
}
