import { expect, it } from 'vitest';

import { anObserver } from '../support/builders';
import { createLocks } from '../support/locks';
import { createModelHost } from '../support/model-host';
import { createDatabases } from '../support/tab';
import { prepareTabs } from '../support/tabs';
import { until } from '../support/until';

const { open } = prepareTabs();

it('forgets an observer whom others deleted, also when the host then says that nothing changed', async () => {
  const host = createModelHost();
  for (const id of [41, 42, 43]) host.observers.set(id, anObserver({ id }));
  const tab = open(host, createDatabases(), createLocks());
  const keptIds = () =>
    tab.databases.cache.observers.toCollection().primaryKeys();
  await until(async () => expect(await keptIds()).toEqual([41, 42, 43]));
  host.observers.delete(42);
  for (const left of [
    [41, 42, 43],
    [41, 43],
  ]) {
    await tab.session.call('pullObservers', []);
    expect(await keptIds()).toEqual(left);
  }
});

it('misses nobody who slipped to a page that was read already', async () => {
  const host = createModelHost();
  const all = [41, 42, 43].map((id) => anObserver({ id }));
  const sizes = { totalItems: 3, totalPages: 2, pageSize: 2 };
  let readings = 0;
  host.answer = ({ path, query }) => {
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
  const tab = open(host, createDatabases(), createLocks());
  await tab.session.call('pullObservers', []);
  expect(
    await tab.databases.cache.observers.toCollection().primaryKeys(),
  ).toEqual([41, 42, 43]);
  expect(readings).toBeGreaterThan(1);
});
