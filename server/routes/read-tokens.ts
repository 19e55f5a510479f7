import { requestOf, tellAudit } from '../http/audit';
import { hashReadToken, newReadToken } from '../http/callers/read-tokens';
import { requireExtensions } from '../http/extensions';
import { invalid } from '../http/problems/problem';
import { sendJson } from '../http/replies/send-json';
import { idParam } from '../http/requests/query';
import { createRoutes } from '../http/routes';
import { findNgo } from '../queries/ngos';
import { listReadTokens } from '../queries/read-tokens';
import {
  AddedReadToken,
  NewReadToken,
  ReadTokens,
} from '../schemas/read-tokens';
import { addAuditEntry } from '../services/audit';
import { addReadToken, endReadToken } from '../services/read-tokens';

const PATH = '/api/extensions/tokens';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;
const DAY_MS = 86_400_000;

/** The read-only tokens that there are, and ending them (docs/api-contract.md 10.11). */
export const readTokenRoutes = createRoutes('feed');

readTokenRoutes.on(
  'get',
  PATH,
  {
    summary: 'All read-only tokens, without what is secret of them',
    role: 'organizer',
    reply: ReadTokens,
  },
  async (c) => {
    requireExtensions(c);
    return sendJson(c, await listReadTokens(c.var.db));
  },
);

readTokenRoutes.on(
  'delete',
  `${PATH}/:id`,
  {
    summary: 'End a read-only token',
    role: 'organizer',
    audit: 'token ended',
    refusals: { 404: 'There is no such token' },
  },
  async (c) => {
    requireExtensions(c);
    const id = idParam(c, 'id');
    const before = await endReadToken(c.var.db, id);
    tellAudit(c, { subject: `token ${id}`, before });
    return c.body(null, 200);
  },
);

/**
 * Making a token. Outside of the request's transaction, which stores the reply under
 * its Idempotency-Key: no token may lie in the database, nor in a backup of it.
 */
export const newReadTokenRoutes = createRoutes('feed');

newReadTokenRoutes.on(
  'post',
  PATH,
  {
    summary: 'Make a read-only token, which is told this once',
    role: 'organizer',
    audit: { byHandler: ['token made'] },
    body: AddedReadToken,
    reply: NewReadToken,
    refusals: { 422: 'The organisation has too many tokens' },
  },
  async (c, { user, body }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const { name, ngoId, endsAt: asked } = await body();
    const madeAt = server.now();
    const endsAt = asked ?? daysAfter(madeAt, DEFAULT_DAYS);
    if (endsAt <= madeAt) throw invalid('endsAt', 'Must be in the future.');
    if (endsAt > daysAfter(madeAt, MAX_DAYS)) {
      throw invalid('endsAt', `Must be within ${MAX_DAYS} days.`);
    }
    const token = newReadToken();
    const hash = hashReadToken(token);
    const { adminId, account: madeBy } = user;
    const id = await db.transaction(async (tx) => {
      if (ngoId !== undefined) await findNgo(tx, ngoId);
      const added = { name, ngoId, endsAt, madeAt, madeBy, hash };
      const id = await addReadToken(tx, added);
      await addAuditEntry(tx, {
        ...requestOf(c),
        adminId,
        account: madeBy,
        action: 'token made',
        subject: `token ${id}`,
        after: { name, ngoId, endsAt },
      });
      return id;
    });
    c.header('Cache-Control', 'no-store');
    return c.json({ id, token, endsAt });
  },
);

function daysAfter(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS);
}
