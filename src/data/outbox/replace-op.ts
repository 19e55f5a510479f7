import type { IntentDatabase } from '@/db/intent';
import type { ObserverInput } from '@/domain/observers/observer';
import { stepped, successorBegun } from '@/domain/outbox/machine';
import type { NewOp, Op, OpOf } from '@/domain/outbox/op';
import {
  isCreation,
  isKind,
  isOpen,
  newOp,
  withRealId,
} from '@/domain/outbox/op';
import type { Successor } from '@/domain/outbox/resolution';
import { withCorrectedBase } from '@/domain/outbox/resolution';
import { accepts } from '@/domain/outbox/transitions';
import type { Moment } from '@/domain/outbox/waits';

/** A person's decision waits for nothing, so it draws no random wait. */
export function momentOf(now: number): Moment {
  return { now, random: Math.random };
}

/**
 * Puts what goes out next in the place of an op, so that what waits behind it
 * still goes out after it. Call inside a transaction on the outbox.
 * @param next undefined: nothing does, the op is closed.
 */
export async function replaceOp(
  outbox: IntentDatabase['outbox'],
  op: Op,
  next: Successor | undefined,
): Promise<void> {
  const at = momentOf(Date.now());
  if (!next) {
    const cancelled = stepped(op, { type: 'UserCancelled' }, at);
    await outbox.put(cancelled);
    await cancelFollowers(outbox, cancelled, at);
    return;
  }
  const { kind, args, overrode } = next;
  if (kind === op.kind && args.id === op.args.id) {
    await outbox.put(stepped(op, { type: 'UserDecided', args, overrode }, at));
    if (kind === 'observer.create' && isKind(op, 'observer.create')) {
      await rebase(outbox, op, args.input);
    }
    return;
  }
  const { seq, actor, createdAt, lane } = op;
  const opId = crypto.randomUUID();
  const made = newOp(kind, args, { actor, at: createdAt, opId });
  await outbox.put({ ...successorBegun(op, made as NewOp), seq } as Op);
  const { seq: _, ...past } = stepped(op, { type: 'Replaced' }, at);
  await outbox.add(past);
  if (kind !== 'observer.create') return;
  const behind = await outbox.where('lane').equals(lane).toArray();
  for (const each of behind) {
    if (isOpen(each.state)) await outbox.put(withRealId(each, args.id));
  }
}

/** An op that was to be replaced is on its way or was sent already. */
export class TooLateError extends Error {
  override name = 'TooLateError';
}

/**
 * Cancels the ops that a new op replaces, with the ops that wait for a
 * cancelled creation. Call it inside the transaction that stores the new op: in
 * a separate one, a crash between the two would lose the change.
 * @throws TooLateError when one of the ops may have reached the server.
 */
export async function cancelReplaced(
  outbox: IntentDatabase['outbox'],
  ops: readonly Op[],
  at: Moment,
): Promise<void> {
  for (const { seq, opId } of ops) {
    const now = await outbox.get(seq);
    if (now?.opId === opId && now.state === 'cancelled') continue;
    if (now?.opId !== opId || !accepts(now.state, 'UserCancelled')) {
      throw new TooLateError('The op to be replaced has moved on');
    }
    const cancelled = stepped(now, { type: 'UserCancelled' }, at);
    await outbox.put(cancelled);
    await cancelFollowers(outbox, cancelled, at);
  }
}

/** What waits behind an addition is about the corrected values now. */
async function rebase(
  outbox: IntentDatabase['outbox'],
  { lane, seq, args }: OpOf<'observer.create'>,
  input: ObserverInput,
): Promise<void> {
  const ops: Op[] = await outbox.where('lane').equals(lane).toArray();
  for (const op of ops) {
    if (op.seq <= seq || !isOpen(op.state)) continue;
    await outbox.put(withCorrectedBase(op, args.input, input));
  }
}

/**
 * What was never created cannot be changed: the changes that wait behind a
 * cancelled creation are cancelled with it. Call inside the same transaction.
 */
export async function cancelFollowers(
  outbox: IntentDatabase['outbox'],
  creation: Op,
  at: Moment,
): Promise<void> {
  if (!isCreation(creation)) return;
  const { lane, seq } = creation;
  const ops: Op[] = await outbox.where('lane').equals(lane).toArray();
  for (const op of ops) {
    if (op.seq < seq || !accepts(op.state, 'UserCancelled')) continue;
    await outbox.put(stepped(op, { type: 'UserCancelled' }, at));
  }
}
