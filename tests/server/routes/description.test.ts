import { createHash } from 'node:crypto';

import * as v from 'valibot';
import { expect, it } from 'vitest';

import { operations } from '../../../server/app';
import type { Db } from '../../../server/db/database';
import { enrolmentCode, secondFactor } from '../../../server/db/schema';
import type { Described } from '../../../server/http/routes';
import { describeApi } from '../../../server/openapi/describe';
import { PLACE_COLUMNS } from '../../../server/services/places-file';
import { sealSecret } from '../../../server/services/second-factor/sealed-secret';
import { openSession } from '../../../server/services/sessions';
import { codeAt } from '../support/authenticator';
import { holdElection } from '../support/election';
import { onEachDatabase } from '../support/on-each-database';
import { SECRET, START, freshServer, type UserName } from '../support/server';

const THREAD = 'observerId=41&pollingStationId=7312';

const ACCOUNT = { user: 'ana.pop@example.org', password: 's3cret' };

const MESSAGE = {
  from: 'x',
  channel: 'Firebase',
  title: 'Hello',
  message: 'World',
};

const STATION = {
  countyCode: 'AB',
  municipalityCode: 'AB-SEB',
  pollingStationNumber: '12',
};

/** Requests whose replies are not empty, for each read that needs more than a path. */
const QUERIES: Record<string, string> = {
  '/api/v1/answers': 'isUrgent=true',
  '/api/v1/answers/filledIn': THREAD,
  '/api/v1/answers/pollingStationInfo': THREAD,
  '/api/v2/note': THREAD,
  '/api/v1/observer/active': 'countyCodes=AB',
};

const IDS: Record<string, string> = {
  formId: '12',
  countyId: '1',
  countyCode: 'AB',
  id: '7312',
  ngoId: '2',
  adminId: '7',
};

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** A reply as its schema knows it: other fields are left out. */
function known(schema: v.GenericSchema, reply: unknown): unknown {
  return v.parse(schema, reply);
}

function addressOf({ path }: Described): string {
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => IDS[name] ?? '1',
  );
  return `${filled}?${QUERIES[path] ?? ''}`;
}

const reads = operations.flatMap((operation) =>
  operation.method === 'get' && operation.reply
    ? [{ ...operation, reply: operation.reply }]
    : [],
);

/** The organizer's second factor, in base32 and as it is stored. */
const FACTOR = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const sealed = { adminId: 3, secret: sealSecret(SECRET, 3, FACTOR) };

/** One request for each write that answers with something. */
const WRITES: Record<
  string,
  { as?: UserName; body: unknown; prepare?: (db: Db) => Promise<unknown> }
> = {
  'POST /api/v1/access/authorize': { body: ACCOUNT },
  'POST /api/v2/access/authorize': { body: ACCOUNT },
  'POST /api/v1/access/test': { as: 'maria', body: {} },
  'POST /api/v2/note': { as: 'maria', body: formOf({ ...STATION, text: 'x' }) },
  'POST /api/v1/form': { body: { code: 'N', description: 'x' } },
  'PUT /api/v1/form': { body: { id: 12, code: 'A', description: 'x' } },
  'POST /api/v1/polling-station/import': {
    body: formOf({
      csvFile: new File(['header\r\nAB-SEB,Street,99'], 'a.csv'),
    }),
  },
  'POST /api/v1/observer': { body: { name: 'Ion', phone: '07', pin: '1234' } },
  'PUT /api/v1/observer': { body: { observerId: 41, name: 'Ion' } },
  'DELETE /api/v1/observer?id=44': { body: undefined },
  'POST /api/v1/observer/import': {
    body: formOf({ file: new File(['0722,1234,Ion'], 'a.csv') }),
  },
  'POST /api/v1/notification/send': {
    body: { ...MESSAGE, recipients: [41] },
  },
  'POST /api/v1/notification/send/all': { body: MESSAGE },
  'POST /api/extensions/accounts': {
    body: { ngoId: 2, account: 'new@example.org', password: 'long enough too' },
  },
  'POST /api/extensions/second-factor/set-up': {
    as: 'admin',
    body: { password: ACCOUNT.password },
  },
  'POST /api/extensions/second-factor/confirm': {
    body: { code: codeAt(FACTOR, START) },
    prepare: (db) => db.insert(secondFactor).values(sealed),
  },
  'POST /api/extensions/second-factor/recovery-codes': {
    body: { code: codeAt(FACTOR, START) },
    prepare: (db) =>
      db.insert(secondFactor).values({ ...sealed, confirmedAt: START }),
  },
  'POST /api/extensions/second-factor/remove': {
    body: { password: 'organizer-pass', code: codeAt(FACTOR, START) },
    prepare: (db) =>
      db.insert(secondFactor).values({ ...sealed, confirmedAt: START }),
  },
  'PUT /api/extensions/second-factor/required': {
    body: { isRequired: true },
  },
  'POST /api/extensions/tokens': { body: { name: 'Dashboard', ngoId: 2 } },
  'POST /api/extensions/enrolment': { body: { observerId: 41 } },
  'POST /api/extensions/enrolment/pin': {
    body: { code: 'a code', pin: '9753' },
    prepare: (db) =>
      db.insert(enrolmentCode).values({
        observerId: 41,
        hash: createHash('sha256').update('a code').digest('hex'),
        epoch: 0,
        endsAt: new Date(START.getTime() + 1),
      }),
  },
  'POST /api/v1/triage': {
    body: {
      observerId: 41,
      pollingStationId: 7312,
      state: 'resolved',
      setAt: '2026-11-22T08:00:00Z',
    },
  },
  'POST /api/extensions/places': {
    body: formOf({
      csvFile: new File(
        [`${PLACE_COLUMNS.join()}\r\n,,VN,,,VN-FOC,,1,`],
        'a.csv',
      ),
    }),
  },
};

