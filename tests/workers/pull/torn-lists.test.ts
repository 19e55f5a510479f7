import { describe, expect, it } from 'vitest';

import type { CursorRow } from '@/db/cache';
import type { Observer } from '@/domain/observers/observer';
import { newOp } from '@/domain/outbox/op';
import type { Thread } from '@/domain/answers/thread';
import { viewOf } from '@/domain/answers/thread';

import { aCounty, anObserver, aThread } from '../../support/builders';
import { createLocks } from '../../support/locks';
import type { Exchange, ModelServer } from '../../support/model-server';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

const { open } = prepareTabs();

const OBSERVERS = '/api/v1/observer';
const THREADS = '/api/v1/answers';

function manyObservers(count: number): Observer[] {
  return Array.from({ length: count }, (_, at) =>
    anObserver({ id: at + 1, phone: `07${10_000_000 + at}` }),
  );
}

function manyThreads(count: number): Thread[] {
  const newest = Date.UTC(2026, 10, 22, 20);
  return Array.from({ length: count }, (_, at) =>
    aThread({ pollingStationId: at + 1, lastModified: newest - at * 1000 }),
  );
}

interface Paging {
  /** Most rows of one answer. */
  cap?: number;
  /** Whether this request starts from another row than the last one did. */
  isShifting: (size: number) => boolean;
  /** Whether the last row comes on no page, and the first one twice. */
  isLacking?: () => boolean;
}

/**
 * A server whose pages shift while they are read: each answer begins three rows
 * later in a ring of all rows, so that pages share rows and others come on none.
 */
function shift(
  server: ModelServer,
  path: string,
  rowsOf: (query: URLSearchParams) => readonly unknown[],
  { cap = Infinity, isShifting, isLacking = () => false }: Paging,
): { sizes: number[] } {
  const sizes: number[] = [];
  let turn = 0;
  server.answer = (exchange: Exchange) => {
    const { query } = exchange;
    if (exchange.method !== 'GET' || exchange.path !== path) return undefined;
    if (query.has('Number')) return undefined;
    const rows = rowsOf(query);
    const asked = Number(query.get('PageSize') ?? query.get('pageSize'));
    const page = Number(query.get('Page') ?? query.get('page'));
    const pageSize = Math.min(asked, cap);
    sizes.push(asked);
    const by = isShifting(pageSize) ? (turn += 3) % rows.length : 0;
    const told = isLacking() ? [...rows.slice(0, -1), rows[0]] : rows;
    const ring = [...told.slice(by), ...told.slice(0, by)];
    return {
      status: 200,
      body: JSON.stringify({
        data: ring.slice((page - 1) * pageSize, page * pageSize),
        totalItems: rows.length,
        totalPages: Math.ceil(rows.length / pageSize),
        page,
        pageSize,
      }),
    };
  };
  return { sizes };
}

async function cursorOf(tab: Tab, resource: string): Promise<CursorRow> {
  const row = await tab.databases.cache.cursors.get(resource);
  expect(row).toBeDefined();
  return row ?? { resource, triedAt: 0 };
}

function wire({ lastModified, ...thread }: Thread) {
  return { ...thread, lastModified: new Date(lastModified ?? 0).toISOString() };
}

