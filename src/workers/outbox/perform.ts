import type { Event } from '@/domain/outbox/events';
import type { Next } from '@/domain/outbox/machine';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op, OpOf } from '@/domain/outbox/op';
import { keyOf } from '@/domain/outbox/op';
import type { Failure, Reply } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine/engine';
import { findOrphan, findSilence, findSuperseded } from './obstacles';
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
  if (typeof verdict === 'object' && 'theirs' in verdict) {
    const { theirs } = verdict;
    return { type: 'Verified', verdict: 'conflict', rejection, theirs };
  }
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
