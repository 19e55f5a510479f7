import 'fake-indexeddb/auto';

import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { useDetail, useDetailsAhead } from '@/data/threads/details';
import { databases, openFor } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import { openStates } from '@/domain/outbox/op';

import { anActor, aThreadRow } from '../../support/builders';
import { countDatabaseTraffic } from '../../support/database-traffic';
import { prepareDatabases } from '../../support/own-databases';
import { until } from '../../support/until';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const pairs = Array.from({ length: 10 }, (_, at) => ({
  observerId: 41,
  pollingStationId: at + 1,
}));

prepareDatabases();

async function cacheDetails(hash: string): Promise<void> {
  const { cache } = databases();
  await cache.threads.bulkPut(pairs.map((pair) => aThreadRow(pair)));
  await cache.details.bulkPut(
    pairs.map((pair) => ({
      ...pair,
      key: `41:${pair.pollingStationId}`,
      answers: [],
      extra: null,
      notes: [],
      hash,
      changedAt: 1,
      writtenAt: 1,
    })),
  );
}

/** What a pane that opens a thread draws in its first commit. */
function firstDrawn() {
  const [, , pair] = pairs;
  if (!pair) throw new Error('There is no third thread');
  const { result, unmount } = renderHook(() => useDetail(pair));
  const drawn = result.current;
  unmount();
  return drawn;
}

it('a thread that was read ahead is there in the commit that opens it, as it is now', async () => {
  await cacheDetails('first');
  expect(firstDrawn()).toBeUndefined();
  const ahead = renderHook(() => useDetailsAhead(pairs));
  await until(async () =>
    expect(firstDrawn()).toMatchObject({
      key: '41:3',
      thread: { observerName: 'Maria Ionel' },
      detail: { hash: 'first' },
    }),
  );
  await cacheDetails('second');
  await until(async () => expect(firstDrawn()?.detail?.hash).toBe('second'));
  ahead.unmount();
  expect(firstDrawn()).toBeUndefined();
});

it('what was read ahead for one user is not shown to another', async () => {
  await cacheDetails('first');
  renderHook(() => useDetailsAhead(pairs));
  await until(async () => expect(firstDrawn()).toBeDefined());
  const { cache, intent } = databases();
  openFor({ ...anActor, sub: 'another' });
  expect(firstDrawn()).toBeUndefined();
  cache.close();
  intent.close();
});

it('threads are read ahead in one go, and nothing is written', async () => {
  const { traffic, begin } = countDatabaseTraffic();
  await cacheDetails('first');
  await readOpenOps(databases().intent.outbox);
  begin();
  renderHook(() => useDetailsAhead(pairs));
  const of = (table: string) =>
    traffic().requests.filter((request) => request.startsWith(table)).length;
  await until(async () => expect(of('cursors')).toBe(pairs.length));
  expect(of('details')).toBe(pairs.length);
  expect(of('threads')).toBe(2 * pairs.length);
  expect(of('outbox')).toBeLessThanOrEqual(openStates.length);
  expect(traffic().commits).toBe(0);
});
