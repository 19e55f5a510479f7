import type { OpKind, OpOf } from '@/domain/op';
import type { Reply } from '@/domain/outcome';

import type { Engine } from './engine';

/**
 * applied: the host did it. notApplied: it did not. gone: what the op changes
 * no longer exists. unsure: the host could not be asked, or its answer is old.
 */
export type Verdict = 'applied' | 'notApplied' | 'gone' | 'unsure';

/** How one kind of op is sent, verified and taken over. */
export interface Sender<K extends OpKind> {
  /** Sends once; the body is built now from the wish, never kept. */
  send(engine: Engine, op: OpOf<K>): Promise<Reply<unknown>>;
  /** Asks the host with a GET whether it already did it. */
  verify(engine: Engine, op: OpOf<K>): Promise<Verdict>;
  /**
   * Brings the host's new row into the cache together with an acknowledgement.
   * Runs before the op leaves the outbox, so the screen never shows the old value.
   */
  acknowledge(engine: Engine, op: OpOf<K>): Promise<void>;
}

export type Senders = { [K in OpKind]: Sender<K> };

/** The sender of an op's kind; the compiler refuses a kind without one. */
export function senderOf<K extends OpKind>(
  senders: Senders,
  op: OpOf<K>,
): Senders[K] {
  return senders[op.kind];
}
