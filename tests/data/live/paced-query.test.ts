import 'fake-indexeddb/auto';

import { afterEach, expect, it } from 'vitest';

import type { Databases } from '@/db/open';
import { REST_MS, pacedQuery } from '@/data/live/paced-query';

import { createDatabases } from '../../support/tab';
import { until } from '../../support/until';

let stop = () => {};
afterEach(() => stop());

/** Reads two tables, the second behind functions that await in their own way. */
async function readBoth({ cache }: Databases): Promise<string> {
  const observers = await countObservers(cache);
  await Promise.resolve();
  const [forms] = await Promise.all([
    cache.forms.count(),
    cache.counties.count(),
  ]);
  return `${observers}/${forms}`;
}

async function countObservers(cache: Databases['cache']): Promise<number> {
  return cache.observers.count();
}

function watch(databases: Databases): { reads: () => number; said: string[] } {
  const said: string[] = [];
  let reads = 0;
  const query = pacedQuery(() => {
    reads += 1;
    return readBoth(databases);
  });
  const subscription = query.subscribe((value) => said.push(value));
  stop = () => subscription.unsubscribe();
  return { reads: () => reads, said };
}

function anObserver(id: number) {
  return {
    id,
    name: `Observer ${id}`,
    nameFold: `observer ${id}`,
    phone: `${id}`,
    ngo: '',
    numberOfNotes: 0,
    numberOfPollingStations: 0,
    missing: 0,
  };
}

function aForm(id: number) {
  return {
    id,
    code: 'A',
    description: 'Form',
    currentVersion: 1,
    diaspora: false,
    order: 1,
    draft: false,
  };
}

it('reads seldom in a storm of writes, and ends with the truth', async () => {
  const databases = createDatabases();
  const { cache } = databases;
  const { reads, said } = watch(databases);
  await until(() => expect(said).toEqual(['0/0']));
  const before = reads();
  const begun = performance.now();
  let written = 0;
  while (performance.now() - begun < 1_000) {
    written += 1;
    await cache.observers.put(anObserver(written));
  }
  expect(reads() - before).toBeLessThan(
    2 + (performance.now() - begun) / REST_MS,
  );
  await until(() => expect(said.at(-1)).toBe(`${written}/0`));
});

it('follows all rows that a read touched, also when that read had to rest before', async () => {
  const databases = createDatabases();
  const { cache } = databases;
  const { said } = watch(databases);
  await until(() => expect(said).toEqual(['0/0']));
  await cache.observers.put(anObserver(1));
  await cache.observers.put(anObserver(2));
  await until(() => expect(said.at(-1)).toBe('2/0'));
  await cache.forms.put(aForm(1));
  await until(() => expect(said.at(-1)).toBe('2/1'));
  await cache.forms.put(aForm(2));
  await until(() => expect(said.at(-1)).toBe('2/2'));
});

it('says nothing any more once nobody listens', async () => {
  const databases = createDatabases();
  const { said } = watch(databases);
  await until(() => expect(said).toEqual(['0/0']));
  await databases.cache.observers.put(anObserver(1));
  stop();
  const other = watch(databases);
  await until(() => expect(other.said).toEqual(['1/0']));
  expect(said).toEqual(['0/0']);
});
