import { describe, expect, it } from 'vitest';

import type { ObserverQuery } from '@/api/observers';
import {
  deleteObserver,
  getActiveObservers,
  getObserverCount,
  getObservers,
  postObserver,
  putObserver,
  resetPin,
} from '@/api/observers';

import { serverSaying } from './support/fake-server';

function pageOf(row: string): string {
  return `{ "data": [ ${row} ], "totalItems": 1, "totalPages": 1, "page": 1, "pageSize": 100 }`;
}

describe('observers (docs/api-contract.md 3)', () => {
  it.each([
    [
      'never seen on a device',
      `{ "id": 41, "ngo": "Free Vote Association", "phone": "0722000041", "name": "Maria Ionescu",
         "deviceRegisterDate": null, "lastSeen": "2023-10-15T08:12:45.123456Z",
         "numberOfNotes": 3, "numberOfPollingStations": 2 }`,
      {
        id: 41,
        ngo: 'Free Vote Association',
        phone: '0722000041',
        name: 'Maria Ionescu',
        lastSeen: Date.UTC(2023, 9, 15, 8, 12, 45, 123),
        numberOfNotes: 3,
        numberOfPollingStations: 2,
      },
    ],
    [
      'of an older server, which never says when',
      `{ "id": 41, "ngo": null, "phone": "074-17", "name": "Ștefan Țîru",
         "deviceRegisterDate": "2020-12-01T10:00:00", "lastSeen": null,
         "numberOfNotes": 0, "numberOfPollingStations": 0 }`,
      {
        id: 41,
        ngo: '',
        phone: '074-17',
        name: 'Ștefan Țîru',
        deviceRegisterDate: Date.UTC(2020, 11, 1, 10),
        numberOfNotes: 0,
        numberOfPollingStations: 0,
      },
    ],
  ])('%s', async (_name, row, expected) => {
    const { client } = serverSaying(pageOf(row));
    const reply = await getObservers(client, { page: 1, pageSize: 100 });
    expect(reply.ok && reply.value?.data).toEqual([expected]);
    expect(reply.ok && reply.value?.totalItems).toBe(1);
  });

  it.each<[ObserverQuery, string]>([
    [{ page: 1, pageSize: 100 }, 'Page=1&PageSize=100'],
    [
      { name: 'Țîru', phone: '+40', page: 2, pageSize: 5 },
      'Name=%C8%9A%C3%AEru&Number=%2B40&Page=2&PageSize=5',
    ],
    [{ name: '', phone: '', page: 1, pageSize: 5 }, 'Page=1&PageSize=5'],
    [{ name: 'a&b=c', page: 1, pageSize: 5 }, 'Name=a%26b=c&Page=1&PageSize=5'],
  ])('are asked for with %j', async (query, expected) => {
    const { client, sent } = serverSaying(
      '{ "data": [], "totalItems": 0, "totalPages": 1, "page": 1, "pageSize": 5 }',
    );
    await getObservers(client, query);
    const [address, search] = sent[0]?.url.split('?') ?? [];
    expect(address).toBe('http://server.test/api/v1/observer');
    expect(search).toBe(expected);
  });

  it('are counted by a bare number', async () => {
    const { client, sent } = serverSaying('1284');
    expect(await getObserverCount(client)).toEqual({
      ok: true,
      status: 200,
      value: 1284,
    });
    expect(sent[0]?.url).toBe('http://server.test/api/v1/observer/count');
  });

  it.each(['"1284"', '{"count":1284}', 'null', ''])(
    'are not counted by %s',
    async (body) => {
      const { client } = serverSaying(body);
      expect(await getObserverCount(client)).toMatchObject({
        ok: false,
        failure: { kind: 'unreadable' },
      });
    },
  );
});

describe('an edit of an observer (docs/api-contract.md 3.3)', () => {
  it('sends what changed and nothing else', async () => {
    const { client, sent } = serverSaying('true');
    const reply = await putObserver(client, 41, { phone: '0722000042' });
    expect(reply).toEqual({ ok: true, status: 200, value: true });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      url: 'http://server.test/api/v1/observer',
    });
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      observerId: 41,
      phone: '0722000042',
    });
  });

  it('takes false for an answer: it proves nothing either way', async () => {
    const { client } = serverSaying('false');
    expect(await putObserver(client, 41, { name: 'Dan' })).toEqual({
      ok: true,
      status: 200,
      value: false,
    });
  });

  it('hands on why the server refused', async () => {
    const { client } = serverSaying(
      `{ "type": "https://tools.ietf.org/html/rfc7231#section-6.5.1",
         "title": "Bad Request", "status": 400,
         "detail": "Action not allowed", "traceId": "00-91ab...-00" }`,
      { status: 400 },
    );
    expect(await putObserver(client, 41, { name: 'Dan' })).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 400, detail: 'Action not allowed' },
    });
  });
});

it.each([
  [
    'in the address and in the body',
    false,
    '?Phone=%2B40722&Pin=4321&Name=Dan+Pop&SendSMS=false',
  ],
  ['in the body alone, where the server reads that', true, ''],
])(
  'a new observer is told %s (docs/api-contract.md 3.2)',
  async (_where, readsBody, query) => {
    const { client, sent } = serverSaying('42');
    const input = { name: 'Dan Pop', phone: '+40722' };
    expect(await postObserver(client, input, '4321', { readsBody })).toEqual({
      ok: true,
      status: 200,
      value: 42,
    });
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['POST', `http://server.test/api/v1/observer${query}`],
    ]);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      phone: '+40722',
      pin: '4321',
      name: 'Dan Pop',
      sendSMS: false,
    });
  },
);

it.each([
  ['true', 200, true],
  ['false', 200, false],
  ['', 200, undefined],
])(
  'a deletion answered by %j (docs/api-contract.md 3.4)',
  async (text, status, value) => {
    const { client, sent } = serverSaying(text, { status });
    expect(await deleteObserver(client, 41)).toEqual({
      ok: true,
      status,
      value,
      ...(text === '' ? { isUnproven: true } : {}),
    });
    expect(sent[0]).toMatchObject({
      method: 'DELETE',
      url: 'http://server.test/api/v1/observer?id=41',
      body: undefined,
    });
  },
);

it('a PIN is reset by phone, and the server says nothing (docs/api-contract.md 3.5)', async () => {
  const { client, sent } = serverSaying('');
  expect(await resetPin(client, '0722000041', '1234')).toMatchObject({
    ok: true,
  });
  expect(sent[0]).toMatchObject({
    method: 'POST',
    url: 'http://server.test/api/v1/observer/reset',
  });
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    action: 'reset-password',
    phoneNumber: '0722000041',
    pin: '1234',
  });
});

it('active observers come once, however many stations they have (docs/api-contract.md 3.7)', async () => {
  const row = (id: number) =>
    `{ "id": ${id}, "ngo": "Vot Liber", "phone": "07", "name": "Maria", "deviceRegisterDate": null,
       "lastSeen": null, "numberOfNotes": 0, "numberOfPollingStations": 2 }`;
  const { client, sent } = serverSaying(
    `[ ${row(41)}, ${row(42)}, ${row(41)} ]`,
  );
  const query = { countyCode: 'AB', from: 1, to: 411 };
  const reply = await getActiveObservers(client, query);
  expect(reply.ok && reply.value?.map(({ id }) => id)).toEqual([41, 42]);
  expect(sent[0]?.url).toBe(
    'http://server.test/api/v1/observer/active?countyCodes=AB&fromPollingStationNumber=1&toPollingStationNumber=411&currentlyCheckedIn=true',
  );
});
