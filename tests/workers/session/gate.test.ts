import { expect, it } from 'vitest';

import type { Gate } from '@/api/client';
import { createGate } from '@/workers/session/gate';

import type { Deferred } from '../../support/deferred';
import { deferred } from '../../support/deferred';

/** Requests that run until they are told to end; `running` names those under way. */
function createRequests() {
  const running = new Map<string, Deferred<string>>();
  return {
    running: () => [...running.keys()],
    ask(gate: Gate, name: string): Promise<string> {
      return gate(() => {
        const ending = deferred<string>();
        running.set(name, ending);
        return ending.promise.finally(() => running.delete(name));
      });
    },
    async end(name: string): Promise<void> {
      running.get(name)?.resolve(name);
      await settled();
    },
    async fail(name: string): Promise<void> {
      running.get(name)?.reject(new Error(name));
      await settled();
    },
  };
}

/** All that follows from what was done has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

it('runs so many at once and hands on what each came to', async () => {
  const { urgent } = createGate(2);
  const { ask, end, running } = createRequests();
  const results = ['a', 'b', 'c'].map((name) => ask(urgent, name));
  expect(running()).toEqual(['a', 'b']);
  await end('b');
  expect(running()).toEqual(['a', 'c']);
  await end('c');
  await end('a');
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
});

it('never gives the last place to background work', async () => {
  const { background, urgent } = createGate(3);
  const { ask, end, running } = createRequests();
  for (const name of ['a', 'b', 'c']) void ask(background, name);
  expect(running()).toEqual(['a', 'b']);
  void ask(urgent, 'now');
  expect(running()).toEqual(['a', 'b', 'now']);
  // A place that an urgent request leaves is still kept free for the next one.
  await end('now');
  expect(running()).toEqual(['a', 'b']);
  await end('a');
  expect(running()).toEqual(['b', 'c']);
});

it('lets urgent requests take every place', () => {
  const { background, urgent } = createGate(2);
  const { ask, running } = createRequests();
  for (const name of ['a', 'b', 'c']) void ask(urgent, name);
  void ask(background, 'later');
  expect(running()).toEqual(['a', 'b']);
});

it('starts urgent requests before background ones that came earlier', async () => {
  const { background, urgent } = createGate(2);
  const { ask, end, running } = createRequests();
  void ask(background, 'first');
  void ask(urgent, 'second');
  void ask(background, 'early');
  void ask(urgent, 'late');
  void ask(urgent, 'last');
  await end('first');
  expect(running()).toEqual(['second', 'late']);
  await end('second');
  expect(running()).toEqual(['late', 'last']);
  await end('late');
  expect(running()).toEqual(['last', 'early']);
});

it('frees the place of a request that fails', async () => {
  const { urgent } = createGate(1);
  const { ask, fail, running } = createRequests();
  const failing = ask(urgent, 'a');
  void ask(urgent, 'b');
  const failed = expect(failing).rejects.toThrow('a');
  await fail('a');
  await failed;
  expect(running()).toEqual(['b']);
});

it('frees the place of a request that throws before it starts', async () => {
  const { urgent } = createGate(1);
  const { ask, running } = createRequests();
  const broken = urgent(() => {
    throw new Error('not even a promise');
  });
  await expect(broken).rejects.toThrow('not even a promise');
  void ask(urgent, 'b');
  expect(running()).toEqual(['b']);
});
