import { expect, it } from 'vitest';

import { pullBulkDetails } from '@/workers/pull/bulk-details';
import { pullDetail } from '@/workers/pull/details';
import { pullThreads, sweepThreads } from '@/workers/pull/threads';

import { giveBulk } from '../../support/bulk-server';
import { aThread } from '../../support/builders';
import { prepareEngines } from '../../support/engine';
import type { ModelServer } from '../../support/model-server';

const { open } = prepareEngines();

const MORNING = Date.UTC(2026, 10, 22, 6);

/** 230 threads, of which 30 are urgent, and a server that gives 50 in one reply. */
async function aStory() {
  const made = await open();
  const { engine, databases, server } = made;
  await databases.cache.meta.put({ k: 'offers', v: ['details'] });
  const bulk = giveBulk(server);
  bulk.pageSize = 50;
  const threads = Array.from({ length: 230 }, (_, at) => ({
    observerId: 41,
    pollingStationId: at + 1,
    lastModified: MORNING + at * 1_000,
    isUrgent: at % 8 === 0,
  }));
  for (const thread of threads) bulk.put(thread);
  server.all = threads.map((thread) => aThread(thread)).toReversed();
  await sweepThreads(engine, 'all');
  server.log = [];
  const { cache } = databases;
  const always = () => true;
  return {
    ...made,
    cache,
    bulk,
    threads,
    urgentCount: threads.filter(({ isUrgent }) => isUrgent).length,
    pull: (isUrgentOnly = false, mayGoOn: () => boolean = always) =>
      pullBulkDetails(engine, { isUrgentOnly, mayGoOn }),
    async pullAll(isUrgentOnly = false) {
      for (;;) {
        const ended = await pullBulkDetails(engine, {
          isUrgentOnly,
          mayGoOn: always,
        });
        if (ended !== 'more') return ended;
      }
    },
    note: async (key: string) =>
      (await cache.details.get(key))?.notes?.[0]?.text,
  };
}

