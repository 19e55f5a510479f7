import type { RequestContext } from '../server';
import { addAuditEntry } from '../services/audit';
import { clientAddressOf } from './callers/client-address';

/**
 * What the audit log has of a route's successes: an entry with this action,
 * nothing for a reason, or what the handler writes itself, because it runs
 * outside of the request's transaction.
 */
export type Audit = string | { none: string } | { byHandler: string[] };

export interface AuditDetails {
  /** Kind and id: `observer 41`. */
  subject?: string;
  /** What it was and what it is; secrets in them are left out. */
  before?: unknown;
  after?: unknown;
}

/** Adds to the entry of this request. */
export function tellAudit(c: RequestContext, details: AuditDetails): void {
  c.set('audit', details);
}

/** For a success that changed nothing. */
export function tellAuditNothing(c: RequestContext): void {
  c.set('audit', 'nothing');
}

/**
 * Writes the entry of a request in its transaction, so that effect and entry
 * exist together or not at all; answers the reply.
 */
export async function auditSuccess(
  c: RequestContext,
  audit: Audit | undefined,
  reply: Response,
): Promise<Response> {
  const { user, audit: details } = c.var;
  if (typeof audit !== 'string' || reply.status >= 400) return reply;
  if (user?.kind !== 'admin' || details === 'nothing') return reply;
  // HEAD is answered by the route of GET, and brings nobody any rows.
  if (c.req.method === 'HEAD') return reply;
  try {
    await addAuditEntry(c.var.db, {
      ...requestOf(c),
      adminId: user.adminId,
      account: user.account,
      action: audit,
      ...details,
    });
  } catch (error) {
    await reply.body?.cancel();
    throw error;
  }
  return reply;
}

/** The fields of an entry that tell of the request. */
export function requestOf(c: RequestContext) {
  return {
    at: c.var.server.now(),
    address: clientAddressOf(c),
    requestId: c.var.requestId,
  };
}
