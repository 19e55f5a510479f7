import { expect, it, vi } from 'vitest';

import type { OfflineWish } from '@/domain/offline-choice';
import { cacheForOffline } from '@/workers/pull/offline';
import type { Engine } from '@/workers/engine/engine';
import { sweepThreads } from '@/workers/pull/threads';
import type { TaskContext } from '@/workers/tasks';
import { tasks } from '@/workers/tasks';

import { aCounty, aThread } from '../../support/builders';
import { prepareEngines } from '../../support/engine';

const { open } = prepareEngines();

/** More threads than are looked at together, and two counties with a station each. */
async function anEngine() {
  const made = await open();
  const { engine, databases, server } = made;
  const { cache, intent } = databases;
  server.all = Array.from({ length: 310 }, (_, at) =>
    aThread({
      pollingStationId: at + 1,
      lastModified: Date.UTC(2026, 10, 22, 20) - at,
    }),
  );
  await sweepThreads(engine, 'all');
  await cache.counties.bulkPut(
    [1, 2].map((id) => aCounty({ id, numberOfPollingStations: 1 })),
  );
  server.answer = ({ path, query }) => {
    if (!path.endsWith('/polling-station')) return undefined;
    const id = Number(query.get('countyId'));
    const stations = [{ id, number: 1 }];
    return { status: 200, body: JSON.stringify(stations) };
  };
  server.log = [];
  return {
    ...made,
    want: (v: OfflineWish) => intent.meta.put({ k: 'offline', v }),
    details: () => cache.details.count(),
    stations: () => cache.stations.count(),
    asked: (part: string) =>
      server.log.filter(({ path }) => path.endsWith(part)).length,
  };
}

const everything: OfflineWish = { choice: 'all' };

/** Run after run, with the rests between them left out. */
async function cacheAll(engine: Engine, mayGoOn = () => true) {
  for (;;) {
    const ended = await cacheForOffline(engine, mayGoOn);
    if (ended !== 'more') return ended;
  }
}

it('asks the server for nothing while it is paused', async () => {
  const { engine, server, want } = await anEngine();
  for (const paused of ['byPerson', 'deviceFull'] as const) {
    await want({ ...everything, paused });
    expect(await cacheAll(engine)).toBe('done');
  }
  expect(server.log).toEqual([]);
});

it('fetches the details of all threads and the stations of all counties, each once', async () => {
  const { engine, want, details, stations, asked } = await anEngine();
  await want(everything);
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await cacheAll(engine)).toBe('done');
    expect([await details(), await stations()]).toEqual([310, 2]);
    expect(asked('/filledIn')).toBe(310);
    expect(asked('/polling-station')).toBe(2);
  }
});

it('lets the server rest after a hundred threads', async () => {
  const { engine, want, details } = await anEngine();
  await want(everything);
  expect(await cacheForOffline(engine, () => true)).toBe('more');
  expect(await details()).toBe(100);
  const run = () => tasks.offline.run({ engine } as TaskContext, () => true);
  expect(await run()).toEqual({ ok: true, dueAt: engine.now() + 20_000 });
  expect(await details()).toBe(200);
});

it('fetches urgent threads first, then stations with two reports, then the newest', async () => {
  const { engine, databases, server, want } = await anEngine();
  const urgent = aThread({ pollingStationId: 300, lastModified: 5_000 });
  server.urgent = [urgent];
  server.all = [
    ...server.all,
    aThread({ observerId: 42, pollingStationId: 310, lastModified: 1_000 }),
  ];
  await sweepThreads(engine, 'urgent');
  await sweepThreads(engine, 'all');
  await want(everything);
  let left = 4;
  await cacheForOffline(engine, () => (left -= 1) >= 0);
  const { cache } = databases;
  const keys = await cache.details.toCollection().primaryKeys();
  expect(keys.toSorted()).toEqual(['41:1', '41:300', '41:310', '42:310']);
});

