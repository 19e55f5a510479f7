import { and, eq, lt, lte, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { loginAttempt } from '../db/schema';

/** This many wrong passwords cause no wait; each further one doubles the wait. */
const FREE_FAILURES = 5;
/** The same for those of one account from everywhere together. */
const FREE_ANYWHERE = 20;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Doublings after which the longest wait is reached; a limit for `power`. */
const MAX_DOUBLINGS = 10;
/** Failures this long ago no longer count. */
const FORGIVEN_AFTER_MS = 60 * 60_000;

/** In place of a network: failures of an account wherever it is not known. */
export const ANYWHERE = 'anywhere';

/** An account that signs in, and the network that the request comes from. */
export interface Attempt {
  /** An admin's account and a phone of the same text do not share a count. */
  kind: 'admin' | 'phone';
  account: string;
  /** As `networkOf` gives it: counts of an address would be got round. Or `ANYWHERE`. */
  network: string;
}

type CountedAttempt =
  /** The attempt is failure number `failures` until it is forgiven. */
  { isAllowed: true; failures: number } | { isAllowed: false; waitMs: number };

/**
 * Counts an attempt as failed before its password is checked, in one statement:
 * attempts at the same moment, also in several processes, queue up at the row,
 * so that together they stay within the limit. When not allowed, the attempt is
 * not counted and its password must not be checked.
 */
export async function countAttempt(
  db: Db,
  attempt: Attempt,
  now: Date,
): Promise<CountedAttempt> {
  const { failures, lastFailureAt } = loginAttempt;
  const at = instant(now);
  const forgiven = instant(new Date(now.getTime() - FORGIVEN_AFTER_MS));
  const free = freeOf(attempt);
  const doublings = sql`least(${failures} - ${free}, ${MAX_DOUBLINGS})`;
  const waitMs = sql`least(${FIRST_WAIT_MS} * power(2, ${doublings}), ${LONGEST_WAIT_MS})`;
  const [counted] = await db
    .insert(loginAttempt)
    .values({ ...keyOf(attempt), failures: 1, lastFailureAt: now })
    .onConflictDoUpdate({
      target: [loginAttempt.account, loginAttempt.address],
      set: {
        failures: sql`case when ${lastFailureAt} < ${forgiven} then 1 else ${failures} + 1 end`,
        lastFailureAt: now,
      },
      setWhere: sql`${failures} < ${free}
        or ${lastFailureAt} + ${waitMs} * interval '1 millisecond' <= ${at}`,
    })
    .returning({ failures });
  if (counted) return { isAllowed: true, failures: counted.failures };

  const [row] = await db.select().from(loginAttempt).where(isSame(attempt));
  const until = row
    ? row.lastFailureAt.getTime() + waitAfter(row.failures, free)
    : now.getTime();
  // At least a moment: the row may have changed since it refused.
  return {
    isAllowed: false,
    waitMs: Math.max(1, until - now.getTime()),
  };
}

/**
 * After a right password: forgives the attempt that was counted as number
 * `failures`, and all before it. Later ones stay.
 */
export function forgiveUpTo(
  db: Db,
  attempt: Attempt,
  failures: number,
): Promise<void> {
  return subtract(db, attempt, failures, {});
}

/**
 * Forgives one attempt, counted as number `failures`, whose password was not
 * checked. It was allowed at `now`, so the next one is, too.
 */
export function forgiveOne(
  db: Db,
  attempt: Attempt,
  failures: number,
  now: Date,
): Promise<void> {
  const waitMs = waitAfter(failures - 1, freeOf(attempt));
  const allowedSince = now.getTime() - waitMs;
  return subtract(db, attempt, 1, { lastFailureAt: new Date(allowedSince) });
}

async function subtract(
  db: Db,
  attempt: Attempt,
  failures: number,
  change: { lastFailureAt?: Date | undefined },
): Promise<void> {
  await db
    .update(loginAttempt)
    .set({ ...change, failures: sql`${loginAttempt.failures} - ${failures}` })
    .where(isSame(attempt));
  await db
    .delete(loginAttempt)
    .where(and(isSame(attempt), lte(loginAttempt.failures, 0)));
}

/** Deletes all failures that are too old to count. */
export async function forgetOldFailures(db: Db, now: Date): Promise<void> {
  const forgiven = new Date(now.getTime() - FORGIVEN_AFTER_MS);
  await db.delete(loginAttempt).where(lt(loginAttempt.lastFailureAt, forgiven));
}

/** Time from the last of `failures` failures to the next attempt, in ms. */
function waitAfter(failures: number, free: number): number {
  if (failures < free) return 0;
  const doublings = Math.min(failures - free, MAX_DOUBLINGS);
  return Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS);
}

function freeOf({ network }: Attempt): number {
  return network === ANYWHERE ? FREE_ANYWHERE : FREE_FAILURES;
}

function keyOf({ kind, account, network }: Attempt) {
  return { account: `${kind} ${account}`, address: network };
}

function isSame(attempt: Attempt) {
  const { account, address } = keyOf(attempt);
  return and(
    eq(loginAttempt.account, account),
    eq(loginAttempt.address, address),
  );
}

function instant(date: Date) {
  return sql`${date.toISOString()}::timestamptz`;
}
