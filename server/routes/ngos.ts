import type * as v from 'valibot';

import { tellAudit } from '../http/audit';
import { hashInTurn } from '../http/callers/counted-sign-in';
import type { Admin } from '../http/callers/users';
import { ProblemError } from '../http/problems/problem';
import { sendJson } from '../http/replies/send-json';
import { idParam } from '../http/requests/query';
import { createRoutes } from '../http/routes';
import { findNgo, listNgoAdmins, listNgos } from '../queries/ngos';
import {
  Account,
  Accounts,
  NewAccount,
  NewNgo,
  Ngo,
  NgoChange,
  NgoOrganizer,
  Ngos,
  NgoStatus,
} from '../schemas/ngos';
import type { RequestContext } from '../server';
import {
  addNgo,
  addNgoAdmin,
  updateNgo,
  updateNgoAdmin,
} from '../services/ngos';
import { checkNewPassword } from '../services/secret-rules';

/** NGOs and their back-office accounts (docs/api-contract.md 4.9). */
export const ngoRoutes = createRoutes('ngos');

const ngoRefusals = {
  409: "The last organizer's account that is active would be lost",
};

const accountRefusals = {
  409: 'Another account has this name, in any casing; `errors.Account` says so',
};

ngoRoutes.on(
  'get',
  '/api/v1/ngo',
  { summary: 'All NGOs', role: 'organizer', reply: Ngos },
  async (c) => sendJson(c, await listNgos(c.var.db)),
);

ngoRoutes.on(
  'post',
  '/api/v1/ngo',
  {
    summary: 'Add one',
    role: 'organizer',
    audit: 'organisation added',
    body: NewNgo,
  },
  async (c, { body }) => {
    const added = await body();
    const id = await addNgo(c.var.db, added);
    tellAudit(c, { subject: `organisation ${id}`, after: added });
    return c.body(null, 200);
  },
);

ngoRoutes.on(
  'get',
  '/api/v1/ngo/:ngoId',
  { summary: 'One NGO', role: 'organizer', reply: Ngo },
  async (c) => sendJson(c, await findNgo(c.var.db, idParam(c, 'ngoId'))),
);

ngoRoutes.on(
  'post',
  '/api/v1/ngo/:ngoId',
  {
    summary: 'Change it; flags that are missing stay',
    role: 'organizer',
    audit: 'organisation changed',
    body: NgoChange,
    refusals: ngoRefusals,
  },
  async (c, { body }) => {
    const change = await body();
    await changeNgo(c, change);
    return c.body(null, 200);
  },
);

ngoRoutes.on(
  'patch',
  '/api/v1/ngo/:ngoId/status',
  {
    summary: 'Make it active or not',
    role: 'organizer',
    audit: 'organisation changed',
    body: NgoStatus,
    refusals: ngoRefusals,
  },
  async (c, { body }) => {
    const { isActive } = await body();
    await changeNgo(c, { isActive });
    return c.body(null, 200);
  },
);

ngoRoutes.on(
  'patch',
  '/api/v1/ngo/:ngoId/organizer',
  {
    summary: 'Make it an organizer or not',
    role: 'organizer',
    audit: 'organisation changed',
    body: NgoOrganizer,
    refusals: ngoRefusals,
  },
  async (c, { body }) => {
    const { isOrganizer: organizer } = await body();
    await changeNgo(c, { organizer });
    return c.body(null, 200);
  },
);

ngoRoutes.on(
  'get',
  '/api/v1/ngo/:ngoId/ngoadmin',
  { summary: "The own NGO's accounts", role: 'admin', reply: Accounts },
  async (c, { user }) =>
    sendJson(c, await listNgoAdmins(c.var.db, ownNgo(c, user))),
);

ngoRoutes.on(
  'post',
  '/api/v1/ngo/:ngoId/ngoadmin',
  {
    summary: 'Add an account',
    role: 'admin',
    audit: 'account added',
    body: NewAccount,
    refusals: {
      ...accountRefusals,
      422: 'The organisation has too many accounts',
    },
    prepare: hashOfAccount,
  },
  async (c, { user, body, prepared }) => {
    const { db, server } = c.var;
    const ngoId = ownNgo(c, user);
    const { account, password } = await body();
    checkNewPassword('Password', password, server.quirks);
    const added = { ngoId, account, hash: prepared() };
    const id = await addNgoAdmin(db, added, server.now());
    const after = { ngoId, account, password };
    tellAudit(c, { subject: `account ${id}`, after });
    return c.body(null, 200);
  },
);

ngoRoutes.on(
  'get',
  '/api/v1/ngo/:ngoId/ngoadmin/:adminId',
  { summary: 'One of them', role: 'admin', reply: Account },
  async (c, { user }) => {
    const admins = await listNgoAdmins(c.var.db, ownNgo(c, user));
    const id = idParam(c, 'adminId');
    const found = admins.find((admin) => admin.id === id);
    if (!found) throw new ProblemError(400, 'No such account.');
    return sendJson(c, found);
  },
);

ngoRoutes.on(
  'post',
  '/api/v1/ngo/:ngoId/ngoadmin/:adminId',
  {
    summary: 'Change its name and password',
    role: 'admin',
    audit: 'account changed',
    body: NewAccount,
    refusals: accountRefusals,
    prepare: hashOfAccount,
  },
  async (c, { user, body, prepared }) => {
    const ngoId = ownNgo(c, user);
    const id = idParam(c, 'adminId');
    const { account, password } = await body();
    checkNewPassword('Password', password, c.var.server.quirks);
    const hash = prepared();
    const before = await updateNgoAdmin(c.var.db, ngoId, id, account, hash);
    tellAudit(c, {
      subject: `account ${id}`,
      before: { account: before },
      after: { account, password },
    });
    return c.body(null, 200);
  },
);

function hashOfAccount(
  c: RequestContext,
  { password }: v.InferOutput<typeof NewAccount>,
): Promise<string> {
  return hashInTurn(c.var.server, 'admin', password);
}

/** Changes the NGO of the path. */
async function changeNgo(
  c: RequestContext,
  change: Parameters<typeof updateNgo>[2],
): Promise<void> {
  const { db, server } = c.var;
  const id = idParam(c, 'ngoId');
  const before = await findNgo(db, id);
  await updateNgo(db, id, change, !server.quirks.lastingTokens);
  tellAudit(c, { subject: `organisation ${id}`, before, after: change });
}

/**
 * The NGO of the path; throws 403 unless it is the caller's
 * (docs/api-contract.md 2.4).
 */
function ownNgo(c: RequestContext, admin: Admin): number {
  const ngoId = idParam(c, 'ngoId');
  if (ngoId === admin.ngoId) return ngoId;
  throw new ProblemError(403, 'This is another NGO.');
}
