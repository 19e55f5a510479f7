import { afterEach, expect, it } from 'vitest';

import type { Databases } from '@/db/open';
import { lead } from '@/workers/session/leader';

import { anObserverRow } from '../../support/builders';
import { deferred } from '../../support/deferred';
import { createLocks } from '../../support/locks';
import { createDatabases, reopen } from '../../support/tab';

const opened: Databases[] = [];

afterEach(() => {
  for (const { cache, intent } of opened.splice(0)) {
    cache.close();
    intent.close();
  }
});

/** Two tabs of one user: the same databases, each through its own connection. */
function twoTabs(): { here: Databases; there: Databases } {
  const here = createDatabases();
  const there = reopen(here.userKey);
  opened.push(here, there);
  return { here, there };
}

/** A leadership that lasts until it is ended. */
function contend(locks: LockManager, databases: Databases) {
  const ending = new AbortController();
  const led = deferred<number>();
  const over = deferred<void>();
  const epochs: number[] = [];
  let isLost = false;
  const contest = {
    locks,
    databases,
    signal: ending.signal,
    onLost: () => {
      isLost = true;
    },
  };
  const done = lead(contest, async (epoch) => {
    epochs.push(epoch);
    led.resolve(epoch);
    await over.promise;
  });
  return {
    led: led.promise,
    done,
    epochs,
    end: () => over.resolve(),
    giveUp: () => ending.abort(),
    lost: () => isLost,
  };
}

async function epochsIn({ intent, cache }: Databases) {
  return {
    intent: (await intent.meta.get('leaderEpoch'))?.v,
    cache: (await cache.meta.get('leaderEpoch'))?.v,
  };
}

/** Real time enough for a contender to lead, if it could. */
function aWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

it('lets one tab lead at a time, each with a higher epoch', async () => {
  const { here, there } = twoTabs();
  const locks = createLocks();
  const first = contend(locks, here);
  const second = contend(locks, there);
  expect(await first.led).toBe(1);
  await aWhile();
  expect(second.epochs).toEqual([]);
  first.end();
  await first.done;
  expect(await second.led).toBe(2);
  second.end();
  await second.done;
  const third = contend(locks, here);
  expect(await third.led).toBe(3);
  third.end();
  await third.done;
  expect([first, second, third].map(({ epochs }) => epochs)).toEqual([
    [1],
    [2],
    [3],
  ]);
});

it('writes its epoch to the intent database and to the cache before it leads', async () => {
  const { here, there } = twoTabs();
  await there.intent.meta.put({ k: 'leaderEpoch', v: 7 });
  const leader = contend(createLocks(), here);
  expect(await leader.led).toBe(8);
  // Both stand before the leader does anything.
  expect(await epochsIn(there)).toEqual({ intent: 8, cache: 8 });
  leader.end();
  await leader.done;
});

it('leads no account in a role with the rows of another one', async () => {
  const { here } = twoTabs();
  const demoted = reopen(here.userKey, false);
  opened.push(demoted);
  const locks = createLocks();
  const organizer = contend(locks, here);
  await organizer.led;
  await here.cache.observers.put(anObserverRow());
  organizer.end();
  await organizer.done;
  const admin = contend(locks, demoted);
  expect(await admin.led).toBe(2);
  expect(await here.cache.observers.count()).toBe(0);
  expect(await epochsIn(here)).toEqual({ intent: 2, cache: 2 });
  admin.end();
  await admin.done;
});

it('leaves the lock of another user alone', async () => {
  const locks = createLocks();
  const mine = contend(locks, twoTabs().here);
  const yours = contend(locks, twoTabs().here);
  expect(await Promise.all([mine.led, yours.led])).toEqual([1, 1]);
  for (const leader of [mine, yours]) leader.end();
  await Promise.all([mine.done, yours.done]);
});

it('may give up while it waits, and the next one still gets its turn', async () => {
  const { here, there } = twoTabs();
  const locks = createLocks();
  const first = contend(locks, here);
  await first.led;
  const second = contend(locks, there);
  const third = contend(locks, there);
  second.giveUp();
  await expect(second.done).resolves.toBeUndefined();
  first.end();
  expect(await third.led).toBe(2);
  expect(second.epochs).toEqual([]);
  third.end();
  await third.done;
});

it('does not lead when it was given up before its turn came', async () => {
  const { here } = twoTabs();
  const contender = contend(createLocks(), here);
  contender.giveUp();
  await contender.done;
  expect(contender.epochs).toEqual([]);
  expect(await epochsIn(here)).toEqual({ intent: undefined, cache: undefined });
});

it('hands on what made the leader fail and frees the lock', async () => {
  const { here, there } = twoTabs();
  const locks = createLocks();
  const { signal } = new AbortController();
  const failing = lead({ locks, databases: here, signal }, async () => {
    throw new Error('The database closed');
  });
  const next = contend(locks, there);
  await expect(failing).rejects.toThrow('The database closed');
  expect(await next.led).toBe(2);
  next.end();
  await next.done;
});

it('lets a visible tab take the lock from a frozen one, which hears of it', async () => {
  const { here, there } = twoTabs();
  const locks = createLocks();
  const frozen = contend(locks, here);
  expect(await frozen.led).toBe(1);
  const { signal } = new AbortController();
  const epochs: number[] = [];
  await lead(
    { locks, databases: there, signal, steal: true },
    async (epoch) => {
      epochs.push(epoch);
    },
  );
  expect(epochs).toEqual([2]);
  expect(frozen.lost()).toBe(true);
  frozen.end();
  await frozen.done;
  expect(await epochsIn(here)).toEqual({ intent: 2, cache: 2 });
});

it('may contend again when the lock was taken away before it was used', async () => {
  const { here } = twoTabs();
  const request = async () => {
    throw new DOMException('Lock broken', 'AbortError');
  };
  const locks = { ...createLocks(), request } as LockManager;
  const tab = contend(locks, here);
  await tab.done;
  expect(tab.epochs).toEqual([]);
  expect(tab.lost()).toBe(true);
});
