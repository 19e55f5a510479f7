import Papa from 'papaparse';
import { expect, it } from 'vitest';

import type { County } from '@/domain/county';
import type { OpState } from '@/domain/outbox/op';

import { aCounty } from '../../support/builders';
import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

const { open } = prepareTabs();

/** A server with these counties; an import adds its row or replaces the one of its id. */
function aWorld(...rows: County[]) {
  const counties = new Map(rows.map((row) => [row.id, row]));
  const server = createModelServer();
  server.answer = ({ method, path, body }) => {
    if (!path.startsWith('/api/v1/county')) return undefined;
    const { CsvFile, ...fields } = Object(body);
    if (method !== 'GET' && CsvFile !== undefined) {
      const { data } = Papa.parse<string[]>(String(CsvFile));
      const [id, code = '', name = ''] = data[1] ?? [];
      counties.set(Number(id), aCounty({ id: Number(id), code, name }));
    } else if (method !== 'GET') {
      const id = Number(path.split('/').at(-1));
      counties.set(id, { ...aCounty({ id }), ...fields });
    }
    return { status: 200, body: JSON.stringify([...counties.values()]) };
  };
  return { counties, tab: open(server, createDatabases(), createLocks()) };
}

async function untilStates(tab: Tab, ...states: OpState[]): Promise<void> {
  await until(async () => {
    const ops = await tab.databases.intent.outbox.toArray();
    expect(ops.map(({ state }) => state)).toEqual(states);
  });
}

const base = { name: 'Alba', code: 'AB', diaspora: false, order: 1 };

it('an edit of a county keeps what others changed of its other fields', async () => {
  const { counties, tab } = aWorld(aCounty({ code: 'ALBA', order: 7 }));
  await tab.enqueue('county.update', {
    id: 1,
    base,
    patch: { name: 'Alba Iulia' },
  });
  await untilStates(tab, 'done');
  expect(counties.get(1)).toMatchObject({
    name: 'Alba Iulia',
    code: 'ALBA',
    order: 7,
  });
});

it('a county to decide about is cached as the server has it', async () => {
  const theirs = aCounty({ name: 'Alba Iulia', code: 'ALBA' });
  const { tab } = aWorld(theirs);
  await tab.databases.cache.counties.put(aCounty());
  // The name is the same on both sides: after a decision only the code is left.
  await tab.enqueue('county.update', {
    id: 1,
    base,
    patch: { name: 'Alba Iulia', code: 'AI' },
  });
  await untilStates(tab, 'conflict');
  expect(await tab.databases.cache.counties.get(1)).toEqual(theirs);
});

it('a county that was saved while the copy is filled anew is there as it was saved', async () => {
  const { tab } = aWorld(aCounty());
  await tab.enqueue('county.update', {
    id: 1,
    base,
    patch: { name: 'Alba Iulia' },
  });
  await untilStates(tab, 'done');
  expect(await tab.databases.cache.counties.get(1)).toMatchObject({
    name: 'Alba Iulia',
  });
});

it.each([true, false])(
  'a new county that others renamed before its tab could close the change is done (cached: %s)',
  async (isCached) => {
    const { counties, tab } = aWorld();
    const input = { name: 'Dolj', code: 'DJ', diaspora: false, order: 3 };
    await tab.enqueue('county.create', { id: -1, input });
    await untilStates(tab, 'done');
    const { intent, cache } = tab.databases;
    const [id = 0] = counties.keys();
    counties.set(id, aCounty({ id, code: 'DJ', name: 'Doljul' }));
    if (!isCached) await cache.counties.delete(id);
    await intent.outbox.toCollection().modify({ state: 'unknown', nextAt: 0 });
    await tab.session.call('push', []);
    await untilStates(tab, 'done');
    expect(await cache.counties.get(id)).toMatchObject({ code: 'DJ' });
  },
);

it('of two counties that are added at once none replaces the other', async () => {
  const { counties, tab } = aWorld();
  const dolj = { name: 'Dolj', code: 'DJ', diaspora: false, order: 3 };
  const cluj = { name: 'Cluj', code: 'CJ', diaspora: false, order: 4 };
  await Promise.all([
    tab.enqueue('county.create', { id: -1, input: dolj }),
    tab.enqueue('county.create', { id: -2, input: cluj }),
  ]);
  await untilStates(tab, 'done', 'done');
  const codes = [...counties.values()].map(({ code }) => code);
  expect(codes.toSorted()).toEqual(['CJ', 'DJ']);
});

it('a new county replaces none, also where the ids have gaps', async () => {
  const cluj = aCounty({ id: 2, name: 'Cluj', code: 'CJ' });
  const { counties, tab } = aWorld(cluj);
  const input = { name: 'Dolj', code: 'DJ', diaspora: false, order: 3 };
  await tab.enqueue('county.create', { id: -1, input });
  await untilStates(tab, 'done');
  expect([...counties.values()].map(({ name }) => name)).toEqual([
    'Cluj',
    'Dolj',
  ]);
  expect(counties.get(2)).toEqual(cluj);
});
