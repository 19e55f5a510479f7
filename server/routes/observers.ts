import { tellAudit, tellAuditNothing } from '../http/audit';
import { hashInTurn } from '../http/callers/counted-sign-in';
import { scopeOf } from '../http/callers/roles';
import type { Admin } from '../http/callers/users';
import {
  CrashingError,
  ProblemError,
  TextRefusal,
} from '../http/problems/problem';
import { sendJson } from '../http/replies/send-json';
import {
  boolean,
  filled,
  integer,
  isObject,
  optionalJsonOf,
  required,
} from '../http/requests/fields';
import { paging, pagingOf, toPage } from '../http/requests/paging';
import { readQuery, texts } from '../http/requests/query';
import { createRoutes } from '../http/routes';
import { listActiveObservers } from '../queries/active-observers';
import {
  countObservers,
  findByPhone,
  findNamed,
  listObservers,
} from '../queries/observers';
import {
  IdBody,
  NewObserver,
  ObserverChange,
  ObserverPage,
  Observers,
  Reset,
} from '../schemas/observers';
import { Changed, Count, Id } from '../schemas/reply';
import type { RequestContext } from '../server';
import { unbindDevice } from '../services/devices';
import {
  addObserver,
  deleteObserver,
  findSamePin,
  holdObserver,
  resetPin,
  updateObserver,
} from '../services/observers';
import { checkNewPin } from '../services/secret-rules';

/** Observers as staff see and edit them (docs/api-contract.md 3). */
export const observerRoutes = createRoutes('observers');

observerRoutes.on(
  'get',
  '/api/v1/observer',
  {
    summary: 'Observers by id',
    role: 'admin',
    query: { ...paging, name: filled, number: filled },
    reply: ObserverPage,
  },
  async (c, { user, query }) => {
    const asked = query();
    const page = pagingOf(asked);
    const { rows, total } = await listObservers(
      c.var.db,
      {
        ngoId: scopeOf(user),
        name: asked.name,
        phone: asked.number,
        isShuffled: c.var.server.quirks.shuffledLists,
      },
      page,
    );
    return sendJson(c, toPage(rows, total, page));
  },
);

observerRoutes.on(
  'get',
  '/api/v1/observer/count',
  { summary: 'How many observers', role: 'admin', reply: Count },
  async (c, { user }) =>
    sendJson(c, await countObservers(c.var.db, { ngoId: scopeOf(user) })),
);

observerRoutes.on(
  'get',
  '/api/v1/observer/active',
  {
    summary: 'Observers who checked into stations of these counties',
    role: 'admin',
    query: {
      countyCodes: texts,
      toPollingStationNumber: integer,
      fromPollingStationNumber: integer,
      currentlyCheckedIn: boolean,
    },
    reply: Observers,
  },
  async (c, { user, query }) => {
    const { rangeIgnored, repeatedActive } = c.var.server.quirks;
    const asked = query();
    const { countyCodes = [], toPollingStationNumber: to } = asked;
    if (countyCodes.length === 0) {
      throw new CrashingError('Send countyCodes at least once.');
    }
    const observers = await listActiveObservers(c.var.db, {
      ngoId: scopeOf(user),
      countyCodes,
      from: rangeIgnored ? undefined : asked.fromPollingStationNumber,
      to: rangeIgnored ? undefined : repeatedActive ? (to ?? 0) : to,
      isCheckedIn: !repeatedActive && (asked.currentlyCheckedIn ?? false),
      isRepeated: repeatedActive,
    });
    return sendJson(c, observers);
  },
);

/** The action of a reset that sets a PIN. */
const RESET_PIN = 'reset-password';

const newObserver = { name: filled, phone: filled, pin: filled };

observerRoutes.on(
  'post',
  '/api/v1/observer',
  {
    summary: "Add an observer to the caller's NGO; query or body",
    role: 'organizer',
    audit: 'observer added',
    query: newObserver,
    body: NewObserver,
    source: bodyOrQuery,
    reply: Id,
    prepare: (c, { pin }) => hashInTurn(c.var.server, 'phone', pin),
  },
  async (c, { user: { ngoId }, body, prepared }) => {
    const added = { ngoId, ...(await body()) };
    checkNewPin(added.pin, c.var.server.quirks);
    const { highestIdPlusOne } = c.var.server.quirks;
    const hashed = { ...added, pin: prepared() };
    const id = await addObserver(c.var.db, hashed, highestIdPlusOne);
    tellAudit(c, { subject: `observer ${id}`, after: added });
    return c.json(id);
  },
);

