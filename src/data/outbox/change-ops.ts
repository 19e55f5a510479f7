import { NOTIFICATION_EXPIRES_MS } from '@/config';
import { guardUnload } from '@/data/device/unload-guard';
import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import { coalesce } from '@/domain/outbox/coalesce';
import type { Event } from '@/domain/outbox/events';
import { stepped } from '@/domain/outbox/machine';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Mutation, NewOp, Op, OpArgs } from '@/domain/outbox/op';
import { isOpen, newOp } from '@/domain/outbox/op';
import { accepts } from '@/domain/outbox/transitions';
import { sync } from '@/workers/client';

import { cancelFollowers, cancelReplaced, momentOf } from './replace-op';
import { readWork, tellWork } from './unsent-watch';

export interface EnqueueOptions {
  /**
   * Of what was typed for the change: forgotten in the same transaction, so that
   * no crash offers a saved change again.
   */
  draftKey?: string | undefined;
  /** Ids of the observers that have the phone which the change sets. */
  samePhone?: readonly number[] | undefined;
  /** Ops that the change replaces: cancelled in the same transaction. */
  inPlaceOf?: readonly Op[] | undefined;
}

/**
 * Stores a change in the outbox. Resolves once it can no longer be lost (one strict
 * transaction); the worker is rung afterwards and need not even be alive. A
 * change of something that still waits to be sent joins what waits.
 * @throws when the device cannot store it: then nothing may be called saved.
 * TooLateError when an op that it replaces may have reached the server.
 */
export function enqueue<K extends OpKind>(
  kind: K,
  wanted: OpArgs[K],
  options?: EnqueueOptions,
): Promise<void> {
  return enqueueAll(kind, [wanted], options);
}

/** As `enqueue`, of several changes of a kind: all of them are stored or none. */
export async function enqueueAll<K extends OpKind>(
  kind: K,
  all: readonly OpArgs[K][],
  { draftKey, samePhone, inPlaceOf = [] }: EnqueueOptions = {},
): Promise<void> {
  const { intent, actor } = databases();
  const { outbox, idMap, meta, drafts } = intent;
  const at = Date.now();
  assertNotPaused();
  const add = async (wanted: OpArgs[K]) => {
    // The page may still know what it changes under a temporary id.
    const known = await idMap.get(wanted.id);
    const args = known ? { ...wanted, id: known.realId } : wanted;
    const op = newOp(kind, args, { actor, at, opId: crypto.randomUUID() });
    const lane = await outbox.where('lane').equals(op.lane).sortBy('seq');
    const last = lane.findLast(({ state }) => isOpen(state));
    // One kind and its arguments, as the generic signature guarantees.
    const joined =
      last && coalesce(last, { kind, args } as Mutation, samePhone);
    if (last && joined?.to === 'replaced') {
      const event: Event = { type: 'Joined', args: joined.args };
      await outbox.put(stepped(last, event, momentOf(at)));
      return;
    }
    if (last && joined) {
      const type = joined.to === 'vanished' ? 'UserCancelled' : 'Replaced';
      await outbox.put(stepped(last, { type }, momentOf(at)));
    }
    if (joined?.to === 'superseded') {
      await outbox.add({ ...op, args: joined.args } as NewOp);
    } else if (joined?.to !== 'vanished') {
      await outbox.add(op);
    }
  };
  const write = async () => {
    await assertFreshBuild(intent);
    if (draftKey !== undefined) await drafts.delete(draftKey);
    await cancelReplaced(outbox, inPlaceOf, momentOf(at));
    for (const wanted of all) await add(wanted);
    return readWork(intent);
  };
  const work = await guardUnload(() =>
    withRoom(() =>
      intent.transaction('rw', outbox, idMap, meta, drafts, write),
    ),
  );
  tellWork(work);
  ring();
}

/** Tells the worker that something was enqueued. Lost bells do no harm: the leader also looks by itself. */
export function ring(): void {
  void sync.push();
}

/**
 * Takes a change back; with a creation, what was changed of it since.
 * @returns false when it is too late: it is being sent or was sent.
 */
export function cancelOp(op: Op): Promise<boolean> {
  return decide(op, { type: 'UserCancelled' });
}

/**
 * Sends a parked or waiting change again, now; its time to expire begins anew.
 * What was refused or clashed is compared once more before it goes out.
 * @param recipients of a notification, when not all it was for are still there.
 * @returns false when the engine was faster.
 */
export function retryOp(
  op: Op,
  recipients?: readonly number[],
): Promise<boolean> {
  const expiresAt = Date.now() + NOTIFICATION_EXPIRES_MS;
  return decide(op, { type: 'UserRetried', expiresAt, recipients });
}

/** Closes a notification of unknown fate: the user knows that it went out. */
export function confirmSent(op: Op): Promise<boolean> {
  return decide(op, { type: 'UserConfirmed' });
}

/**
 * A person's decision on an op. The ops behind it in its lane may go out now.
 * @returns false when the op no longer accepts it: the engine or another tab was
 * faster, or another op stands in its place.
 * @throws when the device cannot store it: then nothing was decided.
 */
async function decide(op: Op, event: Event): Promise<boolean> {
  const { intent } = databases();
  const { outbox, meta } = intent;
  const write = async () => {
    await assertFreshBuild(intent);
    const now = await outbox.get(op.seq);
    if (now?.opId !== op.opId || !accepts(now.state, event.type)) return false;
    const at = momentOf(Date.now());
    const next = stepped(now, event, at);
    await outbox.put(next);
    if (next.state === 'cancelled') await cancelFollowers(outbox, next, at);
    return true;
  };
  const isDecided = await guardUnload(() =>
    withRoom(() => intent.transaction('rw', outbox, meta, write)),
  );
  ring();
  return isDecided;
}
