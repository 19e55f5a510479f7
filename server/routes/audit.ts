import { requireExtensions } from '../http/extensions';
import { sendJson } from '../http/replies/send-json';
import { filled, instant, integer } from '../http/requests/fields';
import { pagingOf } from '../http/requests/paging';
import { createRoutes } from '../http/routes';
import { listAudit } from '../queries/audit';
import { AuditEntries } from '../schemas/audit';

const MAX_PAGE_SIZE = 1000;

/** What staff did (docs/api-contract.md 10.8). */
export const auditRoutes = createRoutes('audit');

auditRoutes.on(
  'get',
  '/api/extensions/audit',
  {
    summary: 'What staff did, newest first, before the id that is given',
    role: 'organizer',
    query: {
      from: instant,
      to: instant,
      account: filled,
      action: filled,
      before: integer,
      pageSize: integer,
    },
    reply: AuditEntries,
  },
  async (c, { query }) => {
    requireExtensions(c);
    const { pageSize: asked, ...filter } = query();
    const { pageSize } = pagingOf({ page: undefined, pageSize: asked });
    const limit = Math.min(pageSize, MAX_PAGE_SIZE);
    return sendJson(c, await listAudit(c.var.db, filter, limit));
  },
);
