import { eq } from 'drizzle-orm';

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

function toJson(value: unknown): string | undefined {
  return JSON.stringify(value, (key, field: unknown) =>
    SECRET.test(key) && field !== undefined && field !== null
      ? '(secret)'
      : field,
  );
}
