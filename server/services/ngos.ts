import { and, eq } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngo, ngoAdmin } from '../db/schema';
import { isTaken } from '../http/database-problem';
import { ProblemError } from '../http/problem';
import { findNgo } from '../queries/ngos';
import { hashPassword } from './password';

type NgoInput = Omit<typeof ngo.$inferInsert, 'id'>;

/** Adds an NGO (docs/api-contract.md 4.9). */
export async function addNgo(tx: Db, input: NgoInput): Promise<void> {
  await tx.insert(ngo).values(input);
}

/** Changes the given fields of an NGO; 400 when there is none. */
export async function updateNgo(
  tx: Db,
  id: number,
  change: Partial<NgoInput>,
): Promise<void> {
  await findNgo(tx, id);
  await tx.update(ngo).set(change).where(eq(ngo.id, id));
}

/** Adds an account to an NGO; 409 when the name is taken, in any casing. */
export async function addNgoAdmin(
  tx: Db,
  ngoId: number,
  account: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password);
  await tx
    .insert(ngoAdmin)
    .values({ ngoId, account, password: hash })
    .catch(refuseTaken);
}

/**
 * Gives an account of an NGO a new name and password; 400 if unknown, 409 when
 * another account has the name, in any casing.
 */
export async function updateNgoAdmin(
  tx: Db,
  ngoId: number,
  id: number,
  account: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password);
  const changed = await tx
    .update(ngoAdmin)
    .set({ account, password: hash })
    .where(and(eq(ngoAdmin.id, id), eq(ngoAdmin.ngoId, ngoId)))
    .returning({ id: ngoAdmin.id })
    .catch(refuseTaken);
  if (changed.length === 0) throw new ProblemError(400, 'No such account.');
}

function refuseTaken(thrown: unknown): never {
  if (!isTaken(thrown, 'ngo_admin_account')) throw thrown;
  const reason = 'Another account already has this name.';
  throw new ProblemError(409, reason, { errors: { Account: [reason] } });
}