onEachDatabase((database) => {
  const server = freshServer(database);

  it.each(Object.entries(WRITES))(
    '%s answers as it is described',
    async (request, { as = 'organizer', body, prepare }) => {
      const [method = '', path = ''] = request.split(' ');
      const operation = operations.find(
        (each) =>
          each.method === method.toLowerCase() &&
          each.path === path.split('?')[0],
      );
      await holdElection(database().db);
      await prepare?.(database().db);
      const response = await server().ask(path, { method, as, body });
      expect(response.status).toBe(operation?.status ?? 200);
      const reply = await response.json();
      expect(known(operation?.reply ?? v.never(), reply)).toEqual(reply);
    },
  );

  it('has a request for each write that answers', () => {
    const writes = operations
      .filter(({ method, reply }) => method !== 'get' && reply)
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const asked = Object.keys(WRITES).map((each) => each.split('?')[0]);
    expect(asked.sort()).toEqual(writes.sort());
  });

  it.each(reads)('GET $path answers as it is described', async (operation) => {
    await holdElection(database().db);
    await server().ask('/api/v1/notification/send', {
      method: 'POST',
      as: 'organizer',
      body: { ...MESSAGE, recipients: [41] },
    });
    const session = { id: 'any', adminId: 3, userAgent: 'Firefox, Linux' };
    await openSession(database().db, session, START);
    await server().ask('/api/extensions/tokens', {
      method: 'POST',
      as: 'organizer',
      body: { name: 'Dashboard' },
    });
    const isOwn = operation.path.includes('/ngoadmin');
    const as = isOwn ? 'admin' : 'organizer';
    const reply = await server().read(addressOf(operation), as);
    expect(JSON.stringify(reply)).not.toMatch(/^\[\]|"data":\[\]/);
    expect(known(operation.reply, reply)).toEqual(reply);
  });
});

it('notices a field that a reply lacks, has in excess or has otherwise', () => {
  const schema = v.object({ id: v.number() });
  expect(() => known(schema, {})).toThrow();
  expect(() => known(schema, { id: '1' })).toThrow();
  expect(known(schema, { id: 1, name: 'x' })).not.toEqual({ id: 1, name: 'x' });
});

it('has one schema for each name', () => {
  const byTitle = new Map<string, v.GenericSchema>();
  for (const { body, multipart, reply } of operations) {
    for (const schema of [body, multipart, reply]) {
      const title = schema && v.getTitle(schema);
      if (!schema || title === undefined) continue;
      expect(byTitle.get(title) ?? schema).toBe(schema);
      byTitle.set(title, schema);
    }
  }
  expect(byTitle.size).toBeGreaterThan(30);
});

it('says of a body what the route checks', () => {
  expect(describeApi(operations, '1')).toMatchObject({
    components: {
      schemas: {
        ObserverChange: {
          type: 'object',
          properties: {
            observerId: { type: 'integer' },
            name: { type: 'string', maxLength: 200 },
            phone: { type: 'string', maxLength: 20 },
            pin: { type: 'string', maxLength: 100 },
          },
          required: ['observerId'],
        },
      },
    },
    paths: {
      '/api/v1/observer': {
        put: {
          'x-role': 'organizer',
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/ObserverChange' },
              },
            },
          },
        },
      },
    },
  });
});
