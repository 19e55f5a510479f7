import type { Observer, ObserverPatch } from './observer';
import type { Op, OpState } from './op';
import type { Thread } from './thread';

/** What a row says about its unsent change. */
export type PendingMark = 'waiting' | 'sending' | 'refused' | 'needsYou';

/** A server row with the user's waiting changes on top. */
export type Overlaid<T> = T & { pending?: PendingMark };

/**
 * Shows waiting changes over what the host said, oldest first. A refused change
 * leaves the row (it keeps its mark): the host's value is the truth then.
 */
export function overlayObserver(
  observer: Observer,
  ops: readonly Op[],
): Overlaid<Observer> {
  const { patch, pending } = pendingOf(observer.id, ops);
  return { ...observer, ...patch, ...pending };
}

/** A thread shows its observer's name and phone; a change of these shows at once. */
export function overlayThread(
  thread: Thread,
  ops: readonly Op[],
): Overlaid<Thread> {
  const { patch, pending } = pendingOf(thread.observerId, ops);
  const { name, phone } = patch;
  return {
    ...thread,
    ...(name === undefined ? {} : { observerName: name }),
    ...(phone === undefined ? {} : { observerPhone: phone }),
    ...pending,
  };
}

/** What the waiting changes of one observer come to, and the mark they show. */
function pendingOf(
  observerId: number,
  ops: readonly Op[],
): { patch: ObserverPatch; pending: { pending?: PendingMark } } {
  const mine = openOpsOf(ops, observerId);
  const patch: ObserverPatch = {};
  for (const op of mine) {
    if (op.state !== 'rejected') Object.assign(patch, op.args.patch);
  }
  const mark = markOf(mine);
  return { patch, pending: mark ? { pending: mark } : {} };
}

function openOpsOf(ops: readonly Op[], observerId: number): Op[] {
  return ops
    .filter((op) => op.args.id === observerId && markFor(op.state))
    .sort((a, b) => a.seq - b.seq);
}

/** The strongest mark of several ops: what needs a person first. */
function markOf(ops: readonly Op[]): PendingMark | undefined {
  const marks = new Set(ops.map((op) => markFor(op.state)));
  const order = ['needsYou', 'refused', 'sending', 'waiting'] as const;
  return order.find((mark) => marks.has(mark));
}

/** The word a state shows as; undefined once it is over. */
export function markFor(state: OpState): PendingMark | undefined {
  switch (state) {
    case 'queued':
    case 'retryWait':
      return 'waiting';
    case 'inflight':
    case 'unknown':
      return 'sending';
    case 'rejected':
      return 'refused';
    case 'conflict':
    case 'needsConfirm':
      return 'needsYou';
    case 'done':
    case 'cancelled':
    case 'superseded':
      return undefined;
  }
}
