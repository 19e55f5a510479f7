import 'fake-indexeddb/auto';

import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { prepareCoverage, useCoverageSource } from '@/data/coverage/coverage';
import { updateObserver } from '@/data/observers/change-observers';
import type { CursorRow } from '@/db/cache';
import { writeCountyReports } from '@/db/cache';
import { databases } from '@/db/open';

import { anObserver, aThreadRow } from '../../support/builders';
import { cacheObservers } from '../../support/cached';
import { prepareDatabases } from '../../support/own-databases';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

prepareDatabases();

const head = (resource: string, changes: Partial<CursorRow> = {}) => ({
  resource,
  triedAt: 500,
  asOf: 500,
  sweptAt: 500,
  total: 1,
  ...changes,
});

/** One thread, which is all that there is. */
async function fill(): Promise<void> {
  const { cache } = databases();
  await cacheObservers([anObserver()]);
  await cache.threads.put(aThreadRow());
  await writeCountyReports(cache);
  await cache.cursors.bulkPut([
    head('threads:urgent', { asOf: 400, total: 0 }),
    head('threads:all'),
  ]);
}

function read() {
  return renderHook(() => useCoverageSource()).result;
}

it('is whole when every list is, as of the older of the two lists of threads', async () => {
  await fill();
  const source = read();
  await waitFor(() => expect(source.current).toBeDefined());
  expect(source.current).toMatchObject({ isWhole: true, asOf: 400 });
  expect(source.current?.reports).toHaveLength(1);
  expect(source.current?.cacheShare).toBe(undefined);
});

it.each([
  ['urgent threads were never read to their end', 'threads:urgent', {}],
  ['the last reading of threads was torn', 'threads:all', { seen: 1 }],
])('is not whole while %s', async (_, resource, torn) => {
  await fill();
  const cursor = head(resource, { sweptAt: undefined, ...torn });
  await databases().cache.cursors.put(cursor);
  const source = read();
  await waitFor(() => expect(source.current).toBeDefined());
  expect(source.current?.isWhole).toBe(false);
  expect(source.current?.cacheShare).toBeDefined();
});

it('is not whole while observers are missing, and says how many', async () => {
  await fill();
  await cacheObservers([anObserver()], { total: 9, isWhole: false });
  const source = read();
  await waitFor(() => expect(source.current).toBeDefined());
  expect(source.current?.isWhole).toBe(false);
  expect(source.current?.observerShare).toEqual({ cached: 1, total: 9 });
  expect(source.current?.cacheShare).toBe(undefined);
});

it('is not whole while a first fill writes threads that are not counted yet', async () => {
  await fill();
  const { cache } = databases();
  await cache.cursors.put(head('threads:all', { total: 5 }));
  await cache.meta.put({ k: 'areReportsCounted', v: false });
  const source = read();
  await waitFor(() => expect(source.current).toBeDefined());
  expect(source.current?.isWhole).toBe(false);
  expect(source.current?.cacheShare).toEqual({ cached: 1, total: 5 });
});

it('has the new name of an observer before it is sent', async () => {
  await fill();
  const source = read();
  await waitFor(() => expect(source.current).toBeDefined());
  const input = { name: 'Maria Ionescu', phone: '0700000041' };
  await updateObserver(anObserver(), input);
  await waitFor(() =>
    expect(source.current?.observers[0]?.name).toBe('Maria Ionescu'),
  );
});

it('begins with what was read before its screen is drawn', async () => {
  await fill();
  await prepareCoverage(0);
  const source = read();
  expect(source.current).toMatchObject({ isWhole: true, asOf: 400 });
  // And it is live from then on.
  await databases().cache.cursors.update('threads:urgent', { asOf: 600 });
  await waitFor(() => expect(source.current?.asOf).toBe(500));
});

it('is read once for the pointer on its link and the click', async () => {
  await fill();
  const reads = vi.spyOn(databases().cache.countyReports, 'toArray');
  await Promise.all([prepareCoverage(0), prepareCoverage(0)]);
  await prepareCoverage(0);
  expect(reads).toHaveBeenCalledTimes(1);
});

it('is read again by the click when the reading before it failed', async () => {
  await fill();
  const reads = vi.spyOn(databases().cache.countyReports, 'toArray');
  reads.mockRejectedValueOnce(new Error('No answer'));
  await expect(prepareCoverage(0)).rejects.toThrow('No answer');
  await prepareCoverage(0);
  expect(read().current?.reports).toHaveLength(1);
});

describe('what was read for the pointer', () => {
  beforeEach(async () => {
    await fill();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => {
      vi.useRealTimers();
    };
  });

  it('is forgotten when no visit comes', async () => {
    const reads = vi.spyOn(databases().cache.countyReports, 'toArray');
    await prepareCoverage(0);
    vi.advanceTimersByTime(9_999);
    await prepareCoverage(0);
    expect(reads).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await prepareCoverage(0);
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('gives way to what a visit reads, which is kept', async () => {
    await prepareCoverage(0);
    const visit = renderHook(() => useCoverageSource());
    const prepared = visit.result.current;
    await vi.waitFor(() => expect(visit.result.current).not.toBe(prepared));
    visit.unmount();
    const reads = vi.spyOn(databases().cache.countyReports, 'toArray');
    vi.advanceTimersByTime(10_000);
    await prepareCoverage(0);
    expect(reads).not.toHaveBeenCalled();
  });
});
