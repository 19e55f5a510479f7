import type { Reports } from '@/domain/coverage/report';

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

/** What decides about the lines of one observer. Threads are places in `reports`. */
export interface LineEvidence {
  reports: Reports;
  threads: readonly number[];
  /** Threads without a time, at stations of none of the lines. */
  undatedElsewhere: ReadonlySet<number>;
  /** The stations of each round, by the times of its lines. */
  rounds: ReadonlyMap<string, ReadonlySet<string>>;
}

export function evidenceOf(
  reports: Reports,
  threads: readonly number[],
  lines: readonly { line: PlanLine }[],
): LineEvidence {
  const rounds = new Map<string, Set<string>>();
  // Most observers of a morning have no thread, and nothing to be compared with.
  for (const { line } of threads.length === 0 ? [] : lines) {
    const times = timesOf(line);
    const places = rounds.get(times) ?? new Set();
    rounds.set(times, places.add(placeOf(line.county, line.station)));
  }
  const undatedElsewhere = new Set(
    threads.filter(
      (each) =>
        Number.isNaN(timeOf(reports, each)) &&
        !lines.some(({ line }) => isAt(reports, each, line)),
    ),
  );
  return { reports, threads, undatedElsewhere, rounds };
}

/** The rules are those of `comparePlan`. */
export function stateOf(
  line: PlanLine,
  evidence: LineEvidence,
  { isWhole, now }: { isWhole: boolean; now: number },
): { state: LineState; thread?: number | undefined } {
  const { reports, threads } = evidence;
  const { from = -Infinity, to = Infinity } = line;
  // A comparison with the time of a thread that has none is false.
  const current = threads.filter(
    (each) => !(timeOf(reports, each) < from - EARLY_MS),
  );
  const here = current.filter((each) => isAt(reports, each, line));
  if (here.length > 0) {
    return { state: 'reported', thread: newestOf(reports, here) };
  }
  if (now < from) return { state: 'upcoming' };

  const away = current.filter(
    (each) =>
      !(timeOf(reports, each) >= to) && isElsewhere(each, line, evidence),
  );
  const thread = newestOf(reports, away);
  if (!isWhole || !current.every((each) => hasPlace(reports, each))) {
    return { state: 'unchecked', thread };
  }
  return thread === undefined
    ? { state: 'missing' }
    : { state: 'elsewhere', thread };
}

function isElsewhere(
  thread: number,
  line: PlanLine,
  { reports, undatedElsewhere, rounds }: LineEvidence,
): boolean {
  if (Number.isNaN(timeOf(reports, thread))) {
    return undatedElsewhere.has(thread);
  }
  const station = reports.stationNumbers[thread] ?? -1;
  const place = placeOf(countyOf(reports, thread), station);
  return rounds.get(timesOf(line))?.has(place) !== true;
}

/** Of those without a time the first, when none has one. */
export function newestOf(
  reports: Reports,
  threads: readonly number[],
): number | undefined {
  let newest: number | undefined;
  for (const each of threads) {
    const isNewer =
      newest === undefined ||
      (timeOf(reports, each) || 0) > (timeOf(reports, newest) || 0);
    if (isNewer) newest = each;
  }
  return newest;
}

/** Code of the county of a thread; '' where the station's name does not tell it. */
export function countyOf(
  { counties, countyCodes }: Reports,
  thread: number,
): string {
  return countyCodes[counties[thread] ?? 0] ?? '';
}

/** Epoch ms; NaN where there is none. */
function timeOf({ times }: Reports, thread: number): number {
  return times[thread] ?? Number.NaN;
}

function timesOf({ from, to }: PlanLine): string {
  return `${from} ${to}`;
}

function placeOf(county: string, station: number): string {
  return `${county} ${station}`;
}

function isAt(
  reports: Reports,
  thread: number,
  { county, station }: PlanLine,
): boolean {
  return (
    reports.stationNumbers[thread] === station &&
    countyOf(reports, thread) === county
  );
}

function hasPlace(reports: Reports, thread: number): boolean {
  return (
    (reports.stationNumbers[thread] ?? -1) >= 0 &&
    countyOf(reports, thread) !== ''
  );
}