describe('a list of observers whose pages shift', () => {
  it('is asked for in one request of the known total, and is whole', async () => {
    const server = createModelServer();
    const all = manyObservers(2500);
    const { sizes } = shift(server, OBSERVERS, () => all, {
      isShifting: (size) => size < 2500,
    });
    const tab = open(server, createDatabases(), createLocks());
    expect(await tab.session.call('pullObservers', [])).toEqual({ ok: true });
    const { observers } = tab.databases.cache;
    expect(await observers.count()).toBe(2500);
    const cursor = await cursorOf(tab, 'observers');
    expect(cursor).toMatchObject({ total: 2500 });
    expect(cursor.seen).toBeUndefined();
    expect(cursor.sweptAt).toBeDefined();
    expect(sizes).toContain(2500);
  });

  it('is not whole while the server caps its pages, and says what was met', async () => {
    const server = createModelServer();
    const all = manyObservers(250);
    const isLacking = () => true;
    const paging = { cap: 100, isShifting: () => true, isLacking };
    shift(server, OBSERVERS, () => all, paging);
    const tab = open(server, createDatabases(), createLocks());
    const result = await tab.session.call('pullObservers', []);
    expect(result).toEqual({ ok: true, isTorn: true });
    const cursor = await cursorOf(tab, 'observers');
    expect(cursor.sweptAt).toBeUndefined();
    expect(cursor.total).toBe(250);
    expect(cursor.seen).toBeLessThan(250);
    expect(cursor.etag).toBeUndefined();
  });

  it('says so also after a clean reading, until the next clean one', async () => {
    const server = createModelServer();
    const all = manyObservers(250);
    let isShifting = false;
    const isLacking = () => isShifting;
    const paging = { cap: 100, isShifting: isLacking, isLacking };
    shift(server, OBSERVERS, () => all, paging);
    const tab = open(server, createDatabases(), createLocks());
    await tab.session.call('pullObservers', []);
    const { sweptAt } = await cursorOf(tab, 'observers');
    expect(sweptAt).toBeDefined();
    isShifting = true;
    await tab.session.call('pullObservers', []);
    const torn = await cursorOf(tab, 'observers');
    expect(torn).toMatchObject({ sweptAt, total: 250 });
    expect(torn.seen).toBeLessThan(250);
    isShifting = false;
    await tab.session.call('pullObservers', []);
    expect((await cursorOf(tab, 'observers')).seen).toBeUndefined();
  });

  it('gets whole from capped pages by readings that add up', async () => {
    const server = createModelServer();
    const all = manyObservers(250);
    shift(server, OBSERVERS, () => all, { cap: 100, isShifting: () => true });
    const tab = open(server, createDatabases(), createLocks());
    await until(async () => {
      const result = await tab.session.call('pullObservers', []);
      expect(result).toEqual({ ok: true });
    });
    expect(await tab.databases.cache.observers.count()).toBe(250);
    expect((await cursorOf(tab, 'observers')).seen).toBeUndefined();
  });

  it('keeps no validator of a torn page', async () => {
    const server = createModelServer();
    const all = manyObservers(3);
    for (const row of all) server.observers.set(row.id, row);
    const tab = open(server, createDatabases(), createLocks());
    await tab.session.call('pullObservers', []);
    const { etag } = await cursorOf(tab, 'observers');
    expect(etag).toBeDefined();
    server.answer = ({ path, query }) => {
      if (path !== OBSERVERS || query.has('Number')) return undefined;
      const rows = [all[0], all[0], all[1]];
      const sizes = { totalItems: 3, totalPages: 1, page: 1, pageSize: 1000 };
      return { status: 200, body: JSON.stringify({ ...sizes, data: rows }) };
    };
    await tab.session.call('pullObservers', []);
    expect((await cursorOf(tab, 'observers')).etag).toBeUndefined();
  });
});

describe('a list of threads whose pages shift', () => {
  it.each(['urgent', 'all'] as const)(
    '%s: is asked for in one request of the known total',
    async (list) => {
      const server = createModelServer();
      const all = manyThreads(1200).map(wire);
      const { sizes } = shift(server, THREADS, () => all, {
        isShifting: (size) => size === 1000,
      });
      const tab = open(server, createDatabases(), createLocks());
      await until(async () => {
        const cursor = await cursorOf(tab, `threads:${list}`);
        expect(cursor.sweptAt).toBeDefined();
        expect(cursor.seen).toBeUndefined();
      });
      expect(sizes).toContain(1200);
    },
  );

  it('whose head is all of it is not whole when a row came twice', async () => {
    const server = createModelServer();
    const [first, second, third] = manyThreads(3).map(wire);
    expect(third).toBeDefined();
    server.answer = ({ path }) =>
      path === THREADS
        ? {
            status: 200,
            body: JSON.stringify({
              data: [first, first, second],
              totalItems: 3,
              totalPages: 1,
              page: 1,
              pageSize: 50,
            }),
          }
        : undefined;
    const tab = open(server, createDatabases(), createLocks());
    await tab.session.call('pullThreads', ['all']);
    const cursor = await cursorOf(tab, 'threads:all');
    expect(cursor.sweptAt).toBeUndefined();
    expect(cursor).toMatchObject({ seen: 2, total: 3 });
    expect(cursor.etag).toBeUndefined();
  });
});

