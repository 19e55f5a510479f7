import type { Op } from '@/domain/op';

import type { Engine } from './engine';
import type { Senders, Verdict } from './sender';
import { senderOf } from './sender';

/**
 * Did the host do it? Asked before anything is sent again and before a refusal
 * is believed. A GET, so it may be asked as often as needed.
 */
export function verify(
  engine: Engine,
  senders: Senders,
  op: Op,
): Promise<Verdict> {
  return senderOf(senders, op).verify(engine, op);
}
