import { describe, expect, it, vi } from 'vitest';

import { BREAKER_FAILURES, LANES_AT_ONCE, SWEEP_PAGE_SIZE } from '@/config';
import { seal } from '@/db/seal';
import type { Mutation, NewOp, Op, OpArgs, OpState } from '@/domain/outbox/op';
import { newOp } from '@/domain/outbox/op';
import { BACKOFF_FIRST_MS } from '@/domain/outbox/waits';

import { mutations } from '../../support/ops';
import { anObserver } from '../../support/builders';
import { countDatabaseTraffic } from '../../support/database-traffic';
import { aHeldLine, isChange } from '../../support/held-line';
import type { ModelServer } from '../../support/model-server';
import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases, openTab, reopen } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

// A server that was away is asked again at once, not after five real seconds.
vi.mock('@/config', async (load) => ({
  ...(await load<typeof import('@/config')>()),
  PROBE_EVERY_MS: 50,
  // A list of two pages is a short one here.
  SWEEP_PAGE_SIZE: 150,
  ROWS_PER_FIRST_FILL: 150,
}));

const rename: OpArgs['observer.update'] = {
  id: 41,
  base: { name: 'Maria Ionel', phone: '0700000041' },
  patch: { name: 'Maria Ionescu' },
};

const { open } = prepareTabs();

const forever = new Promise<never>(() => {});

function aServer() {
  const server = createModelServer();
  server.observers.set(41, anObserver());
  return server;
}

async function ops(tab: Tab): Promise<Op[]> {
  return tab.databases.intent.outbox.toArray();
}

async function untilState(tab: Tab, state: OpState): Promise<void> {
  await until(async () =>
    expect((await ops(tab)).map((op) => op.state)).toEqual([state]),
  );
}

it('sends an edit once and takes the server’s row over before the op leaves', async () => {
  const server = aServer();
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', rename);
  await untilState(tab, 'done');
  expect(server.effects).toHaveLength(1);
  expect(server.effects[0]?.body).toEqual({
    observerId: 41,
    name: 'Maria Ionescu',
  });
  expect((await tab.databases.cache.observers.get(41))?.name).toBe(
    'Maria Ionescu',
  );
});

it('keeps an edit while the server is away and sends it once it is back', async () => {
  const server = aServer();
  server.fault = () => 'cutBefore';
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', rename);
  await until(() => expect(server.log.length).toBeGreaterThan(0));
  expect(server.effects).toEqual([]);
  server.fault = () => undefined;
  tab.network.dispatchEvent(new Event('online'));
  await untilState(tab, 'done');
  expect(server.effects).toHaveLength(1);
});

it('keeps an edit while the server wants a second factor first, and sends it after that', async () => {
  const server = aServer();
  const body = JSON.stringify({ secondFactor: 'missing' });
  server.fault = () => ({ status: 403, body });
  const onSecondFactorMissing = vi.fn();
  const surroundings = { onSecondFactorMissing };
  const tab = open(server, createDatabases(), createLocks(), surroundings);
  await tab.enqueue('observer.update', rename);
  await until(() => expect(onSecondFactorMissing).toHaveBeenCalled());
  await until(() =>
    expect(server.log.some(({ method }) => method === 'GET')).toBe(true),
  );
  // Neither refused nor signed out.
  expect((await ops(tab)).map(({ state }) => state)).not.toContain('rejected');
  expect(tab.locked()).toBe(false);
  server.fault = () => undefined;
  await tab.session.call('freshen', []);
  await untilState(tab, 'done');
  expect(server.effects).toHaveLength(1);
});

it('does not ask again at once when only the write is refused for it', async () => {
  const server = aServer();
  const body = JSON.stringify({ secondFactor: 'missing' });
  server.fault = ({ method }) =>
    method === 'PUT' ? { status: 403, body } : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', rename);
  await untilState(tab, 'retryWait');
  const [op] = await ops(tab);
  expect(op?.failure?.kind).toBe('secondFactorMissing');
  server.fault = () => undefined;
  await tab.session.call('freshen', []);
  await untilState(tab, 'done');
  expect(server.effects).toHaveLength(1);
});

it('does not wait on once a server is back that was asked often in vain', async () => {
  const server = aServer();
  server.fault = () => 'cutBefore';
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', rename);
  await until(() => expect(server.log.length).toBeGreaterThan(0));
  const { outbox } = tab.databases.intent;
  await outbox.toCollection().modify({
    notAppliedCount: 9,
    nextAt: Date.now() + 5 * 60_000,
  });
  server.fault = () => undefined;
  tab.network.dispatchEvent(new Event('online'));
  await untilState(tab, 'done');
});

