import { and, eq, sql } from 'drizzle-orm';

import type { BoundedQueue } from '../bounded-queue';
import type { Db } from '../db/database';
import { ngo, ngoAdmin, observer } from '../db/schema';
import type { Admin, PhoneUser, SessionUser } from '../http/callers/users';
import { findSecret, MAX_STORED } from './password';

/** Who signed in, and the epoch of the tokens that hold now. */
export interface SignedIn<T extends SessionUser = SessionUser> {
  user: T;
  epoch: number;
}

/**
 * The back-office user with this account and password, or undefined; with
 * `needsActive` also where the account or its NGO is not active. The hash of an
 * older server is replaced. Rejects with a `QueueFullError` when too many
 * sign-ins wait for a hash.
 */
export async function findAdmin(
  db: Db,
  queue: BoundedQueue,
  account: string,
  password: string,
  needsActive: boolean,
): Promise<SignedIn<Admin> | undefined> {
  const rows = await db
    .select({
      adminId: ngoAdmin.id,
      ngoId: ngoAdmin.ngoId,
      isOrganizer: ngo.organizer,
      isActive: sql<boolean>`${ngoAdmin.isActive} and ${ngo.isActive}`,
      epoch: ngoAdmin.epoch,
      stored: ngoAdmin.password,
    })
    .from(ngoAdmin)
    .innerJoin(ngo, eq(ngo.id, ngoAdmin.ngoId))
    .where(eq(ngoAdmin.account, account))
    .limit(1);
  const match = await queue.run(() => firstMatch(rows, password, 'password'));
  if (!match || (needsActive && !match.row.isActive)) return undefined;
  const { adminId, ngoId, isOrganizer, epoch, stored } = match.row;
  if (match.renewed) {
    await db
      .update(ngoAdmin)
      .set({ password: match.renewed })
      // Another request may have set a new password meanwhile.
      .where(and(eq(ngoAdmin.id, adminId), eq(ngoAdmin.password, stored)));
  }
  const user: Admin = { kind: 'admin', account, adminId, ngoId, isOrganizer };
  return { user, epoch };
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
  needsActive: boolean,
): Promise<SignedIn<PhoneUser> | undefined> {
  const rows = await db
    .select({
      observerId: observer.id,
      ngoId: observer.ngoId,
      isActive: ngo.isActive,
      epoch: observer.epoch,
      stored: observer.pin,
    })
    .from(observer)
    .innerJoin(ngo, eq(ngo.id, observer.ngoId))
    .where(eq(observer.phone, phone))
    .orderBy(observer.id)
    .limit(MAX_STORED);
  const match = await queue.run(() => firstMatch(rows, pin, 'pin'));
  if (!match || (needsActive && !match.row.isActive)) return undefined;
  const { observerId, ngoId, epoch, stored } = match.row;
  if (match.renewed) {
    await db
      .update(observer)
      .set({ pin: match.renewed })
      // Another request may have set a new pin meanwhile.
      .where(and(eq(observer.id, observerId), eq(observer.pin, stored)));
  }
  const user: PhoneUser = {
    kind: 'observer',
    account: phone,
    observerId,
    ngoId,
  };
  return { user, epoch };
}

async function firstMatch<T extends { stored: string }>(
  rows: T[],
  secret: string,
  kind: 'password' | 'pin',
): Promise<{ row: T; renewed: string | undefined } | undefined> {
  // An unknown account must take as long as a wrong password.
  const stored = rows.map((row) => row.stored);
  const found = await findSecret(secret, stored, kind);
  const row = found && rows[found.at];
  return row && { row, renewed: found.renewed };
}
