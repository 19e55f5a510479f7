import { eq, lt, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { auditEntry, ngoAdmin, observer } from '../db/schema';

export interface NewAuditEntry {
  at: Date;
  adminId: number | null;
  account: string;
  address: string;
  requestId: string;
  action: string;
  subject?: string;
  /** Anything that JSON has; secrets in it are left out. */
  before?: unknown;
  after?: unknown;
}

/** `account`: as it was typed. */
type FailedSignIn = Pick<
  NewAuditEntry,
  'at' | 'account' | 'address' | 'requestId'
>;

/** So many wrong PINs are no slip of the finger. */
const WRONG_PINS_TOLD = 5;

/** Fields whose values no entry may have: that they were sent is enough. */
const SECRET = /pin$|password|token|^current$|^next$/i;

export async function addAuditEntry(
  db: Db,
  { before, after, ...entry }: NewAuditEntry,
): Promise<void> {
  await db
    .insert(auditEntry)
    .values({ ...entry, before: toJson(before), after: toJson(after) });
}

/**
 * A wrong password of staff. A name that no account has is left out: it may be
 * a password in the wrong field, or the phone of an observer.
 */
export async function addFailedSignIn(
  db: Db,
  failed: FailedSignIn,
): Promise<void> {
  const [known] = await db
    .select({ adminId: ngoAdmin.id, account: ngoAdmin.account })
    .from(ngoAdmin)
    .where(eq(ngoAdmin.account, failed.account));
  await addAuditEntry(db, {
    ...failed,
    ...(known ?? { adminId: null, account: '' }),
    action: 'sign-in failed',
  });
}

/**
 * Wrong PINs of an observer's phone, `failures` since the last right one: an entry at
 * the fifth and at each doubling of it, as an attack would fill the log. A phone that
 * nobody has is left out. The entry names the observer and not the phone.
 */
export async function addWrongPins(
  db: Db,
  { account: phone, ...failed }: FailedSignIn,
  failures: number,
): Promise<void> {
  if (!Number.isInteger(Math.log2(failures / WRONG_PINS_TOLD))) return;
  const known = await db
    .select({ id: observer.id })
    .from(observer)
    .where(eq(observer.phone, phone));
  for (const { id } of known) {
    await addAuditEntry(db, {
      ...failed,
      adminId: null,
      account: '',
      action: 'wrong PINs',
      subject: `observer ${id}`,
      after: { failures },
    });
  }
}

const DAY_MS = 86_400_000;

/**
 * Deletes the entries of more than `days` days ago, and adds one that says so, in one
 * transaction. The trigger of the table lets nothing else delete.
 */
export async function shortenAudit(
  db: Db,
  now: Date,
  days: number,
): Promise<void> {
  const until = new Date(now.getTime() - days * DAY_MS);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('audit.may_change', 'on', true)`);
    const gone = await tx
      .delete(auditEntry)
      .where(lt(auditEntry.at, until))
      .returning({ id: auditEntry.id });
    if (gone.length === 0) return;
    await addAuditEntry(tx, {
      at: now,
      adminId: null,
      account: 'server',
      address: '',
      requestId: '',
      action: 'audit log shortened',
      after: { entries: gone.length, until },
    });
  });
}

function toJson(value: unknown): string | undefined {
  return JSON.stringify(value, (key, field: unknown) =>
    SECRET.test(key) && field !== undefined && field !== null
      ? '(secret)'
      : field,
  );
}
