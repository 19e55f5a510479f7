import { LANES_AT_ONCE, SENT_SHOWN_MS } from '@/config';
import { step } from '@/domain/outbox/machine';
import type { Op } from '@/domain/outbox/op';
import { isOpen, isParked, withChanges } from '@/domain/outbox/op';
import type { Reply } from '@/domain/outbox/outcome';
import { backoffUntil } from '@/domain/outbox/waits';

import type { Engine } from '@/workers/engine/engine';
import { assertLeading } from '@/workers/session/leading';
import { applyEvent } from './apply-event';
import type { Evidence } from './evidence';
import { evidenceOf } from './evidence';
import type { Performed } from './perform';
import { perform } from './perform';
import type { Senders } from './sender';

/** From so many waiting ops of a kind on, one list costs less than a request for each. */
const LIST_FIRST_FROM = 5;

/**
 * Sends what is due, lane by lane: inside a lane strictly in the order of
 * enqueueing. Lanes go side by side: a stuck lane holds up no other one.
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
  const { outbox, meta } = engine.databases.intent;
  const at = { now: engine.now(), random: engine.random };
  const nextAt = backoffUntil(at, 0);
  await engine.databases.intent.transaction('rw', outbox, meta, async () => {
    await assertLeading(engine);
    for (const op of await outbox.where('state').equals('queued').toArray()) {
      const { changes } = step(op, { type: 'Woken', nextAt }, at);
      if (changes.nextAt !== undefined) {
        await outbox.put(withChanges(op, changes));
      }
    }
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
  let reading: Promise<void> | undefined;
  const readOnce = () =>
    (reading ??= readListFirst(engine, senders, lanes).finally(() => {
      reading = undefined;
    }));
  const work = async () => {
    while (lanes.length > 0 && !engine.isStopped() && engine.isUp()) {
      await readOnce();
      const lane = lanes.shift();
      if (lane) await pushLane(engine, senders, lane);
    }
  };
  await Promise.all(Array.from({ length: LANES_AT_ONCE }, work));
}

/** Many ops of a kind are checked against one fresh list instead of with a request each. */
async function readListFirst(
  engine: Engine,
  senders: Senders,
  heads: readonly Op[],
): Promise<void> {
  const due = heads.filter(
    ({ attempts, nextAt }) => attempts === 0 && nextAt <= engine.now(),
  );
  for (const kind of new Set(due.map((op) => op.kind))) {
    const ops = due.filter((op) => op.kind === kind);
    if (ops.length < LIST_FIRST_FROM) continue;
    const newest = Math.max(...ops.map(({ createdAt }) => createdAt));
    await senders[kind].readMany?.(engine, newest);
  }
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
  while (head && !isParked(head.state) && !engine.isStopped()) {
    if ((await pushOp(engine, senders, head)) === 'stop') return;
    const lane: Op[] = await engine.databases.intent.outbox
      .where('lane')
      .equals(head.lane)
      .toArray();
    head = laneHeads(lane)[0];
  }
}

/**
 * Does for an op what the machine asks for, until it is over or has to wait.
 * @returns whether the lane goes on: it stops behind an op that waits.
 */
async function pushOp(
  engine: Engine,
  senders: Senders,
  head: Op,
): Promise<'continue' | 'stop'> {
  let op = head;
  let performed: Performed = { event: { type: 'Due' } };
  let reply: Reply<unknown> | undefined;
  let evidence: Evidence | undefined;
  for (;;) {
    const { event, terms } = performed;
    evidence = evidenceOf(event, evidence);
    const applied = await applyEvent(engine, op, event, evidence, terms);
    if (!applied || applied.next === 'wait') return 'stop';
    if (applied.next === 'stop') return 'continue';
    op = applied.op;
    // A request that left is settled also while the engine stops.
    if (op.state !== 'inflight' && engine.isStopped()) return 'stop';
    if (event.type === 'Replied') reply = event.reply;
    if (op.state !== 'inflight') reply = undefined;
    performed = await perform(engine, senders, op, applied.next, reply);
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
    await applyEvent(engine, op, { type: 'Recovered' }, { step: 'recover' });
  }
}

async function forgetSent(engine: Engine): Promise<void> {
  const { outbox, attempts } = engine.databases.intent;
  const before = engine.now() - SENT_SHOWN_MS;
  const old = (await outbox.toArray()).filter(
    (op) => op.endedAt !== undefined && op.endedAt < before,
  );
  if (old.length === 0) return;
  await outbox.bulkDelete(old.map((op) => op.seq));
  const opIds = old.map((op) => op.opId);
  await attempts.where('opId').anyOf(opIds).delete();
}
