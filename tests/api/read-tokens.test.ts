import { expect, it } from 'vitest';

import { changeStaff } from '@/api/accounts';
import { getReadTokens, makeReadToken } from '@/api/read-tokens';

import { serverSaying } from './support/fake-server';

const MADE = '2026-11-22T09:00:00.000Z';
const ENDS = '2026-12-22T09:00:00.000Z';

it('reads tokens, also those of all organisations that nobody used', async () => {
  const row = { name: 'Presă', madeBy: 'olga', madeAt: MADE, endsAt: ENDS };
  const { client, sent } = serverSaying(
    JSON.stringify([
      { ...row, id: 1, ngoId: 2, ngo: 'Lupa', lastUsedAt: MADE },
      { ...row, id: 2, ngoId: null, ngo: null, lastUsedAt: null },
    ]),
  );
  const reply = await getReadTokens(client);
  expect(sent[0]?.path).toBe('/api/extensions/tokens');
  const read = {
    name: 'Presă',
    madeBy: 'olga',
    madeAt: Date.parse(MADE),
    endsAt: Date.parse(ENDS),
  };
  expect(reply.ok && reply.value).toEqual([
    { ...read, id: 1, ngo: 'Lupa', lastUsedAt: Date.parse(MADE) },
    { ...read, id: 2 },
  ]);
});

it.each([
  [2, { name: 'Presă', ngoId: 2, endsAt: ENDS }],
  // Without an id: null in a body is an error on known servers.
  [undefined, { name: 'Presă', endsAt: ENDS }],
])('makes a token of organisation %s', async (ngoId, body) => {
  const { client, sent } = serverSaying(
    `{ "id": 1, "token": "vmr_x", "endsAt": "${ENDS}" }`,
  );
  const added = { name: 'Presă', ngoId, endsAt: Date.parse(ENDS) };
  const reply = await makeReadToken(client, added);
  expect(reply.ok && reply.value).toEqual({ token: 'vmr_x' });
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/api/extensions/tokens',
    query: [],
  });
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual(body);
});

it('ends a token', async () => {
  const { client, sent } = serverSaying('');
  await changeStaff(client, { kind: 'endReadToken', tokenId: 5 });
  expect(sent[0]).toMatchObject({
    method: 'DELETE',
    path: '/api/extensions/tokens/5',
  });
});
