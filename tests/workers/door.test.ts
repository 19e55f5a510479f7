import 'fake-indexeddb/auto';

import { expose, wrap } from 'comlink';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Rejection } from '@/domain/outbox/outcome';
import type { Door } from '@/workers/door';
import { openDoor } from '@/workers/door';
import type { Sync } from '@/workers/sync';
import { sync } from '@/workers/sync';

import { deferred } from '../support/deferred';

const noWorker: Rejection = { ok: false, failure: { kind: 'noWorker' } };
const calls = Object.keys(sync) as (keyof Sync)[];
/** Their types in all are more than the compiler compares. */
const called: Record<keyof Sync, (...args: never[]) => unknown> = sync;

let channel: MessageChannel;
let worker = deferred<Rejection>();
let connected = 0;
let door: Door;

beforeEach(() => {
  channel = new MessageChannel();
  worker = deferred();
  connected = 0;
  expose(sync, channel.port2);
  const remote = wrap<Sync>(channel.port1);
  door = openDoor(() => {
    connected += 1;
    return { remote, failed: worker.promise };
  });
});

afterEach(() => {
  channel.port1.close();
  channel.port2.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Makes the call by its name, as a page does, with arguments of no type. */
function make(name: keyof Sync, ...args: unknown[]): Promise<unknown> {
  return Reflect.apply(door[name], undefined, args);
}

it.each(calls)('%s crosses with its arguments and its answer', async (name) => {
  const made: unknown[][] = [];
  vi.spyOn(called, name).mockImplementation(async (...args: unknown[]) => {
    made.push(args);
    return { ok: true, status: 200, value: name };
  });
  const answer = await make(name, { county: 'AB' }, [1, 2], undefined, 3);
  expect(made).toEqual([[{ county: 'AB' }, [1, 2], undefined, 3]]);
  expect(answer).toEqual({ ok: true, status: 200, value: name });
});

it('starts nothing before the first call', async () => {
  expect(connected).toBe(0);
  await door.setVisible(true);
  expect(connected).toBe(1);
});

it('brings why the server could not be asked as a value', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const credentials = { user: 'coordonare', password: '1234' };
  expect(await door.login(credentials, 'https://server.test')).toEqual({
    ok: false,
    failure: { kind: 'offline' },
  });
});

it('answers the calls of the leader before anybody signed in', async () => {
  expect(await door.pullForms()).toEqual(noWorker);
  expect(await door.resetPin('0722000000', '1234')).toEqual(noWorker);
});

it('says of a part that cannot be loaded that there is no connection', async () => {
  vi.doMock('@/api/read-tokens', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  expect(await door.readReadTokens()).toEqual({
    ok: false,
    failure: { kind: 'offline' },
  });
  vi.doUnmock('@/api/read-tokens');
  expect(await door.readReadTokens()).toEqual(noWorker);
});

it('rejects with what the worker threw, for that is a bug', async () => {
  vi.spyOn(sync, 'push').mockRejectedValue(new TypeError('a bug'));
  await expect(door.push()).rejects.toThrow('a bug');
});

it('calls back from the worker while the call is under way', async () => {
  const heard: number[] = [];
  vi.spyOn(sync, 'importObservers').mockImplementation(
    async (_file, _fileName, _ngoId, onProgress) => {
      for (const share of [0.25, 1]) await onProgress(share);
      return { ok: true, status: 200, value: 7 };
    },
  );
  const onProgress = (share: number) => heard.push(share);
  const file = new Blob(['phone']);
  const reply = await door.importObservers(file, 'a.csv', 1, onProgress);
  expect(heard).toEqual([0.25, 1]);
  expect(reply).toEqual({ ok: true, status: 200, value: 7 });
});

it('answers every call with a rejection when the worker is dead', async () => {
  channel.port2.close();
  const waiting = calls.map((name) => make(name));
  worker.resolve(noWorker);
  expect(await Promise.all(waiting)).toEqual(calls.map(() => noWorker));
  expect(await door.push()).toEqual(noWorker);
});
