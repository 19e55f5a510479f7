import { describe, expect, it, vi } from 'vitest';

import type { Client } from '@/api/client';
import { areReportsCounted } from '@/db/cache';
import type { Thread } from '@/domain/answers/thread';
import { applyChanges, entriesOf } from '@/domain/coverage/county-reports';
import { pullThreads, sweepThreads } from '@/workers/pull/threads';

import { aThread } from '../../support/builders';
import { countDatabaseTraffic } from '../../support/database-traffic';
import { deferred } from '../../support/deferred';
import { prepareEngines } from '../../support/engine';
import { createLocks } from '../../support/locks';
import type { ModelServer } from '../../support/model-server';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases, openTab } from '../../support/tab';
import { until } from '../../support/until';

const engines = prepareEngines();

const noon = Date.UTC(2026, 10, 22, 12);

/** So many threads of three counties, newest first, a minute apart. */
function threadsOf(count: number): Thread[] {
  const counties = ['Alba', 'Arad', 'Cluj'];
  return Array.from({ length: count }, (_, at) =>
    aThread({
      pollingStationId: at + 1,
      pollingStationName: `${counties[at % 3]} ${at + 1}`,
      lastModified: noon - at * 60_000,
    }),
  );
}

const counties = ['AB Alba', 'AR Arad', 'CJ Cluj'].map((name, at) => ({
  id: at + 1,
  code: name.slice(0, 2),
  name: name.slice(3),
  order: at,
  numberOfPollingStations: 400,
  limit: 400,
  diaspora: false,
}));

function serveCounties(server: ModelServer, rows: typeof counties): void {
  server.answer = ({ path }) =>
    path === '/api/v1/county'
      ? { status: 200, body: JSON.stringify(rows) }
      : undefined;
}

/** A tab that knew the counties before. */
async function open(server: ModelServer): Promise<Tab> {
  serveCounties(server, counties);
  const databases = createDatabases();
  await databases.cache.counties.bulkPut(counties);
  return openTab(server, databases, createLocks());
}

async function untilSwept({ databases }: Tab): Promise<void> {
  await until(async () => {
    const { cursors, meta } = databases.cache;
    for (const list of ['threads:urgent', 'threads:all']) {
      expect((await cursors.get(list))?.sweptAt).toBeDefined();
    }
    expect((await meta.get('areReportsCounted'))?.v).toBe(true);
  });
}

/** Threads counted in each county, and whether that is what all cached rows give. */
async function counted({ databases }: Pick<Tab, 'databases'>) {
  const { countyReports, threads } = databases.cache;
  const rows = await countyReports.toArray();
  const changes = (await threads.toArray()).map((after) => ({ after }));
  const anew = applyChanges([], changes);
  const byCounty = (a: { county: string }, b: { county: string }) =>
    a.county < b.county ? -1 : 1;
  expect(rows.toSorted(byCounty)).toEqual(anew.toSorted(byCounty));
  return Object.fromEntries(
    rows.map(({ county, all }) => [county, entriesOf(all).length]),
  );
}

/** An engine that knows the counties; nothing is read by itself. */
async function anEngine() {
  const made = await engines.open();
  await made.databases.cache.counties.bulkPut(counties);
  return made;
}

it('counts the reports of each county once a first fill has ended', async () => {
  const { traffic } = countDatabaseTraffic();
  const { engine, databases, server } = await anEngine();
  server.all = threadsOf(2_400);
  server.urgent = threadsOf(60);
  await sweepThreads(engine, 'urgent');
  await sweepThreads(engine, 'all');
  expect(await counted({ databases })).toEqual({ AB: 800, AR: 800, CJ: 800 });
  // At the end of each list, and not with each of its pages.
  const writes = traffic().requests.filter(
    (request) => request === 'countyReports.put',
  );
  expect(writes).toHaveLength(6);
});

