import { eq, lt, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { auditEntry, ngoAdmin } from '../db/schema';

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
  failed: Pick<NewAuditEntry, 'at' | 'account' | 'address' | 'requestId'>,
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
