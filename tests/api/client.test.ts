import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';

import {
  HEADERS_TIMEOUT_MS,
  REPLY_TIMEOUT_MS,
  STALL_TIMEOUT_MS,
} from '@/config';
import type { Reply } from '@/domain/outbox/outcome';

import { root } from '../support/source';
import type { FakeServer, Sent } from './support/fake-server';
import { serverSaying, serverThat } from './support/fake-server';

const path = '/api/v1/observer/count';
const schema = v.number();

/** Asks once, as a read and as a write. */
const ways = {
  get: ({ client }: FakeServer) => client.get({ path, schema }),
  send: ({ client }: FakeServer) =>
    client.send({ method: 'PUT', path, schema, body: { name: 'Dan' } }),
};
const both = Object.entries(ways);

afterEach(() => {
  vi.useRealTimers();
});

describe('a request', () => {
  it('carries the token in its header and never in its address', async () => {
    const server = serverSaying('1');
    for (const [, ask] of both) await ask(server);
    for (const { url, headers, body } of server.sent) {
      expect(headers.get('authorization')).toBe('Bearer a.b.c');
      expect(headers.get('accept')).toBe('application/json');
      expect(`${url} ${body ?? ''}`).not.toContain('a.b.c');
    }
    expect(server.sent).toHaveLength(2);
  });

  it('has no header that docs/operations.md does not have another origin allow', async () => {
    const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const line = /^Access-Control-Allow-Headers: (.+)$/m.exec(text)?.[1] ?? '';
    const { client, sent } = serverSaying('1');
    await client.get({ path, schema, etag: '"v1"' });
    await client.send({ method: 'PUT', path, schema, body: { name: 'Dan' } });
    // What a browser lets through unasked.
    const allowed = new Set(['accept', ...line.toLowerCase().split(', ')]);
    const others = sent
      .flatMap(({ headers }) => [...headers.keys()])
      .filter((name) => !allowed.has(name));
    expect(others).toEqual([]);
    expect(sent[0]?.headers.get('if-none-match')).toBe('"v1"');
  });

  it('asks no cache and sends no cookies to another server', async () => {
    const inits: (RequestInit | undefined)[] = [];
    const server = serverSaying(
      '1',
      {},
      {
        fetch: async (_input, init) => {
          inits.push(init);
          return new Response('1');
        },
      },
    );
    await ways.get(server);
    expect(inits).toMatchObject([
      { cache: 'no-store', credentials: 'same-origin' },
    ]);
  });

  it('stays on our own origin when no server is set', async () => {
    const addresses: unknown[] = [];
    const server = serverSaying(
      '1',
      {},
      {
        host: '',
        fetch: async (input) => {
          addresses.push(input);
          return new Response('1');
        },
      },
    );
    await ways.get(server);
    expect(addresses).toEqual(['/api/v1/observer/count']);
  });

  it.each([
    [{}, null],
    [{ takesIdempotencyKeys: false }, null],
    [{ takesIdempotencyKeys: true }, 'uuid-1'],
  ])('with %j has the Idempotency-Key %j', async (options, expected) => {
    const server = serverSaying('1', {}, options);
    await server.client.send({
      method: 'PUT',
      path,
      schema,
      body: {},
      idempotencyKey: 'uuid-1',
    });
    await server.client.get({ path, schema });
    expect(
      server.sent.map(({ headers }) => headers.get('idempotency-key')),
    ).toEqual([expected, null]);
  });

  it.each([
    [{ takesIdempotencyKeys: true }, '"v1"', '"v1"'],
    [{ takesIdempotencyKeys: true }, 'W/"v1"', null],
    [{ takesIdempotencyKeys: false }, '"v1"', null],
  ])('with %j and the validator %s has the If-Match %j', async (...row) => {
    const [options, ifMatch, expected] = row;
    const server = serverSaying('1', {}, options);
    await server.client.send({
      method: 'PUT',
      path,
      schema,
      body: {},
      ifMatch,
    });
    expect(server.sent[0]?.headers.get('if-match')).toBe(expected);
  });

  it('repeats the name of a list, keeps 0 and false, drops the empty', async () => {
    const server = serverSaying('1');
    await server.client.get({
      path,
      schema,
      query: {
        countyCodes: ['AB', 'B'],
        zero: 0,
        no: false,
        empty: '',
        missing: undefined,
        nothing: null,
        space: ' ',
      },
    });
    expect(server.sent[0]?.query).toEqual([
      ['countyCodes', 'AB'],
      ['countyCodes', 'B'],
      ['zero', '0'],
      ['no', 'false'],
      ['space', ' '],
    ]);
  });

  it('waits for its turn and tells how it ended', async () => {
    const steps: string[] = [];
    const server = serverThat(
      () => {
        steps.push('fetch');
        return new Response('1');
      },
      {
        gate: async (run) => {
          steps.push('turn');
          const result = await run();
          steps.push('free');
          return result;
        },
        onReply: (reply) => steps.push(reply.ok ? 'good' : 'bad'),
      },
    );
    await ways.get(server);
    expect(steps).toEqual(['turn', 'fetch', 'free', 'good']);
  });
});

