import 'fake-indexeddb/auto';

import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { ThreadPage } from '@/data/threads/threads';
import { useThreadPage } from '@/data/threads/threads';
import { shareFirstHead } from '@/data/live/first-head';
import { enqueue } from '@/data/outbox/change-ops';
import type { ThreadRow } from '@/db/cache';
import { databases, deleteDatabases, openFor } from '@/db/open';
import type {
  ThreadFilter,
  ThreadList,
  ThreadViewQuery,
} from '@/domain/answers/thread';
import { digestOf } from '@/domain/answers/digest';
import { viewOf } from '@/domain/answers/thread';
import { putChanged } from '@/workers/engine/commit';

import {
  aForm,
  anActor,
  aSection,
  aThread,
  aThreadRow,
} from '../../support/builders';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const runs = vi.hoisted(() => ({ count: 0, isHeld: false }));
vi.mock('@/data/threads/thread-rows', async (original) => {
  const real = await original<typeof import('@/data/threads/thread-rows')>();
  return {
    ...real,
    readThreadRows: (question: ThreadViewQuery) => {
      runs.count += 1;
      return real.readThreadRows(question);
    },
  };
});
vi.mock('@/data/threads/thread-window', async (original) => {
  const real = await original<typeof import('@/data/threads/thread-window')>();
  return {
    ...real,
    readThreadWindow: (question: ThreadViewQuery) => {
      runs.count += 1;
      return runs.isHeld
        ? new Promise<never>(() => {})
        : real.readThreadWindow(question);
    },
  };
});

const HOUR = 3_600_000;
const noon = Date.UTC(2026, 10, 22, 12);

function query(filter: ThreadFilter = {}, page = 1): ThreadViewQuery {
  return { list: 'all', filter, page, pageSize: 10 };
}

beforeEach(async () => {
  runs.isHeld = false;
  await deleteDatabases(anActor);
  openFor(anActor);
  return () => {
    cleanup();
    databases().cache.close();
    databases().intent.close();
    openFor({ ...anActor, sub: 'nobody' });
  };
});

async function shownPage(question: ThreadViewQuery) {
  const { result } = renderHook(() => useThreadPage(question));
  await waitFor(() => expect(result.current).toBeDefined());
  return result;
}

it('says nothing before it read, and never "none" before the server did', async () => {
  const { result } = renderHook(() => useThreadPage(query()));
  expect(result.current).toBeUndefined();
  await waitFor(() =>
    expect(result.current).toEqual({ rows: [], total: 0, source: 'server' }),
  );
  expect(result.current?.asOf).toBeUndefined();
});

it('shows the cached list newest first, with its age, and how much of it is here', async () => {
  const { cache } = databases();
  const rows = Array.from({ length: 25 }, (_, at) =>
    aThreadRow({
      pollingStationId: at,
      key: `41:${at}`,
      lastModified: noon - at,
    }),
  );
  await cache.threads.bulkPut(rows);
  await cache.cursors.put({
    resource: 'threads:all',
    triedAt: noon,
    asOf: noon,
    total: 40,
  });
  const page = await shownPage(query({}, 2));
  expect(page.current?.rows.map(({ key }) => key)).toEqual(
    rows.slice(10, 20).map(({ key }) => key),
  );
  expect(page.current).toMatchObject({
    total: 40,
    asOf: noon,
    cacheShare: { cached: 25, total: 40 },
  });
});

/** So many cached threads of the whole list, newest first. */
async function cacheMany(count: number): Promise<ThreadRow[]> {
  const { cache } = databases();
  const rows = Array.from({ length: count }, (_, at) =>
    aThreadRow({ pollingStationId: at + 1, lastModified: noon - at }),
  );
  await cache.threads.bulkPut(rows);
  await cache.cursors.put({
    resource: 'threads:all',
    triedAt: noon,
    asOf: noon,
    total: count,
    sweptAt: noon,
  });
  return rows;
}

const keysOf = (page: ThreadPage | undefined) =>
  page?.rows.map(({ key }) => key);

it('four pages after the shown ones are there at once, and no page further on', async () => {
  const rows = await cacheMany(130);
  const { result, rerender } = renderHook(({ at }) => useThreadPage(at), {
    initialProps: { at: query() },
  });
  await waitFor(() => expect(result.current).toBeDefined());
  runs.isHeld = true;
  for (const page of [2, 3, 4, 5, 6, 7, 8]) {
    rerender({ at: query({}, page) });
    const shown = rows.slice((page - 1) * 10, page * 10);
    expect(keysOf(result.current)).toEqual(shown.map(({ key }) => key));
  }
  rerender({ at: query({}, 9) });
  expect(result.current).toBeUndefined();
});

