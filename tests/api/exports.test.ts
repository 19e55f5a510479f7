import { expect, it } from 'vitest';

import { downloadAnswers, downloadNotes } from '@/api/exports';

import { serverSaying, serverThat } from './support/fake-server';

const spreadsheet =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const quiet = () => undefined;

it('asks for answers under the download’s own names (docs/api-contract.md 4.5)', async () => {
  const { client, sent } = serverSaying('', {
    headers: { 'content-type': 'text/csv' },
  });
  const filter = {
    county: 'AB',
    pollingStationNumber: 0,
    observerPhone: '+40',
    from: Date.UTC(2026, 10, 22, 5),
    to: Date.UTC(2026, 10, 22, 19),
  };
  await downloadAnswers(client, filter, 41, quiet);
  await downloadAnswers(client, {}, undefined, quiet);
  expect(sent.map(({ path }) => path)).toEqual(
    Array(2).fill('/api/v1/export/all'),
  );
  expect(sent[0]?.query).toEqual([
    ['county', 'AB'],
    ['pollingStationNumber', '0'],
    ['phoneObserver', '+40'],
    ['idObserver', '41'],
    ['from', '2026-11-22T05:00:00.000Z'],
    ['to', '2026-11-22T19:00:00.000Z'],
  ]);
  expect(sent[1]?.query).toEqual([]);
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer a.b.c');
  expect(sent[0]?.headers.get('accept')).toContain(spreadsheet);
});

it('asks for notes under the same names, as CSV: the server has nothing else', async () => {
  const { client, sent } = serverSaying('', {
    headers: { 'content-type': 'text/csv' },
  });
  await downloadNotes(client, { county: 'AB' }, 41, quiet);
  expect(sent[0]).toMatchObject({
    path: '/api/v1/export/all/notes',
    query: [
      ['county', 'AB'],
      ['idObserver', '41'],
    ],
  });
  expect(sent[0]?.headers.get('accept')).toBe('text/csv');
});

it.each([
  [spreadsheet, 'answsers.xlsx'],
  ['text/csv; charset=utf-8', 'answers.csv'],
  ['application/octet-stream', 'answers.csv'],
])('a file of type %s is saved as %s', async (contentType, name) => {
  const { client } = serverSaying('a,b\r\n', {
    headers: { 'content-type': contentType },
  });
  const reply = await downloadAnswers(client, {}, undefined, quiet);
  expect(reply.ok && reply.value.fileName).toBe(name);
  expect(reply.ok && (await reply.value.blob.text())).toBe('a,b\r\n');
});

it('says how many bytes came so far', async () => {
  const progress: number[] = [];
  const { client } = serverThat(
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const size of [3, 4]) controller.enqueue(new Uint8Array(size));
            controller.close();
          },
        }),
        { headers: { 'content-type': 'text/csv' } },
      ),
  );
  await downloadAnswers(client, {}, undefined, (n) => progress.push(n));
  expect(progress).toEqual([0, 3, 7]);
});

it.each([
  [404, 'text/plain', '', 'missing'],
  [403, 'text/plain', '', 'forbidden'],
  [200, 'text/html; charset=utf-8', '<html>Sign in</html>', 'unreadable'],
])('%i with %s is no file', async (status, contentType, text, kind) => {
  const { client } = serverSaying(text, {
    status,
    headers: { 'content-type': contentType },
  });
  expect(await downloadAnswers(client, {}, undefined, quiet)).toEqual({
    ok: false,
    failure: { kind, status },
  });
});
