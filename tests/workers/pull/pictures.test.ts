import { expect, it } from 'vitest';

import { attachmentFrom } from '@/domain/answers/note';
import type { PictureTools } from '@/workers/pull/pictures';
import { keepPictures, noteSeen } from '@/workers/pull/pictures';
import { sweepThreads } from '@/workers/pull/threads';

import { aThread } from '../../support/builders';
import { prepareEngines } from '../../support/engine';

const { open } = prepareEngines();

const MORNING = Date.UTC(2026, 10, 22, 6);

/** 32 urgent threads with a picture each, the newest first, and one that is not urgent. */
async function aStory() {
  const made = await open();
  const { engine, databases, server } = made;
  engine.config = { ...engine.config, apiHost: 'http://server.test' };
  const { cache } = databases;
  const threads = Array.from({ length: 33 }, (_, at) =>
    aThread({ pollingStationId: at + 1, lastModified: MORNING - at * 1_000 }),
  );
  server.urgent = threads.slice(0, 32);
  server.all = threads;
  await sweepThreads(engine, 'urgent');
  await sweepThreads(engine, 'all');
  await cache.details.bulkPut(
    threads.map(({ key, observerId, pollingStationId }) => ({
      key,
      observerId,
      pollingStationId,
      notes: [
        {
          attachments: [
            attachmentFrom(`/files/${pollingStationId}.jpg?sig=a`),
            attachmentFrom(`/files/${pollingStationId}.mp4?sig=a`),
          ],
        },
      ],
      hash: '',
      changedAt: 1,
      writtenAt: 1,
    })),
  );
  const asked: string[] = [];
  const bytes = 10;
  let quota: number | undefined;
  engine.fetch = async (input) => {
    asked.push(new URL(String(input)).pathname);
    return new Response(new Uint8Array(bytes * 5));
  };
  const tools: PictureTools = {
    reduce: async () =>
      new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }),
    quota: async () => quota,
  };
  return {
    ...made,
    cache,
    tools,
    asked,
    room: (pictures: number) => (quota = pictures * bytes * 5),
    kept: async () =>
      (await cache.pictureBytes.toArray()).map(({ path }) => path),
    counted: async () => (await cache.meta.get('pictures'))?.v,
    async keep(mayGoOn = () => true) {
      for (;;) {
        const ended = await keepPictures(engine, tools, mayGoOn);
        if (ended !== 'more') return ended;
      }
    },
  };
}

const upTo = (last: number) =>
  numbered(Array.from({ length: last }, (_, at) => at + 1));
const numbered = (numbers: number[]) =>
  numbers.map((number) => `/files/${number}.jpg`);

it('keeps the pictures of urgent threads, the newest first, each fetched once', async () => {
  const { engine, tools, asked, keep, kept, counted } = await aStory();
  expect(await keepPictures(engine, tools, () => true)).toBe('more');
  expect(asked).toEqual(upTo(30));
  expect(await counted()).toEqual({ count: 30, total: 32, bytes: 300 });
  expect(await keep()).toBe('done');
  expect(await keep()).toBe('done');
  expect(asked).toHaveLength(32);
  expect((await kept()).toSorted()).toEqual(upTo(32).toSorted());
  expect(await counted()).toEqual({ count: 32, total: 32, bytes: 320 });
});

it('stops where its share of the device ends', async () => {
  const { asked, room, keep, kept, counted } = await aStory();
  room(3);
  expect(await keep()).toBe('done');
  expect((await kept()).toSorted()).toEqual(numbered([1, 2, 3]));
  expect(await counted()).toEqual({ count: 3, total: 32, bytes: 30 });
  // The next one is not even fetched, now or later.
  await keep();
  expect(asked).toHaveLength(3);
});

it('a newer picture takes the place of what nobody looked at for longest', async () => {
  const { engine, server, cache, room, keep, kept } = await aStory();
  room(3);
  await keep();
  await noteSeen(engine, '/files/3.jpg');
  const fresh = aThread({
    pollingStationId: 40,
    lastModified: MORNING + 1_000,
  });
  server.urgent = [fresh, ...server.urgent];
  await sweepThreads(engine, 'urgent');
  await cache.details.put({
    ...fresh,
    notes: [{ attachments: [attachmentFrom('/files/40.jpg')] }],
    hash: '',
    changedAt: 1,
    writtenAt: 1,
  });
  await keep();
  expect((await kept()).toSorted()).toEqual([
    '/files/1.jpg',
    '/files/3.jpg',
    '/files/40.jpg',
  ]);
});

it('does not fetch again what this browser cannot show, and counts it as missing', async () => {
  const { tools, asked, keep, counted, kept } = await aStory();
  tools.reduce = async () => undefined;
  await keep();
  await keep();
  expect(asked).toHaveLength(32);
  expect(await kept()).toEqual([]);
  expect(await counted()).toEqual({ count: 0, total: 32, bytes: 0 });
});

it('goes on where it was after the server was away', async () => {
  const { engine, asked, keep, kept } = await aStory();
  const { fetch } = engine;
  engine.fetch = async (...args) => {
    if (asked.length === 4) throw new TypeError('Failed to fetch');
    return fetch(...args);
  };
  expect(await keep()).toBe('away');
  expect(await kept()).toHaveLength(4);
  engine.fetch = fetch;
  expect(await keep()).toBe('done');
  expect(asked).toEqual(upTo(32));
});

it('asks for a new address where the signature of one ran out', async () => {
  const { engine, server, asked, keep, kept } = await aStory();
  const { fetch } = engine;
  engine.fetch = async (input) => {
    const reply = await fetch(input);
    return String(input).endsWith('/2.jpg?sig=a')
      ? new Response(null, { status: 403 })
      : reply;
  };
  server.details.set('41:2', {
    answers: [],
    notes: [{ attachmentsPaths: ['/files/2.jpg?sig=b'] }],
  });
  await keep();
  await keep();
  expect(await kept()).toHaveLength(32);
  expect(asked.filter((path) => path === '/files/2.jpg')).toHaveLength(2);
});

it('loads no file that says it is huge, and none from an address that is no web address', async () => {
  const { engine, cache, asked, keep, kept } = await aStory();
  engine.fetch = async (input) => {
    asked.push(new URL(String(input)).pathname);
    return new Response('x', { headers: { 'Content-Length': '31000000' } });
  };
  const row = await cache.details.get('41:1');
  if (!row) throw new Error('There is no such row.');
  await cache.details.put({
    ...row,
    notes: [{ attachments: [attachmentFrom('javascript:alert(1).jpg')] }],
  });
  await keep();
  expect(asked).not.toContain('alert(1).jpg');
  expect(asked).toHaveLength(31);
  expect(await kept()).toEqual([]);
});

it('gives way, and ends with a stop', async () => {
  const { engine, tools, asked } = await aStory();
  let left = 2;
  const mayGoOn = () => (left -= 1) >= 0;
  expect(await keepPictures(engine, tools, mayGoOn)).toBe('stop');
  expect(asked).toHaveLength(2);
});
