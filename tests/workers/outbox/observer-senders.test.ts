import { describe, expect, it, vi } from 'vitest';

import type { OpState } from '@/domain/outbox/op';
import type { Observer } from '@/domain/observers/observer';
import { stepped } from '@/domain/outbox/machine';
import { newOp } from '@/domain/outbox/op';
import { overlayObservers } from '@/domain/outbox/overlay';
import { seal } from '@/db/seal';
import { SETTLE_WINDOW_MS } from '@/domain/outbox/waits';
import { rowOf } from '@/workers/pull/observers';

import { anObserver } from '../../support/builders';
import { aClock } from '../../support/clock';
import { createLocks } from '../../support/locks';
import type { ModelServer } from '../../support/model-server';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

// A server that was away is asked again at once, not after five real seconds.
vi.mock('@/config', async (load) => ({
  ...(await load<typeof import('@/config')>()),
  PROBE_EVERY_MS: 50,
}));

const { open } = prepareTabs();

async function untilStates(tab: Tab, states: OpState[]): Promise<void> {
  await until(async () => {
    const ops = await tab.databases.intent.outbox.toArray();
    expect(ops.map((op) => op.state)).toEqual(states);
  });
}

async function aNewObserver(tab: Tab) {
  return {
    id: -5,
    input: { name: 'Dana Munteanu', phone: '0700000099' },
    pin: await seal(tab.databases.intent, '4321'),
    knownIds: [],
  };
}

it('tells a new observer in the body alone where the server reads it, and waits until that is known', async () => {
  const server = createModelServer();
  let offers: string | undefined;
  server.answer = ({ path }) =>
    path === '/api/extensions'
      ? { status: offers ? 200 : 500, body: offers ?? '' }
      : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.create', await aNewObserver(tab));
  const asked = () =>
    server.log.filter(({ path }) => path === '/api/extensions').length;
  await until(() => expect(asked()).toBeGreaterThan(1));
  expect(server.effects).toEqual([]);

  offers = '{"bodies":{"version":1}}';
  await untilStates(tab, ['done']);
  const settled = asked();
  await tab.enqueue('observer.create', {
    ...(await aNewObserver(tab)),
    id: -6,
  });
  await untilStates(tab, ['done', 'done']);
  expect(asked()).toBe(settled);
  expect(server.effects.map(({ query }) => String(query))).toEqual(['', '']);
  expect(server.effects.map(({ body }) => body)).toMatchObject([
    { pin: '4321' },
    { pin: '4321' },
  ]);
});

it('asks again what a server offers after a network answered with its own page', async () => {
  const server = createModelServer();
  let isBehindSignIn = true;
  server.answer = ({ path }) => {
    const body = '<html>Sign in to this network</html>';
    if (isBehindSignIn) return { status: 200, body };
    return path === '/api/extensions'
      ? { status: 200, body: '{"bodies":{"version":1}}' }
      : undefined;
  };
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.create', await aNewObserver(tab));
  const asked = () =>
    server.log.filter(({ path }) => path === '/api/extensions').length;
  await until(() => expect(asked()).toBeGreaterThan(0));
  isBehindSignIn = false;
  await until(async () => {
    await tab.session.call('freshen', []);
    const ops = await tab.databases.intent.outbox.toArray();
    expect(ops.map(({ state }) => state)).toEqual(['done']);
  });
  expect(server.effects.map(({ query }) => query.get('Pin'))).toEqual([null]);
});

it('adds an observer once, under the server’s id, and forgets the PIN', async () => {
  const server = createModelServer();
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await untilStates(tab, ['done']);
  const { cache, intent } = tab.databases;
  expect(server.effects.map(({ body }) => body)).toEqual([
    { phone: '0700000099', pin: '4321', name: 'Dana Munteanu', sendSMS: false },
  ]);
  const [created] = await cache.observers.toArray();
  expect(created?.name).toBe('Dana Munteanu');
  expect(await intent.idMap.toArray()).toEqual([
    { id: -5, realId: created?.id },
  ]);
  const [op] = await intent.outbox.toArray();
  expect(op && 'pin' in op.args).toBe(false);
});