it('hurries what waited for the server also while others are being sent', async () => {
  const server = aServer();
  server.observers.set(42, anObserver({ id: 42, phone: '0700000042' }));
  const line = aHeldLine(server.fetch, isChange);
  const tab = open(server, createDatabases(), createLocks(), line);
  await tab.enqueue('observer.update', rename);
  await untilState(tab, 'inflight');
  const { outbox } = tab.databases.intent;
  const inAWhile = Date.now() + 5 * 60_000;
  await outbox.add({
    ...newOp(
      'observer.update',
      {
        id: 42,
        base: { name: 'Maria Ionel', phone: '0700000042' },
        patch: { name: 'Ana' },
      },
      { actor: tab.databases.actor, at: Date.now(), opId: 'waits' },
    ),
    notAppliedCount: 9,
    nextAt: inAWhile,
  });
  tab.network.dispatchEvent(new Event('online'));
  await until(async () => {
    const waits = (await ops(tab)).find(({ opId }) => opId === 'waits');
    expect(waits?.nextAt).toBeLessThan(inAWhile);
  });
  line.release();
  await until(async () =>
    expect((await ops(tab)).map(({ state }) => state)).toEqual([
      'done',
      'done',
    ]),
  );
});

it('throws nothing that could be doubled at a server that gives no sign', async () => {
  const server = aServer();
  server.fault = () => 'cutBefore';
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.create', {
    id: -5,
    input: { name: 'Dana Munteanu', phone: '0700000099' },
    pin: await seal(tab.databases.intent, '4321'),
    knownIds: [],
  });
  await until(() => expect(server.log.length).toBeGreaterThan(1));
  expect(server.log.map(({ method }) => method)).not.toContain('POST');
  expect((await ops(tab)).map(({ state }) => state)).toEqual(['queued']);
  server.fault = () => undefined;
  tab.network.dispatchEvent(new Event('online'));
  await untilState(tab, 'done');
  const posts = server.log.filter(({ method }) => method === 'POST');
  expect(posts).toHaveLength(1);
});

it('asks before it sends again when the reply was lost: one effect', async () => {
  const server = aServer();
  server.fault = ({ method }) =>
    method === 'PUT' && server.effects.length === 0 ? 'cutAfter' : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', rename);
  await untilState(tab, 'done');
  const puts = server.log.filter(({ method }) => method === 'PUT');
  expect(puts).toHaveLength(1);
  expect(server.effects).toHaveLength(1);
});

it('does not believe a captive portal: 200 with a page is not done', async () => {
  const server = aServer();
  let isPortal = true;
  server.fault = ({ method }) =>
    method === 'PUT' && isPortal
      ? { status: 200, body: '<html>Wi-Fi</html>' }
      : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', rename);
  await until(() =>
    expect(server.log.some(({ method }) => method === 'PUT')).toBe(true),
  );
  expect(server.effects).toEqual([]);
  isPortal = false;
  await untilState(tab, 'done');
  expect(server.effects).toHaveLength(1);
});

it('sends again what a server failed on once', async () => {
  const server = aServer();
  let fails = 0;
  server.fault = ({ method }) =>
    method === 'PUT' && fails++ === 0 ? { status: 500 } : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', rename);
  await untilState(tab, 'done');
  expect(server.effects).toHaveLength(1);
});

it('waits before it tries a busy server again that asks for no pause', async () => {
  const server = aServer();
  server.fault = ({ method }) =>
    method === 'PUT' ? { status: 503 } : undefined;
  const tab = open(server, createDatabases(), createLocks(), {
    random: () => 0.5,
  });
  const before = Date.now();
  await tab.enqueue('observer.update', rename);
  await untilState(tab, 'retryWait');
  const [op] = await ops(tab);
  expect(op?.nextAt).toBeGreaterThanOrEqual(before + BACKOFF_FIRST_MS);
});

it('leaves a busy server alone for as long as it asks', async () => {
  const server = aServer();
  server.fault = ({ method }) =>
    method === 'PUT'
      ? { status: 503, headers: { 'retry-after': '120' } }
      : undefined;
  const tab = open(server, createDatabases(), createLocks());
  const before = Date.now();
  await tab.enqueue('observer.update', rename);
  await untilState(tab, 'retryWait');
  const [op] = await ops(tab);
  expect(op?.nextAt).toBeGreaterThanOrEqual(before + 120_000);
});

