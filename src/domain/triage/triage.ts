import type { Failure } from '@/domain/outbox/outcome';
import { unionNewestFirst } from '@/domain/union';

/** What staff decided about a thread, in the order of the keys 1 to 4. */
export const TRIAGE_STATES = [
  'new',
  'inProgress',
  'resolved',
  'falseAlarm',
] as const;
export type TriageState = (typeof TRIAGE_STATES)[number];

/** Longest note of a mark, in characters. */
export const TRIAGE_NOTE_MAX = 280;
/** Only this many marks of a thread are stored, the newest. */
export const TRIAGE_HISTORY_MAX = 100;

/** One decision about a thread. It is never changed; a later one takes its place. */
export interface TriageMark {
  state: TriageState;
  /** '' without one. */
  note: string;
  /** Account of who decided. */
  setBy: string;
  /** Epoch ms by the clock of that device, but later than what was seen: `addMark`. */
  setAt: number;
}

/** All marks of one thread, newest first; those that the server refused come last. */
export type TriageHistory = readonly (TriageMark & {
  /** Why the server refused it. */
  refusal?: Failure | undefined;
})[];

/**
 * The mark that says how a thread stands. Those that the server refused come last and
 * say nothing, also where there is no other one.
 */
export function markInForce(history: TriageHistory): TriageMark | undefined {
  const [newest] = history;
  return newest?.refusal === undefined ? newest : undefined;
}

/** How a thread stands: a thread without a mark in force is new. */
export function triageStateOf(history: TriageHistory): TriageState {
  return markInForce(history)?.state ?? 'new';
}

/** Whether nothing is left to do about a thread. */
export function isClosed(history: TriageHistory): boolean {
  const state = triageStateOf(history);
  return state === 'resolved' || state === 'falseAlarm';
}

/**
 * Merges what two devices know of a thread: the later mark is in force, and the
 * other one stays in the history. The order of merging does not matter, nor how
 * often. A clock that is ahead wins until somebody who saw its mark decides anew.
 * @param limit of the history; the newest marks of a union are the same in any order.
 */
export function mergeMarks(
  one: TriageHistory,
  other: TriageHistory,
  limit = TRIAGE_HISTORY_MAX,
): TriageHistory {
  return unionNewestFirst(one, other, ({ setAt }) => setAt).slice(0, limit);
}

/**
 * The history with one more decision, which is in force: it is dated later than
 * every mark that was seen, also where this device's clock is behind.
 * @param now epoch ms. @param seen newest mark that was seen of the thread, where
 * others are known than those of the history.
 */
export function addMark(
  history: TriageHistory,
  decision: Omit<TriageMark, 'setAt'>,
  now: number,
  seen = history[0],
): TriageHistory {
  const setAt = Math.max(now, (seen?.setAt ?? 0) + 1);
  return mergeMarks(history, [{ ...decision, setAt }]);
}

/** Whether a mark can be stored, of a form as of a file from another device. */
export function isTriageMark(value: unknown): value is TriageMark {
  if (typeof value !== 'object' || value === null) return false;
  const mark: Partial<Record<keyof TriageMark, unknown>> = value;
  const { state, note, setBy, setAt } = mark;
  return (
    TRIAGE_STATES.some((each) => each === state) &&
    typeof note === 'string' &&
    [...note].length <= TRIAGE_NOTE_MAX &&
    typeof setBy === 'string' &&
    setBy !== '' &&
    Number.isSafeInteger(setAt)
  );
}

/** How many of some threads stand in each state. @param histories by thread key. */
export function countStates(
  keys: Iterable<string>,
  histories: ReadonlyMap<string, TriageHistory>,
): Record<TriageState, number> {
  const counts = { new: 0, inProgress: 0, resolved: 0, falseAlarm: 0 };
  for (const key of keys) counts[triageStateOf(histories.get(key) ?? [])] += 1;
  return counts;
}
