import { expect, it } from 'vitest';

import type { Thread } from '@/domain/answers/thread';
import { applyChanges, entriesOf } from '@/domain/coverage/county-reports';

import { aThread } from '../../support/builders';
import { countDatabaseTraffic } from '../../support/database-traffic';
import { createLocks } from '../../support/locks';
import type { ModelServer } from '../../support/model-server';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases, openTab } from '../../support/tab';
import { until } from '../../support/until';

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

/** A tab that knew the counties before. */
async function open(server: ModelServer): Promise<Tab> {
  server.answer = ({ path }) =>
    path === '/api/v1/county'
      ? { status: 200, body: JSON.stringify(counties) }
      : undefined;
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
async function counted({ databases }: Tab) {
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

it('counts the reports of each county once a first fill has ended', async () => {
  const server = createModelServer();
  server.all = threadsOf(2_400);
  server.urgent = threadsOf(60);
  const { traffic } = countDatabaseTraffic();
  const tab = await open(server);
  await untilSwept(tab);
  expect(await counted(tab)).toEqual({ AB: 800, AR: 800, CJ: 800 });
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
  const server = createModelServer();
  server.all = threadsOf(2_400);
  server.fault = ({ path, query }) =>
    path === '/api/v1/answers' &&
    query.get('pageSize') === '1000' &&
    query.get('page') === '2'
      ? { status: 500 }
      : undefined;
  const tab = await open(server);
  await until(async () => {
    expect(await counted(tab)).toEqual({ AB: 334, AR: 333, CJ: 333 });
  });
  expect(
    (await tab.databases.cache.cursors.get('threads:all'))?.sweptAt,
  ).toBeUndefined();
});
