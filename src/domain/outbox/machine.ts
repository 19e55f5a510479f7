import type { Event, Finding } from './events';
import { sentAfterAll } from './notification-op';
import type { Changes, NewOp, Op, OpState } from './op';
import { rulesOf } from './kinds';
import { hasPin, isCreation, isKind, withChanges, withoutSecrets } from './op';
import type { Failure, Reply } from './outcome';
import { outcomeOf } from './outcome';
import { transitions } from './transitions';
import type { Moment } from './waits';
import {
  askableAt,
  backoffUntil,
  BETWEEN_VERIFICATIONS_MS,
  LONGEST_WAIT_MS,
  NOT_APPLIED_BEFORE_RESEND,
  PIN_ASKS_AFTER_MS,
  SERVER_ERROR_TRIES,
  SETTLE_WINDOW_MS,
  settledAt,
} from './waits';

/**
 * What the engine does with an op next. wait: nothing before `nextAt`, and the
 * lane waits with it. stop: the op is over or waits for a person.
 */
export type Next =
  | 'preflight'
  | 'send'
  | 'verify'
  | 'acknowledge'
  | 'wait'
  | 'stop';

export interface Step {
  /** To be merged into the op by `withChanges`; empty: nothing is to be stored. */
  changes: Changes;
  next: Next;
}

/** The event cannot happen to an op in this state: a bug. */
export class ImpossibleEventError extends Error {
  override name = 'ImpossibleEventError';
}

/** A worker that died before the reply left no reason behind. */
const noReply: Failure = { kind: 'timeout' };

type Of<Type extends Event['type']> = Extract<Event, { type: Type }>;

/**
 * Every transition of an op: what an event changes of it, and what follows. The
 * table of `transitions.ts` limits the states.
 * @throws ImpossibleEventError, which aborts the transaction that stores the step.
 */
export function step(op: Op, event: Event, at: Moment): Step {
  const allowed = transitions[op.state][event.type];
  if (!allowed) throw impossible(op, event);
  const result = react(op, event, at);
  if (!allowed.includes(result.changes.state ?? op.state)) {
    throw impossible(op, event, result.changes.state);
  }
  return result;
}

/** The op after an event, where nothing is left to be done for it. */
export function stepped(op: Op, event: Event, at: Moment): Op {
  return withChanges(op, step(op, event, at).changes);
}

function impossible(op: Op, { type }: Event, to?: OpState): Error {
  const target = to === undefined ? '' : ` to ${to}`;
  return new ImpossibleEventError(
    `${op.kind}: ${type} of ${op.state}${target}`,
  );
}

function react(op: Op, event: Event, at: Moment): Step {
  switch (event.type) {
    case 'Due':
      return due(op, at);
    case 'Recovered':
      return waiting({
        state: 'unknown',
        // It was the reply to an earlier request, and says nothing of the one that was lost.
        failure: undefined,
        nextAt: settledAt(op),
      });
    case 'Woken':
      return woken(op, event);
    case 'Preflighted': {
      const rejection = rejectionIn(op, event);
      return rejection
        ? comparedAnew(op, event.finding, rejection, at)
        : preflighted(op, event.finding, at);
    }
    case 'Claimed':
      return {
        changes: {
          ...event.seen,
          state: 'inflight',
          epoch: event.epoch,
          sentAt: at.now,
          attempts: op.attempts + 1,
          notAppliedCount: 0,
          silence: undefined,
        },
        next: 'send',
      };
    case 'Replied':
      return replied(op, event.reply, at);
    case 'Verified': {
      const rejection = rejectionIn(op, event);
      return rejection
        ? rejectionVerified(event, rejection)
        : verified(op, event, at);
    }
    case 'Acknowledged':
      return acknowledged(op, event, at);
    case 'SavedToFile':
      return savedToFile(op);
    case 'Joined':
      return { changes: { args: event.args }, next: 'wait' };
    case 'Replaced':
      return over(op, 'superseded', at);
    case 'UserRetried':
      return retried(op, event);
    case 'UserDecided': {
      const { args, overrode } = event;
      const logged = overrode ? { overrode } : {};
      const isAsked = op.shared && isCreation(op);
      const begun = isAsked ? askedAnew(op) : begunAgain(op);
      return waiting({ ...begun, args, ...logged });
    }
    case 'UserCancelled':
      return over(op, 'cancelled', at);
    case 'UserConfirmed':
      return over(op, 'done', at);
  }
}

