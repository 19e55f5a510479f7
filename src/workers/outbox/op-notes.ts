import type { Op } from '@/domain/outbox/op';

import type { Engine } from '@/workers/engine/engine';
import { assertLeading } from '@/workers/session/leading';

/**
 * Notes the server's id for what an op created, before anything else is done with
 * it. A worker that dies next leaves the op of unknown fate, and others may change
 * the new row beyond recognition before it is looked for.
 */
export function recordCreatedId(
  engine: Engine,
  op: Op,
  createdId: number,
): Promise<void> {
  return note(engine, op, { createdId });
}

/** Notes that what an op publishes is not what its user saw. */
export function noteChangedBefore(engine: Engine, op: Op): Promise<void> {
  return note(engine, op, { changedBefore: true });
}

/** Notes that a replaced request was sent at another time: the clock was set back. */
export function correctSupersededSentAt(
  engine: Engine,
  op: Op,
  supersededSentAt: number,
): Promise<void> {
  return note(engine, op, { supersededSentAt });
}

/**
 * Notes which row of the history proves that a message arrived.
 * @returns 'taken' when the row proves another message already: nothing is noted.
 */
export function noteProof(
  engine: Engine,
  { seq }: Op,
  createdId: number,
): Promise<'noted' | 'taken'> {
  const { intent } = engine.databases;
  return intent.transaction('rw', intent.outbox, intent.meta, async () => {
    await assertLeading(engine);
    const ops: Op[] = await intent.outbox.toArray();
    const isTaken = ops.some(
      (op) => op.kind === 'notification.send' && op.createdId === createdId,
    );
    if (isTaken) return 'taken';
    await intent.outbox.update(seq, { createdId });
    return 'noted';
  });
}

/** Facts about an op that leave its state alone. */
async function note(
  engine: Engine,
  { seq }: Op,
  facts: Pick<Op, 'createdId' | 'changedBefore' | 'supersededSentAt'>,
): Promise<void> {
  const { intent } = engine.databases;
  await intent.transaction('rw', intent.outbox, intent.meta, async () => {
    await assertLeading(engine);
    await intent.outbox.update(seq, facts);
  });
}