describe('the stations of a county, paged without totals', () => {
  const STATIONS = '/api/v2/polling-station';

  /** A server that begins each answer elsewhere and gives at most so many rows. */
  async function aCountyOf(numberOfPollingStations: number, real: number) {
    const server = createModelServer();
    const databases = createDatabases();
    const county = aCounty({ id: 1, numberOfPollingStations });
    await databases.cache.counties.put(county);
    await databases.cache.cursors.put({
      resource: 'counties',
      triedAt: Date.now(),
      asOf: Date.now(),
    });
    const limits = { cap: Infinity, requests: 0 };
    server.answer = ({ path, query }) => {
      if (path !== STATIONS) return undefined;
      const size = Math.min(Number(query.get('pageSize')), limits.cap);
      const page = Number(query.get('page'));
      const all = Array.from({ length: real }, (_, at) => {
        const id = ((at + limits.requests) % real) + 1;
        return { id, number: id };
      });
      limits.requests += 1;
      const rows = all.slice((page - 1) * size, page * size);
      return { status: 200, body: JSON.stringify(rows) };
    };
    const tab = open(server, databases, createLocks());
    const pull = () => tab.session.call('pullStations', [1]);
    const cursor = () => cursorOf(tab, 'stations:1');
    const count = () => databases.cache.stations.count();
    return { limits, databases, pull, cursor, count };
  }

  it('come in one request, in any order of the server', async () => {
    const { limits, pull, cursor, count } = await aCountyOf(411, 411);
    expect(await pull()).toEqual({ ok: true });
    expect(limits.requests).toBe(1);
    expect(await count()).toBe(411);
    expect(await cursor()).toMatchObject({ total: 411 });
    expect((await cursor()).seen).toBeUndefined();
  });

  it('are whole also where the county counts them wrongly', async () => {
    for (const counted of [0, 400, 420]) {
      const { limits, pull, cursor, count } = await aCountyOf(counted, 411);
      expect(await pull()).toEqual({ ok: true });
      // The next page is empty: the first answer was all there is.
      expect(limits.requests).toBe(2);
      expect(await count()).toBe(411);
      expect((await cursor()).seen).toBeUndefined();
    }
  });

  it('are torn where capped pages shift, and none is forgotten for it', async () => {
    const { limits, databases, pull, cursor } = await aCountyOf(411, 411);
    const gone = { id: 9000, number: 9000, countyId: 1 };
    await databases.cache.stations.put(gone);
    limits.cap = 100;
    expect(await pull()).toEqual({ ok: true, isTorn: true });
    expect((await cursor()).seen).toBeLessThan(411);
    expect(await cursor()).toMatchObject({ total: 411 });
    expect(await databases.cache.stations.get(9000)).toEqual(gone);
    limits.cap = Infinity;
    expect(await pull()).toEqual({ ok: true });
    expect(await databases.cache.stations.get(9000)).toBeUndefined();
  });

  it('are not none because one answer was empty', async () => {
    const { databases, pull, cursor, count } = await aCountyOf(411, 0);
    await databases.cache.stations.put({ id: 1, number: 1, countyId: 1 });
    expect(await pull()).toEqual({ ok: true, isTorn: true });
    expect(await count()).toBe(1);
    expect(await cursor()).toMatchObject({ seen: 0, total: 411 });
  });
});

