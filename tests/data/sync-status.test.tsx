import 'fake-indexeddb/auto';

import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { dropMark } from '@/data/triage/refused-marks';
import { useSyncStatus } from '@/data/sync-status';
import { markThreads } from '@/data/triage/triage-marks';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';

import { anActor } from '../support/builders';
import { enqueueOp } from '../support/ops';
import { refuseNewest } from '../support/refused-mark';
import { markAsShared, shareMarks } from '../support/shared-marks';

vi.mock('@/workers/client', () => import('../support/fake-sync'));

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return () => {
    cleanup();
    closeDatabases();
  };
});

it('counts refused decisions with the changes that need a person', async () => {
  await enqueueOp('observer.update', {
    state: 'rejected',
    failure: { kind: 'refused' },
  });
  await markThreads(['1:1', '1:2'], { state: 'resolved', note: '' });
  const mark = await refuseNewest('1:1');
  const { result } = renderHook(() => useSyncStatus());
  await waitFor(() => expect(result.current?.counts.needsYou).toBe(2));
  await dropMark(mark);
  await waitFor(() => expect(result.current?.counts.needsYou).toBe(1));
});

it('counts decisions that the server shares and does not have yet as waiting', async () => {
  await markThreads(['1:1', '1:2'], { state: 'resolved', note: '' });
  const { result } = renderHook(() => useSyncStatus());
  await waitFor(() => expect(result.current?.counts.waiting).toBe(0));
  await shareMarks();
  await waitFor(() => expect(result.current?.counts.waiting).toBe(2));
  await refuseNewest('1:1');
  await waitFor(() =>
    expect(result.current?.counts).toMatchObject({ waiting: 1, needsYou: 1 }),
  );
  await markAsShared('1:2');
  await waitFor(() => expect(result.current?.counts.waiting).toBe(0));
});

it('names the lists of which a user is asked whether rows are gone', async () => {
  const { cursors } = databases().cache;
  await cursors.bulkPut([
    { resource: 'observers', triedAt: 1, unconfirmedDeletions: 2 },
    { resource: 'threads:urgent', triedAt: 1, unconfirmedDeletions: 3 },
    { resource: 'threads:all', triedAt: 1 },
  ]);
  const { result } = renderHook(() => useSyncStatus());
  await waitFor(() =>
    expect(result.current?.unconfirmed).toEqual([
      { list: 'threads:urgent', count: 3 },
      { list: 'observers', count: 2 },
    ]),
  );
});

it('is partial until each list was here as a whole', async () => {
  const { cursors } = databases().cache;
  const newest = { triedAt: 1, asOf: 1 };
  const whole = { ...newest, sweptAt: 1 };
  await cursors.bulkPut([
    { resource: 'threads:urgent', ...newest },
    { resource: 'threads:all', ...newest },
    { resource: 'observers', ...whole },
  ]);
  const { result } = renderHook(() => useSyncStatus());
  await waitFor(() => expect(result.current?.asOf).toBe(1));
  expect(result.current?.isPartial).toBe(true);
  await cursors.bulkPut([
    { resource: 'threads:urgent', ...whole },
    { resource: 'threads:all', ...whole },
  ]);
  await waitFor(() => expect(result.current?.isPartial).toBe(false));
  await cursors.update('threads:all', { seen: 1 });
  await waitFor(() => expect(result.current?.isPartial).toBe(true));
});
