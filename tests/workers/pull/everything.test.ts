import { expect, it } from 'vitest';

import { cacheEverything } from '@/workers/pull/everything';
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
    want: (v: boolean) => intent.meta.put({ k: 'cachesAll', v }),
    details: () => cache.details.count(),
    stations: () => cache.stations.count(),
    asked: (part: string) =>
      server.log.filter(({ path }) => path.endsWith(part)).length,
  };
}

it('asks the server for nothing until the user wants everything', async () => {
  const { engine, server } = await anEngine();
  expect(await cacheEverything(engine, () => true)).toBe('done');
  expect(server.log).toEqual([]);
});

it('fetches the details of all threads and the stations of all counties, each once', async () => {
  const { engine, want, details, stations, asked } = await anEngine();
  await want(true);
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await cacheEverything(engine, () => true)).toBe('done');
    expect([await details(), await stations()]).toEqual([310, 2]);
    expect(asked('/filledIn')).toBe(310);
    expect(asked('/polling-station')).toBe(2);
  }
});

it('begins with the newest, gives way, and goes on where it was', async () => {
  const { engine, databases, want, details, asked } = await anEngine();
  await want(true);
  let left = 3;
  const mayGoOn = () => (left -= 1) >= 0;
  expect(await cacheEverything(engine, mayGoOn)).toBe('stop');
  expect(await databases.cache.details.toCollection().primaryKeys()).toEqual([
    '41:1',
    '41:2',
    '41:3',
  ]);
  await cacheEverything(engine, () => true);
  expect([await details(), asked('/filledIn')]).toEqual([310, 310]);
});

it('ends soon after the user has changed their mind', async () => {
  const { engine, want, details, stations } = await anEngine();
  await want(true);
  let asked = 0;
  const mayGoOn = () => {
    asked += 1;
    if (asked === 2) void want(false);
    return true;
  };
  expect(await cacheEverything(engine, mayGoOn)).toBe('done');
  expect(await details()).toBe(300);
  expect(await stations()).toBe(0);
});

it('leaves the rest for later when the server is away', async () => {
  const { engine, server, want, details } = await anEngine();
  await want(true);
  server.fault = () => 'cutBefore';
  expect(await cacheEverything(engine, () => true)).toBe('away');
  expect(await details()).toBe(0);
  // One thread was asked for, and no other.
  expect(server.log).toHaveLength(3);
});

it('is missed when the connection is lost, and no more once all is here', async () => {
  const { engine, server, want } = await anEngine();
  await want(true);
  const run = () => tasks.everything.run({ engine } as TaskContext, () => true);
  server.fault = () => 'cutBefore';
  expect((await run()).ok).toBe(false);
  server.fault = () => undefined;
  expect(await run()).toEqual({ ok: true });
});
