import { sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngo, ngoAdmin } from '../db/schema';
import { demoAccounts } from '../seed/organisations';
import { seedDemo } from '../seed/seed';
import { hashPassword } from '../services/password';
import type { StartOptions } from './options';

/** Any constant, the same in all processes: only one of them fills. */
const FILL_LOCK = 7_201_127;

/** Which accounts the database has, for the lines that the start prints. */
export type Accounts = 'none' | 'demo' | 'own';

/**
 * Gives an empty database its first contents: demo data, or one organizer from
 * ADMIN_ACCOUNT and ADMIN_PASSWORD. One transaction, so a start that was
 * stopped half way leaves the database empty.
 */
export async function prepareDatabase(
  db: Db,
  options: Pick<StartOptions, 'wantsDemo' | 'size' | 'firstAdmin'>,
  now: Date,
): Promise<Accounts> {
  let isFilled = false;
  const accounts = await db.transaction(async (tx): Promise<Accounts> => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FILL_LOCK})`);
    const admins = await tx
      .select({ account: ngoAdmin.account })
      .from(ngoAdmin);
    if (admins.length > 0) {
      const known = new Set(admins.map(({ account }) => account));
      const isDemo = demoAccounts.every(({ account }) => known.has(account));
      return isDemo ? 'demo' : 'own';
    }
    if (options.firstAdmin) {
      await addOrganizer(tx, options.firstAdmin, now);
      return 'own';
    }
    if (!options.wantsDemo) return 'none';
    await seedDemo(tx, options.size, now);
    isFilled = true;
    return 'demo';
  });
  // PGlite has no autovacuum to do this later, and plans badly without it.
  if (isFilled) await db.execute(sql`vacuum analyze`);
  return accounts;
}

async function addOrganizer(
  tx: Db,
  admin: { account: string; password: string },
  now: Date,
): Promise<void> {
  const [row] = await tx
    .insert(ngo)
    .values({ shortName: 'ORG', name: 'Organizer', organizer: true })
    .returning({ id: ngo.id });
  if (!row) throw new Error('The organization was not stored.');
  await tx.insert(ngoAdmin).values({
    ngoId: row.id,
    account: admin.account,
    password: await hashPassword(admin.password),
    createdAt: now,
  });
}
