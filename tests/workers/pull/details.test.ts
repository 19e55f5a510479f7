import { expect, it, vi } from 'vitest';

import type { OpArgs } from '@/domain/outbox/op';

import { aCounty, anObserver, aThread } from '../../support/builders';
import { aHeldLine, isChange } from '../../support/held-line';
import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

const { open } = prepareTabs();
const pair = { observerId: 41, pollingStationId: 7 };

function aServer(signature = 'a') {
  const server = createModelServer();
  server.urgent = [aThread()];
  server.details.set('41:7', wireDetail(signature));
  return server;
}

function wireDetail(signature: string) {
  return {
    answers: [
      {
        id: 205,
        answers: [
          { optionId: 902, text: 'Nu', isFreeText: false, isFlagged: true },
        ],
      },
    ],
    extra: { urbanArea: true, observerArrivalTime: '2026-11-22T06:05:00Z' },
    notes: [
      {
        questionId: 205,
        formId: 12,
        text: 'Sigiliu rupt',
        attachmentsPaths: [`/files/3f9c.jpg?sig=${signature}`],
      },
    ],
  };
}

it('keeps answers, station info and notes of a thread as one record', async () => {
  const tab = open(aServer(), createDatabases(), createLocks());
  await tab.session.call('pullDetail', [pair]);
  expect(await tab.databases.cache.details.get('41:7')).toMatchObject({
    observerId: 41,
    pollingStationId: 7,
    answers: [{ questionId: 205, options: [{ optionId: 902, flagged: true }] }],
    extra: {
      urbanArea: true,
      observerArrivalTime: Date.UTC(2026, 10, 22, 6, 5),
    },
    notes: [
      {
        text: 'Sigiliu rupt',
        attachments: [{ path: '/files/3f9c.jpg', type: 'image' }],
      },
    ],
  });
});

it('tells both lists what the details say, in the same commit, and once', async () => {
  const server = aServer();
  server.all = [aThread()];
  const tab = open(server, createDatabases(), createLocks());
  const { threads } = tab.databases.cache;
  const digests = async () =>
    (await threads.toArray()).map(({ list, digest }) => [list, digest?.notes]);
  await until(async () => {
    expect(await digests()).toEqual([
      ['all', 1],
      ['urgent', 1],
    ]);
  });
  const row = await threads.get(['all', '41:7']);
  expect(row?.digest?.answers).toEqual([
    { questionId: 205, options: [{ optionId: 902, flagged: true }] },
  ]);
  const writes: unknown[] = [];
  threads.hook('updating', (changes) => {
    writes.push(changes);
  });
  await tab.session.call('pullDetail', [pair]);
  await tab.session.call('pullThreads', ['all']);
  expect(writes).toEqual([]);
});

it('a thread that comes to a list after its details has their digest, and keeps it when it moves', async () => {
  const server = aServer();
  const tab = open(server, createDatabases(), createLocks());
  const { cache } = tab.databases;
  await until(async () => {
    expect((await cache.threads.get(['urgent', '41:7']))?.digest).toBeDefined();
  });
  const lastModified = (aThread().lastModified ?? 0) + 60_000;
  for (const moved of [aThread(), aThread({ lastModified })]) {
    server.all = [moved];
    await tab.session.call('pullThreads', ['all']);
    const [urgent, all] = await cache.threads.bulkGet([
      ['urgent', '41:7'],
      ['all', '41:7'],
    ]);
    expect(all?.lastModified).toBe(moved.lastModified);
    expect(all?.digest).toEqual(urgent?.digest);
  }
});

it('tells "the server has no station info" from "not loaded"', async () => {
  const server = aServer();
  server.details.set('41:7', { answers: [], notes: [] });
  server.fault = ({ path }) =>
    path === '/api/v2/note' ? { status: 500 } : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullDetail', [pair]);
  const kept = await tab.databases.cache.details.get('41:7');
  expect(kept?.extra).toBeNull();
  expect(kept?.notes).toBeUndefined();
});

it('a part that fails keeps what it was, the others move on', async () => {
  const server = aServer();
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullDetail', [pair]);
  server.details.set('41:7', { answers: [], notes: [] });
  server.fault = ({ path }) =>
    path === '/api/v2/note' ? { status: 500 } : undefined;
  const result = await tab.session.call('pullDetail', [pair]);
  expect(result).toMatchObject({ ok: false, failure: { kind: 'server' } });
  const kept = await tab.databases.cache.details.get('41:7');
  expect(kept?.answers).toEqual([]);
  expect(kept?.notes).toHaveLength(1);
});

it.each([
  '/api/v1/answers/filledIn',
  '/api/v1/answers/pollingStationInfo',
  '/api/v2/note',
])(
  'a thread of which a part could not be read does not count as read: %s',
  async (part) => {
    const server = aServer();
    server.fault = ({ path }) => (path === part ? { status: 500 } : undefined);
    const tab = open(server, createDatabases(), createLocks());
    await tab.session.call('pullDetail', [pair]);
    const cursor = await tab.databases.cache.cursors.get('detail:41:7');
    expect(cursor?.failure).toMatchObject({ kind: 'server' });
    expect(cursor?.asOf).toBeUndefined();
  },
);

