import 'fake-indexeddb/auto';

import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { saveDraft } from '@/data/drafts/drafts';
import { updateObserver } from '@/data/observers/change-observers';
import { isQuotaError, layReserve, withRoom } from '@/db/reserve';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { emptyForm } from '@/domain/forms/editing';

import { aThread, anActor, anObserver } from '../support/builders';

vi.mock('@/workers/client', () => import('../support/fake-sync'));

/** As Dexie reports it: the reason is inside (measured in Chromium). */
function full(): Error {
  const inner = Object.assign(new Error(), { name: 'QuotaExceededError' });
  return new Dexie.AbortError('Transaction aborted', inner);
}

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  await fill();
  return closeDatabases;
});

async function fill() {
  const { cache } = databases();
  const thread = {
    order: 1,
    county: 'AB',
    stationNumber: 1,
    missing: 0,
    ...aThread(),
  };
  const [urgent, calm] = ['41:7', '41:8'];
  await cache.threads.bulkPut([
    { ...thread, list: 'urgent', key: '41:7' },
    { ...thread, list: 'all', key: '41:7' },
    { ...thread, list: 'all', key: '41:8' },
  ]);
  for (const key of [urgent, calm]) {
    const parts = { observerId: 41, pollingStationId: 7, hash: '' };
    const at = { changedAt: 0, writtenAt: 0 };
    await cache.details.put({ key: key ?? '', ...parts, ...at });
    await cache.cursors.put({ resource: `detail:${key}`, triedAt: 1, asOf: 1 });
  }
  for (const asOf of [1, 2, 3, 4]) {
    const view = `view:${asOf}`;
    await cache.views.put({ view, keys: [], total: 0, asOf });
  }
  await cache.statistics.put({ name: 's:1:5', values: [], total: 0 });
  await cache.cursors.put({ resource: 'statistics:s:1:5', triedAt: 1 });
  await cache.cursors.put({ resource: 'stations:1', triedAt: 1 });
  await cache.cursors.put({ resource: 'threads:all', triedAt: 1 });
}

async function left() {
  const { cache } = databases();
  const keys = await cache.cursors.toCollection().primaryKeys();
  return {
    details: await cache.details.toCollection().primaryKeys(),
    views: await cache.views.toCollection().primaryKeys(),
    statistics: await cache.statistics.count(),
    cursors: keys.sort(),
  };
}

/** A write that finds the device full so many times. */
function failing(times: number) {
  return vi.fn(async () => {
    if (write.mock.calls.length <= times) throw full();
    return 'kept';
  });
}
let write: ReturnType<typeof failing>;

