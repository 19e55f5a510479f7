import { getObserverCount } from '@/api/observers';
import { PROBE_AFTER_MS } from '@/config';
import type { Obstacle } from '@/domain/outbox/events';
import type { Op } from '@/domain/outbox/op';
import { rulesOf } from '@/domain/outbox/kinds';
import { isCreation, isOpen } from '@/domain/outbox/op';
import { outcomeOf } from '@/domain/outbox/outcome';
import { SETTLE_WINDOW_MS } from '@/domain/outbox/waits';

import type { Engine } from '@/workers/engine/engine';
import { correctSupersededSentAt } from './op-notes';

/**
 * The op changes what was to be created here, and nothing was: the creation was
 * cancelled, and nobody will ever know an id of the server for it.
 */
export async function findOrphan(
  { databases }: Engine,
  op: Op,
): Promise<Obstacle | undefined> {
  const { id } = op.args;
  if (id >= 0 || isCreation(op) || op.kind === 'notification.send') {
    return undefined;
  }
  const row = await databases.intent.idMap.get(id);
  return row ? undefined : { found: 'gone' };
}

/**
 * A lost request of this lane, of an op before this one or of this op before a person
 * decided about it, if it may still arrive: on the server it would come after this op
 * and undo it. One that was sent "later than now" tells that the clock was set back:
 * it counts as sent now.
 */
export async function findSuperseded(
  engine: Engine,
  op: Op,
): Promise<Obstacle | undefined> {
  if (op.attempts > 0) return undefined;
  const { intent } = engine.databases;
  const lane: Op[] = await intent.outbox
    .where('lane')
    .equals(op.lane)
    .toArray();
  const now = engine.now();
  const sent: number[] = [];
  for (const before of lane) {
    const { seq, state, supersededSentAt } = before;
    // What a decision put an end to has a later number than what took its place.
    const isBefore = seq <= op.seq || !isOpen(state);
    if (!isBefore || supersededSentAt === undefined) continue;
    if (supersededSentAt > now) {
      await correctSupersededSentAt(engine, before, now);
    }
    sent.push(Math.min(supersededSentAt, now));
  }
  const sentAt = Math.max(...sent);
  return now - sentAt < SETTLE_WINDOW_MS
    ? { found: 'superseded', sentAt }
    : undefined;
}

/**
 * A lost reply would hold up what must not be doubled for a whole settle window,
 * so a server that may be out of reach is probed first.
 */
export async function findSilence(
  engine: Engine,
  op: Op,
): Promise<Obstacle | undefined> {
  const silentMs = Math.abs(engine.now() - engine.heardAt());
  if (rulesOf(op.kind).resend === 'safe' || silentMs <= PROBE_AFTER_MS) {
    return undefined;
  }
  const probe = await getObserverCount(engine.push);
  const isSilent = ['unknown', 'wait', 'locked'].includes(outcomeOf(probe));
  return !probe.ok && isSilent
    ? { found: 'silence', failure: probe.failure }
    : undefined;
}
