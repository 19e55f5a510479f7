import { getObserverCount } from '@/api/observers';
import {
  KNOCK_AFTER_MS,
  LANES_AT_ONCE,
  SENT_KEPT_MS,
  SETTLE_WINDOW_MS,
} from '@/config';
import type { Op } from '@/domain/outbox/op';
import { isKind, isOpen, isParked, opKinds } from '@/domain/outbox/op';
import { outcomeOf } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine';
import { assertLeading } from '@/workers/session/leading';
import { lookAtObservers } from '@/workers/pull/observers';
import { move, postpone, shortenWait } from './op-moves';
import { backoff, LONGEST_WAIT_MS, settledAt } from './op-waits';
import type { Check, Senders } from './sender';
import { checkWith, sendWith } from './sender';
import { resolveUnknown, settle } from './settle';

/** From so many waiting edits on, one list costs less than a look at each. */
const LOOK_AHEAD_FROM = 5;

/**
 * Sends what is due, lane by lane: inside a lane strictly in the order of
 * keeping, lanes side by side, a stuck lane holds up nobody else.
 * @returns epoch ms of the next thing to do, or undefined when nothing waits.
 */
export async function pushDue(
  engine: Engine,
  senders: Senders,
): Promise<number | undefined> {
  await recover(engine);
  await forgetSent(engine);
  await pushLanes(
    engine,
    senders,
    laneHeads(await engine.databases.intent.outbox.toArray()),
  );
  const left = laneHeads(await engine.databases.intent.outbox.toArray());
  const due = left
    .filter(({ state }) => !isParked(state))
    .map(({ nextAt }) => nextAt);
  return due.length === 0 ? undefined : Math.min(...due);
}

/**
 * The server is heard of again: what waits only because it was silent is due now,
 * not quite at once, so that a room of laptops does not return in step.
 */
export async function wakeRetries(engine: Engine): Promise<void> {
  const { intent } = engine.databases;
  const { outbox, meta } = intent;
  const nextAt = engine.now() + backoff(engine, 0);
  await intent.transaction('rw', outbox, meta, async () => {
    await assertLeading(engine);
    await outbox
      .where('state')
      .equals('queued')
      .filter((op) => (op.denials ?? 0) > 0 && op.nextAt > nextAt)
      .modify({ nextAt });
  });
}

/**
 * Works so many lanes at once as are sent side by side: an op is claimed only
 * when its request can leave, because every wait counts from there. A server that
 * falls silent or gets into trouble is spared the rest.
 */
async function pushLanes(
  engine: Engine,
  senders: Senders,
  lanes: Op[],
): Promise<void> {
  let looking: Promise<void> | undefined;
  const lookOnce = () =>
    (looking ??= lookAhead(engine, lanes).finally(() => {
      looking = undefined;
    }));
  const work = async () => {
    while (lanes.length > 0 && !engine.isStopped() && engine.isUp()) {
      await lookOnce();
      const lane = lanes.shift();
      if (lane) await pushLane(engine, senders, lane);
    }
  };
  await Promise.all(Array.from({ length: LANES_AT_ONCE }, work));
}

/**
 * Many edits are checked against one fresh list instead of with a request each.
 */
async function lookAhead(engine: Engine, heads: readonly Op[]): Promise<void> {
  const edits = heads.filter(
    ({ kind, attempts, nextAt }) =>
      kind === 'observer.update' && attempts === 0 && nextAt <= engine.now(),
  );
  if (edits.length < LOOK_AHEAD_FROM) return;
  const newest = Math.max(...edits.map(({ createdAt }) => createdAt));
  await lookAtObservers(engine, newest);
}

/** The oldest open op of each lane: the only one of it that may move. */
function laneHeads(ops: readonly Op[]): Op[] {
  const heads = new Map<string, Op>();
  for (const op of ops.toSorted((a, b) => a.seq - b.seq)) {
    if (isOpen(op.state) && !heads.has(op.lane)) heads.set(op.lane, op);
  }
  return [...heads.values()];
}

/** Works a lane until its head has to wait, needs a person, or is none. */
async function pushLane(
  engine: Engine,
  senders: Senders,
  first: Op,
): Promise<void> {
  let head: Op | undefined = first;
  while (head && !engine.isStopped()) {
    if (isParked(head.state)) return;
    const wait = head.nextAt - engine.now();
    if (wait > LONGEST_WAIT_MS) await shortenWait(engine, head);
    if (wait > 0) return;
    const moved =
      head.state === 'unknown'
        ? await resolveUnknown(engine, senders, head)
        : await sendOnce(engine, senders, head);
    if (!moved) return;
    const lane: Op[] = await engine.databases.intent.outbox
      .where('lane')
      .equals(head.lane)
      .toArray();
    head = laneHeads(lane)[0];
  }
}

/**
 * Ops found in flight under an older epoch: their worker died or was fenced off
 * in mid-request, so nobody knows whether the server did them.
 */
