import type { OpKind, OpOf } from '@/domain/outbox/op';

import type { Engine } from '@/workers/engine';
import type { Senders, Unproven, Verdict } from './sender';

/**
 * Did the server do it? Asked before anything is sent again and before a refusal
 * is believed. GETs only, so it may be asked as often as needed.
 */
export function verify<K extends OpKind>(
  senders: Senders,
  engine: Engine,
  op: OpOf<K>,
): Promise<Verdict | Unproven> {
  return senders[op.kind].verify(engine, op);
}
