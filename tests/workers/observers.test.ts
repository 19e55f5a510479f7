import { expect, it } from 'vitest';

import { anObserver } from '../support/builders';
import { createModelHost } from '../support/model-host';
import { createDatabases, createLocks } from '../support/tab';
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
