import { eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngoAdmin, setting } from '../db/schema';

/** An account that lost its name when accounts became unique. */
export interface RenamedAccount {
  before: string;
  account: string;
}

/**
 * The accounts, by id, that the migration to unique accounts renamed and that
 * still have the new name: their owners cannot know how to sign in.
 */
export function listRenamedAccounts(db: Db): Promise<RenamedAccount[]> {
  return db
    .select({ before: setting.value, account: ngoAdmin.account })
    .from(ngoAdmin)
    .innerJoin(
      setting,
      eq(setting.key, sql`'renamed-account ' || ${ngoAdmin.id}`),
    )
    .where(sql`starts_with(${ngoAdmin.account}, ${setting.value} || '#')`)
    .orderBy(ngoAdmin.id);
}
