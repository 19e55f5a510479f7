import Papa from 'papaparse';
import { describe, expect, it, vi } from 'vitest';

import type { CountyInput } from '@/domain/county';
import type { Op } from '@/domain/outbox/op';
import { newOp } from '@/domain/outbox/op';
import { pullCounties } from '@/workers/pull/counties';

import { aCounty } from '../../support/builders';
import { prepareEngines } from '../../support/engine';
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
const engines = prepareEngines();

interface StoredCounty {
  id: number;
  code: string;
  name: string;
  fourth: string;
}

const PROVINCES = [{ id: 1, code: 'TR', name: 'Transilvania', order: 1 }];

/**
 * The counties of a server of the newer revision (`isNewer`) or the older one
 * (docs/api-contract.md 4.7): an import binds by position and refuses a fourth
 * column that is
 * not theirs, and writes over whatever has the id.
 */
function serveCounties(server: ModelServer, isNewer: boolean, start = 1) {
  const rows = new Map<number, StoredCounty>();
  for (let id = 1; id <= start; id += 1) {
    const fourth = isNewer ? 'TR' : '3';
    rows.set(id, { id, code: `C${id}`, name: `County ${id}`, fourth });
  }
  const updates: unknown[] = [];
  server.answer = ({ method, path, body }) => {
    if (path === '/api/v1/province') {
      return isNewer
        ? { status: 200, body: JSON.stringify(PROVINCES) }
        : { status: 404 };
    }
    if (!path.startsWith('/api/v1/county')) return undefined;
    if (method === 'GET') {
      const told = [...rows.values()].map(({ fourth, ...row }) => ({
        ...row,
        diaspora: false,
        order: row.id,
        numberOfPollingStations: 3,
        ...(isNewer ? { provinceCode: fourth } : {}),
      }));
      return { status: 200, body: JSON.stringify(told) };
    }
    if (path !== '/api/v1/county/import') {
      const id = Number(path.split('/').pop());
      const { fourth = '' } = rows.get(id) ?? {};
      const { code, name } = Object(body);
      rows.set(id, { id, code, name, fourth });
      updates.push(body);
      return { status: 200 };
    }
    const { data } = Papa.parse<string[]>(String(Object(body).CsvFile));
    const [id = '', code = '', name = '', fourth = ''] = data[1] ?? [];
    const isFit = isNewer ? fourth === 'TR' : /^\d+$/.test(fourth);
    if (!isFit) return { status: 400, body: '{"message":"column 4"}' };
    rows.set(Number(id), { id: Number(id), code, name, fourth });
    return { status: 200 };
  };
  const names = () => [...rows.values()].map(({ name }) => name).toSorted();
  return { rows, updates, names };
}

function anInput(changes: Partial<CountyInput> = {}): CountyInput {
  return {
    name: 'Zed',
    code: 'ZZ',
    diaspora: false,
    order: 9,
    provinceCode: 'TR',
    ...changes,
  };
}

function opsOf({ databases }: Tab): Promise<Op[]> {
  return databases.intent.outbox.toArray();
}

async function untilAll(tab: Tab, state: Op['state']): Promise<void> {
  await until(async () => {
    const states = (await opsOf(tab)).map((op) => op.state);
    expect(new Set(states)).toEqual(new Set([state]));
  });
}

describe.each([
  ['newer', true, 'TR'],
  ['older', false, '0'],
])('a server of the %s revision', (_, isNewer, fourth) => {
  it('takes a new county with its own fourth column', async () => {
    const server = createModelServer();
    const { rows } = serveCounties(server, isNewer);
    const tab = open(server, createDatabases(), createLocks());
    await tab.enqueue('county.create', { id: -3, input: anInput() });
    await untilAll(tab, 'done');
    expect(rows.get(2)).toEqual({ id: 2, code: 'ZZ', name: 'Zed', fourth });
    const kept = await tab.databases.cache.counties.get(2);
    expect(kept).toMatchObject({ code: 'ZZ', name: 'Zed' });
  });

  it('is told of a change what it takes', async () => {
    const server = createModelServer();
    const { updates } = serveCounties(server, isNewer);
    const tab = open(server, createDatabases(), createLocks());
    await tab.enqueue('county.update', {
      id: 1,
      base: { name: 'County 1', code: 'C1', diaspora: false, order: 1 },
      patch: { name: 'Alba' },
    });
    await untilAll(tab, 'done');
    const sent = { name: 'Alba', code: 'C1', diaspora: false, order: 1 };
    expect(updates).toEqual([
      isNewer ? sent : { ...sent, numberOfPollingStations: 3 },
    ]);
  });

  it('takes the first county of all', async () => {
    const server = createModelServer();
    const { rows } = serveCounties(server, isNewer, 0);
    const tab = open(server, createDatabases(), createLocks());
    await tab.enqueue('county.create', { id: -3, input: anInput() });
    await untilAll(tab, 'done');
    expect(rows.get(1)).toEqual({ id: 1, code: 'ZZ', name: 'Zed', fourth });
  });
});