describe('an edit of an observer whom no phone finds', () => {
  const edit = {
    id: 7,
    base: { name: 'Maria Ionel', phone: '0799999999' },
    patch: { name: 'Maria Ionescu' },
  };

  it('is not called gone while the pages of a capped server shift', async () => {
    const server = createModelServer();
    // Nobody has this id: but no clean reading says so.
    const all = manyObservers(250).filter(({ id }) => id !== 7);
    shift(server, OBSERVERS, () => all, { cap: 100, isShifting: () => true });
    const random = () => 1;
    const tab = open(server, createDatabases(), createLocks(), { random });
    await tab.enqueue('observer.update', edit);
    const { outbox } = tab.databases.intent;
    await until(async () => {
      const [op] = await outbox.toArray();
      // It waits, and looks again later.
      expect(op?.notAppliedCount).toBe(1);
      expect(op?.state).toBe('queued');
    });
    expect(server.log.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('is called gone once one request brought the whole list without them', async () => {
    const server = createModelServer();
    const all = manyObservers(1300).filter(({ id }) => id !== 7);
    shift(server, OBSERVERS, () => all, {
      isShifting: (size) => size === 1000,
    });
    const tab = open(server, createDatabases(), createLocks());
    await tab.enqueue('observer.update', edit);
    await until(async () => {
      const [op] = await tab.databases.intent.outbox.toArray();
      expect(op?.state).toBe('conflict');
      expect(op?.failure?.kind).toBe('missing');
    });
  });

  it('many at once do not read a torn list once for each of them', async () => {
    const server = createModelServer();
    const all = manyObservers(250);
    for (const row of all) server.observers.set(row.id, row);
    const paging = { cap: 100, isShifting: () => true };
    const { sizes } = shift(server, OBSERVERS, () => all, paging);
    const databases = createDatabases();
    for (const { id, name, phone } of all.slice(0, 30)) {
      const args = { id, base: { name, phone }, patch: { name: 'Ana' } };
      const at = Date.now();
      const kept = { actor: databases.actor, at, opId: crypto.randomUUID() };
      await databases.intent.outbox.add(newOp('observer.update', args, kept));
    }
    const tab = open(server, databases, createLocks());
    await until(async () => {
      const ops = await tab.databases.intent.outbox.toArray();
      expect(new Set(ops.map(({ state }) => state))).toEqual(new Set(['done']));
    });
    // Three readings of three pages by the edits, three by the schedule.
    expect(sizes.length).toBeLessThanOrEqual(18);
  });
});

describe('one page of a filtered list', () => {
  const query = {
    list: 'all' as const,
    filter: { county: 'AB' },
    page: 1,
    pageSize: 10,
  };

  function serve(server: ModelServer, answers: Thread[][]) {
    server.answer = ({ path, query: asked }) => {
      if (path !== THREADS || !asked.has('county')) return undefined;
      const rows = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      const sizes = { totalItems: 3, totalPages: 1, page: 1, pageSize: 10 };
      const body = JSON.stringify({ ...sizes, data: rows.map(wire) });
      return { status: 200, body };
    };
  }

  it('that lacks rows of its total is asked for again', async () => {
    const server = createModelServer();
    const all = manyThreads(3);
    serve(server, [all.slice(0, 2), all]);
    const tab = open(server, createDatabases(), createLocks());
    const result = await tab.session.call('pullThreadView', [query]);
    expect(result).toEqual({ ok: true });
    const view = await tab.databases.cache.views.get(viewOf(query));
    expect(view?.keys).toHaveLength(3);
  });

  it('that lacks them each time is no answer', async () => {
    const server = createModelServer();
    serve(server, [[]]);
    const tab = open(server, createDatabases(), createLocks());
    const result = await tab.session.call('pullThreadView', [query]);
    expect(result).toEqual({ ok: true, isTorn: true });
    const view = await tab.databases.cache.views.get(viewOf(query));
    expect(view).toBeUndefined();
  });
});
