import type {
  Changed,
  Obstacle,
  Seen,
  Unproven,
  Verdict,
} from '@/domain/outbox/events';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op, OpOf } from '@/domain/outbox/op';
import type { Failure, Reply } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine/engine';

/** What makes a claim valid after a clear preflight. */
export interface ClaimTerms {
  /** Stored with the claim, so that the successor of a dead worker has it. */
  seen: Seen;
  /** Whether what the preflight saw of the other ops still holds; asked in the claim's transaction. */
  holds?: ((ops: readonly Op[]) => boolean) | undefined;
}

export type Preflight =
  | { found: 'clear'; terms?: ClaimTerms | undefined }
  | Exclude<Obstacle, { found: 'superseded' }>;

/** Translates one kind of op into requests, and the replies into facts. It decides nothing. */
export interface Sender<K extends OpKind> {
  /**
   * Reads at once what many ops of this kind are compared with, where that costs less
   * than a request for each.
   * @param newestAt epoch ms at which the newest of them was stored.
   */
  readMany?(engine: Engine, newestAt: number): Promise<void>;
  /**
   * Compares the server's state with what the user saw. Absent for kinds that
   * cannot clash.
   */
  preflight?(engine: Engine, op: OpOf<K>): Promise<Preflight>;
  /**
   * Sends once; the body is built now from the op's arguments, never stored.
   * @param key the same for the same request, for servers that deduplicate.
   */
  send(engine: Engine, op: OpOf<K>, key: string): Promise<Reply<unknown>>;
  /** Asks the server whether it did it. GETs only: it may be asked as often as needed. */
  verify(engine: Engine, op: OpOf<K>): Promise<Verdict | Unproven | Changed>;
  /**
   * Why the server will never do it, when that is known. Asked after it answered
   * with an error and a verification found the op not applied; without requests.
   * Absent for kinds whose errors say nothing more.
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

/** The sender of an op's kind. */
export function senderOf<K extends OpKind>(
  senders: Senders,
  { kind }: OpOf<K>,
): Sender<K> {
  return senders[kind];
}