it('the counties are read again soon when only their provinces failed', async () => {
  const server = createModelServer();
  serveCounties(server, true);
  const tab = open(server, createDatabases(), createLocks());
  server.fault = ({ path }) =>
    path === '/api/v1/province' ? { status: 500 } : undefined;
  expect(await tab.session.call('pullCounties', [])).toMatchObject({
    ok: false,
    failure: { kind: 'server' },
  });
  // A server that does not know provinces has answered.
  server.fault = ({ path }) =>
    path === '/api/v1/province' ? { status: 404 } : undefined;
  expect(await tab.session.call('pullCounties', [])).toEqual({ ok: true });
});

it('a county that others deleted stays as long as a change of it waits', async () => {
  const { engine, databases, server } = await engines.open();
  serveCounties(server, true);
  const { cache, intent } = databases;
  await cache.counties.bulkPut([aCounty({ id: 8 }), aCounty({ id: 9 })]);
  const { name, code, diaspora, order } = aCounty();
  const base = { name, code, diaspora, order };
  const args = { id: 9, base, patch: { name: 'Alba nouă' } };
  const enqueued = { actor: 'actor', at: 0, opId: 'op-1' };
  await intent.outbox.add(newOp('county.update', args, enqueued));
  await pullCounties(engine);
  expect(await cache.counties.toCollection().primaryKeys()).toEqual([1, 9]);
});

it('the provinces are cached with the counties, and not looked for on older servers', async () => {
  for (const isNewer of [true, false]) {
    const server = createModelServer();
    serveCounties(server, isNewer);
    const tab = open(server, createDatabases(), createLocks());
    await tab.session.call('pullCounties', []);
    const row = await tab.databases.cache.meta.get('provinces');
    expect(row?.v).toEqual(isNewer ? PROVINCES : undefined);
    const asked = server.log.some(({ path }) => path === '/api/v1/province');
    expect(asked).toBe(isNewer);
  }
});

it('a new county without a province is refused in words, and waits for a person', async () => {
  const server = createModelServer();
  serveCounties(server, true);
  const tab = open(server, createDatabases(), createLocks());
  const { provinceCode: _, ...input } = anInput();
  await tab.enqueue('county.create', { id: -3, input });
  await untilAll(tab, 'rejected');
  expect((await opsOf(tab))[0]?.failure?.detail).toBe('column 4');
});

