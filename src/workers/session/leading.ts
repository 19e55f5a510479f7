import type { Client } from '@/api/client';
import { assertFreshBuild } from '@/db/writer';
import type { Op } from '@/domain/outbox/op';

import { FencedError } from '@/workers/commit';
import type { Engine } from '@/workers/engine';

/**
 * Throws when a newer leader took over or a newer build shut this one out; call
 * inside a transaction on `intent`.
 */
export async function assertLeading({
  databases,
  epoch,
}: Pick<Engine, 'databases' | 'epoch'>): Promise<void> {
  await assertFreshBuild(databases.intent);
  const row = await databases.intent.meta.get('leaderEpoch');
  if (row?.v !== epoch) throw new FencedError('Another leader took over');
}

/**
 * A client whose writes leave only while this worker leads: one that was frozen
 * between its claim and its request may have been replaced meanwhile, and its
 * request would come after newer ones. Such a write throws and is not sent.
 */
export function writingAsLeader(
  client: Client,
  { databases, epoch }: Pick<Engine, 'databases' | 'epoch'>,
): Client {
  const { intent } = databases;
  return {
    ...client,
    async send(request) {
      await intent.transaction('r', intent.meta, async () => {
        await assertLeading({ databases, epoch });
      });
      return client.send(request);
    },
  };
}

/**
 * Notes the server's id for what an op created, before anything else is done with
 * it: a worker that dies next leaves the op of unknown fate, and what was made
 * may be changed beyond recognition before it is looked for.
 */
export function recordCreatedId(
  engine: Engine,
  op: Op,
  createdId: number,
): Promise<void> {
  return note(engine, op, { createdId });
}

/**
 * Notes which row of the history proves that a message arrived, unless it proves
 * another message already.
 * @returns whether the row is noted.
 */
export function noteProof(
  { databases, epoch }: Engine,
  { seq }: Op,
  createdId: number,
): Promise<boolean> {
  const { intent } = databases;
  return intent.transaction('rw', intent.outbox, intent.meta, async () => {
    await assertLeading({ databases, epoch });
    const ops: Op[] = await intent.outbox.toArray();
    const isTaken = ops.some(
      (op) => op.kind === 'notification.send' && op.createdId === createdId,
    );
    if (!isTaken) await intent.outbox.update(seq, { createdId });
    return !isTaken;
  });
}

/** Notes that what an op publishes is not what its user saw. */
export function noteChangedBefore(engine: Engine, op: Op): Promise<void> {
  return note(engine, op, { changedBefore: true });
}

async function note(
  { databases, epoch }: Engine,
  { seq }: Op,
  seen: Pick<Op, 'createdId' | 'changedBefore'>,
): Promise<void> {
  const { intent } = databases;
  await intent.transaction('rw', intent.outbox, intent.meta, async () => {
    await assertLeading({ databases, epoch });
    await intent.outbox.update(seq, seen);
  });
}
