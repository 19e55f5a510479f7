import { asc, eq } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngo, ngoAdmin } from '../db/schema';
import { ProblemError } from '../http/problems/problem';

/** All NGOs by id (docs/api-contract.md 4.9). */
export function listNgos(db: Db) {
  return db.select().from(ngo).orderBy(asc(ngo.id));
}

/** One NGO; 400 when there is none (docs/api-contract.md 4.9). */
export async function findNgo(db: Db, id: number) {
  const [row] = await db.select().from(ngo).where(eq(ngo.id, id));
  if (!row) throw new ProblemError(400, `There is no NGO ${id}.`);
  return row;
}

/**
 * The accounts of an NGO by id, without passwords (docs/api-contract.md 4.9).
 */
export async function listNgoAdmins(db: Db, ngoId: number) {
  const rows = await db
    .select({
      id: ngoAdmin.id,
      idNgo: ngoAdmin.ngoId,
      account: ngoAdmin.account,
    })
    .from(ngoAdmin)
    .where(eq(ngoAdmin.ngoId, ngoId))
    .orderBy(asc(ngoAdmin.id));
  return rows.map((row) => ({ ...row, password: null }));
}
