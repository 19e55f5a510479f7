import 'fake-indexeddb/auto';

import { cleanup, renderHook } from '@testing-library/react';
import { useMemo } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { prepareCoverage, useCoverageSource } from '@/data/coverage/coverage';
import { useCountyFigures } from '@/data/coverage/county-figures';
import { closeLastScreen, openLastScreen } from '@/data/live/last-screen';
import { writeCountyReports } from '@/db/cache';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { setToken } from '@/state/session';

import {
  aCounty,
  anActor,
  anObserver,
  aThreadRow,
} from '../../support/builders';
import { cacheCounties, cacheObservers } from '../../support/cached';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const token = `e30.${btoa(JSON.stringify({ sub: 'ana', IdNgo: 1 }))}.sig`;
const now = Date.UTC(2026, 10, 22, 14);

beforeEach(async () => {
  await deleteDatabases(anActor);
  localStorage.clear();
  setToken(token);
  start();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => {
    vi.useRealTimers();
    cleanup();
    closeLastScreen();
    closeDatabases();
  };
});

/** The app starts, with what the starts before it left. */
function start(): void {
  openFor(anActor);
  openLastScreen('ana');
}

/** One thread in one county, which is all that there is. */
async function fill(): Promise<void> {
  const { cache } = databases();
  await cacheObservers([anObserver()]);
  await cacheCounties([aCounty({ code: 'AB', name: 'Alba' })]);
  await cache.threads.put({ ...aThreadRow(), county: 'AB' });
  await writeCountyReports(cache);
  const cursor = { triedAt: 500, asOf: 500, sweptAt: 500 };
  await cache.cursors.bulkPut([
    { ...cursor, resource: 'threads:urgent', total: 0 },
    { ...cursor, resource: 'threads:all', total: 1 },
  ]);
}

function visit() {
  return renderHook(() => {
    const source = useCoverageSource();
    const read = useMemo(() => source && { source, now }, [source]);
    return useCountyFigures(read);
  });
}

/** Until a visit has read and noted what it shows. */
async function visited(): Promise<void> {
  const { result, unmount } = visit();
  await vi.waitFor(() => expect(result.current?.lines.total.threads).toBe(1));
  vi.advanceTimersByTime(1_000);
  unmount();
  closeDatabases();
}

it('begin with what the last start showed, as of then, and are live from then on', async () => {
  await fill();
  await visited();
  start();
  const { cache } = databases();
  await cache.cursors.update('threads:urgent', { asOf: 600 });
  await cache.cursors.update('threads:all', { asOf: 600 });
  const reads = vi.spyOn(cache.countyReports, 'toArray');
  await prepareCoverage(now);
  expect(reads).not.toHaveBeenCalled();
  const { result } = visit();
  expect(result.current).toMatchObject({ asOf: 500, now });
  expect(result.current?.lines.counties).toMatchObject([
    { name: 'Alba', threads: 1 },
  ]);
  await vi.waitFor(() => expect(result.current?.asOf).toBe(600));
});

it('begin with nothing where the last start had a part of the threads', async () => {
  await fill();
  await visited();
  start();
  await databases().cache.cursors.update('threads:all', { sweptAt: undefined });
  const { result, unmount } = visit();
  await vi.waitFor(() => expect(result.current?.isWhole).toBe(false));
  vi.advanceTimersByTime(1_000);
  unmount();
  closeDatabases();
  start();
  expect(visit().result.current).toBeUndefined();
});

it('begin with nothing for another user', async () => {
  await fill();
  await visited();
  start();
  openLastScreen('bogdan');
  expect(visit().result.current).toBeUndefined();
});