it('keeps a refused edit with the server’s reason, and other lanes go on', async () => {
  const server = aServer();
  server.observers.set(42, anObserver({ id: 42, phone: '0700000042' }));
  server.fault = ({ method, body }) =>
    method === 'PUT' && Object(body).observerId === 41
      ? { status: 400, body: '{"detail":"Action not allowed"}' }
      : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', rename);
  await tab.enqueue('observer.update', {
    ...rename,
    id: 42,
    base: { name: 'Maria Ionel', phone: '0700000042' },
  });
  await until(async () =>
    expect((await ops(tab)).map((op) => op.state)).toEqual([
      'rejected',
      'done',
    ]),
  );
  expect((await ops(tab))[0]?.failure).toEqual({
    kind: 'refused',
    status: 400,
    detail: 'Action not allowed',
  });
});

it('sends past a change that waited for a person before', async () => {
  const server = aServer();
  server.observers.set(42, anObserver({ id: 42, phone: '0700000042' }));
  const databases = createDatabases();
  const { actor, intent } = databases;
  const kept = { actor, at: Date.now(), opId: 'refused' };
  await intent.outbox.add({
    ...newOp('observer.update', rename, kept),
    state: 'rejected',
  });
  const tab = open(server, databases, createLocks());
  await tab.enqueue('observer.update', {
    ...rename,
    id: 42,
    base: { name: 'Maria Ionel', phone: '0700000042' },
  });
  await until(async () =>
    expect((await ops(tab)).map(({ state }) => state)).toEqual([
      'rejected',
      'done',
    ]),
  );
});

it('sends a lane in the order of enqueueing, also when the clock jumps', async () => {
  const server = aServer();
  server.fault = () => 'cutBefore';
  const databases = createDatabases();
  const tab = open(server, databases, createLocks());
  const now = vi.spyOn(Date, 'now').mockReturnValue(2_000_000_000_000);
  await tab.enqueue('observer.update', rename);
  now.mockReturnValue(1_000_000_000_000);
  await tab.enqueue('observer.update', {
    ...rename,
    base: { name: 'Maria Ionescu', phone: '0700000041' },
    patch: { name: 'A doua' },
  });
  now.mockRestore();
  server.fault = () => undefined;
  tab.network.dispatchEvent(new Event('online'));
  await until(async () =>
    expect((await ops(tab)).map((op) => op.state)).toEqual(['done', 'done']),
  );
  expect(server.effects.map(({ body }) => Object(body).name)).toEqual([
    'Maria Ionescu',
    'A doua',
  ]);
});

it('drains a hundred edits with one request for the list and one for each edit', async () => {
  const { traffic, begin } = countDatabaseTraffic();
  const server = createModelServer();
  const observers = Array.from({ length: SWEEP_PAGE_SIZE + 50 }, (_, at) =>
    anObserver({ id: 1 + at, phone: `07${String(at).padStart(8, '0')}` }),
  );
  for (const row of observers) server.observers.set(row.id, row);
  const databases = createDatabases();
  let now = Date.now();
  const tab = open(server, databases, createLocks(), { now: () => now });
  const { cache, intent } = databases;
  await until(async () => {
    expect((await cache.cursors.get('observers'))?.sweptAt).toBeDefined();
    expect((await cache.cursors.get('notifications'))?.asOf).toBeDefined();
  });
  now += 20_000;
  const edits = observers.slice(0, 100).map(({ id, name, phone }): NewOp => {
    const args = { id, base: { name, phone }, patch: { name: `Ana ${id}` } };
    const enqueued = {
      actor: databases.actor,
      at: Date.now(),
      opId: `op${id}`,
    };
    return newOp('observer.update', args, enqueued);
  });
  await intent.outbox.bulkAdd(edits);
  server.log.length = 0;
  begin();
  await tab.session.call('push', []);
  await until(async () =>
    expect(await intent.outbox.where('state').equals('done').count()).toBe(100),
  );
  const asked = server.log.map(
    ({ method, path, query }) => `${method} ${path} ${query}`,
  );
  expect(asked.filter((each) => !each.startsWith('PUT'))).toEqual([
    `GET /api/v1/observer Page=1&PageSize=${observers.length}`,
  ]);
  expect(server.effects).toHaveLength(100);
  const count = (name: string) =>
    traffic().requests.filter((request) => request === name).length;
  // A claim and an end: what the promises need, and no more.
  expect(count('outbox.put')).toBe(200);
  expect(count('attempts.add')).toBe(200);
  expect(count('observers.put')).toBe(100);
  // The list is compared in one request; an edit reads its row before and after.
  expect(count('observers.getAll')).toBe(1);
  expect(count('observers.get')).toBe(200);
});

