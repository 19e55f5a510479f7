import { expect, it } from 'vitest';

import { getNotes } from '@/api/notes';

import { serverSaying } from './support/fake-server';

it('asks with all four names: servers read different ones (docs/api-contract.md 4.3)', async () => {
  const { client, sent } = serverSaying('[]');
  expect(await getNotes(client, 41, 7312)).toEqual({
    ok: true,
    status: 200,
    value: [],
  });
  expect(sent[0]?.path).toBe('/api/v2/note');
  expect(sent[0]?.query).toEqual([
    ['pollingStationId', '7312'],
    ['observerId', '41'],
    ['idPollingStation', '7312'],
    ['idObserver', '41'],
  ]);
});

it('reads notes on questions and on the station, oldest first (docs/api-contract.md 4.3)', async () => {
  const { client } = serverSaying(`[
    { "countyCode": "AB", "municipalityCode": "AB-SEB", "pollingStationNumber": 12, "questionId": 205,
      "text": "Commission refused access", "attachmentsPaths": ["https://files.example.org/3f9c.jpg?X-Sig=abc"],
      "formCode": "A", "formId": 12 },
    { "countyCode": "AB", "municipalityCode": "AB-SEB", "pollingStationNumber": 12, "questionId": null,
      "text": null, "attachmentsPaths": [], "formCode": null, "formId": -1 } ]`);
  const reply = await getNotes(client, 41, 7312);
  expect(reply.ok && reply.value).toEqual([
    {
      text: 'Commission refused access',
      questionId: 205,
      formId: 12,
      countyCode: 'AB',
      attachments: [
        {
          src: 'https://files.example.org/3f9c.jpg?X-Sig=abc',
          path: 'https://files.example.org/3f9c.jpg',
          type: 'image',
        },
      ],
    },
    { countyCode: 'AB', attachments: [] },
  ]);
});

it.each([
  [
    'older servers, without a municipality and with plain addresses',
    `{ "countyCode": "AB", "pollingStationNumber": 12, "questionId": 205, "text": "Coadă",
       "attachmentsPaths": ["/files/a.mp4"], "formCode": "A", "formId": 12 }`,
    {
      text: 'Coadă',
      questionId: 205,
      formId: 12,
      countyCode: 'AB',
      attachments: [
        { src: '/files/a.mp4', path: '/files/a.mp4', type: 'video' },
      ],
    },
  ],
  [
    'servers whose files have no address',
    '{ "text": "", "questionId": 0, "formId": 0, "attachmentsPaths": [""] }',
    { attachments: [] },
  ],
  [
    'servers that leave everything out',
    '{ "attachmentsPaths": null }',
    { attachments: [] },
  ],
])('reads notes of %s', async (_name, note, expected) => {
  const { client } = serverSaying(`[ ${note} ]`);
  const reply = await getNotes(client, 41, 7312);
  expect(reply.ok && reply.value).toEqual([expected]);
});

it('takes nothing (204) for no answer, not for no notes', async () => {
  const { client } = serverSaying('', { status: 204 });
  expect(await getNotes(client, 41, 7312)).toMatchObject({
    ok: false,
    failure: { kind: 'unreadable', status: 204 },
  });
});
