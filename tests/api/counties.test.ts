import { expect, it } from 'vitest';

import { getCounties } from '@/api/counties';

import { hostSaying } from './support/fake-host';

it.each([
  [
    'the county list of newer hosts',
    `{ "id": 1, "code": "AB", "provinceCode": "TR", "numberOfPollingStations": 411, "name": "Alba", "diaspora": false, "order": 1 }`,
    411,
    411,
  ],
  [
    'the county list of older hosts',
    `{ "id": 1, "code": "AB", "numberOfPollingStations": 411, "name": "Alba", "diaspora": false, "order": 1 }`,
    411,
    411,
  ],
  [
    'the list of limits',
    `{ "id": 1, "name": "Alba", "code": "AB", "limit": 411, "diaspora": false, "order": 1 }`,
    411,
    411,
  ],
  [
    'a host that has both',
    `{ "id": 1, "name": "Alba", "code": "AB", "limit": 500, "numberOfPollingStations": 411, "diaspora": false, "order": 1 }`,
    411,
    500,
  ],
  [
    'a host that has neither',
    `{ "id": 1, "name": "Alba", "code": "AB", "limit": null, "diaspora": false, "order": 1 }`,
    0,
    0,
  ],
])('reads %s (contract 4.7)', async (_name, row, stations, limit) => {
  const { client, sent } = hostSaying(`[ ${row} ]`);
  const reply = await getCounties(client, '"v1"');
  expect(sent[0]?.url).toBe('http://host.test/api/v1/county');
  expect(sent[0]?.headers.get('if-none-match')).toBe('"v1"');
  expect(reply.ok && reply.value).toEqual([
    {
      id: 1,
      code: 'AB',
      name: 'Alba',
      diaspora: false,
      order: 1,
      numberOfPollingStations: stations,
      limit,
    },
  ]);
});

it('hands on why the host could not tell', async () => {
  const { client } = hostSaying('{"message":"No counties"}', { status: 400 });
  expect(await getCounties(client)).toEqual({
    ok: false,
    failure: { kind: 'refused', status: 400, detail: 'No counties' },
  });
});