it('a lost reply to an added observer: asks after the settle window, adds nobody twice', async () => {
  const server = createModelServer();
  const clock = aClock();
  server.fault = ({ method }) =>
    method === 'POST' && server.effects.length === 0 ? 'cutAfter' : undefined;
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await untilStates(tab, ['unknown']);
  const [lost] = await tab.databases.intent.outbox.toArray();
  expect(lost?.nextAt).toBe((lost?.sentAt ?? 0) + SETTLE_WINDOW_MS);
  clock.forward(61_000);
  await tab.session.call('push', []);
  await untilStates(tab, ['done']);
  expect(server.effects).toHaveLength(1);
});

it('an added observer whose request never arrived is sent again after two answers that it is not there', async () => {
  const server = createModelServer();
  const clock = aClock();
  let cuts = 0;
  server.fault = ({ method }) =>
    method === 'POST' && cuts++ === 0 ? 'cutBefore' : undefined;
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await untilStates(tab, ['unknown']);
  const notAppliedCount = async () =>
    (await tab.databases.intent.outbox.toArray())[0]?.notAppliedCount;
  clock.forward(61_000);
  await tab.session.call('push', []);
  await until(async () => expect(await notAppliedCount()).toBe(1));
  expect(server.effects).toHaveLength(0);
  clock.forward(16_000);
  await tab.session.call('push', []);
  await untilStates(tab, ['done']);
  expect(server.effects).toHaveLength(1);
});

it('what a dead worker may have added is not looked for while it may still arrive', async () => {
  const server = createModelServer();
  const databases = createDatabases();
  const { actor, intent } = databases;
  const sentAt = Date.now();
  const input = { name: 'Dana Munteanu', phone: '0700000099' };
  const pin = await seal(intent, '4321');
  const args = { id: -5, input, pin, knownIds: [] };
  await intent.outbox.add({
    ...newOp('observer.create', args, { actor, at: sentAt, opId: 'dana' }),
    state: 'inflight',
    attempts: 1,
    epoch: 0,
    sentAt,
  });
  const tab = open(server, databases, createLocks());
  await untilStates(tab, ['unknown']);
  const [op] = await intent.outbox.toArray();
  expect(op?.nextAt).toBe(sentAt + SETTLE_WINDOW_MS);
  // One that was found missing at once would wait as long.
  const looks = server.log.filter(
    ({ query }) => query.get('Number') === input.phone,
  );
  expect(looks).toEqual([]);
});

it('what a dead worker added is not added again after others changed its phone', async () => {
  const server = createModelServer();
  const name = 'Dana Munteanu';
  server.observers.set(7, anObserver({ id: 7, name, phone: '0700000098' }));
  const databases = createDatabases();
  const { actor, intent } = databases;
  const at = Date.now() - 2 * SETTLE_WINDOW_MS;
  const pin = await seal(intent, '4321');
  const input = { name, phone: '0700000099' };
  const args = { id: -5, input, pin, knownIds: [] };
  await intent.outbox.add({
    ...newOp('observer.create', args, { actor, at, opId: 'dana' }),
    state: 'unknown',
    attempts: 1,
    sentAt: at,
    createdId: 7,
  });
  const tab = open(server, databases, createLocks());
  await untilStates(tab, ['done']);
  expect(server.effects).toEqual([]);
  expect(await intent.idMap.get(-5)).toEqual({ id: -5, realId: 7 });
});

it('an addition that was lost twice is looked for twice each time', async () => {
  const server = createModelServer();
  const clock = aClock();
  let posts = 0;
  const looks: number[] = [];
  server.fault = ({ method, query }) => {
    const isLook = method === 'GET' && query.get('Number') === '0700000099';
    if (isLook) looks[posts] = (looks[posts] ?? 0) + 1;
    if (method !== 'POST') return undefined;
    posts += 1;
    return posts <= 2 ? 'cutBefore' : undefined;
  };
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await untilStates(tab, ['unknown']);
  await until(async () => {
    clock.forward(61_000);
    await tab.session.call('push', []);
    const [op] = await tab.databases.intent.outbox.toArray();
    expect(op?.state).toBe('done');
  });
  expect(server.effects).toHaveLength(1);
  expect(looks.slice(1, 3)).toEqual([2, 2]);
});

