import { unionNewestFirst } from '@/domain/union';

/** How a call to an observer ended, in the order in which they are offered. */
export const CALL_OUTCOMES = ['reached', 'noAnswer', 'wrongNumber'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Longest note of a call, in characters. */
export const CALL_NOTE_MAX = 280;
/** Only this many calls to an observer are stored, the newest. */
export const CALL_LOG_MAX = 100;

/** One call to an observer. It is never changed; a later one corrects it. */
export interface Call {
  outcome: CallOutcome;
  /** '' without one. */
  note: string;
  /** Account of who called. */
  calledBy: string;
  /** Epoch ms by the clock of that device. */
  calledAt: number;
}

/** All calls to one observer, newest first: what `mergeCalls` and `addCall` answer. */
export type CallLog = readonly Call[];

/**
 * Merges what two devices know of the calls to an observer. The order of merging
 * does not matter, nor how often.
 */
export function mergeCalls(one: CallLog, other: CallLog): CallLog {
  return unionNewestFirst(one, other, ({ calledAt }) => calledAt).slice(
    0,
    CALL_LOG_MAX,
  );
}

/**
 * The log with one more call. It is dated later than every call that was seen, so
 * that it is the newest also where this device's clock is behind.
 * @param now epoch ms.
 */
export function addCall(
  log: CallLog,
  call: Omit<Call, 'calledAt'>,
  now: number,
): CallLog {
  const calledAt = Math.max(now, (log[0]?.calledAt ?? 0) + 1);
  return mergeCalls(log, [{ ...call, calledAt }]);
}

/** Whether nobody was reached or tried since a moment. @param since epoch ms. */
export function isUncalledSince(log: CallLog = [], since: number): boolean {
  const [last] = log;
  return last === undefined || last.calledAt < since;
}

/** Whether a call can be stored, of a form as of a file from another device. */
export function isCall(value: unknown): value is Call {
  if (typeof value !== 'object' || value === null) return false;
  const call: Partial<Record<keyof Call, unknown>> = value;
  const { outcome, note, calledBy, calledAt } = call;
  return (
    CALL_OUTCOMES.some((each) => each === outcome) &&
    typeof note === 'string' &&
    [...note].length <= CALL_NOTE_MAX &&
    typeof calledBy === 'string' &&
    calledBy !== '' &&
    Number.isSafeInteger(calledAt)
  );
}