it('locks on 401: nothing is counted, nothing is lost, nothing more is sent', async () => {
  const server = aServer();
  server.fault = ({ method }) =>
    method === 'PUT' ? { status: 401 } : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', rename);
  await until(() => expect(tab.locked()).toBe(true));
  await untilState(tab, 'queued');
  expect((await ops(tab))[0]?.attempts).toBe(0);
  const { length } = server.log;
  await tab.session.call('pullObservers', []);
  expect(server.log).toHaveLength(length);
});

it('takes over what a dead worker claimed: asks first, then one effect', async () => {
  const server = aServer();
  const locks = createLocks();
  const databases = createDatabases();
  server.fault = ({ method }) => (method === 'PUT' ? 'hang' : undefined);
  const buried = createLocks();
  const dead = openTab(server, databases, buried);
  await dead.enqueue('observer.update', rename);
  await until(() =>
    expect(server.log.map(({ method }) => method)).toContain('PUT'),
  );
  server.fault = () => undefined;
  // A worker that was killed gives its lock back, never settles, never returns.
  void buried.request(`vmo:leader:${databases.userKey}`, {}, () => forever);
  const tab = open(server, reopen(databases.userKey), locks);
  await untilState(tab, 'done');
  expect(server.effects).toHaveLength(1);
  const steps = await tab.databases.intent.attempts.toArray();
  expect(steps.map(({ step }) => step)).toEqual([
    'claim',
    'recover',
    'verify',
    'claim',
    'settle',
  ]);
});

it('a leader of an older epoch commits nothing', async () => {
  const server = aServer();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const databases = createDatabases();
  const buried = createLocks();
  const slow = openTab(server, databases, buried, {
    fetch: async (input, init) => {
      const reply = await server.fetch(input, init);
      if (new Request(input, init).method === 'PUT') await held;
      return reply;
    },
  });
  await slow.enqueue('observer.update', rename);
  await until(() => expect(server.effects).toHaveLength(1));
  // Frozen: it learns only later that it leads no longer.
  void buried.request(`vmo:leader:${databases.userKey}`, {}, () => forever);
  const tab = open(server, reopen(databases.userKey), createLocks());
  await untilState(tab, 'done');
  release();
  await slow.session.stop();
  const settled = await databases.intent.attempts
    .filter(({ step, epoch }) => step === 'settle' && epoch === 1)
    .count();
  expect(settled).toBe(0);
  expect(server.effects).toHaveLength(1);
});

it('an edit of one field leaves what somebody else changed in another', async () => {
  const server = aServer();
  server.observers.set(41, anObserver({ name: 'Maria Popa' }));
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', {
    id: 41,
    base: { name: 'Maria Ionel', phone: '0700000041' },
    patch: { phone: '0700000042' },
  });
  await untilState(tab, 'done');
  expect(server.observers.get(41)).toMatchObject({
    name: 'Maria Popa',
    phone: '0700000042',
  });
});

it('an edit of a field that somebody else changed too waits for a decision', async () => {
  const server = aServer();
  server.observers.set(41, anObserver({ name: 'Maria Popa' }));
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.update', rename);
  await untilState(tab, 'conflict');
  const [op] = await ops(tab);
  expect(op?.theirs).toEqual({
    kind: 'observer',
    row: { name: 'Maria Popa', phone: '0700000041' },
  });
  expect(server.effects).toEqual([]);
});

it('an edit that is joined while the first one is compared is compared, too', async () => {
  const server = aServer();
  server.observers.set(41, anObserver({ phone: '0711111111' }));
  const line = aHeldLine(server.fetch, ({ url }) =>
    new URL(url).searchParams.has('Number'),
  );
  const tab = open(server, createDatabases(), createLocks(), line);
  await tab.enqueue('observer.update', rename);
  await until(() => expect(line.held()).toBeGreaterThan(0));
  const { outbox } = tab.databases.intent;
  await outbox.toCollection().modify({
    args: { ...rename, patch: { ...rename.patch, phone: '0722222222' } },
  });
  line.release();
  await untilState(tab, 'conflict');
  expect(server.effects).toEqual([]);
  const [op] = await ops(tab);
  expect(op?.theirs).toMatchObject({ row: { phone: '0711111111' } });
});

