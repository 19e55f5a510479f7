import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Task } from '@/workers/session/runner';
import { createRunner } from '@/workers/session/runner';

const minute = 60_000;
const never = Number.POSITIVE_INFINITY;

let mayRun: boolean;
let errors: unknown[];
let log: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  mayRun = true;
  errors = [];
  log = [];
});

afterEach(() => {
  vi.useRealTimers();
});

/** A task that notes when it ran and asks to be run again `everyMs` later. */
function every(name: string, everyMs: number, takesMs = 0): Task {
  return {
    nextAt: 0,
    run: async () => {
      log.push(`${name} ${Date.now()}`);
      if (takesMs > 0) {
        await new Promise((resolve) => setTimeout(resolve, takesMs));
        log.push(`${name} ended ${Date.now()}`);
      }
      return Date.now() + everyMs;
    },
  };
}

function start(...tasks: Task[]) {
  const runner = createRunner(
    tasks,
    () => Date.now(),
    () => mayRun,
    (error) => errors.push(error),
  );
  runner.wake();
  return runner;
}

it('runs what is due, the more urgent first, and sleeps until the next', async () => {
  start(every('a', 100), every('b', 40));
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toEqual(['a 0', 'b 0', 'b 40', 'b 80', 'a 100']);
});

it('looks for the most urgent again after every run', async () => {
  const rare = every('rare', never);
  const urgent = every('urgent', never);
  urgent.nextAt = never;
  const first: Task = {
    nextAt: 0,
    run: async () => {
      log.push('first');
      urgent.nextAt = 0;
      return never;
    },
  };
  start(urgent, first, rare);
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['first', 'urgent 0', 'rare 0']);
});

it('runs one at a time', async () => {
  const runner = start(every('a', never, 50), every('b', never, 50));
  runner.wake();
  await vi.advanceTimersByTimeAsync(10);
  runner.wake();
  await vi.advanceTimersByTimeAsync(90);
  expect(log).toEqual(['a 0', 'a ended 50', 'b 50', 'b ended 100']);
});

it('wakes for what became due before its time', async () => {
  const task = every('a', minute);
  const runner = start(task);
  await vi.advanceTimersByTimeAsync(5);
  task.nextAt = 0;
  runner.wake();
  await vi.advanceTimersByTimeAsync(5);
  expect(log).toEqual(['a 0', 'a 5']);
  // The old alarm is off: the next run is a minute after the last.
  await vi.advanceTimersByTimeAsync(minute);
  expect(log).toEqual(['a 0', 'a 5', `a ${minute + 5}`]);
});

it('does not lose a ring that comes while the task runs', async () => {
  const task = every('a', minute, 50);
  const runner = start(task);
  await vi.advanceTimersByTimeAsync(20);
  task.nextAt = Date.now();
  runner.wake();
  await vi.advanceTimersByTimeAsync(40);
  expect(log).toEqual(['a 0', 'a ended 50', 'a 50']);
});

it('sets no alarm when nothing is due again', async () => {
  start(every('a', never));
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['a 0']);
  expect(vi.getTimerCount()).toBe(0);
});

it('keeps everything waiting while it may not run', async () => {
  mayRun = false;
  const runner = start(every('a', 100));
  await vi.advanceTimersByTimeAsync(minute);
  expect(log).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  mayRun = true;
  runner.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual([`a ${minute}`]);
});

it('stops before the next task when it may not run any more', async () => {
  const locks: Task = {
    nextAt: 0,
    run: async () => {
      mayRun = false;
      return never;
    },
  };
  start(locks, every('a', 100));
  await vi.advanceTimersByTimeAsync(minute);
  expect(log).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('tries again after a minute what threw, and goes on with the rest', async () => {
  let runs = 0;
  const broken: Task = {
    nextAt: 0,
    run: async () => {
      runs += 1;
      log.push(`broken ${Date.now()}`);
      if (runs === 1) throw new Error('no database');
      return never;
    },
  };
  start(broken, every('a', never));
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(log).toEqual(['broken 0', 'a 0']);
  expect(errors).toEqual([new Error('no database')]);
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(['broken 0', 'a 0', `broken ${minute}`]);
  expect(errors).toHaveLength(1);
});

it('does nothing more once it is stopped', async () => {
  const runner = start(every('a', 100, 50), every('b', 100));
  await vi.advanceTimersByTimeAsync(10);
  runner.stop();
  runner.wake();
  await vi.advanceTimersByTimeAsync(minute);
  // What was under way ends; nothing follows.
  expect(log).toEqual(['a 0', 'a ended 50']);
  expect(vi.getTimerCount()).toBe(0);
});

it('stops while it sleeps', async () => {
  const runner = start(every('a', 100));
  await vi.advanceTimersByTimeAsync(50);
  runner.stop();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(minute);
  expect(log).toEqual(['a 0']);
});
