import { expect, it } from 'vitest';

import { putIntoBlocks } from '@/domain/coverage/observer-block';

import { anObserver } from '../../support/builders';
import { countDatabaseTraffic } from '../../support/database-traffic';
import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

const { open } = prepareTabs();

/** What coverage knows of each observer, and whether that is what the cached rows give. */
async function known({ databases }: Tab) {
  const { observers, observerBlocks } = databases.cache;
  const blocks = await observerBlocks.toArray();
  expect(blocks).toEqual(putIntoBlocks([], await observers.toArray()));
  return blocks
    .flatMap(({ people }) => people)
    .map(({ id, name }) => [id, name]);
}

function serverOf(...ids: number[]) {
  const server = createModelServer();
  server.hasEtags = false;
  for (const id of ids) {
    server.observers.set(id, anObserver({ id, phone: `0700000${id}` }));
  }
  return server;
}

it('a renamed observer is known by the new name, and only that block is written', async () => {
  const server = serverOf(41, 42, 900);
  const { traffic, begin } = countDatabaseTraffic();
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullObservers', []);
  server.observers.set(42, anObserver({ id: 42, name: 'Dan Pop' }));
  begin();
  await tab.session.call('pullObservers', []);
  expect(
    traffic().requests.filter((request) => request === 'observerBlocks.put'),
  ).toHaveLength(1);
  expect(await known(tab)).toContainEqual([42, 'Dan Pop']);
});

it('a refresh that brings nothing new asks for no block', async () => {
  const { traffic, begin } = countDatabaseTraffic();
  const tab = open(serverOf(41, 42), createDatabases(), createLocks());
  await tab.session.call('pullObservers', []);
  begin();
  await tab.session.call('pullObservers', []);
  expect(
    traffic().requests.filter((each) => each.startsWith('observerBlocks')),
  ).toEqual([]);
});

it('an observer whom others deleted leaves the block', async () => {
  const server = serverOf(41, 42, 43);
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullObservers', []);
  server.observers.delete(42);
  await tab.session.call('pullObservers', []);
  await tab.session.call('pullObservers', []);
  expect((await known(tab)).map(([id]) => id)).toEqual([41, 43]);
});

it('an observer who is deleted here leaves the block, and a renamed one changes in it', async () => {
  const server = serverOf(41, 42);
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullObservers', []);
  const { name } = anObserver();
  const of = (id: number) => ({ name, phone: `0700000${id}` });
  await tab.enqueue('observer.delete', { id: 41, base: of(41) });
  await tab.enqueue('observer.update', {
    id: 42,
    base: of(42),
    patch: { name: 'Dan Pop' },
  });
  await until(async () => expect(await known(tab)).toEqual([[42, 'Dan Pop']]));
});