/** The reply that an op under way is checked for; any other op has had none. */
function rejectionIn(
  op: Op,
  event: Of<'Preflighted' | 'Verified'>,
): Failure | undefined {
  const isUnderWay = op.state === 'inflight';
  if (isUnderWay !== (event.rejection !== undefined)) {
    throw impossible(op, event);
  }
  return event.rejection;
}

function due(op: Op, { now }: Moment): Step {
  switch (op.state) {
    case 'queued':
    case 'retryWait':
    case 'unknown':
      break;
    case 'inflight':
      return waiting();
    default:
      return { changes: {}, next: 'stop' };
  }
  const wait = op.nextAt - now;
  // The clock was set back: an op that was due in a minute would be due in a day.
  if (wait > LONGEST_WAIT_MS)
    return waiting({ nextAt: now + SETTLE_WINDOW_MS });
  if (wait > 0) return waiting();
  if (op.state === 'unknown') {
    const next = op.createdId === undefined ? 'verify' : 'acknowledge';
    return { changes: {}, next };
  }
  // A warning of this morning does harm this afternoon: a person decides.
  return isKind(op, 'notification.send') && op.args.expiresAt < now
    ? parked('needsConfirm', { failure: { kind: 'expired' } })
    : { changes: {}, next: 'preflight' };
}

/** An op waits for a silent server only after a preflight found it silent. */
function woken(op: Op, { nextAt }: Of<'Woken'>): Step {
  const waitsForServer = (op.notAppliedCount ?? 0) > 0 && op.nextAt > nextAt;
  return waiting(waitsForServer ? { nextAt } : {});
}

/** Others changed or removed what the user saw, or the server could not be asked. */
function preflighted(op: Op, finding: Finding, at: Moment): Step {
  switch (finding.found) {
    case 'silence': {
      const notAppliedCount = (op.notAppliedCount ?? 0) + 1;
      const nextAt = backoffUntil(at, notAppliedCount);
      return waiting({ notAppliedCount, nextAt, silence: finding.failure });
    }
    case 'later':
      return waiting({ nextAt: finding.nextAt, silence: undefined });
    case 'superseded':
      return waiting({
        nextAt: finding.sentAt + SETTLE_WINDOW_MS,
        silence: undefined,
      });
    case 'recipientsGone':
      return parked('needsConfirm', {
        failure: { kind: 'recipientsGone' },
        goneIds: finding.goneIds,
      });
    case 'gone':
      return parked('conflict', { failure: { kind: 'missing' } });
    case 'conflict':
      return parked('conflict', {
        failure: { kind: 'conflict' },
        theirs: finding.theirs,
      });
    case 'clear':
      throw new ImpossibleEventError(
        'A clear preflight is followed by a claim',
      );
  }
}

/**
 * Refused as outdated, by the server (412) or before it was sent (no status). What
 * changed meanwhile may not clash at all: then the op is merged and sent anew, as
 * another request.
 */
function comparedAnew(
  op: Op,
  finding: Finding,
  failure: Failure,
  at: Moment,
): Step {
  const isOutdated = failure.status !== 409 && op.attempts < SERVER_ERROR_TRIES;
  if (isOutdated && finding.found === 'clear') {
    return waiting({
      state: 'retryWait',
      failure,
      generation: (op.generation ?? 0) + 1,
      nextAt: backoffUntil(at, op.attempts),
    });
  }
  return parked('conflict', {
    failure,
    ...(finding.found === 'conflict' ? { theirs: finding.theirs } : {}),
  });
}

