import {
  BACKOFF_FIRST_MS,
  BACKOFF_MAX_MS,
  BETWEEN_DENIALS_MS,
  DENIALS_BEFORE_RESEND,
  KNOCK_AFTER_MS,
  SENT_KEPT_MS,
  SERVER_ERROR_TRIES,
  SETTLE_WINDOW_MS,
} from '@/config';
import { getObserverCount } from '@/api/observers';
import type { AttemptRow, IntentDatabase } from '@/db/intent';
import type { Op, OpState } from '@/domain/op';
import {
  isKind,
  isOpen,
  isParked,
  nextStates,
  opKinds,
  withoutSecrets,
  withRealId,
} from '@/domain/op';
import type { Failure, Outcome, Reply } from '@/domain/outcome';
import { outcomeOf } from '@/domain/outcome';

import type { Engine } from './engine';
import { assertLeading } from './leading';
import type { Check, Senders } from './sender';
import { acknowledgeWith, checkWith, sendWith } from './sender';
import { areObserversFresh, pullObservers } from './observers';
import { verify } from './verify';

/** No op is ever told to wait longer, in ms (a notification's undo included). */
export const LONGEST_WAIT_MS = BACKOFF_MAX_MS + SETTLE_WINDOW_MS;

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
  const lanes = laneHeads(await engine.databases.intent.outbox.toArray());
  await lookAhead(engine, lanes);
  await Promise.all(lanes.map((lane) => pushLane(engine, senders, lane)));
  const left = laneHeads(await engine.databases.intent.outbox.toArray());
  const due = left
    .filter(({ state }) => !isParked(state))
    .map(({ nextAt }) => nextAt);
  return due.length === 0 ? undefined : Math.min(...due);
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
  if (!(await areObserversFresh(engine, newest))) await pullObservers(engine);
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
 * in mid-request, so nobody knows whether the host did them.
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
  if (seen.found !== 'clear') return heed(engine, op, seen);
  const claimed = await move(engine, op, 'inflight', 'claim', {
    epoch: engine.epoch,
    sentAt: engine.now(),
    attempts: op.attempts + 1,
    denials: 0,
  });
  if (!claimed) return false;
  const reply = await sendWith(senders, engine, claimed);
  return settle(engine, senders, claimed, reply);
}

/**
 * Looks before each sending: others may have changed the same while it waited.
 * What a lost reply would hold up for a whole
 * settle window is not thrown at a host that may be out of reach: it is asked
 * for a sign of life first.
 */
async function look(engine: Engine, senders: Senders, op: Op): Promise<Check> {
  const silentMs = Math.abs(engine.now() - engine.heardAt());
  if (resendOf(op) !== 'safe' && silentMs > KNOCK_AFTER_MS) {
    const sign = await getObserverCount(engine.push);
    const isNone = ['unknown', 'wait', 'locked'].includes(outcomeOf(sign));
    if (!sign.ok && isNone) return { found: 'silence', failure: sign.failure };
  }
  return checkWith(senders, engine, op);
}

/**
 * When the last lost request of the ops before this one was sent, in epoch ms, if
 * it may still arrive: on the host it would come after this one and undo it.
 */
async function lostBefore(engine: Engine, op: Op): Promise<number | undefined> {
  const lane: Op[] = await engine.databases.intent.outbox
    .where('lane')
    .equals(op.lane)
    .toArray();
  return lane
    .filter(({ seq }) => seq < op.seq)
    .flatMap(({ lostAt }) => lostAt ?? [])
    .filter((at) => Math.abs(engine.now() - at) < SETTLE_WINDOW_MS)
    .toSorted((a, b) => a - b)
    .at(-1);
}

