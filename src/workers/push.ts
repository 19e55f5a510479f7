import {
  BACKOFF_FIRST_MS,
  BACKOFF_MAX_MS,
  SENT_KEPT_MS,
  SERVER_ERROR_TRIES,
  SETTLE_WINDOW_MS,
} from '@/config';
import type { AttemptRow } from '@/db/intent';
import type { Op, OpState } from '@/domain/op';
import { isOpen, isParked, nextStates, opKinds } from '@/domain/op';
import type { Outcome, Reply } from '@/domain/outcome';
import { outcomeOf } from '@/domain/outcome';

import { FencedError } from './commit';
import type { Engine } from './engine';
import type { Senders } from './sender';
import { senderOf } from './sender';
import { verify } from './verify';

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
  const lanes = laneHeads(await engine.databases.intent.outbox.toArray());
  await Promise.all(lanes.map((lane) => pushLane(engine, senders, lane)));
  const left = laneHeads(await engine.databases.intent.outbox.toArray());
  const due = left
    .filter(({ state }) => !isParked(state))
    .map(({ nextAt }) => nextAt);
  return due.length === 0 ? undefined : Math.min(...due);
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
    const isDue = head.nextAt <= engine.now();
    if (isParked(head.state) || !isDue) return;
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
 * in mid-request, so nobody knows whether the host did them.
 */
async function recover(engine: Engine): Promise<void> {
  const inflight = await engine.databases.intent.outbox
    .where('state')
    .equals('inflight')
    .toArray();
  for (const op of inflight) {
    if (op.epoch === engine.epoch) continue;
    await move(engine, op, 'unknown', 'recover', { nextAt: settleAt(op) });
  }
}

/** Claims, sends with no transaction open, and settles. */
async function sendOnce(
  engine: Engine,
  senders: Senders,
  op: Op,
): Promise<boolean> {
  const claimed = await move(engine, op, 'inflight', 'claim', {
    epoch: engine.epoch,
    sentAt: engine.now(),
    attempts: op.attempts + 1,
  });
  if (!claimed) return false;
  const reply = await senderOf(senders, claimed).send(engine, claimed);
  return settle(engine, senders, claimed, reply);
}

async function settle(
  engine: Engine,
  senders: Senders,
  op: Op,
  reply: Reply<unknown>,
): Promise<boolean> {
  const outcome = outcomeOf(reply);
  const failure = reply.ok ? {} : { failure: reply.failure };
  const evidence = evidenceOf(reply, outcome);
  switch (outcome) {
    case 'done':
      return finish(engine, senders, op, evidence);
    case 'unknown':
      return Boolean(
        await move(engine, op, 'unknown', 'settle', {
          ...evidence,
          ...failure,
          nextAt: settleAt(op),
        }),
      );
    case 'wait': {
      const asked = reply.ok ? undefined : reply.retryAfterMs;
      const nextAt = engine.now() + (asked ?? backoff(engine, op.attempts));
      await move(engine, op, 'retryWait', 'settle', {
        ...evidence,
        ...failure,
        nextAt,
      });
      return false;
    }
    case 'locked':
      await move(engine, op, 'queued', 'settle', {
        ...evidence,
        attempts: op.attempts - 1,
      });
      return false;
    case 'conflict':
    case 'gone':
      await move(engine, op, 'conflict', 'settle', { ...evidence, ...failure });
      return true;
    case 'refused':
      // "Exists already" may be our own lost request speaking.
      if ((await verify(engine, senders, op)) === 'applied') {
        return finish(engine, senders, op, { outcome: 'applied' });
      }
      await move(engine, op, 'rejected', 'settle', { ...evidence, ...failure });
      return true;
  }
}

