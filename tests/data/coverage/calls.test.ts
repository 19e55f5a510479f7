import 'fake-indexeddb/auto';

import { beforeEach, expect, it, vi } from 'vitest';

import { markCalled, readCallLogs } from '@/data/coverage/calls';
import { wipe } from '@/data/session/session';
import { pauseWrites, resumeWrites } from '@/data/device/writes';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { StaleBuildError, WRITER_VERSION } from '@/db/writer';
import { CALL_NOTE_MAX } from '@/domain/calls/call';

import { anActor } from '../../support/builders';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const noon = Date.UTC(2026, 10, 22, 12);
const noAnswer = { outcome: 'noAnswer', note: '' } as const;
const reached = { outcome: 'reached', note: '' } as const;

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return () => {
    resumeWrites();
    closeDatabases();
  };
});

async function outcomesOf(observerId: number) {
  const log = (await readCallLogs()).get(observerId);
  return log?.map(({ outcome }) => outcome);
}

it('notes a call to one observer or to several in the name of the account, newest first', async () => {
  await markCalled([1, 2], noAnswer, noon);
  await markCalled([1], { outcome: 'reached', note: ' Vine ' }, noon + 1);
  expect((await readCallLogs()).get(1)).toEqual([
    {
      outcome: 'reached',
      note: 'Vine',
      calledBy: anActor.sub,
      calledAt: noon + 1,
    },
    { outcome: 'noAnswer', note: '', calledBy: anActor.sub, calledAt: noon },
  ]);
  expect(await outcomesOf(2)).toEqual(['noAnswer']);
  expect(await outcomesOf(3)).toBe(undefined);
});

it('a clock that was set back does not put the newer call below', async () => {
  await markCalled([1], noAnswer, noon);
  await markCalled([1], reached, noon - 60_000);
  expect(await outcomesOf(1)).toEqual(['reached', 'noAnswer']);
});

it('finds the calls to an observer who was created here under the number of the server', async () => {
  await markCalled([-5], noAnswer, noon);
  expect(await outcomesOf(-5)).toEqual(['noAnswer']);
  await databases().intent.idMap.put({ id: -5, realId: 57 });
  expect(await outcomesOf(57)).toEqual(['noAnswer']);
  // A page that was open meanwhile still has the temporary id.
  await markCalled([-5], reached, noon - 60_000);
  expect(await databases().intent.calls.get(57)).toHaveProperty(
    'log.length',
    2,
  );
  expect(await outcomesOf(57)).toEqual(['reached', 'noAnswer']);
  expect(await outcomesOf(-5)).toEqual(['reached', 'noAnswer']);
  await markCalled([-5, 57], noAnswer, noon + 60_000);
  expect(await outcomesOf(57)).toEqual(['noAnswer', 'reached', 'noAnswer']);
});

it('stores all calls or none', async () => {
  const long = 'a'.repeat(CALL_NOTE_MAX + 1);
  await expect(
    markCalled([1], { outcome: 'reached', note: long }),
  ).rejects.toThrow(RangeError);
  pauseWrites();
  await expect(markCalled([1], reached)).rejects.toThrow('reloaded');
  resumeWrites();
  await databases().intent.meta.put({
    k: 'minWriterVersion',
    v: WRITER_VERSION + 1,
  });
  await expect(markCalled([1, 2], reached)).rejects.toThrow(StaleBuildError);
  expect(await readCallLogs()).toEqual(new Map());
});

it('stays when the copy of the server is deleted, and goes with the rest of the work', async () => {
  await markCalled([1], reached);
  closeDatabases();
  await wipe(anActor, 'cache');
  openFor(anActor);
  expect(await outcomesOf(1)).toEqual(['reached']);
  closeDatabases();
  await wipe(anActor, 'all');
  openFor(anActor);
  expect(await readCallLogs()).toEqual(new Map());
});