it('a new signature on an old picture is no change', async () => {
  const server = aServer('a');
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullDetail', [pair]);
  const writes: unknown[] = [];
  tab.databases.cache.details.hook('updating', (changes) => {
    writes.push(changes);
  });
  server.details.set('41:7', wireDetail('b'));
  await tab.session.call('pullDetail', [pair]);
  expect(writes).toEqual([]);
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  await tab.session.call('pullDetail', [pair]);
  later.mockRestore();
  const kept = await tab.databases.cache.details.get('41:7');
  expect(kept?.notes?.[0]?.attachments[0]?.src).toBe('/files/3f9c.jpg?sig=b');
});

it('a link to a thread that no page brought finds its name', async () => {
  const server = createModelServer();
  server.all = Array.from({ length: 3 }, (_, at) =>
    aThread({ observerId: 100 + at }),
  );
  server.fault = ({ path, query }) =>
    path === '/api/v1/answers' && !query.has('observerId')
      ? { status: 500 }
      : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullDetail', [
    { observerId: 101, pollingStationId: 7 },
  ]);
  const row = await tab.databases.cache.threads.get(['all', '101:7']);
  expect(row?.observerName).toBe('Maria Ionel');
});

it('fetches ahead urgent first, within the budget, and each only once', async () => {
  const server = createModelServer();
  server.urgent = [aThread({ pollingStationId: 3 })];
  server.all = [1, 2, 3].map((pollingStationId) =>
    aThread({ pollingStationId, lastModified: pollingStationId }),
  );
  open(server, createDatabases(), createLocks());
  const asked = () =>
    server.log
      .filter(({ path }) => path === '/api/v1/answers/filledIn')
      .map(({ query }) => query.get('pollingStationId'));
  await until(() => expect(asked()).toEqual(['3', '2', '1']));
});

it('fetches the county that a person looks at before the rest', async () => {
  const server = createModelServer();
  server.all = [
    'Alba Sebeș 1',
    'Alba Cugir 2',
    'Iași Pașcani 3',
    'Iași Tătăruși 4',
  ].map((pollingStationName, at) =>
    aThread({
      pollingStationName,
      pollingStationId: at + 1,
      lastModified: at + 1,
    }),
  );
  server.fault = ({ path }) =>
    path.endsWith('/county') ? { status: 500 } : undefined;
  const databases = createDatabases();
  await databases.cache.counties.put(aCounty({ code: 'AB', name: 'Alba' }));
  const line = aHeldLine(server.fetch, ({ url }) =>
    isDetail(new URL(url).pathname),
  );
  const tab = open(server, databases, createLocks(), line);
  await until(() => expect(line.held()).toBe(1));
  await tab.session.call('pullThreadView', [
    { list: 'all', filter: { county: 'AB' }, page: 1, pageSize: 10 },
  ]);
  line.release();
  const asked = () =>
    server.log
      .filter(({ path }) => isDetail(path))
      .map(({ query }) => query.get('pollingStationId'));
  await until(() => expect(asked()).toEqual(['4', '2', '1', '3']));
});

/** Two threads to fetch ahead and an observer to change, and how far that came. */
function aBusyServer() {
  const server = createModelServer();
  server.observers.set(41, anObserver());
  server.urgent = [1, 2].map((pollingStationId) =>
    aThread({ pollingStationId }),
  );
  const heads = () =>
    server.log.filter(({ path }) => path === '/api/v1/answers').length;
  return {
    server,
    /** Both lists are read twice: what may go ahead has begun by then. */
    async refresh(tab: Tab) {
      for (let pull = 0; pull < 2; pull += 1) {
        const before = heads();
        await tab.session.call('freshen', []);
        await until(() => expect(heads()).toBeGreaterThan(before + 1));
      }
    },
    /** The change and the stations of the threads as the server heard of them. */
    order: () =>
      server.log
        .filter(({ method, path }) => method === 'PUT' || isDetail(path))
        .map(({ method, query }) => query.get('pollingStationId') ?? method),
  };
}

const isDetail = (path: string) => path.endsWith('/answers/filledIn');

const rename: OpArgs['observer.update'] = {
  id: 41,
  base: { name: 'Maria Ionel', phone: '0700000041' },
  patch: { name: 'Maria Ionescu' },
};

it('leaves the line to changes on their way, and goes on after them', async () => {
  const { server, refresh, order } = aBusyServer();
  const { urgent } = server;
  server.urgent = [];
  const line = aHeldLine(server.fetch, isChange);
  const tab = open(server, createDatabases(), createLocks(), line);
  await tab.enqueue('observer.update', rename);
  await until(() => expect(line.held()).toBe(1));
  server.urgent = urgent;
  await refresh(tab);
  line.release();
  await until(() => expect(order()).toEqual(['PUT', '2', '1']));
});

it('makes way for a change between two threads', async () => {
  const { server, refresh, order } = aBusyServer();
  const changes = aHeldLine(server.fetch, isChange);
  const details = aHeldLine(changes.fetch, ({ url }) =>
    isDetail(new URL(url).pathname),
  );
  const tab = open(server, createDatabases(), createLocks(), details);
  await until(() => expect(details.held()).toBe(1));
  await tab.enqueue('observer.update', rename);
  await until(() => expect(changes.held()).toBe(1));
  details.release();
  await until(async () =>
    expect(await tab.databases.cache.details.count()).toBe(1),
  );
  await refresh(tab);
  changes.release();
  await until(() => expect(order()).toEqual(['2', 'PUT', '1']));
});