function replied(op: Op, reply: Reply<unknown>, at: Moment): Step {
  const { resend } = rulesOf(op.kind);
  if (reply.ok) {
    if (!reply.isUnproven) return { changes: {}, next: 'acknowledge' };
    // Nothing is on its way any more, so the server may be asked at once. A message that
    // its history does not show yet is only asked about once it has to be there.
    const failure: Failure = { kind: 'unproven', status: reply.status };
    const isNever = resend === 'never';
    const nextAt = isNever ? settledAt(op, failure) : 0;
    return {
      changes: { state: 'unknown', failure, nextAt },
      next: isNever ? 'wait' : 'verify',
    };
  }
  const { failure, retryAfterMs } = reply;
  const outcome = outcomeOf(reply);
  switch (outcome) {
    case 'done':
    case 'unknown':
      return {
        changes: { state: 'unknown', failure, nextAt: settledAt(op, failure) },
        next: resend === 'safe' ? 'verify' : 'wait',
      };
    case 'wait':
      if (resend === 'never') {
        const nextAt = settledAt(op, failure);
        return waiting({ state: 'unknown', failure, nextAt });
      }
      return waiting({
        // Another device may send it while this one waits.
        state: op.shared ? 'unknown' : 'retryWait',
        failure,
        nextAt:
          retryAfterMs === undefined
            ? backoffUntil(at, op.attempts)
            : at.now + retryAfterMs,
      });
    case 'locked':
      return waiting({ state: 'queued', attempts: op.attempts - 1 });
    case 'conflict':
      return { changes: {}, next: 'preflight' };
    case 'gone':
    case 'refused':
      return { changes: {}, next: 'verify' };
  }
}

/** "Exists already" and "not found" may be about our own lost request. */
function rejectionVerified(
  { verdict, theirs, reason }: Of<'Verified'>,
  failure: Failure,
): Step {
  if (verdict === 'applied') return { changes: {}, next: 'acknowledge' };
  if (failure.kind === 'missing' || verdict === 'gone') {
    return parked('conflict', { failure: { ...failure, kind: 'missing' } });
  }
  return verdict === 'conflict'
    ? parked('conflict', { failure, ...(theirs ? { theirs } : {}) })
    : parked('rejected', { failure: reason ?? failure });
}

function verified(op: Op, event: Of<'Verified'>, at: Moment): Step {
  const { verdict, theirs } = event;
  if (typeof verdict === 'object') {
    return parked('needsConfirm', {
      failure: op.failure ?? noReply,
      fate: verdict.fate,
    });
  }
  switch (verdict) {
    case 'applied':
      return { changes: {}, next: 'acknowledge' };
    case 'gone':
      return parked('conflict', {
        ...lostRequest(op),
        failure: { kind: 'missing' },
      });
    case 'conflict':
      return parked('conflict', {
        ...lostRequest(op),
        failure: { kind: 'conflict' },
        ...(theirs ? { theirs } : {}),
      });
    case 'notApplied':
      return notApplied(op, event, at);
    case 'unsure':
      return waiting({
        nextAt: backoffUntil(at, op.attempts),
        // The clock was set back: it counts as sent now.
        ...((op.sentAt ?? 0) > at.now ? { sentAt: at.now } : {}),
        ...(rulesOf(op.kind).resend === 'never'
          ? { notAppliedCount: (op.notAppliedCount ?? 0) + 1 }
          : {}),
      });
  }
}

/** The server says that it did not apply the op: what follows depends on the kind. */
function notApplied(op: Op, event: Of<'Verified'>, at: Moment): Step {
  const notAppliedCount = (op.notAppliedCount ?? 0) + 1;
  switch (rulesOf(op.kind).resend) {
    case 'never':
      // Turned away, and the history shows nothing new: it had no effect.
      return op.failure?.kind === 'busy'
        ? waiting({ state: 'retryWait', nextAt: backoffUntil(at, op.attempts) })
        : parked('needsConfirm', {
            failure: op.failure ?? noReply,
            fate: { shown: 0, sent: 1 + (op.unproven ?? 0) },
          });
    case 'unsafe':
      if (op.shared && op.shared !== 'decided' && !refusesASecond(op)) {
        return parked('needsConfirm', { failure: { kind: 'takenOver' } });
      }
      // The lost request may still be on its way: one more question before it is sent again.
      if (notAppliedCount < NOT_APPLIED_BEFORE_RESEND) {
        const again = at.now + BETWEEN_VERIFICATIONS_MS;
        const nextAt = Math.max(again, settledAt(op));
        return waiting({ notAppliedCount, nextAt });
      }
      break;
    case 'safe':
      // Others may have set another PIN since: only a person knows which one holds.
      if (hasPin(op) && isLongLost(op, at)) {
        return parked('needsConfirm', { failure: { kind: 'pinOld' } });
      }
  }
  const { reason } = event;
  const isError = op.failure?.kind === 'server';
  const isSpent = isError && op.attempts >= SERVER_ERROR_TRIES;
  const changes: Changes = {
    ...lostRequest(op),
    ...(reason ? { failure: reason } : {}),
    nextAt: backoffUntil(at, op.attempts),
  };
  return reason !== undefined || isSpent
    ? parked('rejected', changes)
    : waiting({ state: 'retryWait', ...changes });
}

