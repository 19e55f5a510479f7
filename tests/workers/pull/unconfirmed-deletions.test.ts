import { describe, expect, it } from 'vitest';

import { SWEEP_EVERY_MS } from '@/config';
import type { ThreadList } from '@/domain/answers/thread';
import {
  confirmObserverDeletions,
  pullObservers,
} from '@/workers/pull/observers';
import { confirmThreadDeletions, sweepThreads } from '@/workers/pull/threads';

import { anObserver, aThread } from '../../support/builders';
import { prepareEngines } from '../../support/engine';
import { opOf } from '../../support/ops';

const { open } = prepareEngines();

async function anEngine() {
  const made = await open();
  const { cache } = made.databases;
  const count = async (resource: string) =>
    (await cache.cursors.get(resource))?.unconfirmedDeletions;
  return { ...made, cache, count };
}

describe('observers that a server has lost, more than a fifth of them', () => {
  /** Nine are cached, and seven are left on the server. */
  async function twoOfNineLost() {
    const made = await anEngine();
    const { engine, server, cache, count } = made;
    for (let id = 1; id <= 9; id += 1) {
      server.observers.set(id, anObserver({ id, phone: `070000000${id}` }));
    }
    await pullObservers(engine);
    for (const id of [3, 5]) server.observers.delete(id);
    for (let turn = 0; turn < 4; turn += 1) await pullObservers(engine);
    expect(await cache.observers.count()).toBe(9);
    expect(await count('observers')).toBe(2);
    const ids = () => cache.observers.toCollection().primaryKeys();
    return { ...made, ids };
  }

  it('stay, however often they are missed, until a user confirms it', async () => {
    const { engine, ids, count } = await twoOfNineLost();
    expect(await confirmObserverDeletions(engine)).toEqual({ ok: true });
    expect(await ids()).toEqual([1, 2, 4, 6, 7, 8, 9]);
    expect(await count('observers')).toBeUndefined();
  });

  it('come back with the list that the server had before, also where a reply had no validator', async () => {
    const { engine, server, ids } = await twoOfNineLost();
    server.hasEtags = false;
    await confirmObserverDeletions(engine);
    server.hasEtags = true;
    for (const id of [3, 5]) {
      server.observers.set(id, anObserver({ id, phone: `070000000${id}` }));
    }
    const order = [...server.observers].toSorted(([a], [b]) => a - b);
    server.observers = new Map(order);
    await pullObservers(engine);
    expect(await ids()).toHaveLength(9);
  });

  it('are no longer asked about when the server has them again', async () => {
    const { engine, server, ids, count } = await twoOfNineLost();
    for (const id of [3, 5]) {
      server.observers.set(id, anObserver({ id, phone: `070000000${id}` }));
    }
    await pullObservers(engine);
    expect(await count('observers')).toBeUndefined();
    expect(await ids()).toHaveLength(9);
  });

  it('stay when the server cannot be asked, or its answer is not whole', async () => {
    const { engine, server, ids, count } = await twoOfNineLost();
    server.fault = () => 'cutBefore';
    expect(await confirmObserverDeletions(engine)).toMatchObject({ ok: false });
    server.fault = () => undefined;
    const [first] = server.observers.values();
    const data = Array.from({ length: 7 }, () => first);
    server.answer = () => ({
      status: 200,
      body: JSON.stringify({
        data,
        totalItems: 7,
        totalPages: 1,
        page: 1,
        pageSize: 1000,
      }),
    });
    expect(await confirmObserverDeletions(engine)).toEqual({
      ok: true,
      isTorn: true,
    });
    expect(await ids()).toHaveLength(9);
    expect(await count('observers')).toBe(2);
  });

  it('stay as long as a change of theirs is unsent, and so do those who came meanwhile', async () => {
    const { engine, server, ids, databases } = await twoOfNineLost();
    const op = opOf('observer.update', { lane: 'observer:3' });
    await databases.intent.outbox.add(op);
    server.fault = () => {
      // An addition that is acknowledged while the list is on its way.
      void databases.cache.observers.put({
        ...anObserver({ id: 10 }),
        nameFold: '',
        missing: 0,
      });
      return undefined;
    };
    await confirmObserverDeletions(engine);
    expect(await ids()).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10]);
  });
});

describe('urgent threads', () => {
  const threads = [1, 2, 3, 4].map((id) => aThread({ pollingStationId: id }));

  /** Four are urgent and cached; then the server has two of them in its urgent list. */
  async function twoOfFourMissing(all: typeof threads) {
    const made = await anEngine();
    const { engine, server, clock, cache, count } = made;
    server.urgent = threads;
    server.all = threads;
    const read = async () => {
      for (const list of ['urgent', 'all'] as const)
        await sweepThreads(engine, list);
    };
    const stations = async (list: ThreadList) => {
      const rows = await cache.threads.toArray();
      return rows
        .filter((row) => row.list === list)
        .map((row) => row.pollingStationId)
        .sort();
    };
    await read();
    server.urgent = threads.slice(0, 2);
    server.all = all;
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await stations('urgent')).toEqual([1, 2, 3, 4]);
      clock.now += SWEEP_EVERY_MS;
      await read();
    }
    return { ...made, stations, count };
  }

  it('leave their list after three readings when the list of all threads still has them', async () => {
    const { stations, count } = await twoOfFourMissing(threads);
    expect(await stations('urgent')).toEqual([1, 2]);
    expect(await stations('all')).toEqual([1, 2, 3, 4]);
    expect(await count('threads:urgent')).toBeUndefined();
  });

  it('stay in both lists until a user confirms it when that one lost them, too', async () => {
    const { engine, stations, count } = await twoOfFourMissing(
      threads.slice(0, 2),
    );
    expect(await stations('urgent')).toEqual([1, 2, 3, 4]);
    expect(await count('threads:urgent')).toBe(2);
    expect(await count('threads:all')).toBe(2);
    await confirmThreadDeletions(engine, 'all');
    expect(await stations('all')).toEqual([1, 2]);
    expect(await stations('urgent')).toEqual([1, 2, 3, 4]);
    await confirmThreadDeletions(engine, 'urgent');
    expect(await stations('urgent')).toEqual([1, 2]);
    expect(await count('threads:all')).toBeUndefined();
    expect(await count('threads:urgent')).toBeUndefined();
  });
});
