import { BACKOFF_FIRST_MS, BACKOFF_MAX_MS, SETTLE_WINDOW_MS } from '@/config';
import type { Op } from '@/domain/outbox/op';
import { opKinds } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine';

/** No op is ever told to wait longer, in ms (a notification's undo included). */
export const LONGEST_WAIT_MS = BACKOFF_MAX_MS + SETTLE_WINDOW_MS;

/**
 * When a lost request is surely dead, in epoch ms: at once for ops that may be
 * sent twice, and for a notification that the server itself said it failed on.
 */
export function settledAt(op: Op, failure?: Failure): number {
  const { resend } = opKinds[op.kind];
  const isAnswered = resend === 'never' && failure?.kind === 'server';
  if (resend === 'safe' || isAnswered) return 0;
  return (op.sentAt ?? op.createdAt) + SETTLE_WINDOW_MS;
}

/** When an op is tried again after so many attempts, in epoch ms. */
export function later(engine: Engine, op: Op): number {
  return engine.now() + backoff(engine, op.attempts);
}

/** Full jitter, so that a room of laptops does not return in step. In ms. */
export function backoff(engine: Engine, attempts: number): number {
  const top = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** attempts);
  return engine.random() * top;
}