describe('new counties', () => {
  it('that go out together are both there', async () => {
    const server = createModelServer();
    const { names } = serveCounties(server, true);
    const databases = createDatabases();
    const first = open(server, databases, createLocks());
    await Promise.all([
      first.enqueue('county.create', { id: -3, input: anInput() }),
      first.enqueue('county.create', {
        id: -4,
        input: anInput({ name: 'Yed', code: 'YY' }),
      }),
    ]);
    await untilAll(first, 'done');
    expect(names()).toEqual(['County 1', 'Yed', 'Zed']);
  });

  it('that are alike are two, also when the second never arrived', async () => {
    const server = createModelServer();
    const { names } = serveCounties(server, true);
    const { answer } = server;
    let cuts = 0;
    let imports = 0;
    server.fault = ({ path }) => {
      if (path !== '/api/v1/county/import') return undefined;
      imports += 1;
      if (imports !== 2) return undefined;
      cuts += 1;
      return 'cutBefore';
    };
    server.answer = answer;
    let ahead = 0;
    const tab = open(server, createDatabases(), createLocks(), {
      now: () => Date.now() + ahead,
    });
    await tab.enqueue('county.create', { id: -3, input: anInput() });
    await untilAll(tab, 'done');
    await tab.enqueue('county.create', { id: -4, input: anInput() });
    await until(async () => {
      ahead += 61_000;
      await tab.session.call('push', []);
      expect((await opsOf(tab)).map(({ state }) => state)).toEqual([
        'done',
        'done',
      ]);
    });
    expect(cuts).toBe(1);
    expect(names()).toEqual(['County 1', 'Zed', 'Zed']);
  });

  it('whose list could not be read before the import are not taken for an equal one', async () => {
    const server = createModelServer();
    const { names, rows } = serveCounties(server, true);
    const twin = { id: 2, code: 'ZZ', name: 'Zed', fourth: 'TR' };
    rows.set(2, twin);
    let isCut = true;
    server.fault = ({ path }) =>
      path === '/api/v1/county' && isCut ? 'cutBefore' : undefined;
    let ahead = 0;
    const tab = open(server, createDatabases(), createLocks(), {
      now: () => Date.now() + ahead,
    });
    await tab.enqueue('county.create', { id: -3, input: anInput() });
    await until(async () =>
      expect((await opsOf(tab))[0]?.state).not.toBe('queued'),
    );
    isCut = false;
    await until(async () => {
      ahead += 61_000;
      await tab.session.call('push', []);
      expect((await opsOf(tab))[0]?.state).toBe('done');
    });
    expect(names()).toEqual(['County 1', 'Zed', 'Zed']);
  });

  it('whose lost request arrives late write the same row once more', async () => {
    const server = createModelServer();
    const { names, rows } = serveCounties(server, true);
    let isLost = true;
    server.fault = ({ path }) =>
      path === '/api/v1/county/import' && isLost ? 'cutBefore' : undefined;
    let ahead = 0;
    const tab = open(server, createDatabases(), createLocks(), {
      now: () => Date.now() + ahead,
    });
    await tab.enqueue('county.create', { id: -3, input: anInput() });
    await until(async () =>
      expect((await opsOf(tab))[0]?.state).toBe('unknown'),
    );
    isLost = false;
    await until(async () => {
      ahead += 61_000;
      await tab.session.call('push', []);
      expect((await opsOf(tab))[0]?.state).toBe('done');
    });
    // The lost request named the same id.
    const ids = server.log
      .filter(({ path }) => path === '/api/v1/county/import')
      .map(({ body }) => String(Object(body).CsvFile).split('\r\n')[1]);
    expect(new Set(ids).size).toBe(1);
    expect(names()).toEqual(['County 1', 'Zed']);
    expect([...rows.keys()]).toEqual([1, 2]);
  });

  it('do not take the id of a county that somebody else added meanwhile', async () => {
    const server = createModelServer();
    const { names, rows } = serveCounties(server, true);
    let isLost = true;
    server.fault = ({ path }) =>
      path === '/api/v1/county/import' && isLost ? 'cutBefore' : undefined;
    let ahead = 0;
    const tab = open(server, createDatabases(), createLocks(), {
      now: () => Date.now() + ahead,
    });
    await tab.enqueue('county.create', { id: -3, input: anInput() });
    await until(async () =>
      expect((await opsOf(tab))[0]?.state).toBe('unknown'),
    );
    isLost = false;
    rows.set(2, { id: 2, code: 'XX', name: 'Xed', fourth: 'TR' });
    await until(async () => {
      ahead += 61_000;
      await tab.session.call('push', []);
      expect((await opsOf(tab))[0]?.state).toBe('conflict');
    });
    expect(names()).toEqual(['County 1', 'Xed']);
  });
});

it('the counties are asked for again soon after a failure, not in a day', async () => {
  // The database keeps its own, real timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const server = createModelServer();
    serveCounties(server, true);
    const asked = () =>
      server.log.filter(({ path }) => path === '/api/v1/county').length;
    server.fault = ({ path }) =>
      path === '/api/v1/county' && asked() === 1 ? { status: 500 } : undefined;
    const tab = open(server, createDatabases(), createLocks());
    for (let second = 0; second < 60; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      for (let turn = 0; turn < 5; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    expect(await tab.databases.cache.counties.count()).toBe(1);
    expect(asked()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
