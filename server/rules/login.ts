import { and, eq, lt, sql } from 'drizzle-orm';

import type { Db } from '../db/open';
import { loginAttempt, ngo, ngoAdmin, observer } from '../db/schema';
import type { User } from '../host';
import { hashPassword, isLight, isPasswordRight } from '../http/password';

/** So many wrong passwords are free, then each one doubles the wait. */
const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Failures this long ago no longer count. */
const FORGIVEN_AFTER_MS = 60 * 60_000;

/** Accounts are not unique (contract section 8); this many are tried. */
const MAX_CANDIDATES = 5;

/** Who tries to sign in, from where. */
export interface Attempt {
  account: string;
  address: string;
}

/** Milliseconds until this account may try again from this address, or 0. */
export async function waitBeforeLogin(
  db: Db,
  attempt: Attempt,
  now: Date,
): Promise<number> {
  const [row] = await db.select().from(loginAttempt).where(isSame(attempt));
  if (!row || row.failures < FREE_FAILURES) return 0;
  const wait = Math.min(
    FIRST_WAIT_MS * 2 ** (row.failures - FREE_FAILURES),
    LONGEST_WAIT_MS,
  );
  return Math.max(0, row.lastFailureAt.getTime() + wait - now.getTime());
}

/** Remembers that a password was wrong. */
export async function countFailure(
  db: Db,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const forgiven = new Date(now.getTime() - FORGIVEN_AFTER_MS).toISOString();
  await db
    .insert(loginAttempt)
    .values({ ...attempt, failures: 1, lastFailureAt: now })
    .onConflictDoUpdate({
      target: [loginAttempt.account, loginAttempt.address],
      set: {
        failures: sql`case when ${loginAttempt.lastFailureAt} < ${forgiven}
          then 1 else ${loginAttempt.failures} + 1 end`,
        lastFailureAt: now,
      },
    });
}

/** Forgets the failures of this account from this address. */
export async function forgetFailures(db: Db, attempt: Attempt): Promise<void> {
  await db.delete(loginAttempt).where(isSame(attempt));
}

/** Forgets everybody's failures that no longer count. */
export async function forgetOldFailures(db: Db, now: Date): Promise<void> {
  const forgiven = new Date(now.getTime() - FORGIVEN_AFTER_MS);
  await db.delete(loginAttempt).where(lt(loginAttempt.lastFailureAt, forgiven));
}

/**
 * The back-office user with this account and password, or undefined. The
 * NGO's active flag is not asked (contract 2.1).
 */
export async function findAdmin(
  db: Db,
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
    .orderBy(ngoAdmin.id)
    .limit(MAX_CANDIDATES);
  const row = await firstMatch(rows, password);
  if (!row) return undefined;
  const { adminId, ngoId, isOrganizer } = row;
  return { kind: 'admin', account, adminId, ngoId, isOrganizer };
}

/** The observer with this phone and pin, or undefined (contract 2.1). */
export async function findPhoneUser(
  db: Db,
  phone: string,
  pin: string,
): Promise<Extract<User, { kind: 'observer' }> | undefined> {
  const rows = await db
    .select({
      observerId: observer.id,
      ngoId: observer.ngoId,
      stored: observer.pin,
    })
    .from(observer)
    .where(eq(observer.phone, phone))
    .orderBy(observer.id)
    .limit(MAX_CANDIDATES);
  const row = await firstMatch(rows, pin);
  if (!row) return undefined;
  const { observerId, ngoId, stored } = row;
  if (isLight(stored)) {
    await db
      .update(observer)
      .set({ pin: await hashPassword(pin) })
      // Unless somebody set a new pin meanwhile.
      .where(and(eq(observer.id, observerId), eq(observer.pin, stored)));
  }
  return { kind: 'observer', account: phone, observerId, ngoId };
}

/** Remembers the phone's registration for push messages (contract 4.6). */
export async function registerDevice(
  db: Db,
  observerId: number,
  device: { deviceId?: string; channelName?: string; fcmToken?: string },
  now: Date,
): Promise<void> {
  await db
    .update(observer)
    .set({
      ...device,
      deviceRegisterDate: sql`coalesce(${observer.deviceRegisterDate}, ${now.toISOString()})`,
    })
    .where(eq(observer.id, observerId));
}

/** An unknown account takes as long as a wrong password: no list of accounts. */
async function firstMatch<T extends { stored: string }>(
  rows: T[],
  secret: string,
): Promise<T | undefined> {
  if (rows.length === 0) await hashPassword(secret);
  for (const row of rows) {
    if (await isPasswordRight(secret, row.stored)) return row;
  }
  return undefined;
}

function isSame({ account, address }: Attempt) {
  return and(
    eq(loginAttempt.account, account),
    eq(loginAttempt.address, address),
  );
}
