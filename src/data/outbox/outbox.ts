import { NOTIFICATION_EXPIRES_MS } from '@/config';
import { databases } from '@/db/open';
import { countByState, countOpenOps } from '@/db/open-ops';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import { coalesce } from '@/domain/outbox/coalesce';
import { sentAfterAll } from '@/domain/outbox/notification-op';
import type {
  NewOp,
  Op,
  OpArgs,
  OpKind,
  OpState,
  Mutation,
} from '@/domain/outbox/op';
import {
  isCancellable,
  isKind,
  isOpen,
  newOp,
  nextStates,
  withoutSecrets,
} from '@/domain/outbox/op';
import { begunAgain } from '@/domain/outbox/resolution';
import { sync } from '@/workers/client';

import { cancelFollowers, cancelReplaced } from './replace-op';
import { guardUnload } from '@/data/unload-guard';
import { useFigures, useLive } from '@/data/live/use-live';
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
 * Keeps a change. Resolves once it can no longer be lost (one strict
 * transaction); the worker is told afterwards and need not even be alive. A
 * change of something that still waits to be sent joins what waits.
 * @throws when the device cannot keep it: then nothing may be called saved.
 * TooLateError when an op that it replaces may have reached the server.
 */
export async function keep<K extends OpKind>(
  kind: K,
  wanted: OpArgs[K],
  { draftKey, samePhone, inPlaceOf = [] }: EnqueueOptions = {},
): Promise<void> {
  const { intent, actor } = databases();
  const { outbox, idMap, meta, drafts } = intent;
  const at = Date.now();
  const opId = crypto.randomUUID();
  assertNotPaused();
  const write = async () => {
    await assertFreshBuild(intent);
    if (draftKey !== undefined) await drafts.delete(draftKey);
    await cancelReplaced(outbox, inPlaceOf, at);
    // The page may still know what it changes under a temporary id.
    const known = await idMap.get(wanted.id);
    const args = known ? { ...wanted, id: known.realId } : wanted;
    const op = newOp(kind, args, { actor, at, opId });
    const lane = await outbox.where('lane').equals(op.lane).sortBy('seq');
    const last = lane.findLast(({ state }) => isOpen(state));
    // One kind and its arguments, as the generic signature guarantees.
    const joined =
      last && coalesce(last, { kind, args } as Mutation, samePhone);
    if (last && joined?.to === 'replaced') {
      await outbox.put({ ...last, args: joined.args } as Op);
      return readWork(intent);
    }
    if (last && joined) {
      const state = joined.to === 'vanished' ? 'cancelled' : 'superseded';
      await outbox.put(withoutSecrets({ ...last, state, endedAt: at }));
    }
    if (joined?.to === 'superseded') {
      await outbox.add({ ...op, args: joined.args } as NewOp);
    } else if (joined?.to !== 'vanished') {
      await outbox.add(op);
    }
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

/** Tells the worker that something was kept. Lost bells do no harm: the leader also looks by itself. */
export function ring(): void {
  void sync.push();
}

/** Every op that is still kept, newest first; undefined until read. */
export function useOutbox(): Op[] | undefined {
  return useLive('outbox', readNewestFirst);
}

/** The same where all of them are listed: while many go out, a few times a second. */
export function useOutboxList(): Op[] | undefined {
  return useFigures('outbox', readNewestFirst);
}

async function readNewestFirst(): Promise<Op[]> {
  return databases().intent.outbox.reverse().toArray();
}

/** How many changes the server does not have yet. */
export function countUnsent(): Promise<number> {
  return countOpenOps(databases().intent.outbox);
}

/**
 * Takes a change back; with a creation, what was changed of it since.
 * @returns false when it is too late: it is being sent or was sent.
 */
export function cancelOp(op: Op): Promise<boolean> {
  return decide(op, 'cancelled', ended);
}

/**
 * Sends a parked or waiting change again, now; its time to expire begins anew.
 * What was refused or clashed is looked at once more before it goes out.
 * @param recipients of a notification, when not all it was for are still there.
 * @returns false when the engine was faster.
 */
export function retryOp(
  op: Op,
  recipients?: readonly number[],
): Promise<boolean> {
  return decide(op, 'queued', (now) => {
    if (isKind(now, 'notification.send')) {
      const expiresAt = Date.now() + NOTIFICATION_EXPIRES_MS;
      return sentAfterAll(now, expiresAt, recipients);
    }
    const isOver = now.state === 'rejected' || now.state === 'conflict';
    return isOver ? begunAgain(now) : { ...now, nextAt: 0 };
  });
}

/** Closes a notification of unknown fate: the user knows that it went out. */
export function confirmSent(op: Op): Promise<boolean> {
  return decide(op, 'done', ended);
}

function ended(op: Op): Op {
  return { ...op, endedAt: Date.now() };
}

/**
 * A person's decision on an op; refused once the engine has moved it on. What
 * stood behind it in its lane may go out now.
 * @throws when the device cannot store it: then nothing was decided.
 */
async function decide(
  op: Op,
  to: OpState,
  change: (now: Op) => Op,
): Promise<boolean> {
  const { intent } = databases();
  const write = async () => {
    await assertFreshBuild(intent);
    const now = await intent.outbox.get(op.seq);
    if (!now || !isCancellable(now.state)) return false;
    if (!nextStates[now.state].includes(to)) return now.state === to;
    const next: Op = { ...change(now), state: to };
    await intent.outbox.put(isOpen(to) ? next : withoutSecrets(next));
    if (to === 'cancelled') await cancelFollowers(intent.outbox, next);
    return true;
  };
  const { outbox, meta } = intent;
  const isDecided = await guardUnload(() =>
    withRoom(() => intent.transaction('rw', outbox, meta, write)),
  );
  ring();
  return isDecided;
}

export interface OutboxCounts {
  waiting: number;
  sending: number;
  needsYou: number;
}

/** Counts for the sync status. */
export function useOutboxCounts(): OutboxCounts | undefined {
  return useFigures('outbox-counts', async () => {
    const count = await countByState(databases().intent.outbox);
    return {
      waiting: count.queued + count.unknown + count.retryWait,
      sending: count.inflight,
      needsYou: count.conflict + count.rejected + count.needsConfirm,
    };
  });
}
