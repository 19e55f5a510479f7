import { Dexie } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { SWEEP_PAGE_SIZE } from '@/config';
import type { ObserverRow } from '@/db/cache';
import type { Databases } from '@/db/open';
import type { Thread } from '@/domain/answers/thread';
import {
  countMet,
  countMissing,
  isCleanSweep,
  readUntilClean,
} from '@/workers/pull/sweep';
import { sweepThreads } from '@/workers/pull/threads';

import { anObserver, aThread } from '../../support/builders';
import { countDatabaseTraffic } from '../../support/database-traffic';
import { prepareEngines } from '../../support/engine';
import { createDatabases } from '../../support/tab';

const { open } = prepareEngines();

it.each<[string, number[], number, boolean]>([
  ['one page with everything', [3], 3, true],
  ['the same total from first to last', [250, 250, 250], 250, true],
  ['an empty list', [0], 0, true],
  ['fewer rows than were promised', [250, 250], 249, false],
  ['more rows than were promised', [250, 250], 251, false],
  ['a total that grew meanwhile', [250, 251], 251, false],
  ['a total that shrank meanwhile', [250, 249], 250, false],
  ['no answer at all', [], 0, false],
])('%s: totals %j and %i rows are clean: %j', (_name, totals, seen, clean) => {
  expect(isCleanSweep(totals, seen)).toBe(clean);
});

it('adds up what readings of one total met, for as long as the rows are surely there', () => {
  let now = 0;
  const engine = { now: () => now };
  const met = (...ids: number[]) =>
    countMet(engine, 'observers', [4, 4], new Set(ids));
  expect(met(1, 2)).toBe(2);
  now += 60_000;
  expect(met(2, 3)).toBe(3);
  now += 60 * 60_000;
  // By now row 1 may be deleted, and another row may have its place.
  expect(met(3, 4)).toBe(2);
});

it.each([
  ['clean', [false], 1],
  ['torn, then clean', [true, false], 2],
  ['torn each time', [true, true, true, false], 3],
])('a list that is %s (%j) is read %i times', async (_name, torn, times) => {
  let reads = 0;
  await readUntilClean(async () => {
    const isTorn = torn[reads] === true;
    reads += 1;
    return { result: { ok: true }, tornTotal: isTorn ? 3 : undefined };
  });
  expect(reads).toBe(times);
});

