import { Hono } from 'hono';

import type { HostEnv } from '../host';
import { fieldsOf, limited, required, type Fields } from '../http/fields';
import { pagingOf, toPage } from '../http/paging';
import { TextRefusal } from '../http/problem';
import { queryOf } from '../http/query';
import { adminOf, organizerOf, scopeOf } from '../http/roles';
import { sendJson } from '../http/send-json';
import { countObservers, listObservers } from '../rules/observer-list';
import { updateObserver } from '../rules/update-observer';

/** Limits of contract section 8, 15; a pin longer than this is a mistake. */
const MAX_NAME_LENGTH = 200;
const MAX_PHONE_LENGTH = 20;
const MAX_PIN_LENGTH = 100;

/** Observers as staff see and edit them (contract section 3). */
export const observerRoutes = new Hono<HostEnv>();

observerRoutes.get('/api/v1/observer', async (c) => {
  const admin = adminOf(c);
  const query = queryOf(c);
  const paging = pagingOf(query);
  const { rows, total } = await listObservers(
    c.var.db,
    {
      ngoId: scopeOf(admin),
      name: query.text('name'),
      phone: query.text('number'),
      isShuffled: c.var.host.quirks.shuffledLists,
    },
    paging,
  );
  return sendJson(c, toPage(rows, total, paging));
});

observerRoutes.get('/api/v1/observer/count', async (c) => {
  const ngoId = scopeOf(adminOf(c));
  const filter = { ngoId, name: undefined, phone: undefined };
  return sendJson(c, await countObservers(c.var.db, filter));
});

observerRoutes.put('/api/v1/observer', async (c) => {
  organizerOf(c);
  const body = await fieldsOf(c);
  const observerId = required('ObserverId', body.integer('observerId'));
  const change = {
    name: limited('Name', filled(body, 'name'), MAX_NAME_LENGTH),
    phone: limited('Phone', filled(body, 'phone'), MAX_PHONE_LENGTH),
    pin: limited('Pin', filled(body, 'pin'), MAX_PIN_LENGTH),
  };
  if (Object.values(change).every((value) => value === undefined)) {
    throw new TextRefusal(400, 'There is nothing to change.');
  }
  return c.json(await updateObserver(c.var.db, observerId, change));
});

/** A blank text means "leave it as it is" (contract 3.3). */
function filled(body: Fields, name: string): string | undefined {
  return body.text(name)?.trim() || undefined;
}
