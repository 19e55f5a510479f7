import { QueueFullError } from '../../bounded-queue';
import type { RequestContext } from '../../server';
import { addFailedSignIn } from '../../services/audit';
import {
  countInBudgets,
  giveBack,
  rememberOrigin,
} from '../../services/sign-in-budgets';
import {
  countAttempt,
  forgiveOne,
  forgiveUpTo,
  type Attempt,
} from '../../services/sign-in-throttle';
import { requestOf } from '../audit';
import { ProblemError } from '../problems/problem';

/** Retry-After of a full queue of sign-ins, in s; it is empty again by then. */
const BUSY_RETRY_SECONDS = 5;

/**
 * Looks at a password by `check`, which answers undefined for a wrong one, and
 * counts that; one of staff is in the audit log, too. Throws 429 when the account or the address has to wait, 503 when
 * too many wait for a hash. Never inside the request's transaction: a refusal
 * would undo the count.
 */
export async function countedSignIn<T>(
  c: RequestContext,
  attempt: Attempt,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { db, server } = c.var;
  const counted = await countAttempt(db, attempt, server.now());
  if (!counted.isAllowed) throw tooMany(counted.waitMs);
  const { failures } = counted;
  const budgeted = await countInBudgets(db, attempt, server.now());
  if (!budgeted.isAllowed) {
    await forgiveOne(db, attempt, failures, server.now());
    throw tooMany(budgeted.waitMs);
  }
  const { isCounted } = budgeted;
  let found: T | undefined;
  try {
    found = await check();
  } catch (thrown) {
    if (!(thrown instanceof QueueFullError)) throw thrown;
    await forgiveOne(db, attempt, failures, server.now());
    if (isCounted) await giveBack(db, attempt);
    const reason = 'Too many people are signing in. Try again in a moment.';
    throw comeAgain(503, reason, BUSY_RETRY_SECONDS);
  }
  if (found === undefined) {
    const { kind, account } = attempt;
    if (kind === 'admin') {
      await addFailedSignIn(db, { ...requestOf(c), account });
    }
    return undefined;
  }
  await forgiveUpTo(db, attempt, failures);
  if (isCounted) await giveBack(db, attempt);
  await rememberOrigin(db, attempt, server.now());
  return found;
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
