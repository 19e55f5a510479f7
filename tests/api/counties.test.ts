import { expect, it } from 'vitest';

import {
  getCounties,
  getPollingStations,
  importCounties,
  updateCounty,
} from '@/api/counties';

import { serverSaying } from './support/fake-server';

it.each([
  [
    'the county list of newer servers',
    `{ "id": 1, "code": "AB", "provinceCode": "TR", "numberOfPollingStations": 411, "name": "Alba", "diaspora": false, "order": 1 }`,
    411,
    411,
    'TR',
  ],
  [
    'a county of newer servers that has no province',
    `{ "id": 1, "code": "AB", "provinceCode": null, "numberOfPollingStations": 411, "name": "Alba", "diaspora": false, "order": 1 }`,
    411,
    411,
    '',
  ],
  [
    'the county list of older servers',
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
    'a server that has both',
    `{ "id": 1, "name": "Alba", "code": "AB", "limit": 500, "numberOfPollingStations": 411, "diaspora": false, "order": 1 }`,
    411,
    500,
  ],
  [
    'a server that has neither',
    `{ "id": 1, "name": "Alba", "code": "AB", "limit": null, "diaspora": false, "order": 1 }`,
    0,
    0,
  ],
])(
  'reads %s (docs/api-contract.md 4.7)',
  async (_name, row, stations, limit, ...[province]) => {
    const { client, sent } = serverSaying(`[ ${row} ]`);
    const reply = await getCounties(client, '"v1"');
    expect(sent[0]?.url).toBe('http://server.test/api/v1/county');
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
        ...(province === undefined ? {} : { provinceCode: province }),
      },
    ]);
  },
);

it('hands on why the server could not tell', async () => {
  const { client } = serverSaying('{"message":"No counties"}', { status: 400 });
  expect(await getCounties(client)).toEqual({
    ok: false,
    failure: { kind: 'refused', status: 400, detail: 'No counties' },
  });
});

it('updates a county by POST: the server has no PUT', async () => {
  const { client, sent } = serverSaying('');
  const county = { name: 'Alba', code: 'AB', diaspora: false, order: 1 };
  expect(await updateCounty(client, 1, county)).toMatchObject({ ok: true });
  expect(sent[0]).toMatchObject({
    method: 'POST',
    url: 'http://server.test/api/v1/county/1',
  });
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual(county);
});

it('imports counties as a file of the name that the server asks for', async () => {
  const { client, sent } = serverSaying('');
  await importCounties(client, 'Id,Code\n44,NN\n');
  expect(sent[0]?.headers.get('content-type')).toMatch(
    /^multipart\/form-data; boundary=/,
  );
  expect(sent[0]?.body).toContain('name="CsvFile"; filename="counties.csv"');
  expect(sent[0]?.body).toContain('Id,Code\n44,NN\n');
});

it.each([
  [
    'newer',
    '{"id":7312,"municipalityId":5,"address":"School no. 3","number":12}',
    { id: 7312, number: 12, address: 'School no. 3' },
  ],
  [
    'older',
    '{"id":7312,"address":null,"coordinates":null,"administrativeTerritoryCode":"1017","idCounty":1,"territoryCode":"4821","number":12}',
    { id: 7312, number: 12 },
  ],
])(
  'reads polling stations of %s servers (docs/api-contract.md 4.8)',
  async (_name, row, station) => {
    const { client, sent } = serverSaying(`[ ${row} ]`);
    const query = { countyId: 1, page: 1, pageSize: 20 };
    const reply = await getPollingStations(client, query);
    expect(reply.ok && reply.value).toEqual([station]);
    expect(sent[0]?.url).toBe(
      'http://server.test/api/v2/polling-station?countyId=1&page=1&pageSize=20',
    );
  },
);