it('counts a list that comes in one page with its rows', async () => {
  const server = createModelServer();
  server.all = threadsOf(9);
  const tab = await open(server);
  await tab.session.call('pullThreads', ['all']);
  expect(await counted(tab)).toEqual({ AB: 3, AR: 3, CJ: 3 });
});

it('writes the county of a changed thread, and no other', async () => {
  const server = createModelServer();
  const threads = threadsOf(120);
  server.all = threads;
  const { traffic, begin } = countDatabaseTraffic();
  const tab = await open(server);
  await untilSwept(tab);
  const [, second] = threads;
  if (!second) throw new Error('There is no second thread');
  server.all = threads.toSpliced(1, 1);
  server.all.unshift({ ...second, lastModified: noon + 60_000 });
  begin();
  await tab.session.call('pullThreads', ['all']);
  const writes = traffic().requests.filter(
    (request) => request === 'countyReports.put',
  );
  expect(writes).toHaveLength(1);
  const arad = await tab.databases.cache.countyReports.get('AR');
  expect(entriesOf(arad?.all ?? new Float64Array())).toContainEqual({
    observerId: second.observerId,
    pollingStationId: second.pollingStationId,
    stationNumber: 2,
    lastReportAt: noon + 60_000,
  });
  await counted(tab);
});

it('writes no county when nothing has changed', async () => {
  const server = createModelServer();
  server.all = threadsOf(120);
  server.hasEtags = false;
  const { traffic, begin } = countDatabaseTraffic();
  const tab = await open(server);
  await untilSwept(tab);
  begin();
  await tab.session.call('pullThreads', ['all']);
  expect(
    traffic().requests.filter((request) => request.startsWith('countyReports')),
  ).toEqual([]);
});

it('counts what is there when a first fill breaks off', async () => {
  const { engine, databases, server } = await anEngine();
  server.all = threadsOf(2_400);
  server.fault = ({ query }) =>
    query.get('page') === '2' ? { status: 500 } : undefined;
  expect((await sweepThreads(engine, 'all')).ok).toBe(false);
  const { threads, cursors } = databases.cache;
  expect(await threads.count()).toBe(1_000);
  expect(await counted({ databases })).toEqual({ AB: 334, AR: 333, CJ: 333 });
  expect((await cursors.get('threads:all'))?.sweptAt).toBeUndefined();
});

it('counts at once what a leader left that ended right after its last page', async () => {
  const { engine, databases, server, clock } = await anEngine();
  clock.now = Date.now();
  server.all = threadsOf(120);
  serveCounties(server, counties);
  await sweepThreads(engine, 'urgent');
  let isEnded = false;
  databases.cache.cursors.hook('creating', (_key, { resource, sweptAt }) => {
    isEnded ||= resource === 'threads:all' && sweptAt !== undefined;
  });
  await sweepThreads({ ...engine, isStopped: () => isEnded }, 'all');
  expect(isEnded).toBe(true);
  expect(await databases.cache.countyReports.count()).toBe(0);
  // The next leader reads the whole lists minutes later.
  const tab = openTab(server, databases, createLocks());
  await untilSwept(tab);
  expect(await counted(tab)).toEqual({ AB: 40, AR: 40, CJ: 40 });
  await tab.session.stop();
});

it('counts without a network what a leader left that ended between two pages', async () => {
  const { engine, databases, server } = await anEngine();
  server.all = threadsOf(2_400);
  let isEnded = false;
  const isLastPage = () => server.log.at(-1)?.query.get('page') === '2';
  const stopped = { ...engine, isStopped: () => (isEnded ||= isLastPage()) };
  await sweepThreads(stopped, 'all');
  expect(await areReportsCounted(databases.cache)).toBe(false);
  server.fault = () => 'cutBefore';
  const tab = openTab(server, databases, createLocks());
  await until(async () =>
    expect(await areReportsCounted(databases.cache)).toBe(true),
  );
  expect(await counted(tab)).toEqual({ AB: 667, AR: 667, CJ: 666 });
  await tab.session.stop();
});

