import type { AttemptRow, IntentDatabase } from '@/db/intent';
import type { Event } from '@/domain/outbox/events';
import { stable } from '@/domain/outbox/fingerprint';
import type { Next } from '@/domain/outbox/machine';
import { step } from '@/domain/outbox/machine';
import type { Op } from '@/domain/outbox/op';
import { isOpen, withChanges, withRealId } from '@/domain/outbox/op';
import type { Moment } from '@/domain/outbox/waits';

import type { Engine } from '@/workers/engine/engine';
import { assertLeading } from '@/workers/session/leading';
import type { Evidence } from './evidence';
import type { ClaimTerms } from './sender';

/** An op after an event, and what the engine does with it next. */
export interface Applied {
  op: Op;
  next: Next;
}

/**
 * Takes an op one step on, in one strict transaction that checks the state it was
 * seen in, whose it is, and that this leader is still the leader. A claim is of the
 * arguments that were seen. A step that changes nothing needs no transaction.
 * @param evidence stored when the state changes.
 * @returns undefined when a person, another tab or another leader was faster.
 * @throws ImpossibleEventError, and stores nothing.
 */
export async function applyEvent(
  engine: Engine,
  seen: Op,
  event: Event,
  evidence: Evidence,
  terms?: ClaimTerms,
): Promise<Applied | undefined> {
  const at = momentOf(engine);
  const expected = step(seen, event, at);
  if (Object.keys(expected.changes).length === 0) {
    return { op: seen, next: expected.next };
  }
  const { intent, actor } = engine.databases;
  const { outbox, attempts, idMap, meta } = intent;
  return intent.transaction('rw', outbox, attempts, idMap, meta, async () => {
    await assertLeading(engine);
    const now = await outbox.get(seen.seq);
    const isAsSeen = now?.opId === seen.opId && now.state === seen.state;
    if (!now || !isAsSeen || now.actor !== actor) return undefined;
    if (event.type === 'Claimed' && !hasSameArgs(now, seen)) return undefined;
    if (terms?.holds && !terms.holds(await outbox.toArray())) return undefined;
    const { changes, next } = step(now, event, at);
    const op = withChanges(now, changes);
    await outbox.put(op);
    if (op.state !== now.state) {
      await attempts.add(attemptOf(op, evidence, engine));
    }
    const createdId = createdBy(event);
    if (createdId !== undefined && op.state === 'done') {
      await idMap.put({ id: op.args.id, realId: createdId });
      await renumberFollowers(outbox, op, createdId);
    }
    return { op, next };
  });
}

/** A change that was joined since is not compared with the server's state yet. */
function hasSameArgs(now: Op, compared: Op): boolean {
  return stable(now.args) === stable(compared.args);
}

/** One draw for one event: the step in the transaction decides as the one before it. */
function momentOf({ now, random }: Engine): Moment {
  let drawn: number | undefined;
  return { now: now(), random: () => (drawn ??= random()) };
}

function attemptOf(
  { opId }: Op,
  { step: name, outcome, status }: Evidence,
  { now, epoch }: Engine,
): Omit<AttemptRow, 'n'> {
  return {
    opId,
    at: now(),
    step: name,
    epoch,
    ...(outcome === undefined ? {} : { outcome }),
    ...(status === undefined ? {} : { status }),
  };
}

function createdBy(event: Event): number | undefined {
  if (event.type !== 'Acknowledged') return undefined;
  return event.createdId === 'unsure' ? undefined : event.createdId;
}

/** Ops that wait behind a creation change what the server has under its own id. */
async function renumberFollowers(
  outbox: IntentDatabase['outbox'],
  creation: Op,
  realId: number,
): Promise<void> {
  const lane: Op[] = await outbox
    .where('lane')
    .equals(creation.lane)
    .filter(({ seq, state }) => seq !== creation.seq && isOpen(state))
    .toArray();
  for (const op of lane) await outbox.put(withRealId(op, realId));
}
