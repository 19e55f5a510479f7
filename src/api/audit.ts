import * as v from 'valibot';

import type { AuditEntry, AuditFilter } from '@/domain/audit';
import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';
import { id, maybeDate } from './wire';

const maybeText = v.pipe(
  v.nullish(v.string()),
  v.transform((text) => text ?? undefined),
);

const entries = v.array(
  v.pipe(
    v.object({
      id,
      at: maybeDate,
      account: v.string(),
      address: v.string(),
      action: v.string(),
      subject: maybeText,
      before: maybeText,
      after: maybeText,
    }),
    v.transform((wire): AuditEntry => ({ ...wire, at: wire.at ?? 0 })),
  ),
);

/**
 * GET /api/extensions/audit (docs/api-contract.md 10.8): the newest `pageSize`
 * entries that fit, or the newest ones older than the entry `before`.
 */
export function getAudit(
  client: Client,
  { account, action, from, to }: AuditFilter,
  before: number | undefined,
  pageSize: number,
): Promise<Reply<AuditEntry[] | undefined>> {
  const query = {
    account,
    action,
    from: from === undefined ? undefined : new Date(from).toISOString(),
    to: to === undefined ? undefined : new Date(to).toISOString(),
    before,
    pageSize,
  };
  return client.get({ path: '/api/extensions/audit', query, schema: entries });
}
