import { QueueFullError } from '../../bounded-queue';
import type { RequestContext, Server } from '../../server';
import { addFailedSignIn, addWrongPins } from '../../services/audit';
import { hashPassword, hashPin } from '../../services/password';
import {
  countInBudgets,
  giveBack,
  knownPlaceOf,
  rememberOrigin,
} from '../../services/sign-in-budgets';
import {
  ANYWHERE,
  atKnownPlace,
  countAttempt,
  forgiveOne,
  forgiveUpTo,
  type Attempt,
} from '../../services/sign-in-throttle';
import { requestOf } from '../audit';
import { ProblemError } from '../problems/problem';
import { clientAddressOf, networkOf } from './client-address';

/** Retry-After of a full queue of sign-ins, in s; it is empty again by then. */
const BUSY_RETRY_SECONDS = 5;

/**
 * Looks at a password by `check`, which answers undefined for a wrong one, and counts
 * that; the audit log has it, too. What `check` throws counts like a wrong password, but
 * for the wish for a code: it forgives nothing either, or a right password would buy new
 * guesses at the code. Throws 429 when the account or the network has to
 * wait, 503 when too many wait for a hash. Never inside the request's transaction: a
 * refusal would undo the count.
 */
export async function countedSignIn<T>(
  c: RequestContext,
  attempt: Attempt,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { db, server } = c.var;
  const { kind, account } = attempt;
  const knownPlace = await knownPlaceOf(db, attempt, server.now());
  const isKnownHere = knownPlace !== undefined;
  const counts: { attempt: Attempt; failures: number }[] = [];
  const takeBack = async () => {
    for (const { attempt, failures } of counts) {
      await forgiveOne(db, attempt, failures, server.now());
    }
  };
  const refuse = async (waitMs: number) => {
    await takeBack();
    server.signInFailed(kind, 'refused');
    throw tooMany(waitMs);
  };

  // Where an account is known, guesses from elsewhere do not hold it up.
  const counted = isKnownHere
    ? [atKnownPlace(attempt, knownPlace)]
    : [attempt, { ...attempt, network: ANYWHERE }];
  for (const each of counted) {
    const count = await countAttempt(db, each, server.now());
    if (!count.isAllowed) return refuse(count.waitMs);
    counts.push({ attempt: each, failures: count.failures });
  }
  const waitMs = isKnownHere
    ? 0
    : await countInBudgets(db, attempt, server.now());
  if (waitMs > 0) return refuse(waitMs);

  let found: T | undefined;
  try {
    found = await check();
  } catch (thrown) {
    const isFull = thrown instanceof QueueFullError;
    if (!isFull && !isHalfDone(thrown)) throw thrown;
    await takeBack();
    if (!isKnownHere) await giveBack(db, attempt);
    throw isFull ? busy() : thrown;
  }
  if (found === undefined) {
    server.signInFailed(kind, 'wrong');
    const entry = { ...requestOf(c), account };
    const failures = counts.at(-1)?.failures ?? 0;
    if (kind === 'admin') await addFailedSignIn(db, entry);
    else await addWrongPins(db, entry, failures);
    return undefined;
  }
  for (const { attempt, failures } of counts) {
    await forgiveUpTo(db, attempt, failures);
  }
  if (!isKnownHere) await giveBack(db, attempt);
  await rememberOrigin(db, attempt, server.now());
  return found;
}

/**
 * Looks at a phone's secret that names no account by `check`, which answers undefined for
 * a wrong one, and counts that in the budgets of sign-ins. Throws 429 when the network has
 * to wait. Never inside the request's transaction.
 */
export async function countedGuess<T>(
  c: RequestContext,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { db, server } = c.var;
  const attempt = { network: networkOf(clientAddressOf(c)) };
  const waitMs = await countInBudgets(db, attempt, server.now());
  if (waitMs > 0) {
    server.signInFailed('phone', 'refused');
    throw tooMany(waitMs);
  }
  const found = await check();
  if (found === undefined) server.signInFailed('phone', 'wrong');
  else await giveBack(db, attempt);
  return found;
}

/**
 * Hashes a new password, or the PIN of a phone, in the queue of the sign-ins, which
 * takes as long. Never inside a transaction. Throws 503 when too many wait.
 */
export async function hashInTurn(
  { signIns, staffSignIns }: Pick<Server, 'signIns' | 'staffSignIns'>,
  kind: Attempt['kind'],
  plain: string,
): Promise<string> {
  try {
    return kind === 'phone'
      ? await signIns.run(() => hashPin(plain))
      : await staffSignIns.run(() => hashPassword(plain));
  } catch (thrown) {
    if (thrown instanceof QueueFullError) throw busy();
    throw thrown;
  }
}

function isHalfDone(thrown: unknown): boolean {
  return thrown instanceof ProblemError && thrown.secondFactor === 'needed';
}

function busy(): ProblemError {
  const reason = 'Too many people are signing in. Try again in a moment.';
  return comeAgain(503, reason, BUSY_RETRY_SECONDS);
}

function tooMany(waitMs: number): ProblemError {
  const seconds = Math.ceil(waitMs / 1000);
  return comeAgain(429, 'Too many failed attempts. Try again later.', seconds);
}

function comeAgain(
  status: number,
  reason: string,
  seconds: number,
): ProblemError {
  const headers = { 'Retry-After': String(seconds) };
  return new ProblemError(status, reason, { headers });
}
