import { and, count, eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngo, ngoAdmin } from '../db/schema';
import { isTaken } from '../http/problems/database-problem';
import { ProblemError } from '../http/problems/problem';
import { findNgo } from '../queries/ngos';
import { endAllOfAccount, endAllOfNgo } from './sessions';

type NgoInput = Omit<typeof ngo.$inferInsert, 'id'>;

/** Adds an NGO (docs/api-contract.md 4.9), and answers its id. */
export async function addNgo(tx: Db, input: NgoInput): Promise<number> {
  const [row] = await tx.insert(ngo).values(input).returning({ id: ngo.id });
  if (!row) throw new Error('The NGO was not stored.');
  return row.id;
}

/**
 * Changes the given fields of an NGO; 400 when there is none, 409 when no
 * organizer's account would be left. Ends the tokens of those who may do
 * something else from now on: of its staff, and of its phones when the NGO is
 * no longer active.
 */
export async function updateNgo(
  tx: Db,
  id: number,
  change: Partial<NgoInput>,
  canEndTokens: boolean,
): Promise<void> {
  if (canEndTokens) await holdOrganizers(tx);
  const before = await findNgo(tx, id);
  await tx.update(ngo).set(change).where(eq(ngo.id, id));
  if (!canEndTokens) return;
  const after = { ...before, ...change };
  const isClosed = before.isActive && !after.isActive;
  if (isClosed || before.organizer !== after.organizer) {
    await endAllOfNgo(tx, id, isClosed);
  }
  await requireOneLeft(tx);
}

/** Any constant, the same in all processes. */
const ORGANIZERS_LOCK = 7_201_140;

/**
 * Two changes at once, each of which leaves one organizer, would leave none:
 * the second waits for the first to commit.
 */
async function holdOrganizers(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ORGANIZERS_LOCK})`);
}

/** 409 when nobody could manage accounts any more. Call it after the change. */
async function requireOneLeft(tx: Db): Promise<void> {
  const [found] = await tx
    .select({ id: ngoAdmin.id })
    .from(ngoAdmin)
    .innerJoin(ngo, eq(ngo.id, ngoAdmin.ngoId))
    .where(and(ngoAdmin.isActive, ngo.isActive, ngo.organizer))
    .limit(1);
  if (found) return;
  throw new ProblemError(
    409,
    'This is the last organizer account that is active. Add or activate another one first.',
  );
}

/** Accounts of one NGO, those that are not active included. */
const MAX_ACCOUNTS = 200;

/**
 * Adds an account to an NGO and answers its id; 409 when the name is taken, in
 * any casing, 422 when the NGO has too many. `hash` is that of `hashPassword`.
 */
export async function addNgoAdmin(
  tx: Db,
  { ngoId, account, hash }: { ngoId: number; account: string; hash: string },
  now: Date,
): Promise<number> {
  // Held, so that additions at once count each other.
  await tx.select().from(ngo).where(eq(ngo.id, ngoId)).for('update');
  const [stored] = await tx
    .select({ accounts: count() })
    .from(ngoAdmin)
    .where(eq(ngoAdmin.ngoId, ngoId));
  if ((stored?.accounts ?? 0) >= MAX_ACCOUNTS) {
    throw new ProblemError(
      422,
      `An organisation may have at most ${MAX_ACCOUNTS} accounts.`,
    );
  }
  const [row] = await tx
    .insert(ngoAdmin)
    .values({ ngoId, account, password: hash, createdAt: now })
    .returning({ id: ngoAdmin.id })
    .catch(refuseTaken);
  if (!row) throw new Error('The account was not stored.');
  return row.id;
}

/**
 * Gives an account of an NGO a new name and password, and ends its tokens. Answers
 * its name before; 400 if unknown, 409 when another account has the name, in any
 * casing.
 */
export async function updateNgoAdmin(
  tx: Db,
  ngoId: number,
  id: number,
  account: string,
  hash: string,
): Promise<string> {
  const isIt = and(eq(ngoAdmin.id, id), eq(ngoAdmin.ngoId, ngoId));
  const [before] = await tx
    .select({ account: ngoAdmin.account })
    .from(ngoAdmin)
    .where(isIt)
    .for('update');
  if (!before) throw new ProblemError(400, 'No such account.');
  await tx
    .update(ngoAdmin)
    .set({ account, password: hash })
    .where(isIt)
    .catch(refuseTaken);
  await endAllOfAccount(tx, id);
  return before.account;
}

/**
 * Makes an account active or not, or gives it a new password, and ends its
 * tokens. Answers what it was; 404 when there is none, 409 when no organizer's
 * account would be left.
 */
export async function changeAccount(
  tx: Db,
  id: number,
  change: { isActive?: boolean | undefined; hash?: string | undefined },
): Promise<{ account: string; isActive: boolean }> {
  const { isActive, hash } = change;
  await holdOrganizers(tx);
  const [before] = await tx
    .select({ account: ngoAdmin.account, isActive: ngoAdmin.isActive })
    .from(ngoAdmin)
    .where(eq(ngoAdmin.id, id));
  if (!before) throw new ProblemError(404, 'There is no such account.');
  await tx
    .update(ngoAdmin)
    .set({
      isActive: isActive ?? before.isActive,
      ...(hash === undefined ? {} : { password: hash }),
    })
    .where(eq(ngoAdmin.id, id));
  const isClosed = before.isActive && isActive === false;
  if (hash !== undefined || isClosed) await endAllOfAccount(tx, id);
  await requireOneLeft(tx);
  return before;
}

function refuseTaken(thrown: unknown): never {
  if (!isTaken(thrown, 'ngo_admin_account')) throw thrown;
  const reason = 'Another account already has this name.';
  throw new ProblemError(409, reason, { errors: { Account: [reason] } });
}