it('a lost addition is not done because somebody has its name and phone already', async () => {
  const server = createModelServer();
  const clock = aClock();
  server.observers.set(
    41,
    anObserver({ name: 'Dana Munteanu', phone: '0700000099' }),
  );
  let cuts = 0;
  server.fault = ({ method }) =>
    method === 'POST' && cuts++ === 0 ? 'cutBefore' : undefined;
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  const args = await aNewObserver(tab);
  await tab.enqueue('observer.create', { ...args, knownIds: [41] });
  await untilStates(tab, ['unknown']);
  await until(async () => {
    clock.forward(61_000);
    await tab.session.call('push', []);
    const [op] = await tab.databases.intent.outbox.toArray();
    expect(op?.state).toBe('done');
  });
  expect([...server.observers.keys()]).toEqual([41, 42]);
});

it('a lost addition is not done because a colleague added the same person while it waited', async () => {
  const server = createModelServer();
  const clock = aClock();
  // This device has not read the list since.
  server.observers.set(
    41,
    anObserver({ name: 'Dana Munteanu', phone: '0700000099' }),
  );
  let cuts = 0;
  server.fault = ({ method }) =>
    method === 'POST' && cuts++ === 0 ? 'cutBefore' : undefined;
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await untilStates(tab, ['unknown']);
  await until(async () => {
    clock.forward(61_000);
    await tab.session.call('push', []);
    const [op] = await tab.databases.intent.outbox.toArray();
    expect(op?.state).toBe('done');
  });
  expect([...server.observers.keys()]).toEqual([41, 42]);
});

it('a lost addition whose phone others gave to somebody meanwhile asks a person', async () => {
  const server = createModelServer();
  const clock = aClock();
  server.fault = ({ method }) => {
    if (method !== 'POST') return undefined;
    server.observers.set(
      41,
      anObserver({ name: 'Altcineva', phone: '0700000099' }),
    );
    return 'cutBefore';
  };
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await untilStates(tab, ['unknown']);
  clock.forward(61_000);
  await tab.session.call('push', []);
  await untilStates(tab, ['conflict']);
  expect(await tab.databases.intent.idMap.count()).toBe(0);
});

describe('a lost addition whose phone others changed before anybody asked', () => {
  /** The addition arrives, nobody hears so, and the row is changed on another device. */
  async function changedSince(change: Partial<Observer>) {
    const server = createModelServer();
    const clock = aClock();
    server.fault = ({ method }) =>
      method === 'POST' && server.effects.length === 0 ? 'cutAfter' : undefined;
    const tab = open(server, createDatabases(), createLocks(), {
      now: clock.now,
    });
    await tab.enqueue('observer.create', await aNewObserver(tab));
    await untilStates(tab, ['unknown']);
    const [row] = [...server.observers.values()];
    if (!row) throw new Error('The addition did not arrive');
    server.observers.set(row.id, { ...row, ...change });
    const forward = async (ms: number) => {
      clock.forward(ms);
      await tab.session.call('push', []);
    };
    await forward(61_000);
    return { server, tab, forward };
  }

  it('asks a person, who sees the row, and adds nobody twice', async () => {
    const { server, tab } = await changedSince({ phone: '0700000055' });
    await untilStates(tab, ['conflict']);
    const { cache, intent } = tab.databases;
    const [op] = await intent.outbox.toArray();
    const row = { name: 'Dana Munteanu', phone: '0700000055' };
    expect(op?.theirs).toEqual({ kind: 'observer', row });
    expect(await cache.observers.toArray()).toMatchObject([row]);
    expect(server.effects).toHaveLength(1);
  });

  it('goes out again once a person has said that they are two, and is told apart then', async () => {
    const { server, tab, forward } = await changedSince({
      phone: '0700000055',
    });
    await untilStates(tab, ['conflict']);
    server.fault = ({ method }) =>
      method === 'POST' && server.effects.length === 1 ? 'cutAfter' : undefined;
    const { outbox } = tab.databases.intent;
    const [op] = await outbox.toArray();
    if (!op) throw new Error('There is no op');
    const event = { type: 'UserRetried', expiresAt: 0 } as const;
    const moment = { now: 0, random: () => 0 };
    await outbox.put(stepped(op, event, moment));
    await tab.session.call('push', []);
    await untilStates(tab, ['unknown']);
    await forward(61_000);
    await untilStates(tab, ['done']);
    expect(server.effects).toHaveLength(2);
  });

  it('is sent again where nothing of it is left to be recognised', async () => {
    const other = { name: 'Altcineva', phone: '0700000055' };
    const { server, tab, forward } = await changedSince(other);
    await until(async () => {
      await forward(16_000);
      const [op] = await tab.databases.intent.outbox.toArray();
      expect(op?.state).toBe('done');
    });
    expect(server.effects).toHaveLength(2);
  });
});

