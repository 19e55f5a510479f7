import type { Reports } from '@/domain/coverage/report';
import { phoneKey } from '@/domain/phone';
import type { Observer } from '@/domain/observers/observer';

import type { LineState } from './line-state';
import { countyOf, evidenceOf, newestOf, stateOf } from './line-state';
import type { PlanLine } from './plan';

/** What a comparison needs of an observer. */
export type PlannedObserver = Pick<Observer, 'id' | 'name' | 'phone'>;

export interface ComparedLine {
  line: PlanLine;
  /** Its place in the plan, from 0. */
  at: number;
  state: LineState;
  /** Who has this phone; absent when nobody of the list has it. */
  observer?: PlannedObserver | undefined;
  /** Place of the thread from the station, or of state `elsewhere` the newest one from another. */
  thread?: number | undefined;
}

/** How many lines of a plan there are of each state. */
export interface PlanFigures extends Record<LineState, number> {
  /** Lines that have begun, or that were reported before. */
  expected: number;
  /** Observers without a line who reported, each once. */
  unplanned: number;
}

export interface ObserverPlan {
  /** Of the row: an observer has one, also with several spellings of the phone. */
  key: string;
  observer?: PlannedObserver | undefined;
  /** As the plan has it, or the observer's; absent when neither is known. */
  phone?: string | undefined;
  /** Of the lines, and of the reports of an observer without lines; no code twice. */
  counties: readonly string[];
  /** Of an observer without lines: place of the newest thread, or of one without a time. */
  thread?: number | undefined;
  figures: PlanFigures;
}

export interface PlanComparison {
  /** What was compared: its threads are named by their places. */
  reports: Reports;
  /** In the order of the plan. */
  lines: ComparedLine[];
  total: PlanFigures;
  /**
   * By county code ('': the station's name tells no county), those with a line or
   * with a report of the unplanned.
   */
  counties: ReadonlyMap<string, PlanFigures>;
  /** Those of the plan in its order, then the unplanned by id. */
  observers: ObserverPlan[];
}

/** The lines of one observer, with their places in the plan. */
export type PlanPeople = ReadonlyMap<
  string,
  readonly { at: number; line: PlanLine }[]
>;

/** So many observers are looked at between two moments at which the work may pause. */
const STEP = 64;

/** Readies a plan once for many comparisons: its lines by the key of their phone. */
export function* planPeople(
  lines: readonly PlanLine[],
  country: string,
): Generator<void, PlanPeople> {
  const people = new Map<string, { at: number; line: PlanLine }[]>();
  for (const [at, line] of lines.entries()) {
    if (at % STEP === 0) yield;
    add(people, phoneKey(line.phone, country), { at, line });
  }
  return people;
}

/**
 * Compares a plan with what was reported. A plan may have 50,000 lines, which no
 * task of a page has time for: the work pauses wherever it yields.
 *
 * A thread has one time, that of its newest answer (`Report`), and follows from it:
 * - A newest answer more than `EARLY_MS` before a line begins says that there is
 *   none since: the thread does not count for the line.
 * - A newest answer after a line has ended may have had others before, which left
 *   no time: the thread counts for the line at its station, because nobody is called
 *   missing who may have reported. At another station it does not count.
 * - A thread without a time (servers of the older revision) counts for every line
 *   at its station. At another station it counts when that is none of the
 *   observer's own stations, where they may have been in their time.
 *
 * Lines of an observer that have the same times are a round: at another station of
 * it the observer is where they should be, so such a thread does not count as from
 * elsewhere, and a line of the round without a report is missing.
 *
 * A thread whose station is not known may be from the station of the line: a
 * line is not concluded to be missing beside one.
 *
 * An observer is found by phone, in any spelling; observers who share a phone
 * count as one. Who reported and is in no line is unplanned, whenever that was.
 * @param observers that are cached. @param isWhole all threads and observers of
 * the server are cached; else nothing is concluded from absence.
 * @param now epoch ms by the server's clock.
 */
