import 'fake-indexeddb/auto';

import { beforeEach, expect, it, vi } from 'vitest';

import { readMore } from '@/data/threads/more-filter';
import { readThreadRows } from '@/data/threads/thread-rows';
import type { DetailRow } from '@/db/cache';
import { writeDigests } from '@/db/cache';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import type { MoreField, MoreFilter } from '@/domain/answers/more-filter';
import { checkMore, MORE_FIELDS } from '@/domain/answers/more-filter';

import { anActor, anObserverRow, aThreadRow } from '../../support/builders';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const noFilter = Object.fromEntries(
  MORE_FIELDS.map((name) => [name, '']),
) as Record<MoreField, string>;
const noon = Date.UTC(2026, 10, 22, 12);

function aDetail(key: string, changes: Partial<DetailRow>): DetailRow {
  return {
    key,
    observerId: 41,
    pollingStationId: 1,
    answers: [],
    notes: [],
    hash: 'h1',
    changedAt: 1,
    writtenAt: 1,
    ...changes,
  };
}

// 1: a note with a picture; 2: nothing; 3: its details are not cached.
beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  const { cache } = databases();
  await cache.threads.bulkPut(
    [1, 2, 3].map((at) =>
      aThreadRow({
        key: `41:${at}`,
        pollingStationId: at,
        stationNumber: at,
        lastModified: noon - at,
      }),
    ),
  );
  const details = [
    aDetail('41:1', {
      notes: [
        {
          text: 'Coadă mare',
          attachments: [{ src: 'a.jpg', path: 'a.jpg', type: 'image' }],
        },
      ],
    }),
    aDetail('41:2', {
      answers: [
        {
          questionId: 3,
          options: [
            { optionId: 7, flagged: true, text: 'Nu', isFreeText: false },
          ],
        },
      ],
    }),
  ];
  await cache.details.bulkPut(details);
  await writeDigests(cache.threads, details);
  return closeDatabases;
});

async function found(more: MoreFilter) {
  const { threads } = databases().cache;
  const rows = await threads.filter(({ list }) => list === 'all').toArray();
  const read = await readMore(rows, more, noon);
  return { keys: read.rows.map(({ key }) => key), unchecked: read.unchecked };
}

it.each<[string, MoreFilter, string[], number]>([
  ['notes', { notes: true }, ['41:1'], 1],
  ['pictures', { pictures: true }, ['41:1'], 1],
  ['a text of a note', { text: 'coada' }, ['41:1'], 1],
  ['flagged, while the urgent list is not whole', { flagged: true }, [], 3],
  ['an option that is chosen', { flagged: 7 }, ['41:2'], 1],
  ['incomplete', { incomplete: true }, [], 1],
  [
    'a range of stations',
    { stationFrom: 2, stationTo: 3 },
    ['41:2', '41:3'],
    0,
  ],
  ['both', { notes: true, stationTo: 2 }, ['41:1'], 0],
  ['unread', { unread: true }, ['41:1', '41:2', '41:3'], 0],
])('%s: says how many it could not check', async (_, more, keys, unchecked) => {
  expect(await found(more)).toEqual({ keys, unchecked });
});

it('a flagged answer is known from the urgent list, without any details', async () => {
  const { cache } = databases();
  await cache.threads.put(
    aThreadRow({ key: '41:3', list: 'urgent', pollingStationId: 3 }),
  );
  await cache.cursors.put({
    resource: 'threads:urgent',
    triedAt: noon,
    asOf: noon,
    sweptAt: noon,
    total: 1,
  });
  expect(await found({ flagged: true })).toEqual({
    keys: ['41:3'],
    unchecked: 0,
  });
});

it('changed since read compares the details, and does not guess without them', async () => {
  await databases().intent.reads.bulkPut([
    { key: '41:1', readAt: 1, lastModified: noon, hash: 'older' },
    { key: '41:2', readAt: 1, lastModified: noon, hash: 'h1' },
    { key: '41:3', readAt: 1, lastModified: noon },
  ]);
  expect(await found({ changed: true })).toEqual({
    keys: ['41:1'],
    unchecked: 1,
  });
});

it('silence ends with what is heard of the observer anywhere', async () => {
  const { cache } = databases();
  expect(await found({ silentFor: 30 })).toEqual({ keys: [], unchecked: 3 });
  await cache.observers.put(
    anObserverRow({ id: 41, lastSeen: noon - 31 * 60_000 }),
  );
  expect((await found({ silentFor: 30 })).keys).toHaveLength(3);
  expect((await found({ silentFor: 31 })).keys).toHaveLength(0);
});

it.each([
  'Ștefania Țîrlea',
  'țîrlea  ștefania',
  'Ţîrlea\u00A0Ştefania',
  'TIRLEA STEF',
  'tir\u200Blea',
])('an observer is found by the words of the name: %j', async (name) => {
  await databases().cache.threads.put(
    aThreadRow({
      key: '42:1',
      observerId: 42,
      observerName: 'Ştefania Țîrlea',
    }),
  );
  const { more } = checkMore({ ...noFilter, observer: name });
  expect(await found(more ?? {})).toEqual({ keys: ['42:1'], unchecked: 0 });
});

it.each([
  ['mare  COADA', ['41:1']],
  ['coadă Popescu', []],
])('a text is found by its words, in any order: %j', async (text, keys) => {
  const { more } = checkMore({ ...noFilter, text });
  expect((await found(more ?? {})).keys).toEqual(keys);
});

it('a station and its observer are found together', async () => {
  await databases().cache.threads.put(
    aThreadRow({
      key: '42:1',
      observerId: 42,
      observerName: 'Ștefania Țîrlea',
      pollingStationName: 'Iași 12',
    }),
  );
  const { more } = checkMore({ ...noFilter, text: 'tirlea iasi' });
  expect((await found(more ?? {})).keys).toEqual(['42:1']);
});

it("a list under such a filter is the device's own answer", async () => {
  const page = await readThreadRows({
    list: 'all',
    filter: { more: { notes: true } },
    page: 1,
    pageSize: 10,
  });
  expect(page).toMatchObject({ source: 'cache', total: 1, unchecked: 1 });
});