it('a namesake who was there before a lost addition is not taken for it', async () => {
  const server = createModelServer();
  const clock = aClock();
  const namesake = anObserver({ name: 'Dana Munteanu', phone: '0700000011' });
  server.observers.set(41, namesake);
  let cuts = 0;
  server.fault = ({ method }) =>
    method === 'POST' && cuts++ === 0 ? 'cutBefore' : undefined;
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  await tab.databases.cache.observers.put(rowOf({ ...namesake, id: 41 }));
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await untilStates(tab, ['unknown']);
  await until(async () => {
    clock.forward(61_000);
    await tab.session.call('push', []);
    const [op] = await tab.databases.intent.outbox.toArray();
    expect(op?.state).toBe('done');
  });
  expect(server.observers.size).toBe(2);
});

it('a refused addition is refused, whoever has the same name since', async () => {
  const server = createModelServer();
  server.fault = ({ method }) => {
    if (method !== 'POST') return undefined;
    server.observers.set(
      41,
      anObserver({ name: 'Dana Munteanu', phone: '0700000055' }),
    );
    return { status: 400 };
  };
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await untilStates(tab, ['rejected']);
});

it('an edit of an observer that the server has not yet follows its creation', async () => {
  const server = createModelServer();
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await tab.enqueue('observer.update', {
    id: -5,
    base: { name: 'Dana Munteanu', phone: '0700000099' },
    patch: { name: 'Dana M. Munteanu' },
  });
  await untilStates(tab, ['done', 'done']);
  expect([...server.observers.values()].map(({ name }) => name)).toEqual([
    'Dana M. Munteanu',
  ]);
});

it('an edit that waits behind an addition is shown on the observer once it is there', async () => {
  const server = createModelServer();
  server.fault = ({ method }) =>
    method === 'PUT' ? { status: 503 } : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await tab.enqueue('observer.update', {
    id: -5,
    base: { name: 'Dana Munteanu', phone: '0700000099' },
    patch: { name: 'Dana M. Munteanu' },
  });
  await untilStates(tab, ['done', 'retryWait']);
  const { cache, intent } = tab.databases;
  // It is tried again in between, and is being sent then.
  await until(async () => {
    const kept = await cache.observers.toArray();
    const waiting = await intent.outbox.toArray();
    expect(overlayObservers(kept, waiting)).toMatchObject([
      { id: 1, name: 'Dana M. Munteanu', pending: 'waiting' },
    ]);
  });
});

it('says that a PIN must be entered again when this browser lost its key', async () => {
  const server = createModelServer();
  const tab = open(server, createDatabases(), createLocks());
  const args = await aNewObserver(tab);
  await tab.databases.intent.keys.clear();
  await tab.enqueue('observer.create', args);
  await untilStates(tab, ['rejected']);
  const [op] = await tab.databases.intent.outbox.toArray();
  expect(op?.failure).toEqual({ kind: 'pinLost' });
  expect(server.effects).toEqual([]);
});

