import { and, eq, gt, lt, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { signInBudget, signInOrigin } from '../db/schema';
import type { Attempt } from './sign-in-throttle';

const WINDOW_MS = 10 * 60_000;
/** Wrong passwords from one address, for all accounts together. */
const FROM_ADDRESS = 200;
/** Wrong passwords from everywhere, for all accounts together. */
const FROM_EVERYWHERE = 2_000;
/** What is left to each address while `FROM_EVERYWHERE` is used up. */
const FROM_ADDRESS_UNDER_ATTACK = 5;
/** An account's address is known for so long after its last sign-in there. */
const KNOWN_MS = 30 * 24 * 60 * 60_000;

const EVERYWHERE = 'all';

type Budgeted =
  /** `isCounted`: to be given back when the password was right. */
  | { isAllowed: true; isCounted: boolean }
  | { isAllowed: false; waitMs: number };

/**
 * Counts an attempt as failed in the budgets that all accounts share, before
 * its password is checked. An account is never held up where it signed in before,
 * nor by more than its own address's failures elsewhere
 * (docs/decisions/0075).
 */
export async function countInBudgets(
  db: Db,
  attempt: Attempt,
  now: Date,
): Promise<Budgeted> {
  if (await isKnown(db, attempt, now)) {
    return { isAllowed: true, isCounted: false };
  }
  const here = await add(db, scopeOf(attempt.network), now);
  const everywhere = await add(db, EVERYWHERE, now);
  const isAttack = everywhere.failures > FROM_EVERYWHERE;
  const most = isAttack ? FROM_ADDRESS_UNDER_ATTACK : FROM_ADDRESS;
  if (here.failures <= most) return { isAllowed: true, isCounted: true };
  await giveBack(db, attempt);
  const endsAt = here.startedAt.getTime() + WINDOW_MS;
  return { isAllowed: false, waitMs: Math.max(1, endsAt - now.getTime()) };
}

/** Takes an attempt out again: its password was right, or was not checked. */
export async function giveBack(db: Db, attempt: Attempt): Promise<void> {
  for (const scope of [scopeOf(attempt.network), EVERYWHERE]) {
    await db
      .update(signInBudget)
      .set({ failures: sql`${signInBudget.failures} - 1` })
      .where(and(eq(signInBudget.scope, scope), gt(signInBudget.failures, 0)));
  }
}

/** Remembers that the account signed in from this address. */
export async function rememberOrigin(
  db: Db,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  await db
    .insert(signInOrigin)
    .values({ ...originOf(attempt), lastAt: now })
    .onConflictDoUpdate({
      target: [signInOrigin.account, signInOrigin.address],
      set: { lastAt: now },
    });
}

/** Deletes budgets and addresses that are too old to count. */
export async function forgetOldBudgets(db: Db, now: Date): Promise<void> {
  await db
    .delete(signInBudget)
    .where(lt(signInBudget.startedAt, new Date(now.getTime() - WINDOW_MS)));
  await db
    .delete(signInOrigin)
    .where(lt(signInOrigin.lastAt, new Date(now.getTime() - KNOWN_MS)));
}

async function isKnown(db: Db, attempt: Attempt, now: Date): Promise<boolean> {
  const { account, address } = originOf(attempt);
  const rows = await db
    .select({ lastAt: signInOrigin.lastAt })
    .from(signInOrigin)
    .where(
      and(
        eq(signInOrigin.account, account),
        eq(signInOrigin.address, address),
        gt(signInOrigin.lastAt, new Date(now.getTime() - KNOWN_MS)),
      ),
    );
  return rows.length > 0;
}

/** One statement, so that attempts at the same moment queue up at the row. */
async function add(db: Db, scope: string, now: Date) {
  const { failures, startedAt } = signInBudget;
  const ended = new Date(now.getTime() - WINDOW_MS).toISOString();
  const isOver = sql`${startedAt} <= ${ended}::timestamptz`;
  const [row] = await db
    .insert(signInBudget)
    .values({ scope, failures: 1, startedAt: now })
    .onConflictDoUpdate({
      target: signInBudget.scope,
      set: {
        failures: sql`case when ${isOver} then 1 else ${failures} + 1 end`,
        startedAt: sql`case when ${isOver} then ${now.toISOString()}::timestamptz else ${startedAt} end`,
      },
    })
    .returning({ failures, startedAt });
  if (!row) throw new Error('The attempt was not counted.');
  return row;
}

function scopeOf(network: string): string {
  return `address ${network}`;
}

function originOf({ kind, account, network }: Attempt) {
  return { account: `${kind} ${account}`, address: network };
}
