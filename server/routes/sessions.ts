import { tellAudit } from '../http/audit';
import { requireExtensions } from '../http/extensions';
import { ProblemError } from '../http/problems/problem';
import { sendJson } from '../http/replies/send-json';
import { integer } from '../http/requests/fields';
import { createRoutes } from '../http/routes';
import { listSessions } from '../queries/sessions';
import { Sessions } from '../schemas/accounts';
import { endOwnSession, endSession } from '../services/sessions';

/** Where staff are signed in, and ending that (docs/api-contract.md 10.7). */
export const sessionRoutes = createRoutes('sessions');

sessionRoutes.on(
  'get',
  '/api/extensions/sessions',
  {
    summary: 'Own sessions; an organizer may ask for another account',
    role: 'admin',
    query: { accountId: integer },
    reply: Sessions,
  },
  async (c, { user, query }) => {
    requireExtensions(c);
    const { accountId = user.adminId } = query();
    if (accountId !== user.adminId && !user.isOrganizer) {
      throw new ProblemError(403, 'This is another account.');
    }
    const { db, server, sessionId } = c.var;
    const sessions = await listSessions(db, accountId, server.now());
    return sendJson(
      c,
      sessions.map((one) => ({ ...one, isCurrent: one.id === sessionId })),
    );
  },
);

sessionRoutes.on(
  'delete',
  '/api/extensions/sessions/:id',
  {
    summary: 'End a session',
    role: 'admin',
    audit: 'session ended',
    refusals: { 404: 'There is no such session that is open' },
  },
  async (c, { user }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const id = c.req.param('id') ?? '';
    const adminId = user.isOrganizer ? undefined : user.adminId;
    const ofAdmin = await endSession(db, { id, adminId }, server.now());
    if (ofAdmin === undefined) {
      throw new ProblemError(404, 'There is no such session.');
    }
    tellAudit(c, {
      subject: `session ${id}`,
      before: { account: `account ${ofAdmin}` },
    });
    return c.body(null, 200);
  },
);

sessionRoutes.on(
  'post',
  '/api/extensions/sign-out',
  {
    summary: 'End the session of this token',
    role: 'admin',
    isForSetUp: true,
    audit: 'sign-out',
  },
  async (c, { user }) => {
    requireExtensions(c);
    const { db, server, sessionId: id } = c.var;
    if (id)
      await endOwnSession(db, { id, adminId: user.adminId }, server.now());
    return c.body(null, 200);
  },
);
