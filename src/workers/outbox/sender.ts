import type { Theirs } from '@/domain/outbox/conflict';
import type { Fate } from '@/domain/notification';
import type { Op, OpKind, OpOf } from '@/domain/outbox/op';
import { keyOf } from '@/domain/outbox/op';
import type { Failure, Reply } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine';

/**
 * applied: the server did it. notApplied: it did not. gone: what the op changes
 * no longer exists. conflict: it changed in another way. unsure: the server could
 * not be asked, or its answer is old.
 */
export type Verdict = 'applied' | 'notApplied' | 'gone' | 'conflict' | 'unsure';

/** Nobody can tell from the server's answers, now or later: a person is asked. */
export interface Unproven {
  fate: Fate;
}

/** Under which an op that was looked at may be claimed. */
export interface ClaimTerms {
  /** Stored with the claim, so that the successor of a dead worker has it. */
  changes: Pick<Op, 'knownIds'>;
  /** Whether what the preflight saw of the other ops still holds; in the claim's transaction. */
  holds?(ops: readonly Op[]): boolean;
}

/**
 * What a look at the server before sending found. later: another op goes first.
 * recipientsGone: the server no longer has them.
 */
export type Check =
  | { found: 'clear'; terms?: ClaimTerms | undefined }
  | { found: 'later'; nextAt: number }
  | { found: 'recipientsGone'; goneIds: number[] }
  | { found: 'gone' }
  | { found: 'conflict'; theirs: Theirs }
  | { found: 'silence'; failure: Failure };

/** How one kind of op is sent, verified and taken over. */
export interface Sender<K extends OpKind> {
  /**
   * Looks before the first sending whether others changed what the user saw.
   * Absent for kinds that cannot clash.
   */
  check?(engine: Engine, op: OpOf<K>): Promise<Check>;
  /**
   * Sends once; the body is built now from the wish, never kept.
   * @param key the same for the same request, for servers that deduplicate.
   */
  send(engine: Engine, op: OpOf<K>, key: string): Promise<Reply<unknown>>;
  /** Asks the server with GETs whether it already did it. */
  verify(engine: Engine, op: OpOf<K>): Promise<Verdict | Unproven>;
  /**
   * Why the server will never do it, when that is known. Asked after it answered
   * with an error and a verification found the op not applied. Absent for kinds
   * whose errors say nothing more.
   */
  explain?(
    engine: Engine,
    op: OpOf<K>,
    failure: Failure,
  ): Promise<Failure | undefined>;
  /**
   * Brings the server's new row into the cache together with an acknowledgement.
   * Runs before the op leaves the outbox, so the screen never shows the old value.
   * @param answer what the server answered; undefined when a verification found it done.
   * @returns the id that the server gave, for ops that create something; 'unsure'
   * when it gave none and could not be asked: then the op is not done yet.
   */
  acknowledge(
    engine: Engine,
    op: OpOf<K>,
    answer: unknown,
  ): Promise<number | 'unsure' | undefined>;
}

/** One sender for each kind: the compiler refuses a kind without one. */
export type Senders = { [K in OpKind]: Sender<K> };

export async function checkWith<K extends OpKind>(
  senders: Senders,
  engine: Engine,
  op: OpOf<K>,
): Promise<Check> {
  const { check } = senders[op.kind];
  return check ? check(engine, op) : { found: 'clear' };
}

export function sendWith<K extends OpKind>(
  senders: Senders,
  engine: Engine,
  op: OpOf<K>,
): Promise<Reply<unknown>> {
  return senders[op.kind].send(engine, op, keyOf(op));
}

export async function explainWith<K extends OpKind>(
  senders: Senders,
  engine: Engine,
  op: OpOf<K>,
  failure: Failure,
): Promise<Failure | undefined> {
  return senders[op.kind].explain?.(engine, op, failure);
}

export function acknowledgeWith<K extends OpKind>(
  senders: Senders,
  engine: Engine,
  op: OpOf<K>,
  answer: unknown,
): Promise<number | 'unsure' | undefined> {
  return senders[op.kind].acknowledge(engine, op, answer);
}
