import { beforeEach, expect, it } from 'vitest';

import { acquireDatabases, withExclusiveDatabases } from '@/db/exclusive';

import { anActor } from '../support/builders';
import { deferred } from '../support/deferred';
import { installLocks } from '../support/locks';

const somebodyElse = { ...anActor, sub: 'altcineva@demo.org' };

let events: string[] = [];

beforeEach(() => {
  installLocks();
  events = [];
});

/** A tab that notes when it may use the databases. @returns the end of its use. */
async function use(tab: string, actor = anActor) {
  const leave = await acquireDatabases(actor);
  events.push(`${tab} uses`);
  return leave;
}

/** A deletion that lasts until it is ended. */
function remove() {
  const over = deferred<void>();
  const done = withExclusiveDatabases(anActor, async () => {
    events.push('deleting');
    await over.promise;
    events.push('deleted');
  });
  return { done, end: () => over.resolve() };
}

/** Turns enough for every waiter that may begin. */
async function aFewTurns() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

it('lets several tabs use the databases, and deletes them when the last has let go', async () => {
  const first = await use('first');
  const second = await use('second');
  const deletion = remove();
  first();
  await aFewTurns();
  expect(events).toEqual(['first uses', 'second uses']);
  second();
  deletion.end();
  await deletion.done;
  expect(events.slice(2)).toEqual(['deleting', 'deleted']);
});

it('lets a tab that comes while they are deleted begin afterwards', async () => {
  const deletion = remove();
  const late = use('late');
  await aFewTurns();
  expect(events).toEqual(['deleting']);
  deletion.end();
  await late;
  expect(events).toEqual(['deleting', 'deleted', 'late uses']);
});

it('holds up nobody else', async () => {
  const deletion = remove();
  await use('other', somebodyElse);
  expect(events).toEqual(['deleting', 'other uses']);
  deletion.end();
  await deletion.done;
});

it('frees the databases when the deletion fails', async () => {
  const failing = withExclusiveDatabases(anActor, () =>
    Promise.reject(new Error('full')),
  );
  await expect(failing).rejects.toThrow('full');
  await use('next');
  expect(events).toEqual(['next uses']);
});