describe('a full device', () => {
  it('gives up details without a flag first, and keeps the change', async () => {
    write = failing(1);
    expect(await withRoom(write)).toBe('kept');
    expect(write).toHaveBeenCalledTimes(2);
    expect(await left()).toEqual({
      details: ['41:7'],
      views: ['view:1', 'view:2', 'view:3', 'view:4'],
      statistics: 1,
      cursors: ['detail:41:7', 'stations:1', 'statistics:s:1:5', 'threads:all'],
    });
  });

  it('gives up kept pictures before anything else, and downloads no more until a person says so', async () => {
    const { cache, intent } = databases();
    const path = '/files/a.jpg';
    await cache.pictures.put({ path, size: 3, seenAt: 1 });
    const bytes = new ArrayBuffer(3);
    await cache.pictureBytes.put({ path, bytes, type: 'image/jpeg' });
    write = failing(1);
    expect(await withRoom(write)).toBe('kept');
    expect(await cache.pictures.count()).toBe(0);
    expect(await cache.pictureBytes.count()).toBe(0);
    expect((await left()).details).toEqual(['41:7', '41:8']);
    expect((await intent.meta.get('offline'))?.v).toEqual({
      choice: 'usual',
      paused: 'deviceFull',
    });
  });

  it('reads details in bulk from the beginning when they were given up', async () => {
    const { cache, intent } = databases();
    await intent.meta.put({ k: 'offline', v: { choice: 'all' } });
    for (const resource of ['details:all', 'details:urgent']) {
      await cache.cursors.put({ resource, triedAt: 1, after: 'x', sweptAt: 1 });
    }
    write = failing(1);
    await withRoom(write);
    expect((await left()).cursors).toContain('details:urgent');
    expect((await left()).cursors).not.toContain('details:all');
    expect((await intent.meta.get('offline'))?.v).toEqual({
      choice: 'all',
      paused: 'deviceFull',
    });
  });

  it('leaves no packed answers of details that were given up', async () => {
    const { answerBlocks, meta } = databases().cache;
    const numbers = Float64Array.of(7, 41, -1, 0);
    await answerBlocks.put({ block: 0, numbers, texts: [] });
    await meta.put({ k: 'areAnswersPacked', v: true });
    write = failing(1);
    await withRoom(write);
    expect(await answerBlocks.count()).toBe(0);
    expect(await meta.get('areAnswersPacked')).toBeUndefined();
  });

  it('goes on with old answers and statistics, and touches no list', async () => {
    write = failing(3);
    expect(await withRoom(write)).toBe('kept');
    expect(await left()).toEqual({
      details: ['41:7'],
      views: ['view:2', 'view:3', 'view:4'],
      statistics: 0,
      cursors: ['detail:41:7', 'stations:1', 'threads:all'],
    });
    expect(await databases().cache.threads.count()).toBe(3);
  });

  it('gives up the reserve last, and lays it anew when it may', async () => {
    const { meta } = databases().intent;
    const hasReserve = async () => (await meta.get('reserve')) !== undefined;
    await layReserve();
    expect((await meta.get('reserve'))?.v).toHaveLength(2 * 1024 * 1024);
    write = failing(3);
    expect(await withRoom(write)).toBe('kept');
    expect(await hasReserve()).toBe(true);
    write = failing(1);
    expect(await withRoom(write)).toBe('kept');
    expect(await hasReserve()).toBe(false);
    await layReserve();
    expect(await hasReserve()).toBe(true);
  });

  it('that has no room for a reserve goes on without', async () => {
    const { intent } = databases();
    vi.spyOn(intent, 'transaction').mockReturnValue(
      Dexie.Promise.reject(full()),
    );
    await expect(layReserve()).resolves.toBeUndefined();
  });

  it('says so when all of that made no room', async () => {
    write = failing(99);
    await expect(withRoom(write)).rejects.toSatisfy(isQuotaError);
    expect(write).toHaveBeenCalledTimes(7);
  });

  it('tries again a moment later, as freed room may be counted late', async () => {
    write = failing(5);
    expect(await withRoom(write)).toBe('kept');
  });

  it('says so at once when nothing was left to give up', async () => {
    write = failing(4);
    await withRoom(write);
    write = failing(99);
    await expect(withRoom(write)).rejects.toSatisfy(isQuotaError);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('is nothing else that goes wrong', async () => {
    const bug = vi.fn(() => Promise.reject(new Error('bug')));
    await expect(withRoom(bug)).rejects.toThrow('bug');
    expect(bug).toHaveBeenCalledTimes(1);
    expect((await left()).details).toHaveLength(2);
  });

  it.each([
    [
      'change',
      () => {
        const observer = anObserver();
        return updateObserver(observer, { ...observer, name: 'Păstrat' });
      },
      () => databases().intent.outbox,
    ],
    [
      'draft',
      () => saveDraft({ draftKey: 'form:new', input: emptyForm(1) }),
      () => databases().intent.drafts,
    ],
  ] as const)('still keeps a %s', async (_what, save, tableOf) => {
    const { intent } = databases();
    const real = intent.transaction.bind(intent);
    let isFull = true;
    vi.spyOn(intent, 'transaction').mockImplementation((...args) => {
      if (!isFull) return Reflect.apply(real, intent, args);
      isFull = false;
      return Dexie.Promise.reject(full());
    });
    await save();
    expect(await tableOf().count()).toBe(1);
    expect((await left()).details).toEqual(['41:7']);
  });
});