observerRoutes.on(
  'put',
  '/api/v1/observer',
  {
    summary: 'Change an observer; blank fields stay',
    role: 'organizer',
    audit: 'observer changed',
    body: ObserverChange,
    reply: Changed,
    prepare: async (c, { observerId, pin }) =>
      pin === undefined
        ? undefined
        : {
            same: await findSamePin(c.var.db, observerId, pin),
            hash: await hashInTurn(c.var.server, 'phone', pin),
          },
  },
  async (c, { body, prepared }) => {
    const { observerId, ...change } = await body();
    if (Object.values(change).every((value) => value === undefined)) {
      throw new TextRefusal(400, 'There is nothing to change.');
    }
    checkNewPin(change.pin, c.var.server.quirks);
    // Held, so that nobody else's change comes between.
    await holdObserver(c.var.db, observerId);
    const before = await findNamed(c.var.db, observerId);
    const isChanged = await updateObserver(c.var.db, observerId, {
      ...change,
      pin: prepared(),
    });
    const subject = `observer ${observerId}`;
    if (isChanged) tellAudit(c, { subject, before, after: change });
    else tellAuditNothing(c);
    return c.json(isChanged);
  },
);

observerRoutes.on(
  'delete',
  '/api/v1/observer',
  {
    summary: 'Delete an observer without data',
    role: 'admin',
    audit: 'observer deleted',
    query: { id: integer },
    reply: Changed,
  },
  async (c, { user, query }) => {
    const id = required('id', query().id);
    if (!(await isOwn(c, user, id))) {
      tellAuditNothing(c);
      return c.json(false);
    }
    const before = await findNamed(c.var.db, id);
    await deleteObserver(c.var.db, id);
    tellAudit(c, { subject: `observer ${id}`, before });
    return c.json(true);
  },
);

observerRoutes.on(
  'post',
  '/api/v1/observer/removeDeviceId',
  {
    summary: 'Let go of the bound phone; id in query or body',
    role: 'admin',
    audit: 'device removed',
    query: { id: integer },
    body: IdBody,
    source: optionalJsonOf,
  },
  async (c, { user, query, body }) => {
    const sent = await body();
    const id = required('id', sent.id ?? query().id);
    if (!(await isOwn(c, user, id))) throw notAllowed();
    await unbindDevice(c.var.db, id);
    tellAudit(c, { subject: `observer ${id}` });
    return c.body(null, 200);
  },
);

observerRoutes.on(
  'post',
  '/api/v1/observer/reset',
  {
    summary: 'A new pin, or no device, by exact phone',
    role: 'organizer',
    audit: 'observer reset',
    body: Reset,
    prepare: async (c, { action, pin }) =>
      action === RESET_PIN && pin !== undefined
        ? hashInTurn(c.var.server, 'phone', pin)
        : '',
  },
  async (c, { body, prepared }) => {
    const { db } = c.var;
    const { action, phoneNumber: phone, pin } = await body();
    const found = await findByPhone(db, phone);
    tellAudit(c, { subject: `observer ${found}`, after: { action } });
    switch (action) {
      case RESET_PIN:
        checkNewPin(required('Pin', pin), c.var.server.quirks);
        if (!(await resetPin(db, phone, prepared()))) throw noPhone(phone);
        return c.body(null, 200);
      case 'device': {
        if (found === undefined) throw noPhone(phone);
        await unbindDevice(db, found);
        return c.json(1);
      }
      default:
        throw new ProblemError(422, `There is no action '${action}'.`);
    }
  },
);

/**
 * A new observer: each field of the body, or of the query where the body's is
 * blank.
 */
async function bodyOrQuery(c: RequestContext): Promise<unknown> {
  const { bodyOnlyCreate, queryOnlyCreate } = c.var.server.quirks;
  const sent = queryOnlyCreate ? {} : await optionalJsonOf(c);
  if (bodyOnlyCreate || !isObject(sent)) return sent;
  const filledIn = Object.entries(sent).filter(
    ([, field]) =>
      field !== null && !(typeof field === 'string' && field.trim() === ''),
  );
  return {
    ...readQuery(c, newObserver),
    ...Object.fromEntries(
      filledIn.map(([name, field]) => [name.toLowerCase(), field]),
    ),
  };
}

/**
 * Whether the observer exists. Throws 400 when it is of another NGO; an
 * organizer may change all (docs/api-contract.md 3.4, 3.9).
 */
async function isOwn(
  c: RequestContext,
  admin: Admin,
  id: number,
): Promise<boolean> {
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
