import { NOTIFICATION_EXPIRES_MS } from '@/config';
import { databases } from '@/db/open';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import { coalesce } from '@/domain/coalesce';
import type { Op, OpArgs, OpKind, OpState, Wish } from '@/domain/op';
import {
  isCancellable,
  isKind,
  isOpen,
  isParked,
  newOp,
  nextStates,
  openStates,
  withoutSecrets,
} from '@/domain/op';
import { sync } from '@/workers/client';

import { withRoom } from '@/db/room';
import { useLive } from './use-live';

/**
 * Keeps a change. Resolves once it can no longer be lost (one strict
 * transaction); the worker is told afterwards and need not even be alive. A
 * change of something that still waits to be sent joins what waits.
 * @throws when the device cannot keep it: then nothing may be called saved.
 */
export async function keep<K extends OpKind>(
  kind: K,
  wanted: OpArgs[K],
): Promise<void> {
  const { intent, actor } = databases();
  const { outbox } = intent;
  const at = Date.now();
  const opId = crypto.randomUUID();
  assertNotPaused();
  const write = async () => {
    await assertFreshBuild(intent);
    // The page may still know what it changes under a temporary id.
    const known = await intent.idMap.get(wanted.id);
    const args = known ? { ...wanted, id: known.realId } : wanted;
    const op = newOp(kind, args, { actor, at, opId });
    const lane = await outbox.where('lane').equals(op.lane).sortBy('seq');
    const last = lane.findLast(({ state }) => isOpen(state));
    // One kind and its arguments, as the generic signature guarantees.
    const joined = last && coalesce(last, { kind, args } as Wish);
    if (last && joined?.to === 'replaced') {
      await outbox.put({ ...last, args: joined.args } as Op);
      return;
    }
    if (last && joined) {
      const state = joined.to === 'vanished' ? 'cancelled' : 'superseded';
      await outbox.put(withoutSecrets({ ...last, state, endedAt: at }));
    }
    if (joined?.to !== 'vanished') await outbox.add(op);
  };
  const { idMap, meta } = intent;
  await withRoom(() => intent.transaction('rw', outbox, idMap, meta, write));
  ring();
}

/** Lost bells do no harm: the leader also looks by itself. */
function ring(): void {
  void sync.push();
}

/** Every op that is still kept, newest first; undefined until read. */
export function useOutbox(): Op[] | undefined {
  return useLive('outbox', () => databases().intent.outbox.reverse().toArray());
}

/** How many changes the host does not have yet. */
export function countUnsent(): Promise<number> {
  return databases()
    .intent.outbox.where('state')
    .anyOf([...openStates])
    .count();
}

/**
 * Takes a change back.
 * @returns false when it is too late: it is being sent or was sent.
 */
export function cancelOp(op: Op): Promise<boolean> {
  return decide(op, 'cancelled', { endedAt: Date.now() });
}

/**
 * Sends a parked or waiting change again, now; its time to expire begins anew.
 * @param recipients of a notification, when not all it was for are still there.
 * @returns false when the engine was faster.
 */
export function retryOp(
  op: Op,
  recipients?: readonly number[],
): Promise<boolean> {
  return decide(op, 'queued', {
    nextAt: 0,
    ...(isKind(op, 'notification.send')
      ? {
          args: {
            ...op.args,
            expiresAt: Date.now() + NOTIFICATION_EXPIRES_MS,
            ...(recipients
              ? {
                  recipients: [...recipients],
                  recipientCount: recipients.length,
                }
              : {}),
          },
        }
      : {}),
  });
}

/** Closes a notification of unknown fate: the user knows that it went out. */
export function confirmSent(op: Op): Promise<boolean> {
  return decide(op, 'done', { endedAt: Date.now() });
}

/**
 * A person's decision on an op; refused once the engine has moved it on. What
 * stood behind it in its lane may go out now.
 */
async function decide(
  op: Op,
  to: OpState,
  changes: Partial<Pick<Op, 'endedAt' | 'nextAt' | 'args'>>,
): Promise<boolean> {
  const { intent } = databases();
  const write = async () => {
    await assertFreshBuild(intent);
    const now = await intent.outbox.get(op.seq);
    if (!now || !isCancellable(now.state)) return false;
    if (!nextStates[now.state].includes(to)) return now.state === to;
    const next = { ...now, ...changes, state: to } as Op;
    await intent.outbox.put(isOpen(to) ? next : withoutSecrets(next));
    return true;
  };
  const isDecided = await intent.transaction(
    'rw',
    intent.outbox,
    intent.meta,
    write,
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
  return useLive('outbox-counts', async () => {
    const states = await databases()
      .intent.outbox.where('state')
      .anyOf([...openStates])
      .toArray();
    const open = states.map(({ state }) => state).filter(isOpen);
    const sending = open.filter((state) => state === 'inflight').length;
    const needsYou = open.filter(isParked).length;
    return { waiting: open.length - sending - needsYou, sending, needsYou };
  });
}
