import { expect, it } from 'vitest';

import {
  blockOfStation,
  packedThread,
  threadsOf,
} from '@/domain/questions/answer-block';
import { textsOf, writtenTexts } from '@/domain/search/text-block';
import { pullBulkDetails } from '@/workers/pull/bulk-details';
import { DETAIL_TABLES, putDetails } from '@/workers/pull/detail-rows';
import { packBlocks } from '@/workers/pull/pack-blocks';

import { giveBulk } from '../../support/bulk-server';
import { prepareEngines } from '../../support/engine';

const { open } = prepareEngines();

const MORNING = Date.UTC(2026, 10, 22, 6);
const always = () => true;

/** 300 stations of a server that gives 50 in one reply: five blocks. */
async function aStory() {
  const made = await open();
  const { engine, databases, server } = made;
  const { cache } = databases;
  await cache.meta.put({ k: 'offers', v: ['details'] });
  const bulk = giveBulk(server);
  bulk.pageSize = 50;
  const put = (pollingStationId: number) =>
    bulk.put({ observerId: 41, pollingStationId, lastModified: MORNING });
  for (let station = 1; station <= 300; station += 1) put(station);
  const pull = async () => {
    const wanted = { isUrgentOnly: false, mayGoOn: always };
    while ((await pullBulkDetails(engine, wanted)) === 'more');
  };
  return {
    ...made,
    cache,
    put,
    /** The observer takes every answer of a station back. */
    async empty(pollingStationId: number) {
      await cache.transaction('rw', [...DETAIL_TABLES, 'meta'], () =>
        putDetails(cache, 1, [
          {
            observerId: 41,
            pollingStationId,
            answers: [],
            notes: [{ text: `Coadă la ${pollingStationId}`, attachments: [] }],
          },
        ]),
      );
    },
    pull,
    pack: (mayGoOn: () => boolean = always) => packBlocks(engine, mayGoOn),
    async packed() {
      const answers = await cache.answerBlocks.orderBy('block').toArray();
      const texts = await cache.textBlocks.orderBy('block').toArray();
      return {
        threads: answers.flatMap(threadsOf),
        texts: texts.flatMap(textsOf),
      };
    },
    async expected() {
      const rows = (await cache.details.toArray()).toSorted(
        (one, other) => one.pollingStationId - other.pollingStationId,
      );
      return {
        threads: rows.flatMap((row) => packedThread(row) ?? []),
        texts: rows.flatMap(writtenTexts),
      };
    },
  };
}

it('packs the answers of a first download once, when it has ended', async () => {
  const { cache, pull, pack, packed, expected } = await aStory();
  const writes: unknown[] = [];
  cache.answerBlocks.hook('creating', (key) => void writes.push(key));
  cache.answerBlocks.hook('updating', (_, key) => void writes.push(key));
  await pull();
  expect(writes).toEqual([]);
  expect(await pack()).toBe(true);
  expect(writes).toHaveLength(blockOfStation(300) + 1);
  expect((await packed()).threads).toHaveLength(300);
  expect(await packed()).toEqual(await expected());
});

it('keeps a block right with each thread that changes or is new', async () => {
  const { cache, put, empty, pull, pack, packed, expected } = await aStory();
  await pull();
  await pack();
  const before = await cache.answerBlocks.get(0);
  put(9_000);
  await pull();
  expect(await cache.answerBlocks.get(0)).toEqual(before);
  await empty(3);
  expect(await cache.answerBlocks.get(0)).not.toEqual(before);
  const { threads, texts } = await packed();
  expect(threads.at(-1)?.pollingStationId).toBe(9_000);
  expect(texts.map(({ text }) => text)).toContain('Coadă la 3');
  expect(await packed()).toEqual(await expected());
});

it('goes on where it was stopped, with what changed meanwhile', async () => {
  const { cache, empty, pull, pack, packed, expected } = await aStory();
  await pull();
  let left = 1;
  expect(await pack(() => (left -= 1) >= 0)).toBe(false);
  const some = await cache.answerBlocks.count();
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(blockOfStation(300) + 1);
  // One lies in a block that is there, one in a block that is not.
  await empty(1);
  await empty(299);
  expect(await pack()).toBe(true);
  expect(await packed()).toEqual(await expected());
});

it('packs anew what is left after room was made', async () => {
  const { cache, pull, pack, packed, expected } = await aStory();
  await pull();
  await pack();
  // As `db/reserve.ts` does it.
  await cache.details.where('key').below('41:2').delete();
  await cache.answerBlocks.clear();
  await cache.textBlocks.clear();
  await cache.meta.delete('areAnswersPacked');
  await pack();
  const left = await cache.details.count();
  expect(left).toBeLessThan(300);
  expect((await packed()).threads).toHaveLength(left);
  expect(await packed()).toEqual(await expected());
});

it('packs texts beside the answers that a build without texts has packed', async () => {
  const { cache, empty, pull, pack, packed, expected } = await aStory();
  await pull();
  await pack();
  await cache.textBlocks.clear();
  await cache.meta.delete('areAnswersPacked');
  // Before it is packed again its block of answers is kept right.
  await empty(2);
  expect(await cache.textBlocks.count()).toBe(0);
  expect((await packed()).threads).toEqual((await expected()).threads);
  expect(await pack()).toBe(true);
  expect(await packed()).toEqual(await expected());
});
