import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';

import { createClient } from '@/api/client';
import { createFreshness } from '@/api/freshness';

import { deferred } from '../support/deferred';

afterEach(() => {
  vi.useRealTimers();
});

const NOON = Date.UTC(2026, 10, 22, 12);

interface Answer {
  /** Seconds after noon at which the reply was made; absent: it does not say. */
  at?: number;
  /** Seconds that a cache says to have kept it. */
  age?: number;
}

/** A client whose requests are answered one after the other, with the number of each. */
function answering(answers: readonly Answer[], freshness = createFreshness()) {
  const asked: URL[] = [];
  const client = createClient({
    host: 'http://server.test',
    freshness,
    fetch: async (input) => {
      asked.push(new URL(String(input)));
      const { at, age } = answers[asked.length - 1] ?? {};
      const date = at && new Date(NOON + at * 1000).toUTCString();
      const headers = new Headers({
        ...(date ? { date } : {}),
        ...(age === undefined ? {} : { age: String(age) }),
      });
      return new Response(String(asked.length), { headers });
    },
  });
  const schema = v.number();
  return {
    asked,
    get: async () => {
      const reply = await client.get({ path: '/api/v1/any', schema });
      return reply.ok ? reply.value : reply.failure.kind;
    },
    save: () => client.send({ method: 'POST', path: '/api/v1/any', schema }),
  };
}

it('believes replies that are as new as the last one, or tell no time', async () => {
  const { get, asked } = answering([{ at: 10 }, { at: 10 }, {}, { at: 11 }]);
  expect([await get(), await get(), await get(), await get()]).toEqual([
    1, 2, 3, 4,
  ]);
  expect(asked.every(({ search }) => search === '')).toBe(true);
});

it('asks under a new address when a cache gave what it had before a save', async () => {
  const { get, save, asked } = answering([{ at: 20 }, { at: 9 }, { at: 21 }]);
  await save();
  expect(await get()).toBe(3);
  expect(asked[1]?.search).toBe('');
  expect(asked[2]?.searchParams.get('_')).toMatch(/^[\da-f-]{36}$/);
});

it('asks under a new address when a cache gave what it had before a change of an earlier session', async () => {
  const freshness = createFreshness();
  freshness.remember(NOON + 20_000);
  expect(freshness.latest()).toBeUndefined();
  const { get, asked } = answering(
    [{ at: 9 }, { at: 21 }, { at: 22 }],
    freshness,
  );
  expect([await get(), await get()]).toEqual([2, 3]);
  expect(asked[1]?.searchParams.get('_')).toMatch(/^[\da-f-]{36}$/);
  expect(freshness.latest()).toBe(NOON + 22_000);
});

it('believes a server whose clock was set back since the earlier session', async () => {
  const freshness = createFreshness();
  freshness.remember(NOON + 20_000);
  const { get, asked } = answering(
    [{ at: 9 }, { at: 10 }, { at: 11 }],
    freshness,
  );
  expect([await get(), await get()]).toEqual([2, 3]);
  expect(asked[2]?.search).toBe('');
});

it('asks under a new address when a cache says how old its reply is', async () => {
  const { get } = answering([
    { at: 9, age: 40 },
    { at: 50, age: 0 },
  ]);
  expect(await get()).toBe(2);
});

it('asks under a new address when a reply is too old for the time since the last one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { get, save, asked } = answering([{ at: 20 }, { at: 20 }, { at: 25 }]);
  await save();
  vi.advanceTimersByTime(5_000);
  expect(await get()).toBe(3);
  expect(asked).toHaveLength(3);
});

it('believes a server that reads its clock once a second, and one that goes slower', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { get, asked } = answering([{ at: 20 }, { at: 21 }, { at: 3618 }]);
  expect(await get()).toBe(1);
  vi.advanceTimersByTime(2_900);
  expect(await get()).toBe(2);
  vi.advanceTimersByTime(3_600_000);
  expect(await get()).toBe(3);
  expect(asked).toHaveLength(3);
});

it('goes on with the times of a server whose clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { get, asked } = answering([
    { at: 4000 },
    { at: 405 },
    { at: 405 },
    { at: 405 },
    { at: 410 },
  ]);
  expect(await get()).toBe(1);
  vi.advanceTimersByTime(5_000);
  expect(await get()).toBe(3);
  vi.advanceTimersByTime(5_000);
  expect(await get()).toBe(5);
  expect(asked).toHaveLength(5);
});

it('has no value where a cache answers every address', async () => {
  const { get } = answering([
    { at: 9, age: 40 },
    { at: 9, age: 41 },
  ]);
  expect(await get()).toBe('unreadable');
});

it('goes on where the clock of the server was set back', async () => {
  const { get, asked } = answering([
    { at: 4000 },
    { at: 400 },
    { at: 401 },
    { at: 402 },
  ]);
  expect(await get()).toBe(1);
  expect(await get()).toBe(3);
  expect(await get()).toBe(4);
  expect(asked).toHaveLength(4);
});

it('believes a slow reply beside a quick one', async () => {
  const times = [10, 30];
  const slow = deferred<void>();
  const client = createClient({
    host: 'http://server.test',
    freshness: createFreshness(),
    fetch: async () => {
      const at = times.shift() ?? 0;
      if (at === 10) await slow.promise;
      const date = new Date(NOON + at * 1000).toUTCString();
      return new Response(String(at), { headers: { date } });
    },
  });
  const ask = { path: '/api/v1/any', schema: v.number() };
  const first = client.get(ask);
  const second = await client.get(ask);
  slow.resolve();
  expect(await first).toMatchObject({ value: 10 });
  expect(second).toMatchObject({ value: 30 });
});
