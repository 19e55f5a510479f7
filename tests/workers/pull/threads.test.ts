import { describe, expect, it } from 'vitest';

import { HEAD_PAGE_SIZE, HEAD_PAGES } from '@/config';
import type { ThreadRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import type { FirstHead } from '@/domain/answers/first-head';
import type { Thread } from '@/domain/answers/thread';
import { isUsable } from '@/workers/pull/early-head';

import { aThread } from '../../support/builders';
import { countDatabaseTraffic } from '../../support/database-traffic';
import { deferred } from '../../support/deferred';
import { createLocks } from '../../support/locks';
import type { Fault } from '../../support/model-server';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

const { open } = prepareTabs();

/** So many threads, newest first, a minute apart. */
function manyThreads(count: number): Thread[] {
  const newest = Date.UTC(2026, 10, 22, 20);
  return Array.from({ length: count }, (_, at) =>
    aThread({
      pollingStationId: at + 1,
      pollingStationName: `Alba Sebeș ${at + 1}`,
      lastModified: newest - at * 60_000,
    }),
  );
}

/** Servers of the older kind do not say when a thread changed. */
function undated(threads: readonly Thread[]): Thread[] {
  return threads.map(({ lastModified: _, ...thread }) => thread);
}

async function cachedOrder(
  tab: Tab,
  list: 'urgent' | 'all',
): Promise<string[]> {
  const rows = await tab.databases.cache.threads
    .where('[list+order]')
    .between([list, -Infinity], [list, Infinity])
    .reverse()
    .toArray();
  return rows.map(({ key }) => key);
}

/** Until the first sweeps of everything have ended. */
async function untilIdle(
  tab: Tab,
  server: ReturnType<typeof createModelServer>,
): Promise<void> {
  await until(async () => {
    const sweeps = threadRequests(server).filter(
      ({ query }) => query.get('pageSize') === '1000',
    );
    expect(sweeps.length).toBeGreaterThanOrEqual(2);
    const { cursors } = tab.databases.cache;
    expect((await cursors.get('threads:all'))?.sweptAt).toBeDefined();
    expect((await cursors.get('observers'))?.sweptAt).toBeDefined();
    expect((await cursors.get('forms:draft'))?.asOf).toBeDefined();
  });
}

function threadRequests(server: ReturnType<typeof createModelServer>) {
  return server.log.filter(({ path }) => path === '/api/v1/answers');
}

it('keeps the whole list in the server’s order, with or without dates', async () => {
  for (const shape of [manyThreads(230), undated(manyThreads(230))]) {
    const server = createModelServer();
    server.all = shape;
    const tab = open(server, createDatabases(), createLocks());
    await untilIdle(tab, server);
    expect(await cachedOrder(tab, 'all')).toEqual(shape.map(({ key }) => key));
  }
});

it('moves a changed thread to the top where the server gives no dates', async () => {
  const server = createModelServer();
  const threads = undated(manyThreads(120));
  server.all = threads;
  const tab = open(server, createDatabases(), createLocks());
  await untilIdle(tab, server);
  const moved = threads[70];
  server.all = [moved, ...threads.filter((each) => each !== moved)].filter(
    (each) => each !== undefined,
  );
  await tab.session.call('pullThreads', ['all']);
  expect(await cachedOrder(tab, 'all')).toEqual(
    server.all.map(({ key }) => key),
  );
});

/** How often the top of each list was asked for. */
function headRequests(server: ReturnType<typeof createModelServer>) {
  const heads = threadRequests(server).filter(
    ({ query }) => query.get('pageSize') === String(HEAD_PAGE_SIZE),
  );
  const urgent = heads.filter(({ query }) => query.get('urgent') === 'true');
  return { urgent: urgent.length, all: heads.length - urgent.length };
}

it.each(['urgent', 'all'] as const)(
  'asks once for each list at a start whose page shows the %s threads',
  async (list) => {
    const server = createModelServer();
    server.all = manyThreads(20);
    server.urgent = manyThreads(3);
    const tab = open(server, createDatabases(), createLocks());
    const answer = await tab.session.call('pullThreads', [list]);
    expect(answer).toMatchObject({ ok: true });
    await untilIdle(tab, server);
    expect(headRequests(server)).toEqual({ urgent: 1, all: 1 });
  },
);

it.each(['urgent', 'all'] as const)(
  'asks first for the %s threads where the first screen shows them, and for the others when they came',
  async (list) => {
    const server = createModelServer();
    server.all = manyThreads(20);
    server.urgent = manyThreads(3);
    let isSlow = true;
    server.fault = ({ path }) =>
      path === '/api/v1/answers' && isSlow ? 'hang' : undefined;
    const tab = open(server, createDatabases(), createLocks(), {
      firstList: list,
    });
    const other = list === 'all' ? 'urgent' : 'all';
    await until(() => expect(headRequests(server)[list]).toBe(1));
    // The answer that does not come leaves room for what a page asks.
    expect(headRequests(server)[other]).toBe(0);
    isSlow = false;
    await tab.session.call('pullThreads', [other]);
    expect(await cachedOrder(tab, other)).not.toEqual([]);
  },
);

describe('a first visit', () => {
  /** A tab that may not lead until `lead` is called. */
  async function waiting(
    server: ReturnType<typeof createModelServer>,
    onFirstHead?: (head: FirstHead) => void,
  ) {
    server.all = manyThreads(20);
    const databases = createDatabases();
    const locks = createLocks();
    const held = deferred<void>();
    const name = `vmo:leader:${databases.userKey}`;
    await new Promise<void>((resolve) => {
      void locks.request(name, () => {
        resolve();
        return held.promise;
      });
    });
    const first = { firstList: 'all', isFirstVisit: true } as const;
    const start = { ...first, onFirstHead };
    const tab = open(server, databases, locks, start);
    await until(() => expect(headRequests(server).all).toBe(1));
    return { tab, lead: () => held.resolve() };
  }

  it('asks for the first list before the tab leads, and not again after', async () => {
    const server = createModelServer();
    const { tab, lead } = await waiting(server);
    expect(await cachedOrder(tab, 'all')).toEqual([]);
    lead();
    await untilIdle(tab, server);
    expect(await cachedOrder(tab, 'all')).toHaveLength(20);
    expect(headRequests(server)).toEqual({ urgent: 1, all: 1 });
  });

  it('tells the page the answer before the list is cached', async () => {
    const server = createModelServer();
    const heads: FirstHead[] = [];
    const { tab } = await waiting(server, (head) => heads.push(head));
    await until(() => expect(heads).toHaveLength(1));
    expect(heads[0]).toMatchObject({ list: 'all', total: 20 });
    expect(heads[0]?.threads).toHaveLength(20);
    expect(await cachedOrder(tab, 'all')).toEqual([]);
  });

  it('asks again when another tab has read the list since', async () => {
    const server = createModelServer();
    const { tab, lead } = await waiting(server);
    server.all = [];
    const triedAt = Date.now() + 1;
    const resource = 'threads:all';
    await tab.databases.cache.cursors.put({ resource, triedAt, asOf: triedAt });
    lead();
    await untilIdle(tab, server);
    expect(await cachedOrder(tab, 'all')).toEqual([]);
    expect(headRequests(server).all).toBe(2);
  });

  it.each([
    ['of its own list', 'all', 5_999, 0, true],
    ['of the other list', 'urgent', 2_000, 0, false],
    ['older than five seconds', 'all', 6_000, 0, false],
    ['from before the clock was set back', 'all', 999, 0, false],
    ['from before another question', 'all', 2_000, 1_500, false],
  ] as const)(
    'takes an answer %s or not',
    (_name, list, now, triedAt, expected) => {
      const early = { list: 'all', askedAt: 1_000 } as const;
      expect(isUsable(early, list, now, triedAt)).toBe(expected);
    },
  );
});

it('asks again for a list whose page had no answer', async () => {
  const server = createModelServer();
  server.all = manyThreads(20);
  let isCut = true;
  server.fault = ({ path }) => {
    if (path !== '/api/v1/answers' || !isCut) return undefined;
    isCut = false;
    return 'cutBefore';
  };
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullThreads', ['urgent']);
  await until(() =>
    expect(headRequests(server).urgent).toBeGreaterThanOrEqual(2),
  );
});

it('refreshes an unchanged list with one request and no row written', async () => {
  for (const hasEtags of [true, false]) {
    const server = createModelServer();
    server.hasEtags = hasEtags;
    server.all = manyThreads(HEAD_PAGE_SIZE + 80);
    const tab = open(server, createDatabases(), createLocks());
    await untilIdle(tab, server);
    const writes: ThreadRow[] = [];
    tab.databases.cache.threads.hook('creating', (_key, row) => {
      writes.push(row);
    });
    tab.databases.cache.threads.hook('updating', (changes, _key, row) => {
      // Details that are fetched ahead meanwhile write the digest of their row.
      if (Object.keys(changes).join() !== 'digest') writes.push(row);
    });
    const before = threadRequests(server).length;
    await tab.session.call('pullThreads', ['all']);
    expect(threadRequests(server).length - before).toBe(1);
    expect(writes).toEqual([]);
  }
});

it('keeps its rows and says why when the answer cannot be read', async () => {
  const answers = {
    unreadable: [
      { status: 200, body: '<html>portal</html>' },
      { status: 200, body: '{"data":[{"observerId"' },
      { status: 204 },
    ],
    server: [{ status: 500, body: '{"title":"An error occurred"}' }],
  };
  const server = createModelServer();
  server.all = manyThreads(3);
  const databases = createDatabases();
  const locks = createLocks();
  const filled = open(server, databases, locks);
  await untilIdle(filled, server);
  await filled.session.stop();
  for (const [kind, faults] of Object.entries(answers)) {
    for (const fault of faults) {
      server.fault = ({ path }) =>
        path === '/api/v1/answers' ? fault : undefined;
      const tab = open(server, databases, locks);
      const result = await tab.session.call('pullThreads', ['all']);
      expect(result).toMatchObject({ ok: false, failure: { kind } });
      expect(await cachedOrder(tab, 'all')).toHaveLength(3);
      const cursor = await databases.cache.cursors.get('threads:all');
      expect(cursor?.failure?.kind).toBe(kind);
      expect(cursor?.asOf).toBeDefined();
      await tab.session.stop();
    }
  }
});

it('one bad detail never fails a list', async () => {
  const server = createModelServer();
  server.urgent = manyThreads(3);
  server.all = server.urgent;
  server.fault = ({ path, query }) =>
    path === '/api/v1/answers/filledIn' && query.get('pollingStationId') === '2'
      ? { status: 500 }
      : undefined;
  const tab = open(server, createDatabases(), createLocks());
  await until(async () => {
    const { details, cursors } = tab.databases.cache;
    expect((await details.get('41:1'))?.answers).toEqual([]);
    expect((await details.get('41:3'))?.answers).toEqual([]);
    expect((await cursors.get('detail:41:2'))?.failure?.kind).toBe('server');
  });
  expect(await cachedOrder(tab, 'urgent')).toHaveLength(3);
});

it('forgets a thread only after several clean sweeps missed it', async () => {
  const server = createModelServer();
  const threads = manyThreads(60);
  server.all = threads;
  const databases = createDatabases();
  const locks = createLocks();
  const sweeps: number[] = [];
  for (let sweep = 0; sweep < 4; sweep += 1) {
    await databases.cache.cursors
      .where('resource')
      .startsWith('threads')
      .modify((cursor) => {
        delete cursor.sweptAt;
      });
    const tab = open(server, databases, locks);
    await untilIdle(tab, server);
    sweeps.push((await cachedOrder(tab, 'all')).length);
    await tab.session.stop();
    server.all = threads.slice(1);
  }
  expect(sweeps).toEqual([60, 60, 60, 59]);
});

it('fills a list without a request for each row that is not cached yet', async () => {
  const { traffic } = countDatabaseTraffic();
  const server = createModelServer();
  server.all = manyThreads(1_200);
  const tab = open(server, createDatabases(), createLocks());
  await until(async () => {
    const cursor = await tab.databases.cache.cursors.get('threads:all');
    expect(cursor?.sweptAt).toBeDefined();
  });
  const count = (name: string) =>
    traffic().requests.filter((request) => request === name).length;
  // The rows of the head are cached already: to add them is refused.
  expect(count('threads.add')).toBe(1_200 + HEAD_PAGE_SIZE);
  // Of the head, and of threads whose details are fetched ahead meanwhile.
  expect(count('threads.get')).toBeLessThan(1_200);
});

describe('the top of a list that was whole', () => {
  const LENGTH = HEAD_PAGES * HEAD_PAGE_SIZE + 120;

  /** A tab with the whole list, on a server that answers no whole reading from then on. */
  async function filled(hasEtags: boolean) {
    const server = createModelServer();
    server.hasEtags = hasEtags;
    server.all = manyThreads(LENGTH);
    const databases = createDatabases();
    const locks = createLocks();
    const tab = open(server, databases, locks);
    await untilIdle(tab, server);
    const faults = {
      sweeps: true,
      from: Infinity,
      fault: 'cutBefore' as Fault,
    };
    server.fault = ({ path, query }) => {
      if (path !== '/api/v1/answers') return undefined;
      const isHead = query.get('pageSize') === String(HEAD_PAGE_SIZE);
      const isCut = isHead
        ? Number(query.get('page')) >= faults.from
        : faults.sweeps;
      return isCut ? faults.fault : undefined;
    };
    /** So many threads from the end of the list have new answers. */
    const change = (count: number) => {
      const moved = server.all.slice(-count).map((thread) => ({
        ...thread,
        lastModified: (thread.lastModified ?? 0) + 24 * 60 * 60_000,
      }));
      server.all = [...moved, ...server.all.slice(0, -count)];
    };
    const pull = (from = tab) => from.session.call('pullThreads', ['all']);
    const cursor = () => databases.cache.cursors.get('threads:all');
    const reopenTab = () => open(server, databases, locks);
    return { server, tab, faults, change, pull, cursor, reopenTab };
  }

  it.each([
    ['with validators', true],
    ['without validators', false],
  ])(
    'is not whole after a reading that broke off, until all is read: %s',
    async (_, hasEtags) => {
      const { server, tab, faults, change, pull, cursor, reopenTab } =
        await filled(hasEtags);
      change(70);
      faults.from = 2;
      // The schedule reads the whole list soon after such a result.
      expect(await pull()).toMatchObject({ ok: false, isTorn: true });
      expect(isWhole(await cursor())).toBe(false);
      faults.from = Infinity;
      // A minute later page 1 brings nothing new.
      expect(await pull()).toMatchObject({ ok: true });
      expect(await cursor()).toMatchObject({ total: LENGTH });
      expect(isWhole(await cursor())).toBe(false);
      await tab.session.stop();
      faults.sweeps = false;
      const next = reopenTab();
      await until(async () => expect(isWhole(await cursor())).toBe(true));
      expect(await cachedOrder(next, 'all')).toEqual(
        server.all.map(({ key }) => key),
      );
    },
  );

  it('is not whole for the next leader when the last one ended in the middle', async () => {
    const { tab, faults, change, pull, cursor, reopenTab } = await filled(true);
    const { cursors } = tab.databases.cache;
    change(70);
    Object.assign(faults, { from: 2, fault: 'hang' });
    void pull();
    await until(async () => {
      expect((await cursor())?.headSeen).toBe(HEAD_PAGE_SIZE);
    });
    // The reading goes on: the screens do not flicker for it.
    const killed = await cursor();
    expect(isWhole(killed)).toBe(true);
    await tab.session.stop();
    // A leader that is killed notes nothing.
    if (killed) await cursors.put(killed);
    faults.from = 1;
    reopenTab();
    await until(async () => expect(isWhole(await cursor())).toBe(false));
  });

  it('is not whole when more has changed than its pages hold', async () => {
    const { change, pull, cursor } = await filled(true);
    change(HEAD_PAGES * HEAD_PAGE_SIZE);
    expect(await pull()).toEqual({ ok: true, isTorn: true });
    expect(isWhole(await cursor())).toBe(false);
  });

  it.each([
    ['a new thread', 1, 2],
    ['many new threads', 60, 3],
    ['a thread fewer', -1, 1],
  ])('stays whole with %s, by few requests', async (_, more, requests) => {
    const { server, pull, cursor } = await filled(true);
    const before = headRequests(server).all;
    server.all = [...newThreads(more), ...server.all.slice(0, LENGTH + more)];
    expect(await pull()).toEqual({ ok: true });
    expect(headRequests(server).all - before).toBe(requests);
    expect(await cursor()).toMatchObject({ total: LENGTH + more });
    expect(isWhole(await cursor())).toBe(true);
  });

  it('stays whole with a new thread that a filtered page brought before', async () => {
    const { server, tab, pull, cursor } = await filled(true);
    server.all = [...newThreads(1), ...server.all];
    const filter = { county: 'AB' };
    const query = { list: 'all', filter, page: 1, pageSize: 10 } as const;
    await tab.session.call('pullThreadView', [query]);
    expect(await pull()).toEqual({ ok: true });
    expect(isWhole(await cursor())).toBe(true);
  });

  /** So many threads newer than all others. */
  function newThreads(count: number): Thread[] {
    return Array.from({ length: Math.max(0, count) }, (_, at) =>
      aThread({
        pollingStationId: 90_000 + at,
        lastModified: Date.UTC(2026, 10, 24) - at,
      }),
    );
  }
});
