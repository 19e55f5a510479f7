import 'fake-indexeddb/auto';

import { beforeEach, expect, it, vi } from 'vitest';

import { dropMark, retryMark } from '@/data/triage/refused-marks';
import { readTriage } from '@/data/triage/triage';
import { countLosses } from '@/data/outbox/unsent';
import { markThreads } from '@/data/triage/triage-marks';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { StaleBuildError, WRITER_VERSION } from '@/db/writer';

import { anActor } from '../../support/builders';
import { sync } from '../../support/fake-sync';
import { refuseNewest } from '../../support/refused-mark';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const noon = Date.UTC(2026, 10, 22, 12);

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  await markThreads(['1:1'], { state: 'inProgress', note: '' }, noon);
  await markThreads(['1:1'], { state: 'resolved', note: 'Sunat' }, noon + 1);
  sync.push.mockClear();
  return closeDatabases;
});

async function statesOf(key: string) {
  return (await readTriage()).get(key)?.map(({ state }) => state);
}

it('a refused decision stays in the history, not in force, and counts before a logout', async () => {
  const { failure } = await refuseNewest('1:1');
  const [inForce, refused] = (await readTriage()).get('1:1') ?? [];
  expect(inForce).toMatchObject({ state: 'inProgress' });
  expect(refused).toMatchObject({ state: 'resolved', refusal: failure });
  expect(await countLosses()).toMatchObject({ decided: 1 });
});

it('a decision after a refused one is in force, also where the clock is behind', async () => {
  await refuseNewest('1:1');
  await markThreads(['1:1'], { state: 'falseAlarm', note: '' }, noon - 60_000);
  expect(await statesOf('1:1')).toEqual([
    'falseAlarm',
    'inProgress',
    'resolved',
  ]);
});

it('tried again it waits as before, and the worker is rung', async () => {
  await retryMark(await refuseNewest('1:1'));
  expect(await statesOf('1:1')).toEqual(['resolved', 'inProgress']);
  expect(await databases().intent.refusedMarks.count()).toBe(0);
  expect(sync.push).toHaveBeenCalledOnce();
});

it('let go it leaves the history, and the thread when it was the only one', async () => {
  await dropMark(await refuseNewest('1:1'));
  expect(await statesOf('1:1')).toEqual(['inProgress']);
  await dropMark(await refuseNewest('1:1'));
  const { triage, refusedMarks } = databases().intent;
  expect(await triage.count()).toBe(0);
  expect(await refusedMarks.count()).toBe(0);
  expect(await countLosses()).toMatchObject({ decided: 0 });
});

it('an older build lets nothing go', async () => {
  const mark = await refuseNewest('1:1');
  const v = WRITER_VERSION + 1;
  await databases().intent.meta.put({ k: 'minWriterVersion', v });
  await expect(dropMark(mark)).rejects.toThrow(StaleBuildError);
  expect(await databases().intent.refusedMarks.count()).toBe(1);
});
