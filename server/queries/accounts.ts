import { asc, eq } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngo, ngoAdmin } from '../db/schema';

/** All back-office accounts by NGO and name, without passwords. */
export function listAccounts(db: Db) {
  return db
    .select({
      id: ngoAdmin.id,
      ngoId: ngoAdmin.ngoId,
      ngo: ngo.name,
      account: ngoAdmin.account,
      isActive: ngoAdmin.isActive,
      isOrganizer: ngo.organizer,
      lastSignInAt: ngoAdmin.lastSignInAt,
      createdAt: ngoAdmin.createdAt,
    })
    .from(ngoAdmin)
    .innerJoin(ngo, eq(ngo.id, ngoAdmin.ngoId))
    .orderBy(asc(ngo.id), asc(ngoAdmin.account));
}
