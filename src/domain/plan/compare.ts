import type { Report } from '@/domain/coverage/report';
import { phoneKey } from '@/domain/observers/import';
import type { Observer } from '@/domain/observers/observer';

import type { PlanLine } from './plan';

/**
 * Observers come before their time, and fill in the first answers then: a report
 * counts from so many ms before its line begins.
 */
const EARLY_MS = 3_600_000;

/**
 * What is known of a line. reported: the observer has a thread at this station.
 * elsewhere: they reported in the time of the line, from other stations only.
 * missing: the line has begun, and there is neither. unchecked: the line has
 * begun, no report from the station is here, and one may exist all the same.
 * upcoming: the line has not begun, and there is no report from the station.
 */
export const LINE_STATES = [
  'missing',
  'elsewhere',
  'unchecked',
  'reported',
  'upcoming',
] as const;
export type LineState = (typeof LINE_STATES)[number];

/** What a comparison needs of an observer. */
export type PlannedObserver = Pick<Observer, 'id' | 'name' | 'phone'>;

export interface ComparedLine {
  line: PlanLine;
  /** Its place in the plan, from 0. */
  at: number;
  state: LineState;
  /** Who has this phone; absent when nobody of the list has it. */
  observer?: PlannedObserver | undefined;
  /** From the station, or of state `elsewhere` the newest one from another. */
  report?: Report | undefined;
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
  /** Of an observer without lines: the newest thread, or one without a time. */
  report?: Report | undefined;
  figures: PlanFigures;
}

export interface PlanComparison {
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

/** Readies a plan once for many comparisons: its lines by the key of their phone. */
export function planPeople(lines: readonly PlanLine[]): PlanPeople {
  const people = new Map<string, { at: number; line: PlanLine }[]>();
  for (const [at, line] of lines.entries()) {
    add(people, phoneKey(line.phone), { at, line });
  }
  return people;
}

/**
 * Compares a plan with what was reported.
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
export function comparePlan(
  people: PlanPeople,
  reports: readonly Report[],
  observers: readonly PlannedObserver[],
  { isWhole, now }: { isWhole: boolean; now: number },
): PlanComparison {
  const known = observersByPhone(observers);
  const reported = new Map<number, Report[]>();
  for (const report of reports) add(reported, report.observerId, report);

  const total = noFigures();
  const counties = new Map<string, PlanFigures>();
  const figuresOf = (county: string) => {
    const figures = counties.get(county) ?? noFigures();
    counties.set(county, figures);
    return figures;
  };

  const lines: ComparedLine[] = [];
  const planned: ObserverPlan[] = [];
  for (const [key, mine] of people) {
    const candidates = known.get(key) ?? [];
    const threads = candidates.flatMap(({ id }) => reported.get(id) ?? []);
    const elsewhere = undatedElsewhere(threads, mine);
    const rounds = roundsOf(mine);
    const figures = noFigures();
    for (const { at, line } of mine) {
      const round = rounds.get(timesOf(line)) ?? new Set();
      const away = threads.filter((each) =>
        each.lastReportAt === undefined
          ? elsewhere.has(each)
          : !round.has(placeOf(each.county, each.stationNumber)),
      );
      const found = stateOf(line, { threads, away }, { isWhole, now });
      const { state, report } = found;
      const id = report?.observerId;
      const observer =
        candidates.find((each) => each.id === id) ?? candidates[0];
      lines[at] = { line, at, state, observer, report };
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
    for (const { id } of candidates) reported.delete(id);
  }

  const byId = new Map(observers.map((each) => [each.id, each]));
  const unplanned = [...reported]
    // Without a phone nobody can say whether the plan has them.
    .filter(([id]) => isWhole || byId.has(id))
    .sort(([one], [other]) => one - other)
    .map(([id, threads]): ObserverPlan => {
      const places = [...new Set(threads.map(({ county }) => county))];
      for (const county of places) figuresOf(county).unplanned += 1;
      total.unplanned += 1;
      const observer = byId.get(id);
      return {
        key: `#${id}`,
        observer,
        phone: observer?.phone,
        counties: places,
        report: newestOf(threads),
        figures: { ...noFigures(), unplanned: 1 },
      };
    });
  return { lines, total, counties, observers: [...planned, ...unplanned] };
}

/** @param away those of the threads that are not from where the observer should be. */
function stateOf(
  line: PlanLine,
  { threads, away }: Record<'threads' | 'away', readonly Report[]>,
  { isWhole, now }: { isWhole: boolean; now: number },
): { state: LineState; report?: Report | undefined } {
  const { from = -Infinity, to = Infinity } = line;
  const isCurrent = ({ lastReportAt }: Report) =>
    lastReportAt === undefined || lastReportAt >= from - EARLY_MS;
  const current = threads.filter(isCurrent);
  const here = current.filter((report) => isAt(report, line));
  if (here.length > 0) return { state: 'reported', report: newestOf(here) };
  if (now < from) return { state: 'upcoming' };

  const report = newestOf(
    away.filter((each) => isCurrent(each) && (each.lastReportAt ?? 0) < to),
  );
  if (!isWhole || !current.every(hasPlace)) {
    return { state: 'unchecked', report };
  }
  return report ? { state: 'elsewhere', report } : { state: 'missing' };
}

/** Threads without a time, at stations of none of the lines. */
function undatedElsewhere(
  threads: readonly Report[],
  lines: readonly { line: PlanLine }[],
): Set<Report> {
  const undated = threads.filter((each) => each.lastReportAt === undefined);
  return new Set(
    undated.filter((each) => !lines.some(({ line }) => isAt(each, line))),
  );
}

/** The places of each round, by its times. */
function roundsOf(
  lines: readonly { line: PlanLine }[],
): Map<string, Set<string>> {
  const rounds = new Map<string, Set<string>>();
  for (const { line } of lines) {
    const times = timesOf(line);
    const places = rounds.get(times) ?? new Set();
    rounds.set(times, places.add(placeOf(line.county, line.station)));
  }
  return rounds;
}

function timesOf({ from, to }: PlanLine): string {
  return `${from} ${to}`;
}

function placeOf(county: string, station: number | undefined): string {
  return `${county} ${station}`;
}

function isAt(report: Report, { county, station }: PlanLine): boolean {
  return report.stationNumber === station && report.county === county;
}

function hasPlace({ stationNumber, county }: Report): boolean {
  return stationNumber !== undefined && county !== '';
}

/** Of those without a time the first, when none has one. */
function newestOf(reports: readonly Report[]): Report | undefined {
  let newest: Report | undefined;
  for (const report of reports) {
    if (!newest || (report.lastReportAt ?? 0) > (newest.lastReportAt ?? 0)) {
      newest = report;
    }
  }
  return newest;
}

function observersByPhone(
  observers: readonly PlannedObserver[],
): Map<string, PlannedObserver[]> {
  const known = new Map<string, PlannedObserver[]>();
  for (const observer of observers) {
    add(known, phoneKey(observer.phone), observer);
  }
  return known;
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
