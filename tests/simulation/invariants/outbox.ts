import { SENT_SHOWN_MS } from '@/config';
import { markFor } from '@/domain/outbox/overlay';
import type { Op } from '@/domain/outbox/op';
import { opKinds } from '@/domain/outbox/kinds';
import { isOpen, isParked } from '@/domain/outbox/op';
import { statesAfter } from '@/domain/outbox/transitions';
import { SETTLE_WINDOW_MS } from '@/domain/outbox/waits';

import type { Ledger } from '../story/ledger';
import { isEngineStep } from '../story/ledger';
import type { Complain } from '../story/sentences';
import type { Account, World } from '../device/stage';
import { codesOf } from './view';

/** I1, for one op that was there before. */
export function nothingSavedDisappears(
  before: Op,
  after: Op | undefined,
  now: number,
  complain: Complain,
): void {
  if (!after) {
    const isPurged =
      before.endedAt !== undefined && before.endedAt < now - SENT_SHOWN_MS;
    if (!isPurged) complain('I1', `op ${before.seq} ${before.kind} is gone`);
    return;
  }
  const isDecided =
    before.kind === 'notification.send' || before.state === 'conflict';
  const wasSent = before.attempts > 0 && isOpen(after.state);
  if (wasSent && !isDecided && textOf(before) !== textOf(after)) {
    complain('I1', `op ${before.seq} changed after it was sent`);
  }
}

function textOf(op: Op): string {
  return JSON.stringify({ ...op.args, pin: undefined });
}

/** I2: how often what may not be doubled took effect. */
export function createsAreAppliedOnce(
  world: World,
  ledger: Ledger,
  complain: Complain,
): void {
  for (const op of ledger.ops.values()) {
    if (opKinds[op.kind].resend === 'safe') continue;
    if (op.kind === 'form.update') continue;
    if (world.network.beyondWindow.has(op.opId)) continue;
    if (world.server.disguised.has(op.opId)) continue;
    const times = world.server.effects.filter(
      (effect) => effect.opId === op.opId,
    ).length;
    // Its row may be deleted at another device before its fate is asked: then it is not there.
    const madeAnew = world.server.unmade.get(op.opId) ?? 0;
    const allowed = 1 + (ledger.confirmed.get(op.opId) ?? 0) + madeAnew;
    if (times > allowed) {
      complain('I2', `op ${op.seq} ${op.kind} took effect ${times} times`);
    }
  }
}

/**
 * I2, of what two devices may send: nobody is added who had been there under this name
 * and phone for a settle window when the request left. Two devices that add somebody at
 * once cannot know of each other.
 */
export function nobodyIsAddedTwice(
  { server, network, tabs }: World,
  account: Account,
  { ops, shared }: Ledger,
  complain: Complain,
): void {
  const here = new Set(
    tabs.filter((tab) => tab.account === account).map(({ n }) => n),
  );
  for (const { opId, tab, firstOpId, name, since } of server.doubles) {
    if (!here.has(tab) || !shared.has(opId)) continue;
    const first = server.effects.find((each) => each.opId === firstOpId);
    // A lost request of the same op is what the settle window is for.
    if (firstOpId === opId && first && here.has(first.tab)) continue;
    const sent = network.asked.findLast(
      (each) =>
        each.opId === opId && each.tab === tab && each.method === 'POST',
    );
    if (!sent || sent.at - since < SETTLE_WINDOW_MS) continue;
    complain('I2', `op ${ops.get(opId)?.seq} added ${name}, who was there`);
  }
}

/** I2: sections and questions that were added once stand there once. */
export function partsAreAddedOnce(world: World, complain: Complain): void {
  for (const form of world.server.forms) {
    const codes = codesOf(form.sections);
    const doubled = codes.filter((code, at) => codes.indexOf(code) !== at);
    if (doubled.length > 0) {
      complain('I2', `form ${form.id} has ${doubled.join()} twice`);
    }
  }
}

/**
 * I27: observers' answers hang on a question, so none is deleted to be added again.
 * @param deletable codes of the questions that a person removed.
 */
export function onlyRemovedPartsAreDeleted(
  { server }: World,
  deletable: ReadonlySet<string>,
  complain: Complain,
): void {
  for (const code of server.removed.keys()) {
    if (!deletable.has(code)) {
      complain('I27', `question ${code} was deleted, and nobody removed it`);
    }
  }
}

/** I3, over everything that took effect: a device keeps the order of its own ops. */
export function lanesKeepTheirOrder(
  world: World,
  account: Account,
  ledger: Ledger,
  complain: Complain,
): void {
  const tabs = new Map(world.tabs.map((tab) => [tab.n, tab]));
  const last = new Map<string, number>();
  for (const { opId, tab } of world.server.effects) {
    if (tabs.get(tab)?.account !== account) continue;
    const op = opId === undefined ? undefined : ledger.ops.get(opId);
    if (!op || world.network.beyondWindow.has(op.opId)) continue;
    const seq = ledger.firstSeq.get(op.opId) ?? op.seq;
    const before = last.get(op.lane) ?? 0;
    if (before > seq) {
      complain('I3', `${op.lane}: op ${seq} came after op ${before}`);
    }
    last.set(op.lane, Math.max(before, seq));
  }
}

/** I5: what is unsent when nothing is left to wait for. */
export function overlayIsEmpty(account: Account, complain: Complain): void {
  const open = account.stored
    .intent('outbox')
    .filter(({ state }) => isOpen(state));
  for (const op of open) {
    complain('I5', `op ${op.seq} ${op.kind} is still ${op.state}`);
  }
}

/** I9, when the network was good for long: only what needs a person is left. */
export function parkedBlockNobody(account: Account, complain: Complain): void {
  const ops = account.stored
    .intent('outbox')
    .filter(({ state }) => isOpen(state));
  const parked = new Set(
    ops.filter(({ state }) => isParked(state)).map(({ lane }) => lane),
  );
  for (const op of ops) {
    if (markFor(op.state) === undefined) {
      complain('I9', `op ${op.seq} is ${op.state} and in no list`);
    }
    if (!parked.has(op.lane)) {
      complain('I9', `op ${op.seq} ${op.kind} is ${op.state} behind nothing`);
    }
  }
}

/** I15, for one op that changed. */
export function historyExplains(
  before: Op | undefined,
  after: Op,
  newAttempts: readonly { opId: string }[],
  complain: Complain,
): void {
  if (!before) {
    // What takes the place of a shared op asks first.
    const begins = after.shared === 'decided' ? 'unknown' : 'queued';
    if (after.state !== begins)
      complain('I15', `op ${after.seq} began as ${after.state}`);
    return;
  }
  if (before.state === after.state) return;
  if (!statesAfter(before.state).includes(after.state)) {
    complain(
      'I15',
      `op ${after.seq} went from ${before.state} to ${after.state}`,
    );
  }
  const isTold = newAttempts.some(({ opId }) => opId === after.opId);
  // A page did that, in the transaction that read it for the file.
  const isSaved =
    after.shared === 'saved' && after.failure?.kind === 'takenOver';
  if (isSaved || (after.shared === 'saved' && before.shared === undefined)) {
    return;
  }
  if (isEngineStep(before.state, after.state) && !isTold) {
    complain(
      'I15',
      `op ${after.seq} went from ${before.state} to ${after.state} without a word`,
    );
  }
}
