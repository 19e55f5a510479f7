import { Hono } from 'hono';

import type { HostContext, HostEnv } from '../host';
import { fieldsOf, limited, required, type Fields } from '../http/fields';
import { ProblemError } from '../http/problem';
import { idParam } from '../http/query';
import { adminOf, organizerOf } from '../http/roles';
import { sendJson } from '../http/send-json';
import { findNgo, listNgoAdmins, listNgos } from '../queries/ngos';
import {
  addNgo,
  addNgoAdmin,
  updateNgo,
  updateNgoAdmin,
} from '../services/ngos';

/** docs/api-contract.md 8, 15, and 4.9 for the password. */
const MAX_SHORT_NAME_LENGTH = 10;
const MAX_NAME_LENGTH = 200;
const MAX_ACCOUNT_LENGTH = 50;
const MAX_PASSWORD_LENGTH = 100;

/** NGOs and their back-office accounts (docs/api-contract.md 4.9). */
export const ngoRoutes = new Hono<HostEnv>();

ngoRoutes.get('/api/v1/ngo', async (c) => {
  organizerOf(c);
  return sendJson(c, await listNgos(c.var.db));
});

ngoRoutes.post('/api/v1/ngo', async (c) => {
  organizerOf(c);
  await addNgo(c.var.db, ngoOf(await fieldsOf(c)));
  return c.body(null, 200);
});

ngoRoutes.get('/api/v1/ngo/:ngoId', async (c) => {
  organizerOf(c);
  return sendJson(c, await findNgo(c.var.db, idParam(c, 'ngoId')));
});

ngoRoutes.post('/api/v1/ngo/:ngoId', async (c) => {
  organizerOf(c);
  const change = ngoOf(await fieldsOf(c));
  await updateNgo(c.var.db, idParam(c, 'ngoId'), change);
  return c.body(null, 200);
});

ngoRoutes.patch('/api/v1/ngo/:ngoId/status', async (c) => {
  organizerOf(c);
  const sent = (await fieldsOf(c)).boolean('isActive');
  const isActive = required('IsActive', sent);
  await updateNgo(c.var.db, idParam(c, 'ngoId'), { isActive });
  return c.body(null, 200);
});

ngoRoutes.patch('/api/v1/ngo/:ngoId/organizer', async (c) => {
  organizerOf(c);
  const sent = (await fieldsOf(c)).boolean('isOrganizer');
  const organizer = required('IsOrganizer', sent);
  await updateNgo(c.var.db, idParam(c, 'ngoId'), { organizer });
  return c.body(null, 200);
});

ngoRoutes.get('/api/v1/ngo/:ngoId/ngoadmin', async (c) =>
  sendJson(c, await listNgoAdmins(c.var.db, ownNgo(c))),
);

ngoRoutes.post('/api/v1/ngo/:ngoId/ngoadmin', async (c) => {
  const ngoId = ownNgo(c);
  const { account, password } = accountOf(await fieldsOf(c));
  await addNgoAdmin(c.var.db, ngoId, account, password);
  return c.body(null, 200);
});

ngoRoutes.get('/api/v1/ngo/:ngoId/ngoadmin/:adminId', async (c) => {
  const admins = await listNgoAdmins(c.var.db, ownNgo(c));
  const id = idParam(c, 'adminId');
  const found = admins.find((admin) => admin.id === id);
  if (!found) throw new ProblemError(400, 'No such account.');
  return sendJson(c, found);
});

ngoRoutes.post('/api/v1/ngo/:ngoId/ngoadmin/:adminId', async (c) => {
  const ngoId = ownNgo(c);
  const id = idParam(c, 'adminId');
  const { account, password } = accountOf(await fieldsOf(c));
  await updateNgoAdmin(c.var.db, ngoId, id, account, password);
  return c.body(null, 200);
});

/**
 * The NGO of the path; 403 unless it is the caller's own (docs/api-contract.md
 * 2.4).
 */
function ownNgo(c: HostContext): number {
  const admin = adminOf(c);
  const ngoId = idParam(c, 'ngoId');
  if (ngoId === admin.ngoId) return ngoId;
  throw new ProblemError(403, 'This is another NGO.');
}

function ngoOf(body: Fields) {
  const read = (name: string, max: number) =>
    required(name, limited(name, body.text(name)?.trim(), max));
  return {
    shortName: read('ShortName', MAX_SHORT_NAME_LENGTH),
    name: read('Name', MAX_NAME_LENGTH),
    organizer: body.boolean('organizer') ?? false,
    isActive: body.boolean('isActive') ?? true,
  };
}

function accountOf(body: Fields) {
  const account = limited(
    'Account',
    body.text('account')?.trim(),
    MAX_ACCOUNT_LENGTH,
  );
  const password = limited(
    'Password',
    body.text('password'),
    MAX_PASSWORD_LENGTH,
  );
  return {
    account: required('Account', account),
    password: required('Password', password),
  };
}
