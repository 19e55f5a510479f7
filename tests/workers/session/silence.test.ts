import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { ConnectionState } from '@/db/cache';
import { NO_ANSWER_DOUBT_MS } from '@/config';

import { anObserver } from '../../support/builders';
import { createLocks } from '../../support/locks';
import type { ModelServer } from '../../support/model-server';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases, openTab } from '../../support/tab';
import type { Clock } from '../../simulation/device/clock';
import { installClock } from '../../simulation/device/clock';

const probe = '/api/v1/observer/count';
const ana = anObserver({ id: 1, name: 'Ana', phone: '0722000001' });

let clock: Clock;
let server: ModelServer;
let tab: Tab;
/** When each request left, in ms since the clock began. */
let leftAt: number[];

beforeEach(() => {
  clock = installClock();
  server = createModelServer();
  server.observers.set(ana.id, ana);
  leftAt = [];
});

afterEach(async () => {
  await clock.until(tab.session.stop());
  clock.uninstall();
  expect(tab.errors).toEqual([]);
  tab.databases.cache.close();
  tab.databases.intent.close();
});

function start(fetch = server.fetch): void {
  tab = openTab(server, createDatabases(), createLocks(), {
    now: clock.now,
    fetch(...args) {
      leftAt.push(clock.elapsed());
      return fetch(...args);
    },
  });
}

async function connection(): Promise<ConnectionState | undefined> {
  const row = await tab.databases.cache.meta.get('connection');
  return row?.k === 'connection' ? row.v : undefined;
}

/** The state of the connection, second by second. */
async function watch(seconds: number): Promise<(string | undefined)[]> {
  const states: (string | undefined)[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await clock.advance(1_000);
    states.push((await connection())?.state);
  }
  return states;
}

/** When the server was probed, in ms since the clock began. */
function probedAt(): number[] {
  return server.log.flatMap(({ path }, n) =>
    path === probe ? (leftAt[n] ?? []) : [],
  );
}

describe('a server that accepts requests and never answers', () => {
  beforeEach(async () => {
    start();
    await clock.advance(120_000);
    expect((await connection())?.state).toBe('online');
    server.fault = () => 'hang';
  });

  it('is doubted after 5 s without a byte, given up after 9 s, while a change is still on its way', async () => {
    server.fault = ({ method }) => (method === 'PUT' ? 'hang' : undefined);
    await tab.enqueue('observer.update', {
      id: ana.id,
      base: { name: ana.name, phone: ana.phone },
      patch: { name: 'Ana Nouă' },
    });
    await clock.settle();
    server.fault = () => 'hang';
    const since = clock.now();
    const states = await watch(12);
    expect(states.slice(0, 4)).toEqual(Array(4).fill('online'));
    expect(states.slice(5, 8)).toEqual(Array(3).fill('unsure'));
    expect(states.slice(9)).toEqual(Array(3).fill('offline'));
    const { since: saidSince = 0, failure } = (await connection()) ?? {};
    expect(Math.abs(saidSince - since)).toBeLessThan(1_000);
    expect(failure).toEqual({ kind: 'timeout' });
    const [waiting] = await tab.databases.intent.outbox.toArray();
    expect(waiting?.state).toBe('inflight');
  });

  it('is probed at most once in 5 s, and found again by a probe', async () => {
    await clock.advance(180_000);
    expect((await connection())?.state).toBe('offline');
    const probes = probedAt();
    const gaps = probes.slice(1).map((at, n) => at - (probes[n] ?? 0));
    expect(probes.length).toBeGreaterThan(5);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000);
    server.fault = () => undefined;
    await clock.advance(15_000);
    expect((await connection())?.state).toBe('online');
  });
});

describe('a server that is slow and honest', () => {
  it('is not given up while its bytes come', async () => {
    start(async (...args) => slowly(await server.fetch(...args)));
    const states = await watch(60);
    expect(states).not.toContain('offline');
    expect(states.at(-1)).toBe('online');
  });

  it('is not given up for one reply that takes 18 s, because it answers the probe', async () => {
    start(async (...args) => {
      const request = new Request(...args);
      const isList = request.url.includes('/api/v1/answers');
      const reply = await server.fetch(request);
      if (isList) await new Promise((resolve) => setTimeout(resolve, 18_000));
      return reply;
    });
    const states = await watch(60);
    expect(states).not.toContain('offline');
    expect(states).toContain('online');
    const probes = server.log.filter(({ path }) => path === probe);
    expect(probes.length).toBeGreaterThan(0);
  });
});

/** The same reply, its bytes one by one: each comes just before the doubt. */
function slowly(reply: Response): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      const bytes = new Uint8Array(await reply.arrayBuffer());
      const half = Math.ceil(bytes.length / 2);
      for (const part of [bytes.slice(0, half), bytes.slice(half)]) {
        await new Promise((resolve) => {
          setTimeout(resolve, NO_ANSWER_DOUBT_MS - 500);
        });
        controller.enqueue(part);
      }
      controller.close();
    },
  });
  const isEmpty = [204, 304].includes(reply.status);
  return isEmpty ? reply : new Response(body, reply);
}
