import { beforeEach, describe, expect, it, vi } from 'vitest';

import {
  attachmentLoader,
  fetchMissing,
  readEvidencePlan,
  readEvidenceThread,
} from '@/data/threads/evidence';
import { databases, deleteDatabases, openFor } from '@/db/open';
import { attachmentFrom } from '@/domain/answers/note';

import { anActor, anOp, aThreadRow } from '../../support/builders';
import { failWith, sync } from '../../support/fake-sync';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const pair = { observerId: 41, pollingStationId: 7 };

beforeEach(async () => {
  vi.stubGlobal('location', new URL('http://app.test'));
  await deleteDatabases(anActor);
  openFor(anActor);
  return () => {
    vi.unstubAllGlobals();
    databases().cache.close();
    databases().intent.close();
    openFor({ ...anActor, sub: 'nobody' });
  };
});

async function cacheThread(threadOrder: number) {
  const { cache } = databases();
  await cache.threads.bulkPut([
    aThreadRow({ order: 10, lastModified: 10 }),
    aThreadRow({ list: 'urgent', order: 5, lastModified: 5 }),
  ]);
  await cache.details.put({
    ...pair,
    key: '41:7',
    answers: [],
    extra: null,
    notes: [],
    hash: 'h',
    changedAt: 1,
    writtenAt: 1,
  });
  await cache.cursors.put({
    resource: 'detail:41:7',
    triedAt: 8,
    asOf: 8,
    threadOrder,
  });
}

const scope = { kind: 'threads', keys: ['41:7'] } as const;

describe('a thread of an evidence file', () => {
  it('is whole when its details are from after its last change in either list', async () => {
    await cacheThread(10);
    expect((await readEvidencePlan(scope)).incomplete).toEqual([]);
    expect(await readEvidenceThread('41:7')).toMatchObject({
      isOlder: false,
      readAt: 8,
      thread: { lastModified: 10 },
    });
  });

  it('is asked for again when it changed since', async () => {
    await cacheThread(5);
    const plan = await readEvidencePlan(scope);
    expect(plan.incomplete).toEqual(['41:7']);
    await fetchMissing(plan, () => {}, new AbortController().signal);
    expect(sync.pullDetail).toHaveBeenCalledExactlyOnceWith(pair);
  });

  it('has what the server said, not what waits to be sent', async () => {
    await cacheThread(10);
    // A new name of the observer.
    await databases().intent.outbox.add(anOp());
    expect((await readEvidenceThread('41:7')).thread?.observerName).toBe(
      'Maria Ionel',
    );
  });
});

describe('what is missing', () => {
  const keys = Array.from({ length: 9 }, (_, at) => `${at + 1}:7`);

  it('is asked for until the server is away', async () => {
    const plan = await readEvidencePlan({ kind: 'threads', keys });
    sync.pullDetail.mockImplementation(failWith({ kind: 'offline' }));
    await fetchMissing(plan, () => {}, new AbortController().signal);
    // Two were under way.
    expect(sync.pullDetail.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('goes on after a thread that the server does not give', async () => {
    const plan = await readEvidencePlan({ kind: 'threads', keys });
    const failure = { kind: 'missing', status: 404 } as const;
    sync.pullDetail.mockImplementation(failWith(failure));
    const onProgress = vi.fn();
    await fetchMissing(plan, onProgress, new AbortController().signal);
    expect(sync.pullDetail).toHaveBeenCalledTimes(9);
    expect(onProgress).toHaveBeenLastCalledWith(9);
  });

  it('ends with what is here when the device has no room for more', async () => {
    const plan = await readEvidencePlan({ kind: 'threads', keys });
    sync.pullDetail.mockRejectedValue(new Error('QuotaExceededError'));
    await fetchMissing(plan, () => {}, new AbortController().signal);
    expect(sync.pullDetail.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('is not asked for after a stop', async () => {
    const plan = await readEvidencePlan({ kind: 'threads', keys });
    const control = new AbortController();
    await fetchMissing(plan, () => control.abort(), control.signal);
    expect(sync.pullDetail.mock.calls.length).toBeLessThanOrEqual(2);
  });
});

describe('an attachment', () => {
  it.each([
    ['javascript:alert(1)', 'noAddress'],
    ['file:///etc/passwd', 'noAddress'],
    ['', 'noAddress'],
  ])('at %j is not asked for', async (src, reason) => {
    const load = attachmentLoader();
    const loaded = await load(pair, attachmentFrom(src));
    expect(loaded).toEqual({ is: 'missing', reason });
    expect(sync.receiveFile).not.toHaveBeenCalled();
  });

  it('at a path of the server is asked for there', async () => {
    sync.receiveFile.mockImplementation(async () => new Blob(['x']));
    const loaded = await attachmentLoader()(pair, attachmentFrom('/n/a.jpg'));
    expect(loaded.is).toBe('received');
    expect(sync.receiveFile).toHaveBeenCalledWith('http://app.test/n/a.jpg');
  });

  it('of a store that answers again counts as no failure of it', async () => {
    const load = attachmentLoader();
    for (const isThere of [false, false, true, false, false, true]) {
      sync.receiveFile.mockImplementation(async () =>
        isThere ? new Blob(['x']) : 'away',
      );
      await load(pair, attachmentFrom('https://s.test/a.jpg'));
    }
    expect(sync.receiveFile).toHaveBeenCalledTimes(6);
  });
});