export function* comparePlan(
  people: PlanPeople,
  reports: Reports,
  observers: readonly PlannedObserver[],
  { isWhole, now, country }: { isWhole: boolean; now: number; country: string },
): Generator<void, PlanComparison> {
  const { byPhone, byId } = yield* knownObservers(observers, country);
  const total = noFigures();
  const counties = new Map<string, PlanFigures>();
  const figuresOf = (county: string) => {
    const figures = counties.get(county) ?? noFigures();
    counties.set(county, figures);
    return figures;
  };

  const lines: ComparedLine[] = [];
  const planned: ObserverPlan[] = [];
  /** Places in `reports` of observers with a line. */
  const places = new Set<number>();
  for (const [key, mine] of people) {
    const candidates = byPhone.get(key) ?? NOBODY;
    const threads: number[] = [];
    for (const { id } of candidates) {
      const place = reports.observerAt.get(id);
      if (place === undefined) continue;
      places.add(place);
      threads.push(...threadsOf(reports, place));
    }
    const evidence = evidenceOf(reports, threads, mine);
    const figures = noFigures();
    for (const { at, line } of mine) {
      if (at % STEP === 0) yield;
      const { state, thread } = stateOf(line, evidence, { isWhole, now });
      const id = thread === undefined ? undefined : observerOf(reports, thread);
      const observer =
        candidates.find((each) => each.id === id) ?? candidates[0];
      lines[at] = { line, at, state, observer, thread };
      for (const each of [figures, total, figuresOf(line.county)]) {
        each[state] += 1;
        if (state !== 'upcoming') each.expected += 1;
      }
    }
    planned.push({
      key,
      observer: candidates[0],
      phone: mine[0]?.line.phone,
      counties: [...new Set(mine.map(({ line }) => line.county))],
      figures,
    });
  }

  const others = [...reports.observerIds.entries()]
    .filter(([place]) => !places.has(place))
    // Without a phone nobody can say whether the plan has them.
    .filter(([, id]) => isWhole || byId.has(id))
    .sort(([, one], [, other]) => one - other);
  const unplanned: ObserverPlan[] = [];
  for (const [place, id] of others) {
    if (unplanned.length % STEP === 0) yield;
    const threads = threadsOf(reports, place);
    const codes = [...new Set(threads.map((each) => countyOf(reports, each)))];
    for (const county of codes) figuresOf(county).unplanned += 1;
    total.unplanned += 1;
    const observer = byId.get(id);
    unplanned.push({
      key: `#${id}`,
      observer,
      phone: observer?.phone,
      counties: codes,
      thread: newestOf(reports, threads),
      figures: { ...noFigures(), unplanned: 1 },
    });
  }
  const all = [...planned, ...unplanned];
  return { reports, lines, total, counties, observers: all };
}

const NOBODY: readonly PlannedObserver[] = [];

/** The threads of an observer, as they came. */
function threadsOf({ firstOf, next }: Reports, observer: number): number[] {
  const threads: number[] = [];
  for (let at = firstOf[observer] ?? -1; at >= 0; at = next[at] ?? -1) {
    threads.push(at);
  }
  return threads.reverse();
}

function observerOf(reports: Reports, thread: number): number | undefined {
  return reports.observerIds[reports.observers[thread] ?? 0];
}

function* knownObservers(
  observers: readonly PlannedObserver[],
  country: string,
) {
  const byPhone = new Map<string, PlannedObserver[]>();
  const byId = new Map<number, PlannedObserver>();
  for (const [at, observer] of observers.entries()) {
    if (at % STEP === 0) yield;
    add(byPhone, phoneKey(observer.phone, country), observer);
    byId.set(observer.id, observer);
  }
  return { byPhone, byId };
}

function add<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

function noFigures(): PlanFigures {
  return {
    expected: 0,
    reported: 0,
    elsewhere: 0,
    missing: 0,
    unchecked: 0,
    upcoming: 0,
    unplanned: 0,
  };
}
