import 'fake-indexeddb/auto';

import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { useSyncStatus } from '@/data/sync-status';
import { useThreadPage, useThreadTotals } from '@/data/threads/threads';
import { databases, deleteDatabases, openFor } from '@/db/open';
import type { ThreadViewQuery } from '@/domain/answers/thread';

import { anActor, aThread, aThreadRow } from '../support/builders';
import { countDatabaseTraffic } from '../support/database-traffic';
import { createLocks } from '../support/locks';
import { createModelServer } from '../support/model-server';
import { prepareTabs } from '../support/tabs';
import { until } from '../support/until';

vi.mock('@/workers/client', () => import('../support/fake-sync'));

const runs = vi.hoisted(() => ({ count: 0 }));
vi.mock('@/data/threads/thread-window', async (original) => {
  const real = await original<typeof import('@/data/threads/thread-window')>();
  return {
    ...real,
    readThreadWindow: (question: ThreadViewQuery) => {
      runs.count += 1;
      return real.readThreadWindow(question);
    },
  };
});

const { open } = prepareTabs();
const MINUTE = 60_000;

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return () => {
    cleanup();
    openFor({ ...anActor, sub: 'nobody' });
  };
});

it('a refresh that changes nothing writes no row and reads none again, only the age', async () => {
  const server = createModelServer();
  server.all = Array.from({ length: 25 }, (_, at) =>
    aThread({
      pollingStationId: at + 1,
      lastModified: Date.UTC(2026, 10, 22, 20) - at * MINUTE,
    }),
  );
  const tab = open(server, databases(), createLocks());
  const { cursors } = databases().cache;
  await until(async () => {
    for (const resource of ['threads:all', 'observers', 'notifications']) {
      expect((await cursors.get(resource))?.sweptAt, resource).toBeDefined();
    }
    expect((await cursors.get('forms:draft'))?.asOf).toBeDefined();
    expect((await cursors.get('detail:41:25'))?.asOf).toBeDefined();
  });
  const query = { list: 'all', filter: {}, page: 2, pageSize: 10 } as const;
  const { result } = renderHook(() => useThreadPage(query));
  await waitFor(() => expect(result.current?.rows).toHaveLength(10));
  const before = result.current?.asOf ?? 0;

  const { traffic } = countDatabaseTraffic();
  runs.count = 0;
  await until(async () => {
    expect(Date.now()).toBeGreaterThan(before);
  });
  await tab.session.call('pullThreads', ['all']);
  await waitFor(() => expect(result.current?.asOf).toBeGreaterThan(before));
  const writes = traffic().requests.filter((request) =>
    /\.(put|add|delete|clear)$/.test(request),
  );
  expect(writes).toEqual(['cursors.put']);
  expect(runs.count).toBe(0);
});

it('a newer age is read once by the list, once by the totals and once by the status', async () => {
  const { traffic, begin } = countDatabaseTraffic();
  const { cursors, threads } = databases().cache;
  await threads.add(aThreadRow());
  await cursors.bulkAdd(
    (['urgent', 'all'] as const).map((list) => ({
      resource: `threads:${list}`,
      triedAt: 1,
      // The status tells the older one.
      asOf: list === 'all' ? 1 : 5,
      sweptAt: 1,
      total: 1,
    })),
  );
  const query = { list: 'all', filter: {}, page: 1, pageSize: 10 } as const;
  const { result } = renderHook(() => ({
    page: useThreadPage(query),
    totals: useThreadTotals(),
    status: useSyncStatus(),
  }));
  await waitFor(() => {
    expect(result.current.page?.asOf).toBe(1);
    expect(result.current.totals.all).toBe(1);
    expect(result.current.status?.asOf).toBe(1);
  });
  const { totals } = result.current;

  begin();
  await cursors.update('threads:all', { triedAt: 2, asOf: 2 });
  await waitFor(() => {
    expect(result.current.page?.asOf).toBe(2);
    expect(result.current.totals).not.toBe(totals);
    expect(result.current.status?.asOf).toBe(2);
  });
  const { transactions, commits } = traffic();
  expect({ reads: transactions - commits, commits }).toEqual({
    reads: 3,
    commits: 1,
  });
});