/** Keeps an edit for each of so many observers. */
async function keepEdits(tab: Tab, server: ModelServer, count: number) {
  for (let id = 101; id <= 100 + count; id += 1) {
    const { name, phone } = anObserver({ id, phone: `0700000${id}` });
    server.observers.set(id, anObserver({ id, phone }));
    await tab.enqueue('observer.update', {
      id,
      base: { name, phone },
      patch: { name: `Ana ${id}` },
    });
  }
}

it('claims a change only when its request can leave', async () => {
  const server = aServer();
  server.fault = ({ method }) => (method === 'PUT' ? 'hang' : undefined);
  const tab = open(server, createDatabases(), createLocks());
  await keepEdits(tab, server, 2 * LANES_AT_ONCE);
  const sent = () => server.log.filter(({ method }) => method === 'PUT').length;
  await until(() => expect(sent()).toBe(LANES_AT_ONCE));
  const states = (await ops(tab)).map(({ state }) => state);
  expect(states.filter((state) => state === 'inflight')).toHaveLength(
    LANES_AT_ONCE,
  );
  expect(states.filter((state) => state === 'queued')).toHaveLength(
    LANES_AT_ONCE,
  );
});

it('spares a server in trouble the rest of what waits', async () => {
  const server = aServer();
  let sent = 0;
  let sentBeforeProbe: number | undefined;
  server.fault = ({ method, path }) => {
    if (path === '/api/v1/observer/count' && sent >= BREAKER_FAILURES) {
      sentBeforeProbe ??= sent;
    }
    if (method !== 'PUT') return undefined;
    sent += 1;
    return { status: 503 };
  };
  const databases = createDatabases();
  // All of them wait before anything is sent: one push has them all.
  for (let id = 101; id <= 130; id += 1) {
    const { name, phone } = anObserver({ id, phone: `0700000${id}` });
    server.observers.set(id, anObserver({ id, phone }));
    const args = { id, base: { name, phone }, patch: { name: `Ana ${id}` } };
    await databases.intent.outbox.add(
      newOp('observer.update', args, {
        actor: databases.actor,
        at: Date.now(),
        opId: `edit-${id}`,
      }),
    );
  }
  open(server, databases, createLocks());
  await until(() => expect(sentBeforeProbe).toBeDefined());
  expect(sentBeforeProbe).toBeLessThanOrEqual(BREAKER_FAILURES + LANES_AT_ONCE);
});

const orphans = [
  ['observer.update', { ...rename, id: -5 }],
  ['observer.delete', { id: -5, base: rename.base }],
  ['form.update', mutations['form.update']],
  ['form.publish', mutations['form.publish']],
  ['form.delete', mutations['form.delete']],
  ['county.update', mutations['county.update']],
] as const;

describe('a change of something whose creation was cancelled', () => {
  it.each(orphans)(
    '%s is parked, and the other lanes go on',
    async (kind, args) => {
      const server = aServer();
      const databases = createDatabases();
      const { actor, intent } = databases;
      const enqueued = { actor, at: Date.now(), opId: 'orphan' };
      const mutation = { kind, args: { ...args, id: -5 } } as Mutation;
      await intent.outbox.add(
        newOp(mutation.kind, mutation.args, enqueued) as NewOp,
      );
      const tab = open(server, databases, createLocks());
      await tab.enqueue('observer.update', rename);
      await until(async () =>
        expect((await ops(tab)).map(({ state }) => state)).toEqual([
          'conflict',
          'done',
        ]),
      );
      expect((await ops(tab))[0]?.failure).toEqual({ kind: 'missing' });
    },
  );

  it('is parked also where a file brought it, of unknown fate', async () => {
    const server = aServer();
    const databases = createDatabases();
    const { actor, intent } = databases;
    const enqueued = { actor, at: Date.now(), opId: 'orphan' };
    await intent.outbox.add({
      ...newOp('observer.update', { ...rename, id: -5 }, enqueued),
      state: 'unknown',
    });
    const tab = open(server, databases, createLocks());
    await untilState(tab, 'conflict');
  });
});
