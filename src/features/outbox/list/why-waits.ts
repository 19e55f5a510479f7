import { isOffline, isSilent } from '@/components/use-offline';
import type { SyncStatus } from '@/data/sync-status';
import { isUnderWay, messagesLike } from '@/domain/outbox/notification-op';
import { rulesOf } from '@/domain/outbox/kinds';
import type { Op } from '@/domain/outbox/op';
import { isKind, isParked } from '@/domain/outbox/op';
import { markFor } from '@/domain/outbox/overlay';
import { isHeldBack } from '@/domain/outbox/waits';
import type { WaitingMark } from '@/domain/triage/shared';

import type { OutboxGroups } from './outbox-groups';

/**
 * What holds everything up. broken: no sync worker started. offline: no connection.
 * silent: the network is there, and the server does not answer. cooling: the server has
 * trouble, and is left alone for a while. checking: something failed just now, and the
 * server is probed.
 */
export type DeviceStop =
  | 'broken'
  | 'offline'
  | 'silent'
  | 'cooling'
  | 'checking';

/**
 * Why a change waits, beside what it has stored itself (docs/offline-design.md 7.7).
 * decision: an earlier one of the same thing waits for a person. earlier: an earlier one
 * goes first. heldBack: a lost request may still arrive. undo: it can be taken back for
 * some seconds. sameMessage: the same text is on its way. nextTry, nextQuestion: after a
 * pause it is sent, or the server is asked. turn: nothing is in its way.
 */
export type OpWait =
  | DeviceStop
  | 'decision'
  | 'earlier'
  | 'heldBack'
  | 'undo'
  | 'sameMessage'
  | 'nextTry'
  | 'nextQuestion'
  | 'turn';

/** An op, and where the page lists it. */
export interface Placed {
  op: Op;
  group: keyof OutboxGroups;
  /** In its group, from 1. */
  place: number;
}

export interface WhyWaits {
  is: OpWait;
  /** The op that goes first; absent where none does. */
  first?: Placed | undefined;
  /** Epoch ms at which it goes on; absent where nobody can tell. */
  at?: number | undefined;
}

/** Why a decision about a thread waits. earlier: one about the same report goes first. */
export type MarkWait = DeviceStop | 'earlier' | 'notAsked' | 'tried';

const OPEN_GROUPS = ['needsYou', 'sending', 'waiting'] as const;

/** What keeps this device from sending anything; undefined when nothing does. */
export function deviceStop(
  status: SyncStatus | undefined,
  isOnline: boolean,
): DeviceStop | undefined {
  if (status?.isBroken) return 'broken';
  if (!isOnline) return 'offline';
  if (!status) return undefined;
  if (isSilent(status, isOnline)) return 'silent';
  if (isOffline(status, isOnline)) return 'offline';
  const { connection } = status;
  if (connection?.state === 'cooling') return 'cooling';
  return connection?.state === 'unsure' ? 'checking' : undefined;
}

/** The oldest open op of each lane: nothing else of the lane moves before it is over. */
export function firstOfLanes(
  groups: OutboxGroups,
): ReadonlyMap<string, Placed> {
  const first = new Map<string, Placed>();
  for (const group of OPEN_GROUPS) {
    for (const [at, op] of groups[group].entries()) {
      const known = first.get(op.lane);
      if (known && known.op.seq < op.seq) continue;
      first.set(op.lane, { op, group, place: at + 1 });
    }
  }
  return first;
}

/** What is known beside the op. */
export interface WaitContext {
  lanes: ReadonlyMap<string, Placed>;
  ops: readonly Op[];
  stop: DeviceStop | undefined;
  /** Epoch ms. */
  now: number;
}

/** Why an op waits now; undefined for one that does not. */
export function whyWaits(op: Op, context: WaitContext): WhyWaits | undefined {
  if (markFor(op.state) !== 'waiting') return undefined;
  const { lanes, stop, now } = context;
  const first = lanes.get(op.lane);
  if (first && first.op.seq < op.seq) {
    return { is: isParked(first.op.state) ? 'decision' : 'earlier', first };
  }
  if (stop) return { is: stop };
  if (op.nextAt <= now) return { is: 'turn' };
  return { is: pauseOf(op, context), at: op.nextAt };
}

/** What an op waits for that is not due yet. */
function pauseOf(op: Op, { ops, now }: WaitContext): OpWait {
  if (op.state === 'unknown') return 'nextQuestion';
  if (op.state !== 'queued' || op.silence) return 'nextTry';
  if (isKind(op, 'notification.send')) {
    const undoUntil = op.createdAt + (rulesOf(op.kind).undoMs ?? 0);
    if (op.nextAt <= undoUntil) return 'undo';
    return messagesLike(op, ops).some(isUnderWay) ? 'sameMessage' : 'nextTry';
  }
  return isHeldBack(op, now) ? 'heldBack' : 'nextTry';
}

/**
 * Why a decision about a thread waits now.
 * @param before those that are sent before it. @param isAsked whether the server has
 * said what it takes.
 */
export function whyMarkWaits(
  { key }: Pick<WaitingMark, 'key'>,
  before: readonly Pick<WaitingMark, 'key'>[],
  { stop, isAsked }: { stop: DeviceStop | undefined; isAsked: boolean },
): MarkWait {
  if (before.some((mark) => mark.key === key)) return 'earlier';
  if (stop) return stop;
  return isAsked ? 'tried' : 'notAsked';
}
