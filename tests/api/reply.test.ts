import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createClient } from '@/api/client';

import { serverSaying } from './support/fake-server';

interface Wire {
  status?: number;
  text?: string;
  headers?: Record<string, string>;
  /** Validator that is sent. */
  etag?: string;
}

/** What the client makes of one literal reply; an object with an id is due. */
function understood({ text = '', etag, ...init }: Wire) {
  const schema = v.object({ id: v.number() });
  const { client } = serverSaying(text, init);
  return client.get({ path: '/api/v1/any', schema, etag });
}

/** What the client makes of the reply to a write; without a schema none is promised. */
function answered(status: number, text: string, schema?: v.GenericSchema) {
  const { client } = serverSaying(text, { status });
  return client.send({ method: 'POST', path: '/api/v1/any', schema });
}

describe('a good status', () => {
  it('brings its value and the server’s validator', async () => {
    const wire = { text: '{"id":7,"more":1}', headers: { etag: '"v1"' } };
    expect(await understood(wire)).toEqual({
      ok: true,
      status: 200,
      value: { id: 7 },
      etag: '"v1"',
    });
  });

  it.each([
    ['a portal’s page', 200, '<!doctype html><title>Sign in</title>'],
    ['broken JSON', 200, '{"id":7'],
    ['JSON of another shape', 200, '{"id":"7"}'],
    ['a list', 200, '[{"id":7}]'],
    ['null', 200, 'null'],
    ['plain text', 200, 'OK'],
    ['nothing', 200, ''],
    ['blanks', 200, ' \n'],
    ['no content', 204, ''],
    ['accepted without a word', 202, ''],
  ])('with %s is unreadable, never empty', async (_name, status, text) => {
    expect(await understood({ status, text })).toEqual({
      ok: false,
      failure: { kind: 'unreadable', status },
    });
  });

  it('may come without a body where the call allows it', async () => {
    const schema = v.optional(v.number(), 0);
    const { client } = serverSaying('', { status: 204 });
    expect(await client.get({ path: '/api/v1/any', schema })).toEqual({
      ok: true,
      status: 204,
      value: 0,
    });
  });

  it('may be "nothing new" where that was asked', async () => {
    const headers = { etag: '"v1"' };
    expect(await understood({ status: 304, headers, etag: '"v1"' })).toEqual({
      ok: true,
      status: 304,
      value: undefined,
    });
    expect(await understood({ status: 304, headers })).toEqual({
      ok: false,
      failure: { kind: 'unreadable', status: 304 },
    });
  });
});

describe('a write', () => {
  it.each([200, 201, 202, 204])(
    'that is answered by %i without a body is not proven',
    async (status) => {
      const proofless = { ok: true, status, isUnproven: true };
      expect(await answered(status, '')).toMatchObject(proofless);
      const maybe = v.optional(v.number());
      expect(await answered(status, '', maybe)).toMatchObject(proofless);
    },
  );

  it.each(['{"status":"ok"}', '{}', 'null', '[]', '"ok"', '12', 'true'])(
    'is not proven by %s where no body is promised',
    async (text) => {
      const reply = await answered(200, text);
      expect(reply).toMatchObject({ ok: true, isUnproven: true });
      expect(reply).toHaveProperty('value', undefined);
    },
  );

  it.each([
    ['a page', 200, '<html>Sign in</html>'],
    ['half of an answer', 200, '{"id":'],
    ['"not modified"', 304, ''],
    ['a redirect', 302, ''],
    ['another of several', 300, ''],
  ])('answered by %s may have been done, or not', async (_, status, text) => {
    const failure = { kind: 'unreadable', status };
    expect(await answered(status, text)).toEqual({ ok: false, failure });
  });

  it('that was led to another address may have been done, or not', async () => {
    const fetchIt = async () => {
      const response = new Response('7');
      return Object.defineProperty(response, 'redirected', { value: true });
    };
    const client = createClient({ host: 'http://server.test', fetch: fetchIt });
    const asked = { method: 'POST', path: '/a', schema: v.number() } as const;
    expect(await client.send(asked)).toMatchObject({
      failure: { kind: 'unreadable' },
    });
  });

  it('is proven by the body that its call promises', async () => {
    const reply = await answered(200, '7', v.number());
    expect(reply).toEqual({ ok: true, status: 200, value: 7 });
  });
});