it('sends no edit without the PIN that this browser can no longer read', async () => {
  const server = createModelServer();
  server.observers.set(41, anObserver());
  const tab = open(server, createDatabases(), createLocks());
  const { name, phone } = anObserver();
  const pin = await seal(tab.databases.intent, '4321');
  await tab.databases.intent.keys.clear();
  await tab.enqueue('observer.update', {
    id: 41,
    base: { name, phone },
    patch: { name: 'Dana M. Munteanu' },
    pin,
  });
  await untilStates(tab, ['rejected']);
  const [op] = await tab.databases.intent.outbox.toArray();
  expect(op?.failure).toEqual({ kind: 'pinLost' });
  expect(server.effects).toEqual([]);
});

it.each([
  [59, 'done', 2],
  [61, 'needsConfirm', 1],
] as const)(
  'a PIN whose reply was lost %i minutes ago is %s',
  async (minutes, state, effects) => {
    const server = createModelServer();
    const clock = aClock();
    const { name, phone } = anObserver();
    server.observers.set(41, anObserver());
    let isAway = false;
    server.fault = ({ method }) => {
      if (isAway) return 'cutBefore';
      isAway = method === 'PUT' && server.effects.length === 0;
      return isAway ? 'cutAfter' : undefined;
    };
    const tab = open(server, createDatabases(), createLocks(), {
      now: clock.now,
    });
    await tab.enqueue('observer.update', {
      id: 41,
      base: { name, phone },
      patch: { name: 'Dana M. Munteanu' },
      pin: await seal(tab.databases.intent, '4321'),
    });
    await untilStates(tab, ['unknown']);
    isAway = false;
    clock.forward(minutes * 60_000);
    await tab.session.call('push', []);
    await untilStates(tab, [state]);
    expect(server.effects).toHaveLength(effects);
  },
);

it.each([
  ['200 false', { status: 200, body: 'false' }, 'done'],
  ['400 when it is gone', { status: 400, body: '{"detail":"no"}' }, 'done'],
] as const)(
  'a deletion answered %s is done when the server has it no longer',
  async (_name, fault, state) => {
    const server = createModelServer();
    server.fault = ({ method }) => (method === 'DELETE' ? fault : undefined);
    const tab = open(server, createDatabases(), createLocks());
    const { name, phone } = anObserver();
    await tab.enqueue('observer.delete', { id: 41, base: { name, phone } });
    await untilStates(tab, [state]);
  },
);

it('a deletion that the server refuses keeps the observer and the reason', async () => {
  const server = createModelServer();
  server.observers.set(41, anObserver());
  server.fault = ({ method }) =>
    method === 'DELETE'
      ? { status: 400, body: '{"detail":"This observer has answers."}' }
      : undefined;
  const tab = open(server, createDatabases(), createLocks());
  const { name, phone } = anObserver();
  await tab.enqueue('observer.delete', { id: 41, base: { name, phone } });
  await untilStates(tab, ['rejected']);
  const [op] = await tab.databases.intent.outbox.toArray();
  expect(op?.failure).toEqual({ kind: 'hasReports', status: 400 });
});

const foreignKey =
  'PostgresException: 23503: update or delete on table "Observers" violates foreign key constraint "FK_Answers_Observers" on table "Answers"';

it.each([
  ['the cached counts', { numberOfPollingStations: 2 }, ''],
  ['the cached notes', { numberOfNotes: 1, numberOfPollingStations: 0 }, ''],
  ['the error', { numberOfPollingStations: 0 }, foreignKey],
] as const)(
  'a deletion answered 500 is refused at once when %s tell of reports',
  async (_name, counts, detail) => {
    const server = createModelServer();
    server.observers.set(41, anObserver(counts));
    const body = JSON.stringify({ status: 400, title: 'An error', detail });
    server.fault = ({ method }) =>
      method === 'DELETE' ? { status: 500, body } : undefined;
    const tab = open(server, createDatabases(), createLocks());
    await tab.session.call('pullObservers', []);
    const { name, phone } = anObserver();
    await tab.enqueue('observer.delete', { id: 41, base: { name, phone } });
    await untilStates(tab, ['rejected']);
    const [op] = await tab.databases.intent.outbox.toArray();
    expect(op?.failure).toEqual({ kind: 'hasReports', status: 500 });
    expect(op?.attempts).toBe(1);
    expect(await tab.databases.cache.observers.get(41)).toBeDefined();
  },
);

