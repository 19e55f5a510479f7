import { sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngo, ngoAdmin } from '../db/schema';
import { demoAccounts } from '../seed/organisations';
import { seedDemo } from '../seed/seed';
import { addNgoAdmin } from '../services/ngos';
import { hashPassword } from '../services/password';
import { MIN_PASSWORD_LENGTH } from '../services/secret-rules';
import { StartError } from './open-parts';
import { isOfThisComputer, type StartOptions } from './options';

/** Any constant, the same in all processes: only one of them fills. */
export const FILL_LOCK = 7_201_127;

type FirstStart = Pick<
  StartOptions,
  'wantsDemo' | 'saysDemo' | 'host' | 'size' | 'firstAdmin'
>;

/** Which accounts the database has, for the lines that the start prints. */
export type Accounts = 'none' | 'demo' | 'own';

/**
 * Gives an empty database its first contents: demo data, or one organizer from
 * ADMIN_ACCOUNT and ADMIN_PASSWORD. One transaction, so a start that was
 * stopped half way leaves the database empty. Rejects with a `StartError` where
 * strangers could sign in to a demo, whose passwords everybody knows, or where
 * an account of one's own would stand beside made-up people.
 */
export async function prepareDatabase(
  db: Db,
  options: FirstStart,
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
      if (isDemo) checkDemo(options);
      return isDemo ? 'demo' : 'own';
    }
    if (options.firstAdmin) {
      const { account, password } = options.firstAdmin;
      checkPassword(password);
      // Nobody waits: the server does not answer yet.
      const hash = await hashPassword(password);
      await addOrganizer(tx, { account, hash }, now);
      return 'own';
    }
    if (!options.wantsDemo) return 'none';
    checkDemo(options);
    await seedDemo(tx, options.size, now);
    isFilled = true;
    return 'demo';
  });
  // PGlite has no autovacuum to do this later, and plans badly without it.
  if (isFilled) await db.execute(sql`vacuum analyze`);
  return accounts;
}

function checkDemo({ host, saysDemo, firstAdmin }: FirstStart): void {
  if (firstAdmin) {
    throw new StartError(
      'The database holds demo data, so ADMIN_ACCOUNT is not added to it. Choose an empty one, or leave ADMIN_ACCOUNT out.',
    );
  }
  if (isOfThisComputer(host) || saysDemo) return;
  throw new StartError(
    `The passwords of the demo are known to everybody, and other computers can reach ${host}. Say --demo if that is wanted, or set ADMIN_ACCOUNT and ADMIN_PASSWORD and choose an empty database.`,
  );
}

function checkPassword(password: string): void {
  if (password.length >= MIN_PASSWORD_LENGTH) return;
  throw new StartError(
    `ADMIN_PASSWORD must have at least ${MIN_PASSWORD_LENGTH} characters.`,
  );
}

/** Makes an organizer and its first account. */
export async function addOrganizer(
  tx: Db,
  admin: { account: string; hash: string },
  now: Date,
): Promise<number> {
  const [row] = await tx
    .insert(ngo)
    .values({ shortName: 'ORG', name: 'Organizer', organizer: true })
    .returning({ id: ngo.id });
  if (!row) throw new Error('The organization was not stored.');
  return addNgoAdmin(tx, { ngoId: row.id, ...admin }, now);
}