it('pages that stand together are read once, and one page before them with them', async () => {
  await cacheMany(130);
  const { result, rerender } = renderHook(({ at }) => useThreadPage(at), {
    initialProps: { at: query() },
  });
  await waitFor(() => expect(result.current).toBeDefined());
  runs.count = 0;
  for (const page of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    rerender({ at: query({}, page) });
    await waitFor(() => expect(keysOf(result.current)).toHaveLength(10));
  }
  expect(runs.count).toBe(2);
  runs.isHeld = true;
  rerender({ at: query({}, 8) });
  expect(result.current).toBeDefined();
});

it('a page after the last one says the total, and is there as soon as its rows are', async () => {
  await cacheMany(20);
  const { result } = renderHook(() => useThreadPage(query({}, 3)));
  await waitFor(() =>
    expect(result.current).toMatchObject({ rows: [], total: 20 }),
  );
  await databases().cache.threads.put(
    aThreadRow({ pollingStationId: 21, lastModified: noon - 20 }),
  );
  await waitFor(() => expect(keysOf(result.current)).toEqual(['41:21']));
});

it('a page ahead has no row that was removed while another page was shown', async () => {
  const rows = await cacheMany(60);
  const { result, rerender } = renderHook(({ at }) => useThreadPage(at), {
    initialProps: { at: query() },
  });
  await waitFor(() => expect(result.current).toBeDefined());
  runs.count = 0;
  await databases().cache.threads.delete(['all', '41:12']);
  await waitFor(() => expect(runs.count).toBe(1));
  await databases().cache.cursors.update('threads:all', { total: 59 });
  await waitFor(() => expect(result.current?.total).toBe(59));
  runs.isHeld = true;
  rerender({ at: query({}, 2) });
  const left = rows.filter(({ key }) => key !== '41:12').slice(10, 20);
  expect(keysOf(result.current)).toEqual(left.map(({ key }) => key));
});

it.each([2, 5, 6])(
  'page %i has the right rows where many threads changed at the same moment',
  async (page) => {
    const { cache } = databases();
    await cacheMany(60);
    await cache.threads.toCollection().modify((row) => {
      row.order = Math.floor(row.pollingStationId / 25);
    });
    const inOrder = await cache.threads
      .where('[list+order]')
      .between(['all', -Infinity], ['all', Infinity])
      .reverse()
      .primaryKeys();
    const shown = await shownPage(query({}, page));
    expect(keysOf(shown.current)).toEqual(
      inOrder.slice((page - 1) * 10, page * 10).map(([, key]) => key),
    );
  },
);

it('answers a filter from the cached rows, and says so', async () => {
  const { cache } = databases();
  await cache.threads.bulkPut([
    aThreadRow({
      pollingStationId: 1,
      key: '41:1',
      county: 'AB',
      stationNumber: 1,
    }),
    aThreadRow({
      pollingStationId: 2,
      key: '41:2',
      county: 'CJ',
      stationNumber: 2,
    }),
    aThreadRow({
      pollingStationId: 3,
      key: '42:3',
      observerId: 42,
      observerPhone: '0700000042',
      county: 'CJ',
      stationNumber: 1,
      lastModified: noon,
    }),
  ]);
  const found = async (filter: ThreadFilter) => {
    const page = await shownPage(query(filter));
    expect(page.current?.source).toBe('cache');
    return page.current?.rows.map(({ key }) => key);
  };
  expect(await found({ county: 'CJ' })).toEqual(['42:3', '41:2']);
  expect(await found({ pollingStationNumber: 1 })).toEqual(['42:3', '41:1']);
  expect(await found({ county: 'CJ', pollingStationNumber: 1 })).toEqual([
    '42:3',
  ]);
  expect(await found({ observerPhone: '0042' })).toEqual(['42:3']);
  expect(await found({ from: noon - HOUR })).toEqual(['42:3']);
  expect(await found({ county: 'ZZ' })).toEqual([]);
});

it('prefers the server’s own answer to a filter while it is as fresh as the list', async () => {
  const { cache } = databases();
  await cache.threads.bulkPut([
    aThreadRow({ key: '41:1', county: 'CJ' }),
    aThreadRow({ key: '41:2', county: '', pollingStationId: 2 }),
  ]);
  const question = query({ county: 'CJ' });
  await cache.views.put({
    view: viewOf(question),
    keys: ['41:2'],
    total: 31,
    asOf: noon,
  });
  await cache.cursors.bulkPut([
    { resource: 'threads:all', triedAt: noon, asOf: noon },
    { resource: viewOf(question), triedAt: noon, asOf: noon },
  ]);
  const page = await shownPage(question);
  expect(page.current).toMatchObject({ source: 'server', total: 31 });
  expect(page.current?.rows.map(({ key }) => key)).toEqual(['41:2']);
  await cache.cursors.put({
    resource: 'threads:all',
    triedAt: noon + HOUR,
    asOf: noon + HOUR,
  });
  await waitFor(() => expect(page.current?.source).toBe('cache'));
});