it('brings the details of all threads in few replies, urgent ones first', async () => {
  const { server, cache, bulk, pull, pullAll, urgentCount } = await aStory();
  // A run reads a few pages, and leaves the rest for after what is more urgent.
  expect(await pull()).toBe('more');
  expect(bulk.asked).toHaveLength(5);
  expect(bulk.asked[0]).toMatchObject({ after: null, urgent: 'true' });
  expect(bulk.asked[0]?.keys).toHaveLength(urgentCount);
  expect(await pullAll()).toBe('done');
  expect(await cache.details.count()).toBe(230);
  expect(server.log).toHaveLength(bulk.asked.length);
  // Nothing came twice.
  const keys = bulk.asked.flatMap((each) => each.keys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(await cache.details.get('41:1')).toMatchObject({
    answers: [
      {
        questionId: 205,
        options: [{ optionId: 902, text: 'Nu', flagged: true }],
      },
    ],
    extra: null,
    notes: [],
  });
  const row = await cache.threads.get(['all', '41:1']);
  expect(row?.digest?.answers).toHaveLength(1);
});

it('asks once where nothing changed, and writes no row of a thread', async () => {
  const { cache, bulk, pullAll } = await aStory();
  await pullAll();
  bulk.asked = [];
  const writes: unknown[] = [];
  cache.details.hook('updating', (changes) => void writes.push(changes));
  cache.threads.hook('updating', (changes) => void writes.push(changes));
  expect(await pullAll()).toBe('done');
  expect(bulk.asked).toMatchObject([{ urgent: null, keys: [] }]);
  expect(writes).toEqual([]);
});

it('brings what changed since: answers, and a note alone', async () => {
  const { bulk, pullAll, note } = await aStory();
  await pullAll();
  bulk.put({
    observerId: 41,
    pollingStationId: 2,
    lastModified: MORNING + 1_000,
    note: 'Coadă',
  });
  bulk.asked = [];
  await pullAll();
  expect(bulk.asked.flatMap(({ keys }) => keys)).toEqual(['41:2']);
  expect(await note('41:2')).toBe('Coadă');
});

it('misses no urgent thread that changes while the others are read', async () => {
  const { server, bulk, pull, pullAll, note } = await aStory();
  await pull();
  // After the urgent ones of this run, and before the last page of the others.
  whileOnItsWay(server, 'urgent=true', async () => {
    bulk.put({
      observerId: 41,
      pollingStationId: 1,
      lastModified: MORNING,
      isUrgent: true,
      note: 'Sigiliu rupt',
    });
  });
  expect(await pullAll()).toBe('done');
  await pullAll();
  expect(await note('41:1')).toBe('Sigiliu rupt');
});

it('goes on after the last page that was stored, when it was stopped', async () => {
  const { bulk, cache, pull, pullAll } = await aStory();
  let left = 2;
  expect(await pull(false, () => (left -= 1) >= 0)).toBe('more');
  expect(bulk.asked).toHaveLength(2);
  const kept = await cache.details.count();
  await pullAll();
  const keys = bulk.asked.flatMap((each) => each.keys);
  expect([kept > 0, keys.length, new Set(keys).size]).toEqual([true, 230, 230]);
});

it('leaves the rest for later when the server fails, and keeps what came', async () => {
  const { server, cache, pull, pullAll, bulk } = await aStory();
  server.fault = () => (bulk.asked.length === 2 ? 'cutBefore' : undefined);
  expect(await pull()).toEqual({ failure: { kind: 'offline' } });
  const kept = await cache.details.count();
  expect(kept).toBeGreaterThan(0);
  server.fault = () => undefined;
  expect(await pullAll()).toBe('done');
  expect(await cache.details.count()).toBe(230);
});

it('begins anew where the server says so, and loses nothing meanwhile', async () => {
  const { bulk, cache, pullAll } = await aStory();
  await pullAll();
  bulk.restore();
  bulk.asked = [];
  const writes: unknown[] = [];
  cache.details.hook('updating', (changes) => void writes.push(changes));
  expect(await pullAll()).toMatchObject({ failure: { status: 410 } });
  expect(await pullAll()).toBe('done');
  expect(new Set(bulk.asked.flatMap(({ keys }) => keys)).size).toBe(230);
  expect(await cache.details.count()).toBe(230);
  expect(writes).toEqual([]);
});

it('reads urgent threads alone where no more is wanted, and the others later', async () => {
  const { bulk, cache, pullAll, urgentCount } = await aStory();
  expect(await pullAll(true)).toBe('done');
  expect(await cache.details.count()).toBe(urgentCount);
  await pullAll();
  expect(await cache.details.count()).toBe(230);
  // On a metered line for a while, then again as usual: only what changed comes.
  bulk.asked = [];
  await pullAll(true);
  bulk.put({ observerId: 41, pollingStationId: 2, lastModified: MORNING });
  await pullAll(true);
  expect(bulk.asked.flatMap(({ keys }) => keys)).toEqual([]);
  await pullAll();
  expect(bulk.asked.flatMap(({ keys }) => keys)).toEqual(['41:2']);
});

/** Does something while the first reply from an address is on its way. */
function whileOnItsWay(
  server: ModelServer,
  path: string,
  act: () => Promise<unknown>,
): void {
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const reply = await fetch(input, init);
    if (!new Request(input).url.includes(path)) return reply;
    server.fetch = fetch;
    await act();
    return reply;
  };
}

const second = { observerId: 41, pollingStationId: 2 };