describe('a failure is one fetch and a value', () => {
  const statuses: [number, string][] = [
    [400, 'refused'],
    [401, 'unauthorized'],
    [408, 'timeout'],
    [409, 'conflict'],
    [425, 'refused'],
    [429, 'busy'],
    [500, 'server'],
    [502, 'timeout'],
    [503, 'busy'],
    [504, 'timeout'],
  ];
  const cases = both.flatMap(([way, ask]) =>
    statuses.map(([status, kind]) => [way, status, kind, ask] as const),
  );

  it.each(cases)('%s answered by %i: %s', async (_way, status, kind, ask) => {
    const heard: Reply<unknown>[] = [];
    const onReply = (reply: Reply<unknown>) => heard.push(reply);
    const server = serverSaying('', { status }, { onReply });
    const reply = await ask(server);
    expect(reply).toEqual({ ok: false, failure: { kind, status } });
    expect(heard).toEqual([reply]);
    expect(server.sent).toHaveLength(1);
  });

  it.each(both)('%s without a network', async (_way, ask) => {
    const heard: Reply<unknown>[] = [];
    const server = serverThat(
      () => {
        throw new TypeError('Failed to fetch');
      },
      { onReply: (reply) => heard.push(reply) },
    );
    expect(await ask(server)).toEqual({
      ok: false,
      failure: { kind: 'offline' },
    });
    expect(heard).toHaveLength(1);
    expect(server.sent).toHaveLength(1);
  });

  it.each(both)('%s cut in the middle of its reply', async (_way, ask) => {
    const server = serverThat(() => {
      let isFirst = true;
      return new Response(
        new ReadableStream({
          pull(controller) {
            if (isFirst) controller.enqueue(new TextEncoder().encode('12'));
            else controller.error(new TypeError('network error'));
            isFirst = false;
          },
        }),
      );
    });
    // "12" alone would have been a good number.
    expect(await ask(server)).toEqual({
      ok: false,
      failure: { kind: 'offline' },
    });
    expect(server.sent).toHaveLength(1);
  });

  it.each(both)('%s met by a portal’s page', async (_way, ask) => {
    const server = serverSaying('<html>Sign in</html>', {
      headers: { 'content-type': 'text/html' },
    });
    expect(await ask(server)).toEqual({
      ok: false,
      failure: { kind: 'unreadable', status: 200 },
    });
    expect(server.sent).toHaveLength(1);
  });
});

