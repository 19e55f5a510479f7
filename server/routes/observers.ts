import { Hono } from 'hono';

import type { HostContext, HostEnv } from '../host';
import {
  fieldsOf,
  limited,
  optionalFieldsOf,
  required,
  type Fields,
} from '../http/fields';
import { pagingOf, toPage } from '../http/paging';
import { CrashingError, ProblemError, TextRefusal } from '../http/problem';
import { queryOf } from '../http/query';
import { adminOf, organizerOf, scopeOf } from '../http/roles';
import { sendJson } from '../http/send-json';
import { listActiveObservers } from '../queries/active-observers';
import {
  countObservers,
  listObservers,
  findByPhone,
} from '../queries/observers';
import { unbindDevice } from '../services/devices';
import {
  addObserver,
  deleteObserver,
  holdObserver,
  resetPin,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_PIN_LENGTH,
  updateObserver,
} from '../services/observers';

/** Observers as staff see and edit them (docs/api-contract.md 3). */
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

observerRoutes.get('/api/v1/observer/active', async (c) => {
  const admin = adminOf(c);
  const query = queryOf(c);
  const { quirks } = c.var.host;
  const countyCodes = query.texts('countyCodes');
  if (countyCodes.length === 0) {
    throw new CrashingError('Send countyCodes at least once.');
  }
  const to = query.integer('toPollingStationNumber');
  const observers = await listActiveObservers(c.var.db, {
    ngoId: scopeOf(admin),
    countyCodes,
    ...(quirks.rangeIgnored
      ? { from: undefined, to: undefined }
      : {
          from: query.integer('fromPollingStationNumber'),
          to: quirks.repeatedActive ? (to ?? 0) : to,
        }),
    isCheckedIn:
      !quirks.repeatedActive && (query.boolean('currentlyCheckedIn') ?? false),
    isRepeated: quirks.repeatedActive,
  });
  return sendJson(c, observers);
});

observerRoutes.post('/api/v1/observer', async (c) => {
  const { ngoId } = organizerOf(c);
  const { quirks } = c.var.host;
  const query = queryOf(c);
  const body = quirks.queryOnlyCreate ? undefined : await optionalFieldsOf(c);
  const read = (name: string, max: number) => {
    const sent = body && filled(body, name);
    const asked = quirks.bodyOnlyCreate ? undefined : query.text(name);
    return required(name, limited(name, sent ?? asked, max));
  };
  const added = {
    ngoId,
    name: read('Name', MAX_NAME_LENGTH),
    phone: read('Phone', MAX_PHONE_LENGTH),
    pin: read('Pin', MAX_PIN_LENGTH),
  };
  return c.json(await addObserver(c.var.db, added, quirks.highestIdPlusOne));
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

observerRoutes.delete('/api/v1/observer', async (c) => {
  adminOf(c);
  const id = required('id', queryOf(c).integer('id'));
  if (!(await isOwn(c, id))) return c.json(false);
  await deleteObserver(c.var.db, id);
  return c.json(true);
});

observerRoutes.post('/api/v1/observer/removeDeviceId', async (c) => {
  adminOf(c);
  const body = await optionalFieldsOf(c);
  const sent = body.integer('id') ?? queryOf(c).integer('id');
  const id = required('id', sent);
  if (!(await isOwn(c, id))) throw notAllowed();
  await unbindDevice(c.var.db, id);
  return c.body(null, 200);
});

observerRoutes.post('/api/v1/observer/reset', async (c) => {
  organizerOf(c);
  const { db } = c.var;
  const body = await fieldsOf(c);
  const action = required('Action', filled(body, 'action'));
  const phone = required('PhoneNumber', filled(body, 'phoneNumber'));
  switch (action) {
    case 'reset-password': {
      const pin = limited('Pin', filled(body, 'pin'), MAX_PIN_LENGTH);
      if (!(await resetPin(db, phone, required('Pin', pin)))) {
        throw noPhone(phone);
      }
      return c.body(null, 200);
    }
    case 'device': {
      const id = await findByPhone(db, phone);
      if (id === undefined) throw noPhone(phone);
      await unbindDevice(db, id);
      return c.json(1);
    }
    default:
      throw new ProblemError(422, `There is no action '${action}'.`);
  }
});

/**
 * Whether the observer exists. Throws 400 unless it is the caller's own to
 * change; for an organizer all are (docs/api-contract.md 3.4, 3.9).
 */
async function isOwn(c: HostContext, id: number): Promise<boolean> {
  const admin = adminOf(c);
  const found = await holdObserver(c.var.db, id);
  if (!admin.isOrganizer && found?.ngoId !== admin.ngoId) throw notAllowed();
  return found !== undefined;
}

function notAllowed(): ProblemError {
  return new ProblemError(400, 'Action not allowed');
}

function noPhone(phone: string): TextRefusal {
  return new TextRefusal(404, `There is no observer with the phone ${phone}`);
}

/** A blank text means "leave it as it is" (docs/api-contract.md 3.3). */
function filled(body: Fields, name: string): string | undefined {
  return body.text(name)?.trim() || undefined;
}
