import { tellAudit } from '../http/audit';
import { hashInTurn } from '../http/callers/counted-sign-in';
import { requireExtensions } from '../http/extensions';
import { ProblemError } from '../http/problems/problem';
import { sendJson } from '../http/replies/send-json';
import { idParam } from '../http/requests/query';
import { createRoutes } from '../http/routes';
import { listAccounts } from '../queries/accounts';
import { findNgo } from '../queries/ngos';
import {
  AccountChange,
  AddedAccount,
  StaffAccounts,
} from '../schemas/accounts';
import { Id } from '../schemas/reply';
import { addNgoAdmin, changeAccount } from '../services/ngos';
import { checkNewPassword } from '../services/secret-rules';

/** The accounts of all NGOs (docs/api-contract.md 10.5). */
export const accountRoutes = createRoutes('accounts');

accountRoutes.on(
  'get',
  '/api/extensions/accounts',
  {
    summary: 'All accounts of all NGOs',
    role: 'organizer',
    reply: StaffAccounts,
  },
  async (c) => {
    requireExtensions(c);
    return sendJson(c, await listAccounts(c.var.db));
  },
);

accountRoutes.on(
  'post',
  '/api/extensions/accounts',
  {
    summary: 'Add an account to any NGO',
    role: 'organizer',
    audit: 'account added',
    body: AddedAccount,
    reply: Id,
    refusals: {
      409: 'Another account has this name, in any casing; `errors.Account` says so',
      422: 'The organisation has too many accounts',
    },
    prepare: (c, { password }) => hashInTurn(c.var.server, 'admin', password),
  },
  async (c, { body, prepared }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const added = await body();
    checkNewPassword('Password', added.password, server.quirks);
    await findNgo(db, added.ngoId);
    const hashed = { ...added, hash: prepared() };
    const id = await addNgoAdmin(db, hashed, server.now());
    tellAudit(c, { subject: `account ${id}`, after: added });
    return c.json(id);
  },
);

accountRoutes.on(
  'patch',
  '/api/extensions/accounts/:id',
  {
    summary: 'Make an account active or not, or set its password',
    role: 'organizer',
    audit: 'account changed',
    body: AccountChange,
    refusals: {
      404: 'There is no such account',
      409: "The last organizer's account that is active would be lost",
    },
    prepare: async (c, { password }) =>
      password === undefined
        ? undefined
        : hashInTurn(c.var.server, 'admin', password),
  },
  async (c, { body, prepared }) => {
    requireExtensions(c);
    const { db, server } = c.var;
    const change = await body();
    if (Object.values(change).every((value) => value === undefined)) {
      throw new ProblemError(400, 'There is nothing to change.');
    }
    if (change.password !== undefined) {
      checkNewPassword('Password', change.password, server.quirks);
    }
    const id = idParam(c, 'id');
    const { isActive } = change;
    const hashed = { isActive, hash: prepared() };
    const before = await changeAccount(db, id, hashed);
    tellAudit(c, { subject: `account ${id}`, before, after: change });
    return c.body(null, 200);
  },
);
