import { expect, it } from 'vitest';

import { onPglite } from '../support/on-pglite';
import {
  freshServer,
  postedAnswers,
  type TestServer,
  type UserName,
} from '../support/server';

type Write = [
  method: string,
  path: string,
  body: (text: string) => unknown,
  as?: UserName,
];

const observer = '/api/v1/observer';
const dana = { phone: '0722000044', pin: '4321', name: 'Dana Pop' };
const ngo = { shortName: 'NEW', name: 'New one' };
const message = { channel: 'Firebase', from: 'x', title: 'x', message: 'x' };
const county = { name: 'Alba', code: 'AB' };

const form = (section: object): unknown => ({
  code: 'N',
  description: 'New',
  formSections: [{ code: 'N1', description: 'One', ...section }],
});
const question = (fields: object) =>
  form({ questions: [{ code: 'N1.1', text: 'Why', ...fields }] });
const file = (field: string, text: string) => {
  const body = new FormData();
  body.set(field, new File([text], 'rows.csv'));
  return body;
};

const station = '/api/v2/polling-station/7400';
const note = (text: string) => {
  const body = new FormData();
  body.set('CountyCode', 'AB');
  body.set('PollingStationNumber', '12');
  body.set('Text', text);
  return body;
};

/**
 * The longest texts (docs/api-contract.md 8): each limit, wherever the text can come in.
 */
const limits: [what: string, max: number, ...Write][] = [
  ['section code', 4, 'POST', '/api/v1/form', (code) => form({ code })],
  [
    'section description',
    200,
    'POST',
    '/api/v1/form',
    (description) => form({ description }),
  ],
  [
    'form code',
    50,
    'POST',
    '/api/v1/form',
    (code) => ({ code, description: 'New' }),
  ],
  [
    'form description',
    1000,
    'POST',
    '/api/v1/form',
    (description) => ({ code: 'N', description }),
  ],
  [
    'form title',
    1000,
    'POST',
    '/api/v1/form',
    (title) => ({ code: 'N', description: 'New', title }),
  ],
  ['question code', 50, 'POST', '/api/v1/form', (code) => question({ code })],
  ['question hint', 1000, 'POST', '/api/v1/form', (hint) => question({ hint })],
  ['question text', 1000, 'POST', '/api/v1/form', (text) => question({ text })],
  [
    'option text',
    1000,
    'POST',
    '/api/v1/form',
    (text) => question({ optionsToQuestions: [{ text }] }),
  ],
  [
    'section code, changed',
    4,
    'PUT',
    '/api/v1/form',
    (code) => ({
      id: 12,
      code: 'A',
      description: 'A',
      formSections: [{ id: 31, code, description: 'One' }],
    }),
  ],
  ['observer name', 200, 'POST', observer, (name) => ({ ...dana, name })],
  [
    'observer name, changed',
    200,
    'PUT',
    observer,
    (name) => ({ observerId: 41, name }),
  ],
  [
    'observer name, imported',
    200,
    'POST',
    `${observer}/import`,
    (name) => file('file', `1,1234,${name}`),
  ],
  ['phone', 20, 'POST', observer, (phone) => ({ ...dana, phone })],
  [
    'phone, changed',
    20,
    'PUT',
    observer,
    (phone) => ({ observerId: 41, phone }),
  ],
  [
    'phone, imported',
    20,
    'POST',
    `${observer}/import`,
    (phone) => file('file', `0,1234,Ana\n${phone},1234,Dan`),
  ],
  [
    'NGO short name',
    10,
    'POST',
    '/api/v1/ngo',
    (shortName) => ({ ...ngo, shortName }),
  ],
  ['NGO name', 200, 'POST', '/api/v1/ngo', (name) => ({ ...ngo, name })],
  [
    'NGO name, changed',
    200,
    'POST',
    '/api/v1/ngo/2',
    (name) => ({ ...ngo, name }),
  ],
  [
    'account',
    50,
    'POST',
    '/api/v1/ngo/2/ngoadmin',
    (account) => ({ account, password: 'long enough too' }),
    'admin',
  ],
  [
    'county code',
    20,
    'POST',
    '/api/v1/county/1',
    (code) => ({ ...county, code }),
  ],
  [
    'county name',
    100,
    'POST',
    '/api/v1/county/1',
    (name) => ({ ...county, name }),
  ],
  [
    'county name, imported',
    100,
    'POST',
    '/api/v1/county/import',
    (name) => file('CsvFile', `Id,Code,Name,ProvinceCode\n9,ZZ,${name},TR`),
  ],
  [
    'title of a message',
    200,
    'POST',
    '/api/v1/notification/send/all',
    (title) => ({ ...message, title }),
  ],
  [
    'message',
    4000,
    'POST',
    '/api/v1/notification/send/all',
    (text) => ({ ...message, message: text }),
  ],
  [
    'answer text',
    1000,
    'POST',
    '/api/v1/answers',
    (value) => postedAnswers(205, [{ optionId: 903, value }]),
    'maria',
  ],
  ['note of a phone', 20_000, 'POST', '/api/v2/note', note, 'maria'],
  ['address', 500, 'PUT', station, (address) => ({ address })],
  ['coordinates', 100, 'PUT', station, (coordinates) => ({ coordinates })],
  [
    'code of a territory',
    20,
    'PUT',
    station,
    (territoryCode) => ({ territoryCode }),
  ],
  [
    'code of an administrative territory',
    20,
    'PUT',
    station,
    (code) => ({ administrativeTerritoryCode: code }),
  ],
  [
    'address, imported',
    500,
    'POST',
    '/api/v1/polling-station/import',
    (address) =>
      file(
        'csvFile',
        `MunicipalityCode,Address,Number\nAB-SEB,${address},${address.startsWith('x') ? 14 : 15}`,
      ),
  ],
];

onPglite((database) => {
  const server = freshServer(database);

  it.each(limits)(
    'takes a %s of %i characters, and no more',
    async (_, max, ...write) => {
      const [most] = await send(server(), write, 'x'.repeat(max));
      expect([200, 202]).toContain(most);
      const [status, text] = await send(server(), write, 'y'.repeat(max + 1));
      expect(status).toBe(400);
      expect(text).toContain(`${max} characters`);
    },
  );

  it('takes letters of more than one byte as one character each', async () => {
    const name = 'ș'.repeat(200);
    const body = { ...dana, name };
    const [status] = await send(server(), ['POST', observer, () => body], '');
    expect(status).toBe(200);
  });
});

async function send(
  server: TestServer,
  [method, path, body, as = 'organizer']: Write,
  text: string,
): Promise<[number, string]> {
  const reply = await server.ask(path, { method, as, body: body(text) });
  return [reply.status, await reply.text()];
}
