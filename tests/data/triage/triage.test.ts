import 'fake-indexeddb/auto';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { pauseWrites, resumeWrites } from '@/data/device/writes';
import { readTriage } from '@/data/triage/triage';
import { countLosses } from '@/data/outbox/unsent';
import { markThreads } from '@/data/triage/triage-marks';
import { wipe } from '@/data/session/session';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { StaleBuildError, WRITER_VERSION } from '@/db/writer';
import type { SharedMark } from '@/domain/triage/shared';

import { anActor } from '../../support/builders';
import { sync } from '../../support/fake-sync';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const noon = Date.UTC(2026, 10, 22, 12);

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return () => {
    resumeWrites();
    closeDatabases();
  };
});

async function statesOf(key: string) {
  return (await readTriage()).get(key)?.map(({ state }) => state);
}

it('decides about one thread or many in the name of the account, and remembers what was', async () => {
  await markThreads(['1:1', '2:2'], { state: 'inProgress', note: '' }, noon);
  await markThreads(['1:1'], { state: 'resolved', note: ' Sunat ' }, noon + 1);
  expect((await readTriage()).get('1:1')).toEqual([
    {
      state: 'resolved',
      note: 'Sunat',
      setBy: anActor.sub,
      setAt: noon + 1,
      isShared: false,
    },
    {
      state: 'inProgress',
      note: '',
      setBy: anActor.sub,
      setAt: noon,
      isShared: false,
    },
  ]);
  expect(await statesOf('2:2')).toEqual(['inProgress']);
  expect(await statesOf('3:3')).toBe(undefined);
});

it('a clock that was set back does not put the older decision in force', async () => {
  await markThreads(['1:1'], { state: 'inProgress', note: '' }, noon);
  await markThreads(['1:1'], { state: 'resolved', note: '' }, noon - 60_000);
  expect(await statesOf('1:1')).toEqual(['resolved', 'inProgress']);
});

it('stores all of a decision or nothing of it', async () => {
  const long = 'a'.repeat(281);
  await expect(
    markThreads(['1:1'], { state: 'resolved', note: long }),
  ).rejects.toThrow(RangeError);
  pauseWrites();
  await expect(
    markThreads(['1:1'], { state: 'resolved', note: '' }),
  ).rejects.toThrow('reloaded');
  resumeWrites();
  await databases().intent.meta.put({
    k: 'minWriterVersion',
    v: WRITER_VERSION + 1,
  });
  await expect(
    markThreads(['1:1', '2:2'], { state: 'resolved', note: '' }),
  ).rejects.toThrow(StaleBuildError);
  expect(await readTriage()).toEqual(new Map());
});

it('stays when the copy of the server is deleted, and goes with the rest of the work', async () => {
  await markThreads(['1:1'], { state: 'resolved', note: '' });
  closeDatabases();
  await wipe(anActor, 'cache');
  openFor(anActor);
  expect(await statesOf('1:1')).toEqual(['resolved']);
  closeDatabases();
  await wipe(anActor, 'all');
  openFor(anActor);
  expect(await readTriage()).toEqual(new Map());
});

describe('where the server shares decisions', () => {
  function aSharedMark(changes: Partial<SharedMark> = {}): SharedMark {
    return {
      id: 1,
      key: '1:1',
      state: 'inProgress',
      note: '',
      setBy: 'ana.pop@example.org',
      setAt: noon,
      receivedAt: noon + 500,
      ...changes,
    };
  }

  it('those of others are known like the own ones', async () => {
    await databases().cache.sharedMarks.bulkPut([
      aSharedMark(),
      aSharedMark({ id: 2, key: '2:2', state: 'falseAlarm' }),
    ]);
    await markThreads(['1:1'], { state: 'resolved', note: '' }, noon + 1000);
    expect(await statesOf('1:1')).toEqual(['resolved', 'inProgress']);
    expect(await statesOf('2:2')).toEqual(['falseAlarm']);
    expect(sync.push).toHaveBeenCalled();
  });

  it('a decision is in force also where the clock of this device is behind', async () => {
    await databases().cache.sharedMarks.put(aSharedMark());
    await markThreads(['1:1'], { state: 'resolved', note: '' }, noon - 60_000);
    expect(await statesOf('1:1')).toEqual(['resolved', 'inProgress']);
  });

  it('an own one stands in the history once, and is no loss of a logout any more', async () => {
    await markThreads(['1:1', '2:2'], { state: 'resolved', note: '' }, noon);
    expect((await countLosses()).decided).toBe(2);
    const own = aSharedMark({ state: 'resolved', setBy: anActor.sub });
    await databases().cache.sharedMarks.put(own);
    expect((await readTriage()).get('1:1')).toMatchObject([
      { state: 'resolved', isShared: true },
    ]);
    expect((await countLosses()).decided).toBe(1);
  });
});