it('shows an unsent change of the observer on the thread at once', async () => {
  await databases().cache.threads.put(aThreadRow());
  const page = await shownPage(query());
  await enqueue('observer.update', {
    id: 41,
    base: { name: 'Maria Ionel', phone: '0700000041' },
    patch: { name: 'Maria Ionescu' },
  });
  await waitFor(() =>
    expect(page.current?.rows[0]).toMatchObject({
      observerName: 'Maria Ionescu',
      pending: 'waiting',
    }),
  );
  const kept = await databases().cache.threads.get(['all', '41:7']);
  expect(kept?.observerName).toBe('Maria Ionel');
});

it('counts flags, notes and completeness from the cached details', async () => {
  const { cache, intent } = databases();
  await cache.forms.put(aForm());
  await cache.formBodies.put({ id: 12, version: 1, sections: [aSection()] });
  const detail = {
    key: '41:7',
    observerId: 41,
    pollingStationId: 7,
    answers: [
      {
        questionId: 205,
        options: [
          { optionId: 902, text: 'Nu', isFreeText: false, flagged: false },
        ],
      },
    ],
    notes: [{ text: 'Sigiliu rupt', attachments: [] }],
    hash: 'first',
    changedAt: noon,
    writtenAt: noon,
  };
  await cache.threads.put(aThreadRow({ digest: digestOf(detail) }));
  const page = await shownPage(query());
  expect(page.current?.rows[0]).toMatchObject({
    isUnread: true,
    isChanged: false,
    summary: {
      flagged: 1,
      notes: 1,
      forms: [{ code: 'A', questions: 1, answered: 1, flagged: 1 }],
    },
  });
  await intent.reads.put({ key: '41:7', readAt: noon, hash: 'before' });
  await waitFor(() =>
    expect(page.current?.rows[0]).toMatchObject({
      isUnread: false,
      isChanged: true,
    }),
  );
});

it.each<[string, ThreadFilter]>([
  ['the whole list', {}],
  ['one county', { county: 'AB' }],
])(
  'changed rows that a page of %s does not show do not run its query again',
  async (_name, filter) => {
    const { cache } = databases();
    const rows = ['AB', 'AG', 'AR', 'BC'].flatMap((county, at) =>
      Array.from({ length: 98 }, (_, n) => {
        const pollingStationId = at * 1000 + n;
        const key = `41:${pollingStationId}`;
        const lastModified = noon - at * HOUR - n;
        return aThreadRow({ pollingStationId, key, county, lastModified });
      }),
    );
    await cache.threads.bulkPut(rows);
    await cache.cursors.put({
      resource: 'threads:all',
      triedAt: noon,
      asOf: noon,
      sweptAt: noon,
    });
    const page = await shownPage(query(filter));
    const rename = (changed: readonly ThreadRow[], observerName: string) =>
      cache.transaction('rw', cache.threads, () =>
        putChanged(
          cache.threads,
          (each): [ThreadList, string] => [each.list, each.key],
          changed.map((each) => ({ ...each, observerName })),
        ),
      );
    runs.count = 0;
    const others = rows.filter(({ county }) => county !== 'AB');
    expect(await rename(others, 'Alt Nume')).toBe(294);
    await rename(rows.slice(0, 1), 'Nume Nou');
    await waitFor(() =>
      expect(page.current?.rows[0]?.observerName).toBe('Nume Nou'),
    );
    expect(runs.count).toBe(1);
  },
);

describe('the top of a list that the server answered before it is cached', () => {
  const threads = [aThread({ observerName: 'Nume Nou' })];
  const head = { list: 'all', threads, total: 70, asOf: noon } as const;
  beforeEach(() => () => shareFirstHead(undefined));

  it('is shown until the cache has the list', async () => {
    const { result } = renderHook(() => useThreadPage(query()));
    act(() => shareFirstHead(head));
    expect(result.current).toMatchObject({ total: 70, asOf: noon });
    expect(result.current?.rows).toMatchObject([
      { observerName: 'Nume Nou', isUnread: true },
    ]);
    const { cache } = databases();
    await cache.threads.add(aThreadRow({ list: 'all', observerName: 'Alt' }));
    const later = noon + HOUR;
    const resource = 'threads:all';
    await cache.cursors.put({
      resource,
      triedAt: later,
      asOf: later,
      total: 1,
    });
    await waitFor(() =>
      expect(result.current).toMatchObject({ total: 1, asOf: later }),
    );
    expect(result.current?.rows).toMatchObject([{ observerName: 'Alt' }]);
  });

  it('is not shown for another list, page or filter', () => {
    act(() => shareFirstHead(head));
    for (const question of [
      { ...query(), list: 'urgent' } as const,
      query({}, 2),
      query({ county: 'AB' }),
    ]) {
      const { result } = renderHook(() => useThreadPage(question));
      expect(result.current).toBeUndefined();
    }
  });
});