/** Others changed or removed what the user saw, or the host could not be asked. */
async function heed(
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

/** @returns whether the lane can go on at once. */
async function settle(
  engine: Engine,
  senders: Senders,
  op: Op,
  reply: Reply<unknown>,
): Promise<boolean> {
  const outcome = outcomeOf(reply);
  const evidence = evidenceOf(reply, outcome);
  if (reply.ok) return finish(engine, senders, op, reply.value, evidence);
  const { failure, retryAfterMs } = reply;
  switch (outcome) {
    case 'done':
    case 'unknown':
      await move(engine, op, 'unknown', 'settle', {
        ...evidence,
        failure,
        nextAt: settledAt(op, failure),
      });
      return resendOf(op) === 'safe';
    case 'wait':
      if (resendOf(op) === 'never') {
        await move(engine, op, 'unknown', 'settle', {
          ...evidence,
          failure,
          nextAt: settledAt(op, failure),
        });
        return false;
      }
      await move(engine, op, 'retryWait', 'settle', {
        ...evidence,
        failure,
        nextAt: engine.now() + (retryAfterMs ?? backoff(engine, op.attempts)),
      });
      return false;
    case 'locked':
      await move(engine, op, 'queued', 'settle', {
        ...evidence,
        attempts: op.attempts - 1,
      });
      return false;
    case 'conflict':
      return believeConflict(engine, senders, op, evidence, failure);
    case 'gone':
    case 'refused':
      return believeRefusal(engine, senders, op, evidence, failure);
  }
}

/**
 * Refused as outdated. What changed meanwhile may not clash at all: then it is
 * merged and sent anew, as another request.
 */
async function believeConflict(
  engine: Engine,
  senders: Senders,
  op: Op,
  evidence: Evidence,
  failure: Failure,
): Promise<boolean> {
  const seen = await checkWith(senders, engine, op);
  const isOutdated = failure.status === 412 && op.attempts < SERVER_ERROR_TRIES;
  if (isOutdated && seen.found === 'clear') {
    await move(engine, op, 'retryWait', 'settle', {
      ...evidence,
      failure,
      round: (op.round ?? 0) + 1,
      nextAt: later(engine, op),
    });
    return false;
  }
  await move(engine, op, 'conflict', 'settle', {
    ...evidence,
    failure,
    ...(seen.found === 'conflict' ? { theirs: seen.theirs } : {}),
  });
  return true;
}

/** "Exists already" and "not found" may be our own lost request speaking. */
async function believeRefusal(
  engine: Engine,
  senders: Senders,
  op: Op,
  evidence: Evidence,
  failure: Failure,
): Promise<boolean> {
  const verdict = await verify(senders, engine, op);
  if (verdict === 'applied') {
    return finish(engine, senders, op, undefined, { outcome: verdict });
  }
  const isGone = failure.kind === 'missing' || verdict === 'gone';
  if (!isGone && verdict !== 'conflict') {
    await move(engine, op, 'rejected', 'settle', { ...evidence, failure });
    return true;
  }
  await move(engine, op, 'conflict', 'settle', {
    ...evidence,
    failure: isGone ? { ...failure, kind: 'missing' } : failure,
    ...(isGone ? {} : await theirsOf(engine, senders, op)),
  });
  return true;
}

/** What a person has to see before they can decide about a conflict. */
async function theirsOf(
  engine: Engine,
  senders: Senders,
  op: Op,
): Promise<Pick<Op, 'theirs'>> {
  const seen = await checkWith(senders, engine, op);
  return seen.found === 'conflict' ? { theirs: seen.theirs } : {};
}

/**
 * Asks the host what became of an op before anything is sent again.
 * @returns whether the lane can go on at once.
 */
async function resolveUnknown(
  engine: Engine,
  senders: Senders,
  op: Op,
): Promise<boolean> {
  if (op.madeId !== undefined) {
    const evidence = { outcome: 'applied' } as const;
    return finish(engine, senders, op, op.madeId, evidence, 'verify');
  }
  const verdict = await verify(senders, engine, op);
  const evidence = { outcome: verdict };
  switch (verdict) {
    case 'applied':
      return finish(engine, senders, op, undefined, evidence, 'verify');
    case 'gone':
      await move(engine, op, 'conflict', 'verify', {
        ...evidence,
        failure: { kind: 'missing' },
      });
      return true;
    case 'conflict':
      await move(engine, op, 'conflict', 'verify', {
        ...evidence,
        failure: { kind: 'conflict' },
        ...(await theirsOf(engine, senders, op)),
      });
      return true;
    case 'notApplied':
      return sendAgainLater(engine, op);
    case 'unsure':
      await postpone(engine, op, { nextAt: later(engine, op) });
      return false;
  }
}

/**
 * The clock was set back: what was due in a minute would be due in a day. A
 * whole window from now on is long enough for every reason to wait.
 */
function shortenWait(engine: Engine, op: Op): Promise<void> {
  return postpone(engine, op, { nextAt: engine.now() + SETTLE_WINDOW_MS });
}

/** The host denies to have done it: what that allows depends on the kind. */
async function sendAgainLater(engine: Engine, op: Op): Promise<boolean> {
  const evidence = { outcome: 'notApplied' as const };
  const denials = (op.denials ?? 0) + 1;
  switch (resendOf(op)) {
    case 'never':
      // A worker that died in the middle left no reason behind.
      await move(engine, op, 'needsConfirm', 'verify', {
        ...evidence,
        failure: op.failure ?? { kind: 'timeout' },
      });
      return true;
    case 'unsafe':
      // The lost request may still be on its way: one more look before it is sent again.
      if (denials < DENIALS_BEFORE_RESEND) {
        const nextAt = engine.now() + BETWEEN_DENIALS_MS;
        await postpone(engine, op, { denials, nextAt });
        return false;
      }
      break;
    case 'safe':
      break;
  }
  const isHopeless =
    op.failure?.kind === 'server' && op.attempts >= SERVER_ERROR_TRIES;
  await move(engine, op, isHopeless ? 'rejected' : 'retryWait', 'verify', {
    ...evidence,
    ...(wasAnswered(op) || op.sentAt === undefined
      ? {}
      : { lostAt: op.sentAt }),
    nextAt: later(engine, op),
  });
  return isHopeless;
}

/** Whether the host had the last word on the request: nothing of it is on its way. */
function wasAnswered({ failure }: Op): boolean {
  return failure?.kind === 'server';
}

/** First the host's row goes into the cache, then the op leaves: never a flicker. */
async function finish(
  engine: Engine,
  senders: Senders,
  op: Op,
  answer: unknown,
  evidence: Evidence,
  step: AttemptRow['step'] = 'settle',
): Promise<boolean> {
  const realId = await acknowledgeWith(senders, engine, op, answer);
  if (realId === 'unsure') {
    const nextAt = later(engine, op);
    if (op.state === 'unknown') await postpone(engine, op, { nextAt });
    else await move(engine, op, 'unknown', step, { ...evidence, nextAt });
    return false;
  }
  const ended = await move(
    engine,
    op,
    'done',
    step,
    { ...evidence, endedAt: engine.now() },
    realId,
  );
  return ended !== undefined;
}

type Evidence = Pick<AttemptRow, 'outcome' | 'status'>;

function evidenceOf(reply: Reply<unknown>, outcome: Outcome): Evidence {
  const status = reply.ok ? reply.status : reply.failure.status;
  return status === undefined ? { outcome } : { outcome, status };
}

type Changes = Partial<
  Pick<
    Op,
    | 'epoch'
    | 'sentAt'
    | 'lostAt'
    | 'attempts'
    | 'nextAt'
    | 'failure'
    | 'endedAt'
    | 'denials'
    | 'round'
    | 'theirs'
  >
>;

/**
 * Moves an op to its next state in one strict transaction that checks the state
 * it was seen in, whose it is, and that this leader is still the leader.
 * @param realId the host's id for what the op created; kept with the move.
 * @returns the op as it is now, or undefined when somebody else moved it first.
 */
async function move(
  engine: Engine,
  op: Op,
  to: OpState,
  step: AttemptRow['step'],
  { outcome, status, ...changes }: Changes & Evidence = {},
  realId?: number,
): Promise<Op | undefined> {
  const { intent, actor } = engine.databases;
  const { outbox, attempts, idMap, meta } = intent;
  return intent.transaction('rw', outbox, attempts, idMap, meta, async () => {
    await assertLeading(engine);
    const now = await outbox.get(op.seq);
    if (!now || now.state !== op.state || now.actor !== actor) return undefined;
    if (!nextStates[now.state].includes(to)) return undefined;
    const next: Op = { ...now, ...changes, state: to };
    const moved = isOpen(to) ? next : withoutSecrets(next);
    await outbox.put(moved);
    if (realId !== undefined) {
      await idMap.put({ id: op.args.id, realId });
      await renumber(outbox, op, realId);
    }
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

/** What waits behind a creation now changes what the host has under its own id. */
async function renumber(
  outbox: IntentDatabase['outbox'],
  creation: Op,
  realId: number,
): Promise<void> {
  const lane: Op[] = await outbox
    .where('lane')
    .equals(creation.lane)
    .filter(({ seq, state }) => seq !== creation.seq && isOpen(state))
    .toArray();
  for (const op of lane) await outbox.put(withRealId(op, realId));
}

/** Leaves an op in its state and looks at it again later. */
async function postpone(
  engine: Engine,
  op: Op,
  changes: Pick<Op, 'nextAt' | 'denials'>,
): Promise<void> {
  const { intent } = engine.databases;
  await intent.transaction('rw', intent.outbox, intent.meta, async () => {
    await assertLeading(engine);
    await intent.outbox.update(op.seq, changes);
  });
}

function resendOf(op: Op) {
  return opKinds[op.kind].resend;
}

/**
 * When a lost request is surely dead, in epoch ms: at once for ops that may be
 * sent twice, and for a notification that the host itself said it failed on.
 */
function settledAt(op: Op, failure?: Failure): number {
  const resend = resendOf(op);
  const isAnswered = resend === 'never' && failure?.kind === 'server';
  if (resend === 'safe' || isAnswered) return 0;
  return (op.sentAt ?? op.createdAt) + SETTLE_WINDOW_MS;
}

function later(engine: Engine, op: Op): number {
  return engine.now() + backoff(engine, op.attempts);
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