/** Whether the server itself takes a creation only once (docs/api-contract.md 4.1). */
function refusesASecond(op: Op): boolean {
  return isKind(op, 'form.create');
}

/** Whether its last request left longer ago than a PIN is sent again unasked. */
function isLongLost({ sentAt }: Op, { now }: Moment): boolean {
  return sentAt !== undefined && now - sentAt > PIN_ASKS_AFTER_MS;
}

function acknowledged(
  op: Op,
  { createdId }: Of<'Acknowledged'>,
  at: Moment,
): Step {
  if (createdId === 'unsure') {
    return waiting({ state: 'unknown', nextAt: backoffUntil(at, op.attempts) });
  }
  const { changes, next } = over(op, 'done', at);
  return { changes: { ...changes, ...lostRequest(op) }, next };
}

/**
 * Nobody heard the reply to the op's last request, so it may still arrive, also where
 * the server shows what it was to do: somebody else may have done the same. Changes
 * that are sent after it wait for it, or it would undo them.
 */
function lostRequest(op: Op): Changes {
  const { state, failure } = op;
  const isAnswered =
    state !== 'unknown' ||
    failure?.kind === 'server' ||
    failure?.kind === 'unproven';
  return isAnswered || op.sentAt === undefined
    ? {}
    : { supersededSentAt: op.sentAt };
}

/**
 * Another device may send it from now on: here it only goes out when the server does
 * not show it, and a message never by itself.
 */
function savedToFile(op: Op): Step {
  const shared = { shared: 'saved' } as const;
  if (op.state !== 'queued' && op.state !== 'retryWait') return waiting(shared);
  const failure: Failure = { kind: 'takenOver' };
  return isKind(op, 'notification.send')
    ? parked('needsConfirm', { ...shared, failure })
    : waiting({ ...shared, failure, state: 'unknown', nextAt: askableAt(op) });
}

function retried(op: Op, { expiresAt, recipients }: Of<'UserRetried'>): Step {
  if (op.state === 'queued') return waiting();
  if (isKind(op, 'notification.send')) {
    return waiting(sentAfterAll(op, expiresAt, recipients));
  }
  if (op.shared && op.state !== 'conflict' && op.state !== 'retryWait') {
    return waiting(askedAnew(op));
  }
  return op.state === 'rejected' || op.state === 'conflict'
    ? waiting(begunAgain(op))
    : waiting({ state: 'queued', nextAt: 0 });
}

/**
 * The same change, sent off anew: with a preflight and a new key.
 * For ops that certainly were not applied.
 */
function begunAgain(op: Op): Changes {
  return {
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    generation: (op.generation ?? 0) + 1,
    failure: undefined,
    theirs: undefined,
    silence: undefined,
    notAppliedCount: undefined,
    sentAt: undefined,
  };
}

/**
 * The same once a person has decided about it. The other device may have sent it since
 * the question: the server is asked once more, and nobody else.
 */
function askedAnew(op: Op): Changes {
  return { ...begunAgain(op), ...askedFirst };
}

/** How a change begins that a person decided about and another device may send. */
const askedFirst = {
  state: 'unknown',
  failure: { kind: 'takenOver' },
  shared: 'decided',
} as const satisfies Changes;

/**
 * What goes out in the place of an op under another id, as it begins. Another device may
 * decide about a shared op alike: then the server is asked first.
 */
export function successorBegun(op: Op, made: NewOp): NewOp {
  return op.shared ? { ...made, ...askedFirst } : made;
}

function waiting(changes: Changes = {}): Step {
  return { changes, next: 'wait' };
}

function parked(
  state: 'conflict' | 'rejected' | 'needsConfirm',
  changes: Changes,
): Step {
  return { changes: { ...changes, state }, next: 'stop' };
}

/** An op that is over keeps no secret. */
function over(
  op: Op,
  state: 'done' | 'cancelled' | 'superseded',
  { now }: Moment,
): Step {
  const args = hasPin(op) ? { args: withoutSecrets(op).args } : {};
  return { changes: { state, endedAt: now, ...args }, next: 'stop' };
}