describe('rows that a clean sweep did not see', () => {
  const opened: Databases[] = [];

  afterEach(() => {
    for (const { cache, intent } of opened.splice(0)) {
      cache.close();
      intent.close();
    }
  });

  function row(id: number, missing = 0): ObserverRow {
    return { ...anObserver({ id }), nameFold: 'maria ionel', missing };
  }

  /** A table of so many observers; the given ones were missed before. */
  async function tableOf(count: number, missed: Record<number, number> = {}) {
    const databases = createDatabases();
    opened.push(databases);
    const table = databases.cache.observers;
    const ids = Array.from({ length: count }, (_, at) => at + 1);
    await table.bulkPut(ids.map((id) => row(id, missed[id] ?? 0)));
    return {
      ids,
      table,
      /** One clean sweep that saw all but these. */
      async sweepWithout(...unseen: number[]) {
        const { suspects } = await countMissing(table, {
          cached: ids,
          isSeen: (id) => !unseen.includes(id),
          patience: 2,
        });
        return suspects;
      },
      counts: async () => {
        const rows = await table.where('id').anyOf(ids).toArray();
        return Object.fromEntries(
          rows.flatMap(({ id, missing }) => (missing ? [[id, missing]] : [])),
        );
      },
    };
  }

  it('are counted, and looked into once they were missed often enough', async () => {
    const { sweepWithout, counts, table } = await tableOf(10);
    expect(await sweepWithout(3)).toEqual([]);
    expect(await counts()).toEqual({ 3: 1 });
    expect(await sweepWithout(3, 5)).toEqual([3]);
    expect(await counts()).toEqual({ 3: 2, 5: 1 });
    // Nothing is deleted here: more evidence is asked for first.
    expect(await table.count()).toBe(10);
  });

  it('keep all else that is known of them', async () => {
    const { sweepWithout, table } = await tableOf(10);
    await sweepWithout(3);
    expect(await table.get(3)).toEqual({ ...row(3), missing: 1 });
  });

  it('are none when everything was seen', async () => {
    const { sweepWithout, counts } = await tableOf(10, { 3: 1 });
    expect(await sweepWithout()).toEqual([]);
    // Seen again: what writes the row sets it back, not the count.
    expect(await counts()).toEqual({ 3: 1 });
  });

  it.each([
    // rows, unseen at once, believed
    [1, 1, true],
    [2, 1, true],
    [4, 1, true],
    [4, 2, false],
    [10, 2, true],
    [10, 3, false],
    [100, 20, true],
    [100, 21, false],
    [100, 100, false],
  ])(
    'of %i, %i gone at once are believed: %j',
    async (rows, gone, believed) => {
      const unseen = Array.from({ length: gone }, (_, at) => at + 1);
      const missedOnce = Object.fromEntries(unseen.map((id) => [id, 1]));
      const { sweepWithout, counts } = await tableOf(rows, missedOnce);
      expect(await sweepWithout(...unseen)).toEqual(believed ? unseen : []);
      // A server that lost a fifth of its rows is in trouble: nothing is counted.
      const expected = believed ? 2 : 1;
      expect(await counts()).toEqual(
        Object.fromEntries(unseen.map((id) => [id, expected])),
      );
    },
  );

  it('are counted however many they are, where the reason is known', async () => {
    const { table, ids, counts } = await tableOf(10, { 1: 1, 2: 1, 3: 1 });
    const sweepWithout = (...unseen: number[]) =>
      countMissing(table, {
        cached: ids,
        isSeen: (id) => !unseen.includes(id),
        isExplained: (id) => id <= 3,
        patience: 2,
      });
    // Three that are explained, and three for which a user has to be asked.
    expect(await sweepWithout(1, 2, 3, 7, 8, 9)).toEqual({
      suspects: [1, 2, 3],
      unconfirmed: 3,
    });
    expect(await counts()).toEqual({ 1: 2, 2: 2, 3: 2 });
    // Two in doubt are few enough to be counted.
    expect(await sweepWithout(1, 2, 3, 7, 8)).toEqual({
      suspects: [1, 2, 3],
      unconfirmed: 0,
    });
    expect(await counts()).toEqual({ 1: 3, 2: 3, 3: 3, 7: 1, 8: 1 });
  });

  it('may have been deleted meanwhile: then there is nothing to count', async () => {
    const { sweepWithout, counts, table } = await tableOf(10, { 3: 1, 4: 1 });
    await table.delete(3);
    expect(await sweepWithout(3, 4)).toEqual([4]);
    expect(await counts()).toEqual({ 4: 2 });
    expect(await table.get(3)).toBeUndefined();
  });
});

