import { and, desc, eq, gte, lt, lte } from 'drizzle-orm';

import type { Db } from '../db/database';
import { auditEntry } from '../db/schema';

interface AuditFilter {
  /** Both inclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
  account?: string | undefined;
  action?: string | undefined;
  /** Only entries with a smaller id. */
  before?: number | undefined;
}

/** The subject of the count of threads that have no entries of their own. */
export const FURTHER_THREADS = 'further threads';

/**
 * The latest entries that match, at most `limit`, by id downwards. A count is told in
 * `after`: `requests` of a thread, or how many `threads` the further ones are.
 */
export async function listAudit(db: Db, filter: AuditFilter, limit: number) {
  const { from, to, account, action, before } = filter;
  const entries = await db
    .select()
    .from(auditEntry)
    .where(
      and(
        from && gte(auditEntry.at, from),
        to && lte(auditEntry.at, to),
        account === undefined ? undefined : eq(auditEntry.account, account),
        action === undefined ? undefined : eq(auditEntry.action, action),
        before === undefined ? undefined : lt(auditEntry.id, before),
      ),
    )
    .orderBy(desc(auditEntry.id))
    .limit(limit);
  return entries.map(({ count, ...entry }) => {
    if (count === null) return entry;
    const unit = entry.subject === FURTHER_THREADS ? 'threads' : 'requests';
    return { ...entry, after: JSON.stringify({ [unit]: count }) };
  });
}