describe('the watchdogs', () => {
  /** The body has come whole: what is left to do takes no time of the clock. */
  let isWhole = false;

  /** Only what the client uses: streams and promises keep their own pace. */
  function fakeClock() {
    isWhole = false;
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
    });
  }

  function never({ signal }: Sent): Promise<never> {
    return new Promise((_resolve, reject) => {
      // The fake clock may have been faster than the reading of the request.
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  }

  /** A body that brings one byte every so often, and ends when told to. */
  function dripping({ signal }: Sent, everyMs: number, bytes: number) {
    let sent = 0;
    const body = new ReadableStream({
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
      pull(controller) {
        if (sent === bytes) {
          isWhole = true;
          return controller.close();
        }
        return new Promise<void>((resolve) => {
          setTimeout(() => {
            sent += 1;
            if (!signal.aborted) controller.enqueue(new Uint8Array([0x31]));
            resolve();
          }, everyMs);
        });
      },
    });
    return new Response(body);
  }

  /** Lets the clock run and says how many ms after it was sent the request ended. */
  async function endOf(server: FakeServer, asked: Promise<Reply<unknown>>) {
    while (server.sent.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const start = Date.now();
    const ends: { reply: Reply<unknown>; afterMs: number }[] = [];
    void asked.then((reply) => {
      ends.push({ reply, afterMs: Date.now() - start });
    });
    const isDecided = () =>
      isWhole || server.sent.some(({ signal }) => signal.aborted);
    for (let step = 0; step < 1_000 && ends.length === 0; step += 1) {
      // Streams hand on their bytes over several real turns of the loop; what comes
      // behind the end is read in other threads, for as long as they take.
      for (let turn = 0; turn < 3 || (isDecided() && !ends[0]); turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (ends.length === 0) await vi.advanceTimersByTimeAsync(500);
    }
    return ends[0];
  }

  const timeout = { ok: false, failure: { kind: 'timeout' } };

  it('give a server 20 s for its headers', async () => {
    fakeClock();
    const server = serverThat(never);
    expect(await endOf(server, ways.get(server))).toEqual({
      reply: timeout,
      afterMs: 20_000,
    });
    expect(HEADERS_TIMEOUT_MS).toBe(20_000);
    expect(server.sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('give up on a body that brings nothing for 15 s', async () => {
    fakeClock();
    const server = serverThat((sent) => dripping(sent, 1e9, 1));
    expect(await endOf(server, ways.send(server))).toEqual({
      reply: timeout,
      afterMs: 15_000,
    });
    expect(STALL_TIMEOUT_MS).toBe(15_000);
    expect(server.sent).toHaveLength(1);
  });

  it('wait for a slow body as long as bytes keep coming', async () => {
    fakeClock();
    const server = serverThat((sent) => dripping(sent, 10_000, 5));
    expect(await endOf(server, ways.get(server))).toEqual({
      reply: { ok: true, status: 200, value: 11_111 },
      afterMs: 50_000,
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('end every request after 60 s, also while bytes still come', async () => {
    fakeClock();
    const server = serverThat((sent) => dripping(sent, 10_000, 90));
    expect(await endOf(server, ways.get(server))).toEqual({
      reply: timeout,
      afterMs: 60_000,
    });
    expect(REPLY_TIMEOUT_MS).toBe(60_000);
    expect(server.sent).toHaveLength(1);
  });

  it.each([
    ['get', timeout],
    ['send', { ok: true, status: 200, value: 1 }],
  ] as const)(
    'after a sleep take no news from a %s that was asked before it',
    async (way, expected) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const server = serverThat(() => {
        vi.setSystemTime(Date.now() + REPLY_TIMEOUT_MS + 1_000);
        return new Response('1');
      });
      expect(await ways[way](server)).toEqual(expected);
    },
  );

  it('let a file take as long as its bytes keep coming', async () => {
    fakeClock();
    const server = serverThat((sent) => dripping(sent, 10_000, 12));
    const asked = server.client.download({ path, accept: 'text/csv' });
    const end = await endOf(server, asked);
    expect(end?.reply.ok).toBe(true);
    expect(end?.afterMs).toBe(120_000);
  });

  it('give up on a file that stands still', async () => {
    fakeClock();
    const server = serverThat((sent) => dripping(sent, 1e9, 1));
    const asked = server.client.download({ path, accept: 'text/csv' });
    expect(await endOf(server, asked)).toEqual({
      reply: timeout,
      afterMs: 15_000,
    });
  });

  it('leave no timer behind a quick answer', async () => {
    fakeClock();
    await ways.get(serverSaying('1'));
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('reads characters that are split between two pieces', async () => {
  const bytes = new TextEncoder().encode('"Ștefan"');
  const server = serverThat(
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
            controller.close();
          },
        }),
      ),
  );
  const reply = await server.client.get({ path, schema: v.string() });
  expect(reply).toMatchObject({ ok: true, value: 'Ștefan' });
});