it('a deletion answered 500 shows the observer while it is tried again', async () => {
  const server = createModelServer();
  const clock = aClock();
  const observer = anObserver({ numberOfPollingStations: 0 });
  server.observers.set(41, observer);
  server.fault = ({ method }) =>
    method === 'DELETE' ? { status: 500 } : undefined;
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
    random: () => 1,
  });
  await tab.session.call('pullObservers', []);
  const shown = async () => {
    const { cache, intent } = tab.databases;
    const rows = await cache.observers.toArray();
    const ops = await intent.outbox.toArray();
    return overlayObservers(rows, ops).map(({ pending }) => pending);
  };
  const { name, phone } = observer;
  await tab.enqueue('observer.delete', { id: 41, base: { name, phone } });
  for (let tries = 1; tries < 5; tries += 1) {
    await untilStates(tab, ['retryWait']);
    expect(await shown()).toEqual(['waiting']);
    clock.forward(6 * 60_000);
    await tab.session.call('push', []);
    await until(async () => {
      const [op] = await tab.databases.intent.outbox.toArray();
      expect(op?.attempts).toBe(tries + 1);
    });
  }
  await untilStates(tab, ['rejected']);
  expect(await shown()).toEqual(['refused']);
});

it('a refusal that is not about reports keeps the reason of the server', async () => {
  const server = createModelServer();
  server.observers.set(41, anObserver({ numberOfPollingStations: 2 }));
  server.fault = ({ method }) =>
    method === 'DELETE'
      ? { status: 400, body: '{"detail":"Action not allowed"}' }
      : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullObservers', []);
  const { name, phone } = anObserver();
  await tab.enqueue('observer.delete', { id: 41, base: { name, phone } });
  await untilStates(tab, ['rejected']);
  const [op] = await tab.databases.intent.outbox.toArray();
  expect(op?.failure).toEqual({
    kind: 'refused',
    status: 400,
    detail: 'Action not allowed',
  });
});

it('an edit of an observer deleted since the list was read is not called done', async () => {
  const server = createModelServer();
  server.observers.set(41, anObserver());
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullObservers', []);
  server.observers.delete(41);
  const { name, phone } = anObserver();
  const change = { base: { name, phone }, patch: { name: 'Maria Ionescu' } };
  await tab.enqueue('observer.update', { id: 41, ...change });
  await untilStates(tab, ['conflict']);
  const [op] = await tab.databases.intent.outbox.toArray();
  expect(op?.failure?.kind).toBe('missing');
});

it('an edit of an observer deleted in the same moment is not called done', async () => {
  const server = createModelServer();
  server.observers.set(41, anObserver());
  server.fault = ({ method }) => {
    // The server answers `false` then, as it does when nothing changed.
    if (method === 'PUT') server.observers.delete(41);
    return undefined;
  };
  const tab = open(server, createDatabases(), createLocks());
  const { name, phone } = anObserver();
  const change = { base: { name, phone }, patch: { name: 'Maria Ionescu' } };
  await tab.enqueue('observer.update', { id: 41, ...change });
  await untilStates(tab, ['conflict']);
  const [op] = await tab.databases.intent.outbox.toArray();
  expect(op?.failure?.kind).toBe('missing');
});

it('a refusal that is a conflict shows what the server has', async () => {
  const server = createModelServer();
  server.observers.set(41, anObserver());
  server.fault = ({ method }) => {
    if (method !== 'PUT') return undefined;
    server.observers.set(41, anObserver({ name: 'Ioana' }));
    return { status: 400, body: '{"detail":"no"}' };
  };
  const tab = open(server, createDatabases(), createLocks());
  const { name, phone } = anObserver();
  const change = { base: { name, phone }, patch: { name: 'Ana' } };
  await tab.enqueue('observer.update', { id: 41, ...change });
  await untilStates(tab, ['conflict']);
  const [op] = await tab.databases.intent.outbox.toArray();
  expect(op?.theirs).toEqual({
    kind: 'observer',
    row: { name: 'Ioana', phone },
  });
});
/** Those to whom the warning goes. */
function withRecipients(server: ModelServer) {
  for (const id of warning.recipients) {
    server.observers.set(id, anObserver({ id, phone: `07000000${id}` }));
  }
}

