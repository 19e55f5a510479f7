import { scopeOf } from '../http/callers/roles';
import { requireExtensions } from '../http/extensions';
import { ProblemError } from '../http/problems/problem';
import { sendJson } from '../http/replies/send-json';
import { integer } from '../http/requests/fields';
import { pagingOf } from '../http/requests/paging';
import { createRoutes } from '../http/routes';
import { findThreadNgo, listMarks } from '../queries/triage';
import { PostedMark, TriageMark, TriageMarks } from '../schemas/triage';
import { addMark } from '../services/triage';

const MAX_PAGE_SIZE = 1000;

/** What staff decided about threads (docs/api-contract.md 10.2, 10.3). */
export const triageRoutes = createRoutes('triage');

triageRoutes.on(
  'get',
  '/api/v1/triage',
  {
    summary: 'Triage marks by id, after the one that is given',
    role: 'admin',
    query: { after: integer, pageSize: integer },
    reply: TriageMarks,
  },
  async (c, { user, query }) => {
    requireExtensions(c);
    const { after = 0, pageSize } = query();
    const page = pagingOf({ page: undefined, pageSize });
    const marks = await listMarks(
      c.var.db,
      { ngoId: scopeOf(user), after },
      Math.min(page.pageSize, MAX_PAGE_SIZE),
    );
    return sendJson(c, marks);
  },
);

triageRoutes.on(
  'post',
  '/api/v1/triage',
  {
    summary: 'Add a triage mark to a thread; an equal one is the same mark',
    role: 'admin',
    audit: { none: 'A mark says itself who set it and when' },
    body: PostedMark,
    reply: TriageMark,
    refusals: { 404: 'There is no such thread' },
  },
  async (c, { user, body }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const {
      observerId,
      pollingStationId,
      state,
      note = '',
      setAt,
    } = await body();
    const ngoId = await findThreadNgo(
      db,
      observerId,
      pollingStationId,
      scopeOf(user),
    );
    if (ngoId === undefined) {
      throw new ProblemError(404, 'There is no such thread.');
    }
    const mark = await addMark(db, {
      ngoId,
      observerId,
      pollingStationId,
      state,
      note,
      setBy: user.account,
      setAt,
      receivedAt: server.now(),
    });
    return c.json(mark);
  },
);
