import 'fake-indexeddb/auto';

import { beforeEach, expect, it, vi } from 'vitest';

import {
  addView,
  changeView,
  moveView,
  readSavedViews,
} from '@/data/threads/saved-views';
import { pauseWrites, resumeWrites } from '@/data/device/writes';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import type { SavedView } from '@/domain/views/saved-view';

import { anActor } from '../../support/builders';

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

async function names() {
  return (await readSavedViews()).map(({ name }) => name);
}

async function view(name: string): Promise<SavedView> {
  const found = (await readSavedViews()).find((each) => each.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
}

async function save(...all: string[]): Promise<void> {
  for (const name of all) {
    await addView({ name, query: `county=${name}` }, noon);
  }
}

it('views are saved behind each other, and moved', async () => {
  await save('AB', 'CJ', 'IS');
  await moveView(await view('IS'), -1, noon);
  expect(await names()).toEqual(['AB', 'IS', 'CJ']);
  await moveView(await view('AB'), -1, noon);
  expect(await names()).toEqual(['AB', 'IS', 'CJ']);
  await moveView(await view('AB'), 1, noon);
  expect(await names()).toEqual(['IS', 'AB', 'CJ']);
});

it('two views that two devices put into one place can be told apart again', async () => {
  await save('AB', 'CJ');
  const { views } = databases().intent;
  await views.put({ ...(await view('CJ')), order: 1 });
  const [first, second] = await names();
  await moveView(await view(second ?? ''), -1, noon);
  expect(await names()).toEqual([second, first]);
});

it('a change is dated later than what it changes, also where the clock was set back', async () => {
  await save('AB');
  await changeView(await view('AB'), { name: 'Alba' }, noon - 60_000);
  const { name, changedAt } = await view('Alba');
  expect([name, changedAt]).toEqual(['Alba', noon + 1]);
});

it('a deleted view stays as a row, and comes back when that is undone', async () => {
  await save('AB');
  const before = await view('AB');
  await changeView(before, { isDeleted: true }, noon);
  expect(await names()).toEqual([]);
  expect(await databases().intent.views.count()).toBe(1);
  await changeView(before, { isDeleted: false }, noon);
  expect(await names()).toEqual(['AB']);
  expect((await view('AB')).changedAt).toBe(noon + 2);
});

it('what cannot be stored leaves the views as they were', async () => {
  await save('AB');
  await expect(addView({ name: ' ', query: '' }, noon)).rejects.toThrow(
    RangeError,
  );
  pauseWrites();
  await expect(addView({ name: 'CJ', query: '' })).rejects.toThrow('reloaded');
  await expect(moveView(await view('AB'), 1)).rejects.toThrow('reloaded');
  resumeWrites();
  expect(await names()).toEqual(['AB']);
});
