import type { Op } from './op';
import { rulesOf } from './kinds';
import type { Failure } from './outcome';

/** The wait before the next try is random between 0 and min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2^n). */
export const BACKOFF_FIRST_MS = 2_000;
export const BACKOFF_MAX_MS = 5 * 60_000;
/** Before an unsafe op is sent again, its lost request must have died. */
export const SETTLE_WINDOW_MS = 60_000;
/** A server that answers 500 so many times has refused. */
export const SERVER_ERROR_TRIES = 5;
/** An unsafe op is sent again only after the server said this often, this far apart, that it did not apply it. */
export const NOT_APPLIED_BEFORE_RESEND = 2;
export const BETWEEN_VERIFICATIONS_MS = 15_000;
/** A PIN whose request was lost longer ago is not sent again unasked. */
export const PIN_ASKS_AFTER_MS = 60 * 60_000;

/** No op waits longer than this, the undo time of a notification included. */
export const LONGEST_WAIT_MS = BACKOFF_MAX_MS + SETTLE_WINDOW_MS;

/** The moment of a step. `random` is drawn at most once; 0 to 1. */
export interface Moment {
  /** Epoch ms. */
  now: number;
  random: () => number;
}

/**
 * When a lost request is surely dead, in epoch ms: at once for ops that may be
 * sent twice, and for a notification that the server itself said it failed on.
 */
export function settledAt(op: Op, failure?: Failure): number {
  const { resend } = rulesOf(op.kind);
  const isAnswered = resend === 'never' && failure?.kind === 'server';
  if (resend === 'safe' || isAnswered) return 0;
  return (op.sentAt ?? op.createdAt) + SETTLE_WINDOW_MS;
}

/**
 * When the server may be asked about a change that another device may send, in epoch ms:
 * what must not be doubled only once a request of this device can no longer arrive.
 */
export function askableAt({
  kind,
  sentAt,
}: Pick<Op, 'kind' | 'sentAt'>): number {
  return rulesOf(kind).resend === 'safe' || sentAt === undefined
    ? 0
    : sentAt + SETTLE_WINDOW_MS;
}

/**
 * Whether an op that was never sent waits for a lost request of its lane to be surely
 * dead. It may also wait because the server is silent, which `notAppliedCount` tells,
 * and a message because it can be undone.
 * @param now epoch ms.
 */
export function isHeldBack(op: Op, now: number): boolean {
  const { kind, state, nextAt, notAppliedCount = 0 } = op;
  const isUndoable = rulesOf(kind).undoMs !== undefined;
  return (
    state === 'queued' && nextAt > now && notAppliedCount === 0 && !isUndoable
  );
}

/** When an op is tried again after so many attempts, in epoch ms. */
export function backoffUntil({ now, random }: Moment, attempts: number) {
  return now + backoff(random, attempts);
}

/** Full jitter, so that a room of laptops does not return in step. In ms. */
function backoff(random: () => number, attempts: number): number {
  const top = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** attempts);
  return random() * top;
}