describe('a sweep of threads over several pages', () => {
  function undated(stationId: number): Thread {
    const { lastModified: _, ...thread } = aThread({
      pollingStationId: stationId,
    });
    return thread;
  }

  /** With the order of its threads, by the ids of their stations. */
  async function anEngine() {
    const { databases, ...made } = await open();
    const order = async () => {
      const rows = await databases.cache.threads
        .where('[list+order]')
        .between(['all', -Infinity], ['all', Infinity])
        .reverse()
        .toArray();
      return rows.map(({ pollingStationId }) => pollingStationId);
    };
    return { ...made, order };
  }

  const ids = Array.from({ length: SWEEP_PAGE_SIZE + 30 }, (_, at) => at + 1);

  it('keeps the order of a server without dates, and threads that nobody saw come where they belong', async () => {
    const { engine, server, clock, order } = await anEngine();
    server.all = ids.map(undated);
    let rewritten = 0;
    engine.databases.cache.threads.hook('updating', () => {
      rewritten += 1;
    });
    expect(await sweepThreads(engine, 'all')).toEqual({ ok: true });
    expect(await order()).toEqual(ids);
    // Every page stood where it belongs from the first.
    expect(rewritten).toBe(0);
    // Two threads moved while nobody looked: one far down the second page.
    clock.now += 15 * 60_000;
    const next = [9_001, ...ids.slice(0, -5), 9_002, ...ids.slice(-5)];
    server.all = next.map(undated);
    await sweepThreads(engine, 'all');
    expect(await order()).toEqual(next);
  });

  /** So many threads of a server with dates, newest first. */
  function dated(count: number): Thread[] {
    return Array.from({ length: count }, (_, at) =>
      aThread({
        pollingStationId: at + 1,
        lastModified: Date.UTC(2026, 10, 22, 20) - at,
      }),
    );
  }

  it('asks nothing of the cache that grows with it, in a first fill', async () => {
    const { traffic } = countDatabaseTraffic();
    const { engine, server, order } = await anEngine();
    server.all = dated(3 * SWEEP_PAGE_SIZE);
    await sweepThreads(engine, 'all');
    const { requests } = traffic();
    const count = (name: string) =>
      requests.filter((each) => each === `threads.${name}`).length;
    expect(count('add')).toBe(3 * SWEEP_PAGE_SIZE);
    // The last row of each page.
    expect(count('get')).toBe(3);
    // Of the whole list at its end: what did this sweep not see, and whom to count?
    expect(count('getAllKeys')).toBe(1);
    expect(count('getAll')).toBe(1);
    expect(count('count')).toBe(0);
    expect(await order()).toHaveLength(3 * SWEEP_PAGE_SIZE);
  });

  it('takes nothing from rows that another request cached before it, in a first fill', async () => {
    const { engine, server, order } = await anEngine();
    const { threads, details } = engine.databases.cache;
    const [first, second, ...rest] = dated(SWEEP_PAGE_SIZE + 30);
    if (!first || !second) throw new Error('There are two threads');
    server.all = [first, second];
    await sweepThreads(engine, 'all');
    await engine.databases.cache.cursors.clear();
    const digest = { hash: 'hash', notes: 1 };
    await threads.toCollection().modify((row) => {
      Object.assign(row, { digest, missing: 1 });
    });
    await threads.update(['all', second.key], { observerName: 'Nume Vechi' });
    const [third] = rest;
    if (!third) throw new Error('There are more threads');
    await details.put({
      key: third.key,
      observerId: third.observerId,
      pollingStationId: third.pollingStationId,
      answers: [],
      hash: 'hash',
      changedAt: 1,
      writtenAt: 1,
    });
    server.all = [first, second, ...rest];
    await sweepThreads(engine, 'all');
    const reads = server.log.filter(({ path }) => path === '/api/v1/answers');
    // A reading more would hide what the first one left undone.
    expect(reads).toHaveLength(3);
    expect(await threads.count()).toBe(SWEEP_PAGE_SIZE + 30);
    expect(await order()).toEqual(
      dated(SWEEP_PAGE_SIZE + 30).map((each) => each.pollingStationId),
    );
    const cached = { digest, missing: 0 };
    expect(await threads.get(['all', first.key])).toMatchObject(cached);
    expect(await threads.get(['all', second.key])).toMatchObject({
      ...cached,
      observerName: second.observerName,
    });
    const withDetails = await threads.get(['all', third.key]);
    expect(withDetails?.digest).toBeDefined();
  });

  it('adds a row once that a shifted page names twice, in a first fill', async () => {
    const { engine, server } = await anEngine();
    const { threads } = engine.databases.cache;
    const all = dated(20);
    const [first] = all;
    if (!first) throw new Error('There are threads');
    server.all = [...all, { ...first, observerName: 'Nume Nou' }];
    const adding = vi.spyOn(threads, 'bulkAdd');
    await sweepThreads(engine, 'all');
    expect(adding.mock.calls.map(([rows]) => rows.length)).toEqual([20]);
    expect(await threads.get(['all', first.key])).toMatchObject({
      observerName: 'Nume Nou',
    });
  });

  it('adds nothing in a first fill that goes on after a reload', async () => {
    const { engine, server } = await anEngine();
    server.all = dated(SWEEP_PAGE_SIZE + 30);
    await sweepThreads(engine, 'all');
    await engine.databases.cache.cursors.clear();
    const { traffic, begin } = countDatabaseTraffic();
    begin();
    await sweepThreads(engine, 'all');
    const { requests } = traffic();
    expect(requests.filter((each) => each === 'threads.add')).toEqual([]);
  });

  it('ends when a row cannot be added for want of space', async () => {
    const { engine, server } = await anEngine();
    server.all = dated(3);
    const { threads } = engine.databases.cache;
    const full = new DOMException('The disk is full', 'QuotaExceededError');
    vi.spyOn(threads, 'bulkAdd').mockRejectedValueOnce(
      new Dexie.BulkError('1 of 3 operations failed', { 1: full }),
    );
    await expect(sweepThreads(engine, 'all')).rejects.toThrow();
    expect(await threads.count()).toBe(0);
  });
});