it('keeps the newest thousand and all urgent ones where nobody chose', async () => {
  const { engine, databases, server, stations } = await anEngine();
  server.all = Array.from({ length: 1_010 }, (_, at) =>
    aThread({ pollingStationId: at + 1, lastModified: 9_000_000 - at }),
  );
  server.urgent = [aThread({ pollingStationId: 1_010, lastModified: 5_000 })];
  await databases.cache.threads.clear();
  await sweepThreads(engine, 'urgent');
  await sweepThreads(engine, 'all');
  expect(await cacheAll(engine)).toBe('done');
  const keys = await databases.cache.details.toCollection().primaryKeys();
  expect(keys).toHaveLength(1_001);
  expect(keys).toContain('41:1010');
  expect(keys).not.toContain('41:1009');
  expect(await stations()).toBe(0);
});

it('keeps urgent threads alone on a line that is metered, or by choice', async () => {
  const { engine, databases, server, want } = await anEngine();
  server.urgent = [aThread({ pollingStationId: 7, lastModified: 5_000 })];
  await sweepThreads(engine, 'urgent');
  const keys = () => databases.cache.details.toCollection().primaryKeys();
  await want({ choice: 'urgent' });
  expect(await cacheAll(engine)).toBe('done');
  expect(await keys()).toEqual(['41:7']);

  await want({ choice: 'usual' });
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  await cacheAll(engine);
  vi.stubGlobal('navigator', { connection: { type: 'cellular' } });
  await cacheAll(engine);
  expect(await keys()).toEqual(['41:7']);
  vi.stubGlobal('navigator', { connection: { type: 'wifi' } });
  await cacheAll(engine);
  expect(await keys()).toHaveLength(310);
  vi.unstubAllGlobals();
});

it('begins with the newest, gives way, and goes on where it was', async () => {
  const { engine, databases, want, details, asked } = await anEngine();
  await want(everything);
  let left = 3;
  const mayGoOn = () => (left -= 1) >= 0;
  expect(await cacheForOffline(engine, mayGoOn)).toBe('stop');
  expect(await databases.cache.details.toCollection().primaryKeys()).toEqual([
    '41:1',
    '41:2',
    '41:3',
  ]);
  await cacheAll(engine);
  expect([await details(), asked('/filledIn')]).toEqual([310, 310]);
});

it('ends soon after the user has changed their mind', async () => {
  const { engine, want, details, stations } = await anEngine();
  await want(everything);
  let asked = 0;
  const mayGoOn = () => {
    asked += 1;
    if (asked === 2) void want({ ...everything, paused: 'byPerson' });
    return true;
  };
  expect(await cacheAll(engine, mayGoOn)).toBe('done');
  expect(await details()).toBe(100);
  expect(await stations()).toBe(0);
});

it('leaves the rest for later when the server is away', async () => {
  const { engine, server, want, details } = await anEngine();
  await want(everything);
  server.fault = () => 'cutBefore';
  expect(await cacheAll(engine)).toBe('away');
  expect(await details()).toBe(0);
  // One thread was asked for, and no other.
  expect(server.log).toHaveLength(3);
});

it('is missed when the connection is lost, and no more once all is here', async () => {
  const { engine, server, want } = await anEngine();
  await want(everything);
  const run = () => tasks.offline.run({ engine } as TaskContext, () => true);
  server.fault = () => 'cutBefore';
  expect((await run()).ok).toBe(false);
  server.fault = () => undefined;
  await cacheAll(engine);
  expect(await run()).toEqual({ ok: true });
});

it('is paused when the device has no room, and says so', async () => {
  const { engine, databases, want } = await anEngine();
  await want(everything);
  databases.cache.details.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const run = () => tasks.offline.run({ engine } as TaskContext, () => true);
  expect(await run()).toEqual({ ok: true });
  expect(await databases.intent.meta.get('offline')).toMatchObject({
    v: { choice: 'all', paused: 'deviceFull' },
  });
});

it('counts the threads that can be read without a connection', async () => {
  const { engine, databases, want } = await anEngine();
  await want(everything);
  await tasks.offline.run({ engine } as TaskContext, () => true);
  const readable = async () => (await databases.cache.meta.get('readable'))?.v;
  expect(await readable()).toMatchObject({ count: 100, total: 310 });
  await cacheAll(engine);
  await tasks.offline.run({ engine } as TaskContext, () => true);
  expect(await readable()).toEqual({
    count: 310,
    total: 310,
    asOf: engine.now(),
  });
});