/** Asks the host what became of an op before anything is sent again. */
async function resolveUnknown(
  engine: Engine,
  senders: Senders,
  op: Op,
): Promise<boolean> {
  const verdict = await verify(engine, senders, op);
  switch (verdict) {
    case 'applied':
      return finish(engine, senders, op, { outcome: verdict }, 'verify');
    case 'gone':
      await move(engine, op, 'conflict', 'verify', {
        outcome: verdict,
        failure: { kind: 'missing' },
      });
      return true;
    case 'notApplied': {
      const isRefused =
        op.failure?.kind === 'server' && op.attempts >= SERVER_ERROR_TRIES;
      const nextAt = engine.now() + backoff(engine, op.attempts);
      await move(engine, op, isRefused ? 'rejected' : 'retryWait', 'verify', {
        outcome: verdict,
        nextAt,
      });
      return isRefused;
    }
    case 'unsure':
      await engine.databases.intent.outbox.update(op.seq, {
        nextAt: engine.now() + backoff(engine, op.attempts),
      });
      return false;
  }
}

/** First the host's row goes into the cache, then the op leaves: never a flicker. */
async function finish(
  engine: Engine,
  senders: Senders,
  op: Op,
  evidence: Evidence,
  step: AttemptRow['step'] = 'settle',
): Promise<boolean> {
  await senderOf(senders, op).acknowledge(engine, op);
  const ended = await move(engine, op, 'done', step, {
    ...evidence,
    endedAt: engine.now(),
  });
  return ended !== undefined;
}

type Evidence = Pick<AttemptRow, 'outcome' | 'status'>;

function evidenceOf(reply: Reply<unknown>, outcome: Outcome): Evidence {
  const status = reply.ok ? reply.status : reply.failure.status;
  return status === undefined ? { outcome } : { outcome, status };
}

type Changes = Partial<
  Pick<Op, 'epoch' | 'sentAt' | 'attempts' | 'nextAt' | 'failure' | 'endedAt'>
>;

/**
 * Moves an op to its next state in one strict transaction that checks the state
 * it was seen in, whose it is, and that this leader is still the leader.
 * @returns the op as it is now, or undefined when somebody else moved it first.
 */
async function move(
  engine: Engine,
  op: Op,
  to: OpState,
  step: AttemptRow['step'],
  { outcome, status, ...changes }: Changes & Evidence = {},
): Promise<Op | undefined> {
  const { intent, actor } = engine.databases;
  const { outbox, attempts, meta } = intent;
  return intent.transaction('rw', outbox, attempts, meta, async () => {
    const epoch = (await meta.get('leaderEpoch'))?.v;
    if (epoch !== engine.epoch)
      throw new FencedError('Another leader took over');
    const now = await outbox.get(op.seq);
    if (!now || now.state !== op.state || now.actor !== actor) return undefined;
    if (!nextStates[now.state].includes(to)) return undefined;
    const moved: Op = { ...now, ...changes, state: to };
    await outbox.put(moved);
    await attempts.add({
      opId: op.opId,
      at: engine.now(),
      step,
      epoch: engine.epoch,
      ...(outcome === undefined ? {} : { outcome }),
      ...(status === undefined ? {} : { status }),
    });
    return moved;
  });
}

/** When a lost request is surely dead: at once for ops that may be sent twice. */
function settleAt(op: Op): number {
  if (opKinds[op.kind].resend === 'safe') return 0;
  return (op.sentAt ?? op.createdAt) + SETTLE_WINDOW_MS;
}

/** Full jitter, so that a room of laptops does not return in step. In ms. */
function backoff(engine: Engine, attempts: number): number {
  const top = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** attempts);
  return engine.random() * top;
}

async function forgetSent(engine: Engine): Promise<void> {
  const { outbox, attempts } = engine.databases.intent;
  const before = engine.now() - SENT_KEPT_MS;
  const old = await outbox
    .filter((op) => op.endedAt !== undefined && op.endedAt < before)
    .toArray();
  if (old.length === 0) return;
  await outbox.bulkDelete(old.map((op) => op.seq));
  const opIds = old.map((op) => op.opId);
  await attempts.where('opId').anyOf(opIds).delete();
}