async function recover(engine: Engine): Promise<void> {
  const inflight = await engine.databases.intent.outbox
    .where('state')
    .equals('inflight')
    .toArray();
  for (const op of inflight) {
    if (op.epoch === engine.epoch) continue;
    await move(engine, op, 'unknown', 'recover', {
      nextAt: settledAt(op),
    });
  }
}

/** Claims, sends with no transaction open, and settles. */
async function sendOnce(
  engine: Engine,
  senders: Senders,
  op: Op,
): Promise<boolean> {
  if (isKind(op, 'notification.send') && op.args.expiresAt < engine.now()) {
    // A warning of this morning does harm this afternoon: a person decides.
    await move(engine, op, 'needsConfirm', 'settle', {
      failure: { kind: 'expired' },
    });
    return true;
  }
  if (op.attempts === 0) {
    const lostAt = await lostBefore(engine, op);
    if (lostAt !== undefined) {
      await postpone(engine, op, { nextAt: lostAt + SETTLE_WINDOW_MS });
      return false;
    }
  }
  const seen = await look(engine, senders, op);
  if (seen.found !== 'clear') return applyPreflight(engine, op, seen);
  const claimed = await move(
    engine,
    op,
    'inflight',
    'claim',
    {
      ...seen.terms?.changes,
      epoch: engine.epoch,
      sentAt: engine.now(),
      attempts: op.attempts + 1,
      denials: 0,
    },
    undefined,
    seen.terms?.holds,
  );
  if (!claimed) return false;
  const reply = await sendWith(senders, engine, claimed);
  return settle(engine, senders, claimed, reply);
}

/**
 * Looks before each sending: others may have changed the same while it waited.
 * What a lost reply would hold up for a whole settle window is not thrown at a
 * server that may be out of reach: it is asked for a sign of life first.
 */
async function look(engine: Engine, senders: Senders, op: Op): Promise<Check> {
  const silentMs = Math.abs(engine.now() - engine.heardAt());
  if (opKinds[op.kind].resend !== 'safe' && silentMs > KNOCK_AFTER_MS) {
    const sign = await getObserverCount(engine.push);
    const isNone = ['unknown', 'wait', 'locked'].includes(outcomeOf(sign));
    if (!sign.ok && isNone) return { found: 'silence', failure: sign.failure };
  }
  return checkWith(senders, engine, op);
}

/**
 * When the last lost request of the ops before this one was sent, in epoch ms, if
 * it may still arrive: on the server it would come after this one and undo it. One
 * that was sent "later than now" tells that the clock was set back: it counts as
 * sent now.
 */
async function lostBefore(engine: Engine, op: Op): Promise<number | undefined> {
  const lane: Op[] = await engine.databases.intent.outbox
    .where('lane')
    .equals(op.lane)
    .toArray();
  const now = engine.now();
  const sent: number[] = [];
  for (const each of lane) {
    if (each.seq >= op.seq || each.lostAt === undefined) continue;
    if (each.lostAt > now) await postpone(engine, each, { lostAt: now });
    sent.push(Math.min(each.lostAt, now));
  }
  const last = Math.max(...sent);
  return now - last < SETTLE_WINDOW_MS ? last : undefined;
}

/** Others changed or removed what the user saw, or the server could not be asked. */
async function applyPreflight(
  engine: Engine,
  op: Op,
  seen: Exclude<Check, { found: 'clear' }>,
): Promise<boolean> {
  switch (seen.found) {
    case 'silence': {
      const denials = (op.denials ?? 0) + 1;
      const nextAt = engine.now() + backoff(engine, denials);
      await postpone(engine, op, { denials, nextAt });
      return false;
    }
    case 'later':
      await postpone(engine, op, { nextAt: seen.nextAt });
      return false;
    case 'recipientsGone':
      await move(engine, op, 'needsConfirm', 'verify', {
        failure: { kind: 'recipientsGone' },
        goneIds: seen.goneIds,
      });
      return true;
    case 'gone':
      await move(engine, op, 'conflict', 'verify', {
        outcome: 'gone',
        failure: { kind: 'missing' },
      });
      return true;
    case 'conflict':
      await move(engine, op, 'conflict', 'verify', {
        outcome: 'conflict',
        failure: { kind: 'conflict' },
        theirs: seen.theirs,
      });
      return true;
  }
}

async function forgetSent(engine: Engine): Promise<void> {
  const { outbox, attempts } = engine.databases.intent;
  const before = engine.now() - SENT_KEPT_MS;
  const old = (await outbox.toArray()).filter(
    (op) => op.endedAt !== undefined && op.endedAt < before,
  );
  if (old.length === 0) return;
  await outbox.bulkDelete(old.map((op) => op.seq));
  const opIds = old.map((op) => op.opId);
  await attempts.where('opId').anyOf(opIds).delete();
}
