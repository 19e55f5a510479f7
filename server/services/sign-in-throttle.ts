import { and, eq, lt, lte, notLike, or, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { loginAttempt } from '../db/schema';

interface Patience {
  /** This many wrong passwords cause no wait; each further one doubles the wait. */
  free: number;
  firstWaitMs: number;
  /** Failures this long ago no longer count. */
  forgivenAfterMs: number;
}

const AT_NETWORK: Patience = {
  free: 5,
  firstWaitMs: 30_000,
  forgivenAfterMs: 60 * 60_000,
};
/** Of one account from everywhere together. */
const FROM_ANYWHERE: Patience = { ...AT_NETWORK, free: 20 };
/**
 * Of a phone where it signed in before: its owner mistypes, a neighbour plays, or a thief
 * guesses. More are free, a day long, so a thief has 123 guesses in the first day.
 */
const OF_KNOWN_PHONE: Patience = {
  free: 20,
  firstWaitMs: 2_000,
  forgivenAfterMs: 24 * 60 * 60_000,
};
const LONGEST_WAIT_MS = 15 * 60_000;
/** Doublings after which the longest wait is reached; a limit for `power`. */
const MAX_DOUBLINGS = 10;

/** In place of a network: failures of an account wherever it is not known. */
export const ANYWHERE = 'anywhere';
/** Begins what stands in place of a network for a phone that is known there. */
const KNOWN = 'known ';

/** An account that signs in, and the network that the request comes from. */
export interface Attempt {
  /** An admin's account and a phone of the same text do not share a count. */
  kind: 'admin' | 'phone';
  account: string;
  /**
   * As `networkOf` gives it: counts of an address would be got round. Or `ANYWHERE`, or
   * what `atKnownPlace` gives.
   */
  network: string;
  /** A secret that the phone sends at each sign-in, as `deviceOf` gives it. */
  device?: string | undefined;
}

/**
 * The attempt as it counts where the account is known.
 * @param place its network or device, from which it signed in before.
 */
export function atKnownPlace(attempt: Attempt, place: string): Attempt {
  const isPhone = attempt.kind === 'phone';
  return { ...attempt, network: isPhone ? `${KNOWN}${place}` : place };
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
  const patience = patienceWith(attempt);
  const { free, firstWaitMs, forgivenAfterMs } = patience;
  const forgiven = instant(new Date(now.getTime() - forgivenAfterMs));
  const doublings = sql`least(${failures} - ${free}, ${MAX_DOUBLINGS})`;
  const waitMs = sql`least(${firstWaitMs} * power(2, ${doublings}), ${LONGEST_WAIT_MS})`;
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
    ? row.lastFailureAt.getTime() + waitAfter(row.failures, patience)
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
  const waitMs = waitAfter(failures - 1, patienceWith(attempt));
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
  const { lastFailureAt, address } = loginAttempt;
  const before = (patience: Patience) =>
    lt(lastFailureAt, new Date(now.getTime() - patience.forgivenAfterMs));
  await db
    .delete(loginAttempt)
    .where(
      or(
        and(before(AT_NETWORK), notLike(address, `${KNOWN}%`)),
        before(OF_KNOWN_PHONE),
      ),
    );
}

/** Time from the last of `failures` failures to the next attempt, in ms. */
function waitAfter(failures: number, { free, firstWaitMs }: Patience): number {
  if (failures < free) return 0;
  const doublings = Math.min(failures - free, MAX_DOUBLINGS);
  return Math.min(firstWaitMs * 2 ** doublings, LONGEST_WAIT_MS);
}

function patienceWith({ network }: Attempt): Patience {
  if (network === ANYWHERE) return FROM_ANYWHERE;
  return network.startsWith(KNOWN) ? OF_KNOWN_PHONE : AT_NETWORK;
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