it('counts the first rows of a list that come after all of it', async () => {
  const { engine, databases, server } = await anEngine();
  server.all = threadsOf(120);
  const held = deferred<void>();
  const urgent: Client = {
    ...engine.urgent,
    async get(question) {
      const reply = await engine.urgent.get(question);
      await held.promise;
      return reply;
    },
  };
  const late = pullThreads({ ...engine, urgent }, 'all');
  await sweepThreads(engine, 'urgent');
  await sweepThreads(engine, 'all');
  held.resolve();
  await late;
  expect(await areReportsCounted(databases.cache)).toBe(true);
  expect(await counted({ databases })).toEqual({ AB: 40, AR: 40, CJ: 40 });
});

describe('counties that come after the threads', () => {
  /** A tab that has the threads; its server has not answered with the counties. */
  async function openWithout(server: ModelServer) {
    const state = { isCut: true };
    server.fault = ({ path }) =>
      path === '/api/v1/county' && state.isCut ? { status: 500 } : undefined;
    serveCounties(server, counties);
    const tab = openTab(server, createDatabases(), createLocks());
    await untilSwept(tab);
    return { tab, state };
  }

  /** Keys of the threads that are written from now on. */
  function watchThreads({ databases }: Tab): unknown[] {
    const written: unknown[] = [];
    databases.cache.threads.hook('updating', (changes, key) => {
      // Details that are fetched ahead meanwhile write the digest of their row.
      if (Object.keys(changes).join() !== 'digest') written.push(key);
    });
    return written;
  }

  it('have the threads that are theirs', async () => {
    const server = createModelServer();
    server.all = threadsOf(2_400);
    server.urgent = threadsOf(60);
    const { tab, state } = await openWithout(server);
    expect(await counted(tab)).toEqual({ '': 2_400 });
    state.isCut = false;
    await tab.session.call('pullCounties', []);
    expect(await counted(tab)).toEqual({ AB: 800, AR: 800, CJ: 800 });
    const { threads } = tab.databases.cache;
    const unfiled = await threads.filter(({ county }) => county === '').count();
    expect(unfiled).toBe(0);
  });

  it('have no thread written that stays where it is', async () => {
    const server = createModelServer();
    server.all = threadsOf(90);
    server.hasEtags = false;
    const tab = await open(server);
    await untilSwept(tab);
    await tab.session.call('pullCounties', []);
    const written = watchThreads(tab);
    await tab.session.call('pullCounties', []);
    expect(written).toEqual([]);
    const renamed = counties.map((each) =>
      each.code === 'CJ' ? { ...each, name: 'Cluj-Napoca' } : each,
    );
    serveCounties(server, renamed);
    await tab.session.call('pullCounties', []);
    expect(await counted(tab)).toEqual({ '': 30, AB: 30, AR: 30 });
    expect(written).toHaveLength(30);
  });

  it('have also a page of threads that was on its way to the cache', async () => {
    const server = createModelServer();
    server.all = threadsOf(90);
    const { tab, state } = await openWithout(server);
    const fresh = aThread({
      pollingStationId: 900,
      pollingStationName: 'Alba 900',
      lastModified: noon + 60_000,
    });
    server.all = [fresh, ...server.all];
    state.isCut = false;
    // The page of threads knows no counties, and is written after they are.
    const { cache } = tab.databases;
    const read = cache.counties.toArray.bind(cache.counties);
    const reading = vi.spyOn(cache.counties, 'toArray');
    reading.mockImplementationOnce(() =>
      read().then(async (before) => {
        await tab.session.call('pullCounties', []);
        return before;
      }),
    );
    const query = { list: 'all', filter: {}, page: 1, pageSize: 10 } as const;
    await tab.session.call('pullThreadView', [query]);
    expect(await counted(tab)).toEqual({ AB: 31, AR: 30, CJ: 30 });
  });
});
