import {
  BETWEEN_DENIALS_MS,
  DENIALS_BEFORE_RESEND,
  PIN_ASKS_AFTER_MS,
  SERVER_ERROR_TRIES,
} from '@/config';
import type { AttemptRow } from '@/db/intent';
import type { Op } from '@/domain/outbox/op';
import { hasPin, opKinds } from '@/domain/outbox/op';
import type { Failure, Reply } from '@/domain/outbox/outcome';
import { outcomeOf } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine';
import type { Evidence } from './op-moves';
import { evidenceOf, move, postpone } from './op-moves';
import { backoff, later, settledAt } from './op-waits';
import type { Senders } from './sender';
import { acknowledgeWith, checkWith, explainWith } from './sender';
import { verify } from './verify';

/** A worker that died in the middle left no reason behind. */
const noReply: Failure = { kind: 'timeout' };

/** @returns whether the lane can go on at once. */
export async function settle(
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
      return opKinds[op.kind].resend === 'safe';
    case 'wait':
      if (opKinds[op.kind].resend === 'never') {
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
    const why = await explainWith(senders, engine, op, failure);
    await move(engine, op, 'rejected', 'settle', {
      ...evidence,
      failure: why ?? failure,
    });
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
 * Asks the server what became of an op before anything is sent again.
 * @returns whether the lane can go on at once.
 */
export async function resolveUnknown(
  engine: Engine,
  senders: Senders,
  op: Op,
): Promise<boolean> {
  if (op.madeId !== undefined) {
    const evidence = { outcome: 'applied' } as const;
    return finish(engine, senders, op, op.madeId, evidence, 'verify');
  }
  const verdict = await verify(senders, engine, op);
  if (typeof verdict === 'object') {
    await move(engine, op, 'needsConfirm', 'verify', {
      outcome: 'unsure',
      failure: op.failure ?? noReply,
      fate: verdict.fate,
    });
    return true;
  }
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
      return sendAgainLater(engine, senders, op);
    case 'unsure': {
      const { resend } = opKinds[op.kind];
      await postpone(engine, op, {
        nextAt: later(engine, op),
        ...(resend === 'never' ? { denials: (op.denials ?? 0) + 1 } : {}),
      });
      return false;
    }
  }
}

/** The server denies to have done it: what that allows depends on the kind. */
async function sendAgainLater(
  engine: Engine,
  senders: Senders,
  op: Op,
): Promise<boolean> {
  const evidence = { outcome: 'notApplied' as const };
  const denials = (op.denials ?? 0) + 1;
  switch (opKinds[op.kind].resend) {
    case 'never':
      // Turned away, and the history shows nothing new: it had no effect.
      if (op.failure?.kind === 'busy') {
        const nextAt = later(engine, op);
        await move(engine, op, 'retryWait', 'verify', { ...evidence, nextAt });
        return false;
      }
      await move(engine, op, 'needsConfirm', 'verify', {
        ...evidence,
        failure: op.failure ?? noReply,
        fate: { shown: 0, sent: 1 + (op.unproven ?? 0) },
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
      // Others may have set another PIN since: only a person knows which one holds.
      if (hasPin(op) && isLongLost(engine, op)) {
        await move(engine, op, 'needsConfirm', 'verify', {
          ...evidence,
          failure: { kind: 'pinOld' },
        });
        return true;
      }
      break;
  }
  const error = op.failure?.kind === 'server' ? op.failure : undefined;
  const why = error && (await explainWith(senders, engine, op, error));
  const isSpent = error !== undefined && op.attempts >= SERVER_ERROR_TRIES;
  const isHopeless = why !== undefined || isSpent;
  await move(engine, op, isHopeless ? 'rejected' : 'retryWait', 'verify', {
    ...evidence,
    ...(why ? { failure: why } : {}),
    ...(wasAnswered(op) || op.sentAt === undefined
      ? {}
      : { lostAt: op.sentAt }),
    nextAt: later(engine, op),
  });
  return isHopeless;
}

/** Whether its last request left longer ago than a PIN is sent again unasked. */
function isLongLost(engine: Engine, { sentAt }: Op): boolean {
  return sentAt !== undefined && engine.now() - sentAt > PIN_ASKS_AFTER_MS;
}

/** Whether the server had the last word on the request: nothing of it is on its way. */
function wasAnswered({ failure }: Op): boolean {
  return failure?.kind === 'server';
}

/** First the server's row goes into the cache, then the op leaves: never a flicker. */
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