const warning = {
  id: -9,
  title: 'Atenție',
  message: 'Trimiteți formularul C.',
  recipients: [41, 42],
  recipientCount: 2,
};

it('a notification of unknown fate is never sent again by itself', async () => {
  const server = createModelServer();
  withRecipients(server);
  const clock = aClock();
  server.fault = ({ path }) =>
    path === '/api/v1/notification/send' ? { status: 500 } : undefined;
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  const expiresAt = clock.now() + 1_800_000;
  await tab.enqueue('notification.send', { ...warning, expiresAt });
  clock.forward(11_000);
  await tab.session.call('push', []);
  await untilStates(tab, ['needsConfirm']);
  server.fault = () => undefined;
  clock.forward(600_000);
  await tab.session.call('push', []);
  await tab.session.call('freshen', []);
  const sent = server.log.filter(({ path }) => path.endsWith('/send'));
  expect(sent).toHaveLength(1);
});

it('a notification can be taken back for ten seconds', async () => {
  const server = createModelServer();
  const tab = open(server, createDatabases(), createLocks());
  const expiresAt = Date.now() + 1_800_000;
  await tab.enqueue('notification.send', { ...warning, expiresAt });
  await tab.session.call('push', []);
  await untilStates(tab, ['queued']);
  expect(server.log.some(({ path }) => path.endsWith('/send'))).toBe(false);
});

it('a notification that waited too long asks before it goes out', async () => {
  const server = createModelServer();
  const clock = aClock();
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  const expiresAt = clock.now() + 1_800_000;
  await tab.enqueue('notification.send', { ...warning, expiresAt });
  clock.forward(31 * 60_000);
  await tab.session.call('push', []);
  await untilStates(tab, ['needsConfirm']);
  const [op] = await tab.databases.intent.outbox.toArray();
  expect(op?.failure).toEqual({ kind: 'expired' });
  expect(server.log.some(({ path }) => path.endsWith('/send'))).toBe(false);
});

it('a lost reply to a notification is found in the history: sent once', async () => {
  const server = createModelServer();
  withRecipients(server);
  const clock = aClock();
  server.fault = ({ path }) =>
    path === '/api/v1/notification/send' ? 'cutAfter' : undefined;
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  const expiresAt = clock.now() + 1_800_000;
  await tab.enqueue('notification.send', { ...warning, expiresAt });
  clock.forward(11_000);
  await tab.session.call('push', []);
  await untilStates(tab, ['unknown']);
  clock.forward(61_000);
  await tab.session.call('push', []);
  await untilStates(tab, ['done']);
  expect(server.effects).toHaveLength(1);
});

it('a deletion is not done because others gave the observer another phone', async () => {
  const server = createModelServer();
  server.observers.set(41, anObserver());
  server.fault = ({ method }) => {
    if (method !== 'DELETE') return undefined;
    server.observers.set(41, anObserver({ phone: '0799999999' }));
    return { status: 400 };
  };
  const tab = open(server, createDatabases(), createLocks());
  const { name, phone } = anObserver();
  await tab.enqueue('observer.delete', { id: 41, base: { name, phone } });
  await untilStates(tab, ['rejected']);
  expect(await tab.databases.cache.observers.get(41)).toBeDefined();
});

it('a deletion is not done because a list that is being restored lacks most', async () => {
  const server = createModelServer();
  const people = [41, 42, 43, 44, 45].map((id) =>
    anObserver({ id, phone: `07000000${id}` }),
  );
  for (const each of people) server.observers.set(each.id, each);
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullObservers', []);
  server.fault = ({ method }) => {
    if (method !== 'DELETE') return undefined;
    server.observers.clear();
    return { status: 500 };
  };
  const { name, phone } = anObserver({ id: 41, phone: '0700000041' });
  await tab.enqueue('observer.delete', { id: 41, base: { name, phone } });
  await untilStates(tab, ['rejected']);
  expect(await tab.databases.cache.observers.get(41)).toBeDefined();
});

