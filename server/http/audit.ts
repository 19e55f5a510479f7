import type { RequestContext } from '../server';
import { addAuditEntry } from '../services/audit';
import { clientAddressOf } from './callers/client-address';

/**
 * What the audit log has of a route's successes: an entry with this action,
 * a count of the thread that the handler names, nothing for a reason, or what the
 * handler writes itself, because it runs outside of the request's transaction.
 */
export type Audit =
  | string
  | { counted: string }
  | { none: string }
  | { byHandler: string[] };

export interface AuditDetails {
  /** Kind and id: `observer 41`. */
  subject?: string;
  /** What it was and what it is; secrets in them are left out. */
  before?: unknown;
  after?: unknown;
  /** Who reads, where an address says it and no token. */
  adminId?: number | undefined;
}

/** Adds to the entry of this request. */
export function tellAudit(c: RequestContext, details: AuditDetails): void {
  c.set('audit', details);
}

/** For a success that changed nothing. */
export function tellAuditNothing(c: RequestContext): void {
  c.set('audit', 'nothing');
}

/** The subject of what is read of a thread, or of all threads of an observer. */
export function threadSubject(
  observerId: number,
  pollingStationId: number | undefined,
): string {
  const observer = `observer ${observerId}`;
  return pollingStationId === undefined
    ? observer
    : `${observer}, station ${pollingStationId}`;
}

/**
 * Writes the entry of a request in its transaction, so that effect and entry
 * exist together or not at all; or counts a read, in memory. Answers the reply.
 */
export async function auditSuccess(
  c: RequestContext,
  audit: Audit | undefined,
  reply: Response,
): Promise<Response> {
  const { user, audit: details } = c.var;
  if (audit === undefined || reply.status >= 400) return reply;
  if (details === 'nothing') return reply;
  // HEAD is answered by the route of GET, and brings nobody any rows.
  if (c.req.method === 'HEAD') return reply;
  if (typeof audit === 'object') {
    const isShown = 'counted' in audit && reply.status !== 304;
    if (isShown) countRead(c, audit.counted, details);
    return reply;
  }
  if (!user || user.kind === 'observer') return reply;
  try {
    await addAuditEntry(c.var.db, {
      ...details,
      ...requestOf(c),
      adminId: user.kind === 'admin' ? user.adminId : null,
      account: user.account,
      action: audit,
    });
  } catch (error) {
    await reply.body?.cancel();
    throw error;
  }
  return reply;
}

/** Where no thread is named, nothing was shown; a 304 has nothing in it. */
function countRead(
  c: RequestContext,
  action: string,
  details: AuditDetails | undefined,
): void {
  if (details?.subject === undefined) return;
  const { user, server } = c.var;
  server.readCounts.add({
    adminId: user?.kind === 'admin' ? user.adminId : (details.adminId ?? null),
    action,
    subject: details.subject,
  });
}

/** The fields of an entry that tell of the request. */
export function requestOf(c: RequestContext) {
  return {
    at: c.var.server.now(),
    address: clientAddressOf(c),
    requestId: c.var.requestId,
  };
}
