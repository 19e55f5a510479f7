import { and, eq } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngo, ngoAdmin, observer } from '../db/schema';
import type { BoundedQueue } from '../http/bounded-queue';
import type { PhoneUser } from '../http/users';
import type { User } from '../http/users';
import { findSecret, MAX_STORED } from './password';

/**
 * The back-office user with this account and password, or undefined. The NGO's
 * active flag is not checked (docs/api-contract.md 2.1). Rejects with a
 * `QueueFullError` when too many sign-ins wait for a hash.
 */
export async function findAdmin(
  db: Db,
  queue: BoundedQueue,
  account: string,
  password: string,
): Promise<User | undefined> {
  const rows = await db
    .select({
      adminId: ngoAdmin.id,
      ngoId: ngoAdmin.ngoId,
      isOrganizer: ngo.organizer,
      stored: ngoAdmin.password,
    })
    .from(ngoAdmin)
    .innerJoin(ngo, eq(ngo.id, ngoAdmin.ngoId))
    .where(eq(ngoAdmin.account, account))
    .limit(1);
  const match = await queue.run(() => firstMatch(rows, password));
  if (!match) return undefined;
  const { adminId, ngoId, isOrganizer } = match.row;
  return { kind: 'admin', account, adminId, ngoId, isOrganizer };
}

/**
 * The observer with this phone and pin, or undefined (docs/api-contract.md
 * 2.1). The light hash of an imported pin is replaced by a full one. Rejects
 * with a `QueueFullError` when too many sign-ins wait for a hash.
 */
export async function findPhoneUser(
  db: Db,
  queue: BoundedQueue,
  phone: string,
  pin: string,
): Promise<PhoneUser | undefined> {
  const rows = await db
    .select({
      observerId: observer.id,
      ngoId: observer.ngoId,
      stored: observer.pin,
    })
    .from(observer)
    .where(eq(observer.phone, phone))
    .orderBy(observer.id)
    .limit(MAX_STORED);
  const match = await queue.run(() => firstMatch(rows, pin));
  if (!match) return undefined;
  const { observerId, ngoId, stored } = match.row;
  if (match.renewed) {
    await db
      .update(observer)
      .set({ pin: match.renewed })
      // Another request may have set a new pin meanwhile.
      .where(and(eq(observer.id, observerId), eq(observer.pin, stored)));
  }
  return { kind: 'observer', account: phone, observerId, ngoId };
}

async function firstMatch<T extends { stored: string }>(
  rows: T[],
  secret: string,
): Promise<{ row: T; renewed: string | undefined } | undefined> {
  // An unknown account must take as long as a wrong password.
  const stored = rows.map((row) => row.stored);
  const found = await findSecret(secret, stored);
  const row = found && rows[found.at];
  return row && { row, renewed: found.renewed };
}
