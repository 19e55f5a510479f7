import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm';

import type { Db } from '../../db/database';
import { ngoAdmin, recoveryCode, secondFactor, setting } from '../../db/schema';
import { REQUIRED } from '../../queries/second-factor';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes';
import { openSecret, sealSecret } from './sealed-secret';
import { looksLikeCode, newSecret, stepOf } from './totp';

/** A typed code: what it was, or why it does not count. */
type Verdict = 'code' | 'recovery code' | 'wrong' | 'locked' | 'unreadable';

/**
 * So many codes of the app may be tried since the last right one, from wherever (NIST SP
 * 800-63B, 5.2.2): who has the password guesses one with a chance of 3 in 10,000.
 */
export const MAX_TRIES = 100;

/** The sealed secret as it was read, and whose it is. */
interface Factor {
  adminId: number;
  sealed: string;
}

/**
 * Begins to set a second factor up, in place of a set-up that was begun before.
 * Answers the new secret in base32; undefined when the account has a second factor
 * that counts already.
 */
export async function beginSecondFactor(
  db: Db,
  serverSecret: Uint8Array,
  adminId: number,
): Promise<string | undefined> {
  const secret = newSecret();
  const begun = {
    secret: sealSecret(serverSecret, adminId, secret),
    lastStep: null,
    tries: 0,
  };
  const rows = await db
    .insert(secondFactor)
    .values({ adminId, ...begun })
    .onConflictDoUpdate({
      target: secondFactor.adminId,
      set: begun,
      setWhere: isNull(secondFactor.confirmedAt),
    })
    .returning({ adminId: secondFactor.adminId });
  return rows.length > 0 ? secret : undefined;
}

/**
 * Uses a code up: of the authenticator app, or a recovery code. Each counts once,
 * also when it arrives several times at the same moment.
 */
export async function takeCode(
  db: Db,
  serverSecret: Uint8Array,
  factor: Factor,
  typed: string,
  now: Date,
): Promise<Verdict> {
  const code = typed.replace(/\D/g, '');
  if (!looksLikeCode(code)) {
    const isTaken = await takeRecoveryCode(db, factor.adminId, code);
    return isTaken ? 'recovery code' : 'wrong';
  }
  const secret = openSecret(serverSecret, factor.adminId, factor.sealed);
  if (secret === undefined) return 'unreadable';
  if (!(await countTry(db, factor))) return 'locked';
  const step = stepOf(secret, code, now);
  if (step === undefined) return 'wrong';
  return (await takeStep(db, factor, step)) ? 'code' : 'wrong';
}

/** Before the code is checked: of many requests at once, no more than are left get there. */
async function countTry(db: Db, { adminId, sealed }: Factor): Promise<boolean> {
  const rows = await db
    .update(secondFactor)
    .set({ tries: sql`${secondFactor.tries} + 1` })
    .where(
      and(
        eq(secondFactor.adminId, adminId),
        eq(secondFactor.secret, sealed),
        lt(secondFactor.tries, MAX_TRIES),
      ),
    )
    .returning({ adminId: secondFactor.adminId });
  return rows.length > 0;
}

/** One statement: of two requests with the same code, one finds the step taken. */
async function takeStep(
  db: Db,
  { adminId, sealed }: Factor,
  step: number,
): Promise<boolean> {
  const rows = await db
    .update(secondFactor)
    .set({ lastStep: step, tries: 0 })
    .where(
      and(
        eq(secondFactor.adminId, adminId),
        // Not of a second factor that was set up anew meanwhile.
        eq(secondFactor.secret, sealed),
        or(isNull(secondFactor.lastStep), lt(secondFactor.lastStep, step)),
      ),
    )
    .returning({ adminId: secondFactor.adminId });
  return rows.length > 0;
}

async function takeRecoveryCode(
  db: Db,
  adminId: number,
  code: string,
): Promise<boolean> {
  const rows = await db
    .delete(recoveryCode)
    .where(
      and(
        eq(recoveryCode.adminId, adminId),
        eq(recoveryCode.hash, hashRecoveryCode(code)),
      ),
    )
    .returning({ adminId: recoveryCode.adminId });
  if (rows.length === 0) return false;
  await db
    .update(secondFactor)
    .set({ tries: 0 })
    .where(eq(secondFactor.adminId, adminId));
  return true;
}

/**
 * Makes a second factor count whose first code was right. Answers its recovery codes;
 * undefined when it counts already, or another set-up began meanwhile.
 */
export async function confirmSecondFactor(
  tx: Db,
  { adminId, sealed }: Factor,
  now: Date,
): Promise<string[] | undefined> {
  const rows = await tx
    .update(secondFactor)
    .set({ confirmedAt: now })
    .where(
      and(
        eq(secondFactor.adminId, adminId),
        eq(secondFactor.secret, sealed),
        isNull(secondFactor.confirmedAt),
      ),
    )
    .returning({ adminId: secondFactor.adminId });
  if (rows.length === 0) return undefined;
  await announceAccess(tx, eq(ngoAdmin.id, adminId));
  return renewRecoveryCodes(tx, adminId);
}

/** Gives an account new recovery codes; the ones before no longer count. */
export async function renewRecoveryCodes(
  tx: Db,
  adminId: number,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.delete(recoveryCode).where(eq(recoveryCode.adminId, adminId));
  await tx
    .insert(recoveryCode)
    .values(codes.map((code) => ({ adminId, hash: hashRecoveryCode(code) })));
  return codes;
}

/** Takes the second factor off an account. @returns whether it had one, or had begun to. */
export async function removeSecondFactor(
  tx: Db,
  adminId: number,
): Promise<boolean> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.adminId, adminId));
  const rows = await tx
    .delete(secondFactor)
    .where(eq(secondFactor.adminId, adminId))
    .returning({ adminId: secondFactor.adminId });
  if (rows.length === 0) return false;
  await announceAccess(tx, eq(ngoAdmin.id, adminId));
  return true;
}

/** Has staff accounts need a second factor, or not. @returns whether that changed. */
export async function requireSecondFactors(
  tx: Db,
  isRequired: boolean,
): Promise<boolean> {
  const rows = isRequired
    ? await tx
        .insert(setting)
        .values({ key: REQUIRED, value: 'true' })
        .onConflictDoNothing()
        .returning({ key: setting.key })
    : await tx
        .delete(setting)
        .where(eq(setting.key, REQUIRED))
        .returning({ key: setting.key });
  if (rows.length === 0) return false;
  await announceAccess(tx, sql`true`);
  return true;
}

/**
 * Has every process look anew at what these accounts may do, and end the streams of those
 * that may do nothing, as the triggers of sessions and accounts do.
 */
async function announceAccess(tx: Db, which: SQL): Promise<void> {
  const payload = sql`'access ' || ${ngoAdmin.id}`;
  await tx
    .select({ told: sql`pg_notify('changes', ${payload})` })
    .from(ngoAdmin)
    .where(which);
}