it('does not put an older state over one that was read meanwhile', async () => {
  const { engine, server, bulk, threads, pullAll, note } = await aStory();
  await pullAll();
  bulk.put({ ...second, lastModified: MORNING + 1_000, note: 'Vechi' });
  const lastModified = MORNING + 999_000;
  whileOnItsWay(server, '/api/extensions/details', async () => {
    // The thread moves on, and somebody opens it.
    bulk.put({ ...second, lastModified, note: 'Nou' });
    server.all = threads
      .map((each) =>
        aThread(each.pollingStationId === 2 ? { ...each, lastModified } : each),
      )
      .toSorted(
        (one, other) => (other.lastModified ?? 0) - (one.lastModified ?? 0),
      );
    server.details.set('41:2', {
      answers: [],
      notes: [{ text: 'Nou', attachmentsPaths: [] }],
    });
    await pullThreads(engine, 'all');
    await pullDetail(engine, second);
  });
  await pullAll();
  expect(await note('41:2')).toBe('Nou');
});

it('a reading of one thread does not put an older state over a newer one, either', async () => {
  const { engine, server, bulk, pullAll, note } = await aStory();
  await pullAll();
  server.details.set('41:2', {
    answers: [],
    notes: [{ text: 'Vechi', attachmentsPaths: [] }],
  });
  whileOnItsWay(server, '/api/v2/note', async () => {
    bulk.put({ ...second, lastModified: MORNING + 1_000, note: 'Nou' });
    await pullAll();
  });
  await pullDetail(engine, second);
  expect(await note('41:2')).toBe('Nou');
});

it('asks a server without this call for nothing', async () => {
  const { cache, server, pull } = await aStory();
  await cache.meta.put({ k: 'offers', v: ['triage'] });
  expect(await pull()).toBe('notOffered');
  expect(server.log).toEqual([]);
});

it('does not believe a page that names no text of an option', async () => {
  const { server, cache, pull } = await aStory();
  const { answer } = server;
  server.answer = (exchange) => {
    const answered = answer(exchange);
    if (typeof answered !== 'object' || !answered.body) return answered;
    const body = answered.body.replaceAll(
      '"optionId":901,"text"',
      '"optionId":9,"text"',
    );
    return { ...answered, body };
  };
  expect(await pull()).toMatchObject({ failure: { kind: 'unreadable' } });
  expect(await cache.details.where('key').equals('41:2').count()).toBe(0);
});

it('asks less often where a page leads nowhere', async () => {
  const { server, bulk, pull } = await aStory();
  await pull();
  const { answer } = server;
  let after: string | null = null;
  server.answer = (exchange) => {
    const answered = answer(exchange);
    if (typeof answered !== 'object' || !answered.body) return answered;
    after = exchange.query.get('after');
    const body = { ...JSON.parse(answered.body), next: after, hasMore: true };
    return { ...answered, body: JSON.stringify(body) };
  };
  bulk.asked = [];
  expect(await pull()).toMatchObject({ failure: { kind: 'unreadable' } });
  expect(bulk.asked).toHaveLength(1);
});

it('takes a page that names a thread twice', async () => {
  const { server, cache, pullAll } = await aStory();
  const { answer } = server;
  server.answer = (exchange) => {
    const answered = answer(exchange);
    if (typeof answered !== 'object' || !answered.body) return answered;
    const page = JSON.parse(answered.body);
    const body = { ...page, data: [...page.data, ...page.data.slice(-1)] };
    return { ...answered, body: JSON.stringify(body) };
  };
  expect(await pullAll()).toBe('done');
  expect(await cache.details.count()).toBe(230);
});

it('reads a page again whose threads were deleted to make room meanwhile', async () => {
  const { server, cache, pull, pullAll } = await aStory();
  await pull();
  whileOnItsWay(server, '/api/extensions/details', async () => {
    const keys = await cache.details.toCollection().primaryKeys();
    await cache.details.bulkDelete(keys);
    await cache.cursors.bulkDelete(keys.map((key) => `detail:${key}`));
    await cache.cursors.bulkDelete(['details:all', 'details:urgent']);
  });
  expect(await pullAll()).toMatchObject({ failure: { kind: 'unreadable' } });
  expect(await pullAll()).toBe('done');
  expect(await cache.details.count()).toBe(230);
});
