import 'fake-indexeddb/auto';

import { beforeEach, expect, it, vi } from 'vitest';

import { readPlan, removePlan, replacePlan } from '@/data/coverage/plan';
import { wipe } from '@/data/session/session';
import { pauseWrites, resumeWrites } from '@/data/device/writes';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { StaleBuildError, WRITER_VERSION } from '@/db/writer';

import { anActor } from '../../support/builders';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const noon = Date.UTC(2026, 10, 22, 12);
const line = { phone: '0700000041', county: 'AB', station: 12 };
const morning = { fileName: 'dimineata.csv', lines: [line] };
const evening = {
  fileName: 'seara.csv',
  lines: [
    { ...line, station: 13, from: noon },
    { ...line, phone: '0700000042' },
  ],
};

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return () => {
    resumeWrites();
    closeDatabases();
  };
});

it('there is one plan: the next takes its place, and it can be removed', async () => {
  expect(await readPlan()).toBe(null);
  await replacePlan(morning, noon);
  expect(await readPlan()).toEqual({ ...morning, importedAt: noon });
  await replacePlan(evening, noon + 1);
  expect(await readPlan()).toEqual({ ...evening, importedAt: noon + 1 });
  await removePlan();
  expect(await readPlan()).toBe(null);
});

it('a plan is dated later than the one it replaces, also where the clock was set back', async () => {
  await replacePlan(morning, noon);
  await replacePlan(evening, noon - 60_000);
  expect(await readPlan()).toEqual({ ...evening, importedAt: noon + 1 });
});

it('a plan that cannot be stored leaves the one before as it was', async () => {
  await replacePlan(morning, noon);
  await expect(replacePlan({ ...evening, lines: [] })).rejects.toThrow(
    RangeError,
  );
  pauseWrites();
  await expect(replacePlan(evening)).rejects.toThrow('reloaded');
  await expect(removePlan()).rejects.toThrow('reloaded');
  resumeWrites();
  await databases().intent.meta.put({
    k: 'minWriterVersion',
    v: WRITER_VERSION + 1,
  });
  await expect(replacePlan(evening)).rejects.toThrow(StaleBuildError);
  await expect(removePlan()).rejects.toThrow(StaleBuildError);
  expect(await readPlan()).toEqual({ ...morning, importedAt: noon });
});

it('stays when the copy of the server is deleted, and goes with the rest of the work', async () => {
  await replacePlan(morning, noon);
  closeDatabases();
  await wipe(anActor, 'cache');
  openFor(anActor);
  expect(await readPlan()).not.toBe(null);
  closeDatabases();
  await wipe(anActor, 'all');
  openFor(anActor);
  expect(await readPlan()).toBe(null);
});