describe('the server’s reason (docs/api-contract.md 1.1)', () => {
  it.each([
    // status, body, detail
    [401, '', undefined],
    [403, '', undefined],
    [500, '', undefined],
    [400, 'Invalid credentials', 'Invalid credentials'],
    [400, '"Invalid credentials"', 'Invalid credentials'],
    [400, '{"error":"Wrong pin"}', 'Wrong pin'],
    [400, '{"message":"Unknown county"}', 'Unknown county'],
    [
      400,
      `{ "type": "https://tools.ietf.org/html/rfc7231#section-6.5.1",
         "title": "One or more validation errors occurred.",
         "status": 400, "traceId": "00-4f0c...-00",
         "errors": { "Phone": ["The Phone field is required."] } }`,
      'The Phone field is required.',
    ],
    [
      400,
      '{"Phone":["The Phone field is required."],"Pin":["Too short.","No letters."]}',
      'The Phone field is required. Too short. No letters.',
    ],
    [
      400,
      `{ "type": "https://tools.ietf.org/html/rfc7231#section-6.5.1",
         "title": "Bad Request", "status": 400,
         "detail": "Action not allowed", "traceId": "00-91ab...-00" }`,
      'Action not allowed',
    ],
    [
      500,
      '{"type":"InvalidOperationException","title":"An error occurred","status":400,"detail":"Sequence contains no elements"}',
      'Sequence contains no elements',
    ],
    [400, '{"title":"Bad Request","status":400}', 'Bad Request'],
    [400, '{"detail":"","message":"Second best"}', 'Second best'],
    [400, '{"status":400}', undefined],
    [400, '[]', undefined],
    [400, '5', undefined],
    [400, 'null', undefined],
    [502, '<html><h1>Bad Gateway</h1></html>', undefined],
    [502, '\n <html></html>', undefined],
    [400, '{"broken', '{"broken'],
  ])('of %i %s', async (status, text, detail) => {
    const reply = await understood({ status, text });
    expect(reply.ok).toBe(false);
    expect(!reply.ok && reply.failure).toEqual({
      kind: expect.any(String),
      status,
      ...(detail === undefined ? {} : { detail }),
    });
  });

  it.each([
    ['text', 'x'.repeat(9_000)],
    ['JSON', JSON.stringify({ detail: 'x'.repeat(9_000) })],
  ])('as %s is no longer than a screen takes', async (_name, text) => {
    const reply = await understood({ status: 400, text });
    expect(!reply.ok && reply.failure.detail).toBe('x'.repeat(500));
  });

  it('keeps the status of the answer, not the one in its body', async () => {
    const text = '{"title":"An error occurred","status":400}';
    expect(await understood({ status: 500, text })).toMatchObject({
      failure: { kind: 'server', status: 500 },
    });
  });
});

describe('how long the server asks to wait', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 8) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['0', 0],
    ['7', 7_000],
    ['Sun, 22 Nov 2026 08:01:30 GMT', 90_000],
    // Absurd: capped to five minutes.
    ['86400', 300_000],
    ['Sun, 22 Nov 2036 08:00:00 GMT', 300_000],
    // Past, negative, garbage: as if it said nothing.
    ['Sun, 22 Nov 2026 07:59:00 GMT', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
    ['Infinity', undefined],
    [undefined, undefined],
  ])('%s is %j ms', async (header, expected) => {
    const headers = header === undefined ? {} : { 'retry-after': header };
    const reply = await understood({ status: 503, headers });
    expect(reply).toEqual({
      ok: false,
      failure: { kind: 'busy', status: 503 },
      ...(expected === undefined ? {} : { retryAfterMs: expected }),
    });
  });
});

/** docs/api-contract.md 10.10. */
describe('a server that wants a second factor', () => {
  const problem = (status: number, secondFactor: string) =>
    answered(status, JSON.stringify({ detail: 'A sentence.', secondFactor }));

  it.each(['needed', 'wrong', 'locked', 'unreadable'])(
    'says at a sign-in that a code is %s',
    async (secondFactor) => {
      expect(await problem(400, secondFactor)).toMatchObject({
        failure: { kind: 'refused', detail: 'A sentence.', secondFactor },
      });
    },
  );

  it('refuses everything else until there is one', async () => {
    expect(await problem(403, 'missing')).toMatchObject({
      failure: { kind: 'secondFactorMissing' },
    });
  });

  it('is understood in its own words alone', async () => {
    for (const [status, word, kind] of [
      [400, 'missing', 'refused'],
      [403, 'something new', 'forbidden'],
    ] as const) {
      const reply = await problem(status, word);
      const { failure } = reply.ok ? { failure: undefined } : reply;
      expect(failure).toMatchObject({ kind });
      expect(failure).not.toHaveProperty('secondFactor');
    }
  });
});
