import { expect, it } from 'vitest';

import { createClient } from '@/api/client';
import { authorize } from '@/api/session';

import { serverSaying } from './support/fake-server';

const credentials = { user: 'ana.pop@example.org', password: 's3cret' };

it('signs in with user and password alone (docs/api-contract.md 2.1)', async () => {
  const { client, sent } = serverSaying(
    '{ "access_token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.x", "expires_in": 86400 }',
  );
  expect(await authorize(client, credentials)).toEqual({
    ok: true,
    status: 200,
    value: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.x',
  });
  expect(sent[0]).toMatchObject({
    method: 'POST',
    url: 'http://server.test/api/v2/access/authorize',
  });
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual(credentials);
});

it('carries no token before there is one', async () => {
  const seen: Headers[] = [];
  const client = createClient({
    host: 'http://server.test',
    fetch: async (_input, init) => {
      seen.push(new Headers(init?.headers));
      return new Response('{ "access_token": "a.b.c", "expires_in": 1 }');
    },
  });
  await authorize(client, credentials);
  expect(seen.map((headers) => headers.has('authorization'))).toEqual([false]);
});

it.each([
  ['Invalid credentials', 400, 'refused', 'Invalid credentials'],
  ['{"error":"Pin"}', 400, 'refused', 'Pin'],
  ['', 401, 'unauthorized', undefined],
  ['', 403, 'forbidden', undefined],
  ['', 500, 'server', undefined],
  ['<html>Sign in to the hotel</html>', 200, 'unreadable', undefined],
  ['{}', 200, 'unreadable', undefined],
  ['{ "access_token": null }', 200, 'unreadable', undefined],
  ['', 204, 'unreadable', undefined],
  ['', 304, 'unreadable', undefined],
])('%j with %i signs nobody in: %s', async (body, status, kind, detail) => {
  const { client } = serverSaying(body, { status });
  expect(await authorize(client, credentials)).toEqual({
    ok: false,
    failure: { kind, status, ...(detail === undefined ? {} : { detail }) },
  });
});