it.each([
  ['counts', () => true],
  ['shows when it is asked again', (reads: number) => reads === 1],
])(
  'a deletion is not done because a list lacks one whom the server %s',
  async (_, isShort) => {
    const server = createModelServer();
    server.observers.set(41, anObserver());
    let isDeleting = false;
    let reads = 0;
    server.fault = ({ method, path, query }) => {
      if (method === 'DELETE') {
        // Its old phone finds nobody.
        server.observers.set(41, anObserver({ phone: '0799999999' }));
        isDeleting = true;
        return { status: 500 };
      }
      if (!isDeleting || path !== '/api/v1/observer') return undefined;
      if (query.get('Number') !== null || !isShort((reads += 1))) {
        return undefined;
      }
      const empty = { data: [], totalItems: 0, totalPages: 0, page: 1 };
      return {
        status: 200,
        body: JSON.stringify({ ...empty, pageSize: 1000 }),
      };
    };
    const tab = open(server, createDatabases(), createLocks());
    const { name, phone } = anObserver();
    await tab.enqueue('observer.delete', { id: 41, base: { name, phone } });
    await untilStates(tab, ['rejected']);
    expect(await tab.databases.cache.observers.get(41)).toBeDefined();
  },
);

it('a deletion is not done because a list that moved does not show the observer', async () => {
  const server = createModelServer();
  server.observers.set(41, anObserver());
  let isMoving = false;
  server.fault = ({ method, path, query }) => {
    if (method === 'DELETE') {
      // Its old phone finds nobody, and it slips from page to page.
      server.observers.set(41, anObserver({ phone: '0799999999' }));
      isMoving = true;
      return { status: 400 };
    }
    if (!isMoving || path !== '/api/v1/observer') return undefined;
    if (query.get('Number') !== null) return undefined;
    const torn = { data: [], totalItems: 1, totalPages: 1, page: 1 };
    return { status: 200, body: JSON.stringify({ ...torn, pageSize: 1000 }) };
  };
  const tab = open(server, createDatabases(), createLocks());
  const { name, phone } = anObserver();
  await tab.enqueue('observer.delete', { id: 41, base: { name, phone } });
  await untilStates(tab, ['rejected']);
  expect(await tab.databases.cache.observers.get(41)).toBeDefined();
});

it('an edit is not told as one of somebody gone because a list that moved does not show them', async () => {
  const server = createModelServer();
  // Others changed the phone: its old one finds nobody.
  server.observers.set(41, anObserver({ phone: '0799999999' }));
  let isMoving = true;
  let asked = 0;
  server.fault = ({ method, path, query }) => {
    const isList = method === 'GET' && path === '/api/v1/observer';
    if (!isMoving || !isList || query.get('Number') !== null) return undefined;
    asked += 1;
    const torn = { data: [], totalItems: 1, totalPages: 1, page: 1 };
    return { status: 200, body: JSON.stringify({ ...torn, pageSize: 1000 }) };
  };
  const clock = aClock();
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  const { name, phone } = anObserver();
  await tab.enqueue('observer.update', {
    id: 41,
    base: { name, phone },
    patch: { name: 'Ana' },
  });
  await until(async () => expect(asked).toBeGreaterThan(0));
  isMoving = false;
  clock.forward(61_000);
  await tab.session.call('push', []);
  await untilStates(tab, ['done']);
  expect(server.observers.get(41)).toMatchObject({ name: 'Ana' });
});

it('an observer whose creation lost its reply is not listed beside itself', async () => {
  const server = createModelServer();
  const clock = aClock();
  server.fault = ({ method }) =>
    method === 'POST' && server.effects.length === 0 ? 'cutAfter' : undefined;
  const tab = open(server, createDatabases(), createLocks(), {
    now: clock.now,
  });
  const { observers } = tab.databases.cache;
  await tab.enqueue('observer.create', await aNewObserver(tab));
  await untilStates(tab, ['unknown']);
  expect(await tab.session.call('pullObservers', [])).toEqual({ ok: true });
  expect(server.observers.size).toBe(1);
  expect(await observers.count()).toBe(0);
  clock.forward(61_000);
  await tab.session.call('push', []);
  await untilStates(tab, ['done']);
  expect(await observers.count()).toBe(1);
});
