import { NOTIFICATION_EXPIRES_MS } from '@/config';
import { databases } from '@/db/open';
import { countByState, countOpenOps } from '@/db/open-ops';
import { withRoom } from '@/db/room';
import { seal } from '@/db/seal';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import { coalesce } from '@/domain/coalesce';
import { stable } from '@/domain/fingerprint';
import type { Op, OpArgs, OpKind, OpState, Wish } from '@/domain/op';
import {
  isCancellable,
  isKind,
  isOpen,
  newOp,
  nextStates,
  temporaryId,
  withoutSecrets,
} from '@/domain/op';
import type { Decision, Means } from '@/domain/resolve';
import { begunAgain, successorOf, takenCodes } from '@/domain/resolve';
import { sync } from '@/workers/client';

import { cancelFollowers, succeed } from './succeed';
import { useFigures, useLive } from './use-live';

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
  return useLive('outbox', readNewestFirst);
}

/** The same where all of them are listed: while many go out, a few times a second. */
export function useOutboxList(): Op[] | undefined {
  return useFigures('outbox', readNewestFirst);
}

async function readNewestFirst(): Promise<Op[]> {
  return databases().intent.outbox.reverse().toArray();
}

/** How many changes the host does not have yet. */
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
    const isOver = now.state === 'rejected' || now.state === 'conflict';
    const again = isOver ? begunAgain(now) : { ...now, nextAt: 0 };
    if (!isKind(again, 'notification.send')) return again;
    const expiresAt = Date.now() + NOTIFICATION_EXPIRES_MS;
    const left = recipients && {
      recipients: [...recipients],
      recipientCount: recipients.length,
    };
    return { ...again, args: { ...again.args, expiresAt, ...left } };
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
  const isDecided = await intent.transaction(
    'rw',
    intent.outbox,
    intent.meta,
    write,
  );
  ring();
  return isDecided;
}

/**
 * decided: it is kept. tooLate: meanwhile it was decided elsewhere, or others
 * changed the same once more. codeTaken: another form has that code.
 */
export type Resolution = 'decided' | 'tooLate' | 'codeTaken';

/**
 * Carries out what a person decided about a conflict, in one strict transaction:
 * the change goes out again on top of what the host has now, something else goes
 * out in its place, or it is closed. What waits behind it keeps its order.
 * @param op as the person saw it when they decided.
 * @throws when the device cannot keep it: then nothing was decided.
 */
export async function resolveConflict(
  op: Op,
  decision: Decision,
): Promise<Resolution> {
  const { intent, cache } = databases();
  const { outbox, meta } = intent;
  assertNotPaused();
  const forms = decision.to === 'copy' ? await cache.forms.toArray() : [];
  const means: Means = {
    newId: () => temporaryId(Math.random),
    knownIds: await knownIdsFor(op, decision),
    ...('pin' in decision && decision.pin !== undefined
      ? { pin: await seal(intent, decision.pin) }
      : {}),
  };
  const write = async (): Promise<Resolution> => {
    await assertFreshBuild(intent);
    const now = await outbox.get(op.seq);
    if (now?.state !== op.state || !isAsSeen(now, op)) return 'tooLate';
    if (decision.to === 'copy') {
      const taken = takenCodes(now, forms, await outbox.toArray());
      if (taken.has(decision.code)) return 'codeTaken';
    }
    await succeed(outbox, now, successorOf(now, decision, means));
    return 'decided';
  };
  const resolution = await withRoom(() =>
    intent.transaction('rw', outbox, meta, write),
  );
  ring();
  // Nothing of ours holds the row of whom others deleted any more.
  if (op.failure?.kind === 'missing' && isKind(op, 'observer.update')) {
    void sync.pullObservers();
  }
  return resolution;
}

/** The op and what the host had are what the person looked at. */
function isAsSeen(now: Op, seen: Op): boolean {
  const essence = ({ opId, args, theirs, round }: Op) =>
    stable({ opId, args, theirs, round });
  return essence(now) === essence(seen);
}

/** Observers that already have the phone under which one is added. */
async function knownIdsFor(op: Op, decision: Decision): Promise<number[]> {
  const phone = phoneAdded(op, decision);
  return phone === undefined
    ? []
    : databases().cache.observers.where('phone').equals(phone).primaryKeys();
}

function phoneAdded(op: Op, decision: Decision): string | undefined {
  if (decision.to === 'correct') return decision.input.phone;
  if (decision.to !== 'again' || !isKind(op, 'observer.update')) {
    return undefined;
  }
  return op.args.patch.phone ?? op.args.base.phone;
}

/** Codes that a form in conflict may not be given, live; undefined until read. */
export function useTakenCodes(op: Op): ReadonlySet<string> | undefined {
  return useLive(`taken-codes:${op.opId}`, async () => {
    const { cache, intent } = databases();
    const forms = await cache.forms.toArray();
    return takenCodes(op, forms, await intent.outbox.toArray());
  });
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
