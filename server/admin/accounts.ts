import { asc, eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngo, ngoAdmin } from '../db/schema';
import { ProblemError } from '../http/problems/problem';
import { addNgoAdmin, changeAccount } from '../services/ngos';
import { hashPassword } from '../services/password';
import {
  removeSecondFactor,
  requireSecondFactors,
} from '../services/second-factor/second-factor';
import { addOrganizer } from '../start/first-start';
import { AdminError } from './admin-error';
import { auditCommand } from './audit-command';

/**
 * Adds an account to the organizer with this short name, or to the first one
 * that is active; where there is none, one is made. Rejects with an `AdminError`
 * when the name is taken, and when there is no such organizer or it is closed:
 * the account could not sign in.
 */
export async function createOrganizer(
  db: Db,
  { account, password }: { account: string; password: string },
  shortName: string | undefined,
  now: Date,
): Promise<void> {
  const hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const organizers = await tx
      .select({ id: ngo.id, shortName: ngo.shortName, isActive: ngo.isActive })
      .from(ngo)
      .where(eq(ngo.organizer, true))
      .orderBy(asc(ngo.id));
    const named = organizers.filter(
      (each) => shortName === undefined || each.shortName === shortName,
    );
    const found = named.find(({ isActive }) => isActive);
    if (!found && shortName !== undefined) {
      throw new AdminError(
        named.length > 0
          ? `The organizer '${shortName}' is closed: name another one.`
          : `There is no organizer '${shortName}'.`,
      );
    }
    const added = { account, hash };
    const id = found
      ? await addNgoAdmin(tx, { ngoId: found.id, ...added }, now).catch(explain)
      : await addOrganizer(tx, added, now);
    await auditCommand(tx, now, {
      action: 'account added',
      subject: `account ${id}`,
      after: { account, password },
    });
  });
}

/** Gives an account, in any casing, a new password, and ends its sessions. */
export async function resetPassword(
  db: Db,
  account: string,
  password: string,
  now: Date,
): Promise<void> {
  const hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const id = await findAccount(tx, account);
    await changeAccount(tx, id, { hash }).catch(explain);
    await auditCommand(tx, now, {
      action: 'account changed',
      subject: `account ${id}`,
      after: { password },
    });
  });
}

/**
 * Takes the second factor off an account, in any casing. Rejects with an `AdminError`
 * when there is no such account, or it has none.
 */
export async function takeSecondFactorOff(
  db: Db,
  account: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const id = await findAccount(tx, account);
    if (!(await removeSecondFactor(tx, id))) {
      throw new AdminError(`The account '${account}' has no second factor.`);
    }
    await auditCommand(tx, now, {
      action: 'second factor removed',
      subject: `account ${id}`,
    });
  });
}

/** No longer requires a second factor of staff accounts. @returns whether it did before. */
export function makeSecondFactorOptional(db: Db, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isChanged = await requireSecondFactors(tx, false);
    if (isChanged) {
      await auditCommand(tx, now, { action: 'second factor optional' });
    }
    return isChanged;
  });
}

/** The id of an account, in any casing. */
async function findAccount(tx: Db, account: string): Promise<number> {
  const [found] = await tx
    .select({ id: ngoAdmin.id })
    .from(ngoAdmin)
    .where(eq(sql`lower(${ngoAdmin.account})`, account.toLowerCase()));
  if (!found) throw new AdminError(`There is no account '${account}'.`);
  return found.id;
}

/** A line for each account, by organisation and name. */
export async function describeAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .select({
      account: ngoAdmin.account,
      shortName: ngo.shortName,
      organizer: ngo.organizer,
      isActive: ngoAdmin.isActive,
      isNgoActive: ngo.isActive,
    })
    .from(ngoAdmin)
    .innerJoin(ngo, eq(ngo.id, ngoAdmin.ngoId))
    .orderBy(asc(ngo.shortName), asc(ngoAdmin.account));
  return rows.map(
    ({ account, shortName, organizer, isActive, isNgoActive }) => {
      const role = organizer ? 'organizer' : 'NGO admin';
      const own = isActive ? '' : ', not active';
      const state = isNgoActive ? own : ', organisation is not active';
      return `${account}  ${shortName}, ${role}${state}`;
    },
  );
}

function explain(thrown: unknown): never {
  if (thrown instanceof ProblemError) throw new AdminError(thrown.message);
  throw thrown;
}
