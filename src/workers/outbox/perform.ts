import { getObserverCount } from '@/api/observers';
import { PROBE_AFTER_MS } from '@/config';
import type { Event, Obstacle } from '@/domain/outbox/events';
import type { Next } from '@/domain/outbox/machine';
import type { Op, OpKind, OpOf } from '@/domain/outbox/op';
import { isCreation, keyOf, opKinds } from '@/domain/outbox/op';
import type { Failure, Reply } from '@/domain/outbox/outcome';
import { outcomeOf } from '@/domain/outbox/outcome';
import { SETTLE_WINDOW_MS } from '@/domain/outbox/waits';

import type { Engine } from '@/workers/engine';
import { assertLeading } from '@/workers/session/leading';
import type { ClaimTerms, Preflight, Senders } from './sender';
import { senderOf } from './sender';

/** What the engine did for an op, as an event of the machine. */
export interface Performed {
  event: Event;
  /** Of a claim. */
  terms?: ClaimTerms | undefined;
}

/**
 * Does what the machine asks for, with no transaction open.
 * @param reply to the op's last request, while it is being settled.
 */
export async function perform(
  engine: Engine,
  senders: Senders,
  op: Op,
  next: Exclude<Next, 'wait' | 'stop'>,
  reply: Reply<unknown> | undefined,
): Promise<Performed> {
  const rejection = reply && !reply.ok ? reply.failure : undefined;
  switch (next) {
    case 'preflight':
      return rejection
        ? { event: await compareAnew(engine, senders, op, rejection) }
        : preflight(engine, senders, op);
    case 'send': {
      const answer = await send(engine, senders, op);
      return { event: { type: 'Replied', reply: answer } };
    }
    case 'verify':
      return { event: await verify(engine, senders, op, rejection) };
    case 'acknowledge': {
      const answer = reply?.ok ? reply.value : op.createdId;
      const createdId = await acknowledge(engine, senders, op, answer);
      return { event: { type: 'Acknowledged', createdId } };
    }
  }
}

/** Before each sending: others may have changed the same while the op waited. */
async function preflight(
  engine: Engine,
  senders: Senders,
  op: Op,
): Promise<Performed> {
  const finding =
    (await findOrphan(engine, op)) ??
    (await findSuperseded(engine, op)) ??
    (await findSilence(engine, op)) ??
    (await preflightWith(senders, engine, op));
  if (finding.found !== 'clear') {
    return { event: { type: 'Preflighted', finding } };
  }
  const { epoch } = engine;
  const { terms } = finding;
  return { event: { type: 'Claimed', epoch, seen: terms?.seen }, terms };
}

async function compareAnew(
  engine: Engine,
  senders: Senders,
  op: Op,
  rejection: Failure,
): Promise<Event> {
  const finding = await preflightWith(senders, engine, op);
  return { type: 'Preflighted', finding, rejection };
}

async function verify(
  engine: Engine,
  senders: Senders,
  op: Op,
  rejection: Failure | undefined,
): Promise<Event> {
  const verdict = (await findOrphan(engine, op))
    ? 'gone'
    : await verifyWith(senders, engine, op);
  const told = { type: 'Verified', verdict, rejection } as const;
  if (verdict === 'conflict' && rejection?.kind !== 'missing') {
    // A person has to see it before they can decide.
    const seen = await preflightWith(senders, engine, op);
    return seen.found === 'conflict' ? { ...told, theirs: seen.theirs } : told;
  }
  const error = op.failure?.kind === 'server' ? op.failure : undefined;
  const failure = rejection ?? error;
  if (!failure || verdict === 'applied') return told;
  return { ...told, reason: await explainWith(senders, engine, op, failure) };
}

/**
 * The op changes what was to be created here, and nothing was: the creation was
 * cancelled, and nobody will ever know an id of the server for it.
 */
async function findOrphan(
  { databases }: Engine,
  op: Op,
): Promise<Obstacle | undefined> {
  const { id } = op.args;
  if (id >= 0 || isCreation(op) || op.kind === 'notification.send') {
    return undefined;
  }
  const row = await databases.intent.idMap.get(id);
  return row ? undefined : { found: 'gone' };
}

/**
 * A lost request of this lane that another one replaced, if it may still arrive: on
 * the server it would come after this op and undo it. One that was sent "later
 * than now" tells that the clock was set back: it counts as sent now.
 */
async function findSuperseded(
  engine: Engine,
  op: Op,
): Promise<Obstacle | undefined> {
  if (op.attempts > 0) return undefined;
  const { intent } = engine.databases;
  const lane: Op[] = await intent.outbox
    .where('lane')
    .equals(op.lane)
    .toArray();
  const now = engine.now();
  const sent: number[] = [];
  for (const { seq, supersededSentAt } of lane) {
    if (seq >= op.seq || supersededSentAt === undefined) continue;
    if (supersededSentAt > now) {
      await intent.transaction('rw', intent.outbox, intent.meta, async () => {
        await assertLeading(engine);
        await intent.outbox.update(seq, { supersededSentAt: now });
      });
    }
    sent.push(Math.min(supersededSentAt, now));
  }
  const sentAt = Math.max(...sent);
  return now - sentAt < SETTLE_WINDOW_MS
    ? { found: 'superseded', sentAt }
    : undefined;
}

/**
 * A lost reply would hold up what must not be doubled for a whole settle window,
 * so a server that may be out of reach is probed first.
 */
async function findSilence(
  engine: Engine,
  op: Op,
): Promise<Obstacle | undefined> {
  const silentMs = Math.abs(engine.now() - engine.heardAt());
  if (opKinds[op.kind].resend === 'safe' || silentMs <= PROBE_AFTER_MS) {
    return undefined;
  }
  const probe = await getObserverCount(engine.push);
  const isSilent = ['unknown', 'wait', 'locked'].includes(outcomeOf(probe));
  return !probe.ok && isSilent
    ? { found: 'silence', failure: probe.failure }
    : undefined;
}

// Generic over the kind, so that the compiler pairs an op with its own sender.

async function preflightWith<K extends OpKind>(
  senders: Senders,
  engine: Engine,
  op: OpOf<K>,
): Promise<Preflight> {
  const sender = senderOf(senders, op);
  return sender.preflight ? sender.preflight(engine, op) : { found: 'clear' };
}

function send<K extends OpKind>(
  engine: Engine,
  senders: Senders,
  op: OpOf<K>,
): Promise<Reply<unknown>> {
  return senderOf(senders, op).send(engine, op, keyOf(op));
}

function verifyWith<K extends OpKind>(
  senders: Senders,
  engine: Engine,
  op: OpOf<K>,
) {
  return senderOf(senders, op).verify(engine, op);
}

async function explainWith<K extends OpKind>(
  senders: Senders,
  engine: Engine,
  op: OpOf<K>,
  failure: Failure,
): Promise<Failure | undefined> {
  return senderOf(senders, op).explain?.(engine, op, failure);
}

function acknowledge<K extends OpKind>(
  engine: Engine,
  senders: Senders,
  op: OpOf<K>,
  answer: unknown,
) {
  return senderOf(senders, op).acknowledge(engine, op, answer);
}
