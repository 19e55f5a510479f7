import { expect, it } from 'vitest';

import { anObserver } from '../../support/builders';
import { deferred } from '../../support/deferred';
import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

const { open } = prepareTabs();

it('forgets an observer whom others deleted, also when the server then says that nothing changed', async () => {
  const server = createModelServer();
  for (const id of [41, 42, 43]) server.observers.set(id, anObserver({ id }));
  const tab = open(server, createDatabases(), createLocks());
  const cachedIds = () =>
    tab.databases.cache.observers.toCollection().primaryKeys();
  await until(async () => expect(await cachedIds()).toEqual([41, 42, 43]));
  server.observers.delete(42);
  for (const left of [
    [41, 42, 43],
    [41, 43],
  ]) {
    await tab.session.call('pullObservers', []);
    expect(await cachedIds()).toEqual(left);
  }
});

it('misses nobody who slipped to a page that was read already', async () => {
  const server = createModelServer();
  const all = [41, 42, 43].map((id) => anObserver({ id }));
  const sizes = { totalItems: 3, totalPages: 2, pageSize: 2 };
  let readings = 0;
  server.answer = ({ path, query }) => {
    if (path !== '/api/v1/observer' || query.get('Number')) return undefined;
    const isFirst = query.get('Page') === '1';
    if (isFirst) readings += 1;
    // While the first reading goes on, 43 and 42 change places.
    const slipped = readings === 1 ? [all[1]] : [all[2]];
    const data = isFirst ? all.slice(0, 2) : slipped;
    return {
      status: 200,
      body: JSON.stringify({ ...sizes, page: isFirst ? 1 : 2, data }),
    };
  };
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullObservers', []);
  expect(
    await tab.databases.cache.observers.toCollection().primaryKeys(),
  ).toEqual([41, 42, 43]);
  expect(readings).toBeGreaterThan(1);
});

it('a list that was read before a save and arrives after it brings no old name back', async () => {
  const server = createModelServer();
  server.hasEtags = false;
  server.observers.set(41, anObserver());
  const slow = deferred<void>();
  const held = { isOn: false, count: 0 };
  const tab = open(server, createDatabases(), createLocks(), {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const isList =
        url.pathname === '/api/v1/observer' && !url.searchParams.get('Number');
      // The server has answered; the reply is slow.
      const reply = await server.fetch(request);
      if (held.isOn && isList && request.method === 'GET') {
        held.count += 1;
        await slow.promise;
      }
      return reply;
    },
  });
  const { observers } = tab.databases.cache;
  await until(async () => expect(await observers.count()).toBe(1));
  held.isOn = true;
  const pull = tab.session.call('pullObservers', []);
  await until(() => expect(held.count).toBeGreaterThan(0));
  const { name, phone } = anObserver();
  await tab.enqueue('observer.update', {
    id: 41,
    base: { name, phone },
    patch: { name: 'Maria Ionescu' },
  });
  await until(async () => {
    const [op] = await tab.databases.intent.outbox.toArray();
    expect(op?.state).toBe('done');
  });
  slow.resolve();
  await pull;
  expect((await observers.get(41))?.name).toBe('Maria Ionescu');
});
