import type { Db } from '../db/database';
import { addAuditEntry, type NewAuditEntry } from '../services/audit';

/**
 * Writes what a command did into the audit log. It has no account, address or
 * request: who runs it is known to the machine alone.
 */
export function auditCommand(
  db: Db,
  at: Date,
  done: Pick<NewAuditEntry, 'action' | 'subject' | 'after'>,
): Promise<void> {
  return addAuditEntry(db, {
    at,
    adminId: null,
    account: 'command line',
    address: '',
    requestId: '',
    ...done,
  });
}
