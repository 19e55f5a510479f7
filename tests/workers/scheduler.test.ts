import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createScheduler } from '@/workers/scheduler';
import type { Task, TaskContext, TaskResult } from '@/workers/tasks';

import { prepareEngines } from '../support/engine';

const { open } = prepareEngines();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const never = Number.POSITIVE_INFINITY;

let isReachable: boolean;
let errors: unknown[];
let log: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  isReachable = true;
  errors = [];
  log = [];
});

afterEach(() => {
  vi.useRealTimers();
});

/** A task that notes when it runs. */
function aTask(name: string, options: Partial<Task> & { takesMs?: number }) {
  const { takesMs = 0, ...task } = options;
  return {
    queue: 'background',
    everyMs: MINUTE,
    async run(): Promise<TaskResult> {
      log.push(`${name} ${Date.now()}`);
      if (takesMs > 0) await new Promise((end) => setTimeout(end, takesMs));
      return { ok: true };
    },
    ...task,
  } as const satisfies Task;
}

/** Readings that end as they are told, one after the other, and then well. */
function ending(...results: TaskResult[]): Pick<Task, 'run'> {
  return {
    async run() {
      log.push(`read ${Date.now() / SECOND}`);
      return results.shift() ?? { ok: true };
    },
  };
}

async function start<Name extends string>(
  table: Record<Name, Task>,
  options: { answered?: Promise<void>; first?: Name } = {},
) {
  const { engine } = await open();
  const context: TaskContext = {
    engine: { ...engine, now: Date.now, random: () => 0.5 },
    senders: {} as TaskContext['senders'],
    sharing: {} as TaskContext['sharing'],
    county: undefined,
    happened: (what) => scheduler.happened([what]),
    followChanges: () => {},
  };
  const scheduler = createScheduler<Name>(table, {
    context,
    answered: options.answered ?? Promise.resolve(),
    first: options.first,
    isReachable: () => isReachable,
    onError: (error) => errors.push(error),
  });
  await scheduler.start();
  return scheduler;
}

/** Lets the clock go on; the database gets real time in between. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('one queue', () => {
  it('runs what is due, the more urgent first, and sleeps until the next', async () => {
    await start({
      a: aTask('a', { everyMs: 100 }),
      b: aTask('b', { everyMs: 40 }),
    });
    await pass(100);
    expect(log).toEqual(['a 0', 'b 0', 'b 40', 'b 80', 'a 100']);
  });

  it('begins with the task that the first screen needs', async () => {
    const table = { a: aTask('a', {}), b: aTask('b', {}) };
    await start(table, { first: 'b' });
    await pass(0);
    expect(log).toEqual(['b 0', 'a 0']);
  });

  it('runs one at a time, and looks for the most urgent after each run', async () => {
    const scheduler = await start({
      urgent: aTask('urgent', { wakesOn: { front: 'now' } }),
      a: aTask('a', { takesMs: 50 }),
      b: aTask('b', { takesMs: 50 }),
    });
    await pass(10);
    scheduler.happened(['front']);
    await pass(90);
    expect(log).toEqual(['urgent 0', 'a 0', 'urgent 50', 'b 50']);
  });

  it('does not lose what happens while a task runs', async () => {
    const scheduler = await start({
      a: aTask('a', { takesMs: 50, wakesOn: { front: 'now' } }),
    });
    await pass(20);
    scheduler.happened(['front']);
    await pass(40);
    expect(log).toEqual(['a 0', 'a 50']);
  });

  it('goes on beside another one', async () => {
    await start({
      a: aTask('a', { takesMs: MINUTE }),
      b: aTask('b', { queue: 'heads' }),
    });
    await pass(1);
    expect(log).toEqual(['a 0', 'b 0']);
  });
});

describe('a task waits', () => {
  it('as long as the server is away, without an alarm', async () => {
    isReachable = false;
    const scheduler = await start({ a: aTask('a', {}) });
    await pass(MINUTE);
    expect(log).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    isReachable = true;
    scheduler.wake();
    await pass(0);
    expect(log).toEqual([`a ${MINUTE}`]);
  });

  it('for the first screen, where it says so', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const table = {
      a: aTask('a', { afterFirstScreen: true }),
      b: aTask('b', {}),
    };
    await start(table, { answered });
    await pass(5);
    expect(log).toEqual(['b 0']);
    answer();
    await pass(5);
    expect(log).toEqual(['b 0', 'a 5']);
  });

  it('for the page to be looked at again, half a minute after it was hidden', async () => {
    const scheduler = await start({
      seen: aTask('seen', { everyMs: 20 * SECOND }),
      always: aTask('always', {
        queue: 'push',
        everyMs: 50 * SECOND,
        whileHidden: true,
      }),
    });
    scheduler.setVisible(false);
    await pass(2 * MINUTE);
    expect(log).toEqual([
      'seen 0',
      'always 0',
      'seen 20000',
      'always 50000',
      'always 100000',
    ]);
    scheduler.setVisible(true);
    scheduler.wake();
    await pass(0);
    expect(log.at(-1)).toBe('seen 120000');
  });

  it('for changes on their way, unless it may run beside them', async () => {
    await start({
      push: aTask('push', { queue: 'push', takesMs: SECOND, duringPush: true }),
      beside: aTask('beside', { queue: 'heads', duringPush: true }),
      after: aTask('after', {}),
    });
    await pass(2 * SECOND);
    expect(log).toEqual(['push 0', 'beside 0', 'after 1000']);
  });

  it('no longer than its own time, after a clock that was set back', async () => {
    const scheduler = await start({
      a: aTask('a', { firstAt: async () => 60 * MINUTE }),
    });
    await pass(1);
    expect(log).toEqual(['a 0']);
    scheduler.stop();
  });

  it('for ever when nothing is to wake it', async () => {
    await start({ a: aTask('a', { everyMs: never }) });
    await pass(MINUTE);
    expect(log).toEqual(['a 0']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('after a run', () => {
  const failed: TaskResult = { ok: false, failure: { kind: 'offline' } };
  const torn: TaskResult = { ok: true, isTorn: true };
  const list = { everyMs: 900 * SECOND, tornEveryMs: 300 * SECOND };

  async function pausesAfter(
    results: TaskResult[],
    task: Partial<Task> = list,
  ): Promise<number[]> {
    const runs = results.length + 1;
    await start({ a: { ...aTask('a', task), ...ending(...results) } });
    for (let turn = 0; turn < 900 && log.length < runs; turn += 1) {
      await pass(5 * SECOND);
    }
    const times = log.map((line) => Number(line.split(' ')[1]));
    return times.slice(1).map((at, before) => at - (times[before] ?? 0));
  }

  it('a torn list is read again after growing pauses, and nobody gives up', async () => {
    const pauses = await pausesAfter(Array.from({ length: 9 }, () => torn));
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('a clean reading ends the pauses', async () => {
    expect(await pausesAfter([torn, torn, { ok: true }, torn])).toEqual([
      5, 10, 900, 5,
    ]);
  });

  it('failures are tried again soon, and then no more often than ever', async () => {
    const pauses = await pausesAfter(Array.from({ length: 10 }, () => failed));
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  });

  it('a torn reading is as good as any where the row says nothing else', async () => {
    const pauses = await pausesAfter([torn, torn], { everyMs: 60 * SECOND });
    expect(pauses).toEqual([60, 60]);
  });

  it('a task that says when is due then', async () => {
    const dueAt = 3 * SECOND;
    expect(await pausesAfter([{ ok: true, dueAt }])).toEqual([3]);
  });

  it('one that threw runs again after a minute, and the others go on', async () => {
    let isBroken = true;
    await start({
      broken: {
        ...aTask('broken', { everyMs: never }),
        async run() {
          log.push(`broken ${Date.now()}`);
          if (!isBroken) return { ok: true };
          isBroken = false;
          throw new Error('no database');
        },
      },
      a: aTask('a', { everyMs: never }),
    });
    await pass(MINUTE - 1);
    expect(log).toEqual(['broken 0', 'a 0']);
    expect(errors).toEqual([new Error('no database')]);
    await pass(1);
    expect(log).toEqual(['broken 0', 'a 0', `broken ${MINUTE}`]);
  });
});

describe('what happens', () => {
  it('makes due what wakes on it, and nothing else', async () => {
    const scheduler = await start({
      a: aTask('a', { wakesOn: { enqueued: 'now' } }),
      b: aTask('b', { wakesOn: { front: 'now' } }),
    });
    await pass(5);
    scheduler.happened(['enqueued']);
    await pass(5);
    expect(log).toEqual(['a 0', 'b 0', 'a 5']);
    // The old alarm is off: the next run is a minute after the last.
    await pass(MINUTE);
    expect(log.slice(3)).toEqual([`b ${MINUTE}`, `a ${MINUTE + 5}`]);
  });

  it('is spread over the clients that hear it', async () => {
    const scheduler = await start({
      a: aTask('a', { wakesOn: { marks: 'soon' } }),
    });
    await pass(5);
    scheduler.happened(['marks'], 400);
    await pass(400);
    expect(log).toEqual(['a 0', 'a 205']);
  });

  it('again and again is read with a pause in between', async () => {
    const scheduler = await start({
      a: aTask('a', { wakesOn: { urgent: 'soon' }, gapMs: 5 * SECOND }),
    });
    await pass(1);
    for (let turn = 0; turn < 10; turn += 1) {
      scheduler.happened(['urgent'], 400);
      await pass(SECOND);
    }
    expect(log).toEqual(['a 0', 'a 5000', 'a 10000']);
  });

  it('has a list that a page met torn read soon, unless it is tried again already', async () => {
    const scheduler = await start({
      a: {
        ...aTask('a', {
          tornEveryMs: MINUTE,
          wakesOn: { 'torn:observers': 'again' },
        }),
        ...ending(
          { ok: true },
          { ok: true, isTorn: true },
          { ok: true, isTorn: true },
        ),
      },
    });
    await pass(SECOND);
    scheduler.happened(['torn:observers']);
    await pass(5 * SECOND);
    expect(log).toEqual(['read 0', 'read 6']);
    scheduler.happened(['torn:observers']);
    await pass(9 * SECOND);
    expect(log).toHaveLength(2);
    await pass(SECOND);
    expect(log).toHaveLength(3);
  });
});

describe('a reading for a page', () => {
  it('counts as a run of the task', async () => {
    const scheduler = await start({ a: aTask('a', {}) });
    await pass(MINUTE / 2);
    expect(await scheduler.read('a')).toEqual({ ok: true });
    await pass(MINUTE - 1);
    expect(log).toEqual(['a 0', `a ${MINUTE / 2}`]);
    await pass(1);
    expect(log).toHaveLength(3);
  });

  it('that fails leaves the task due when it was', async () => {
    const failed: TaskResult = { ok: false, failure: { kind: 'offline' } };
    const { run } = ending({ ok: true }, failed, failed);
    const scheduler = await start({ a: { ...aTask('a', {}), run } });
    await pass(MINUTE / 2);
    await scheduler.read('a');
    await scheduler.read('a');
    await pass(MINUTE / 2);
    expect(log).toEqual(['read 0', 'read 30', 'read 30', 'read 60']);
  });

  it('shares a run under way, where that is enough', async () => {
    const scheduler = await start({ a: aTask('a', { takesMs: 50 }) });
    const reading = scheduler.read('a', true);
    await pass(50);
    expect(await reading).toEqual({ ok: true });
    expect(log).toEqual(['a 0']);
    const again = scheduler.read('a');
    await pass(50);
    await again;
    expect(log).toEqual(['a 0', 'a 50']);
  });
});

describe('a stop', () => {
  it('lets end what is under way; nothing follows', async () => {
    const scheduler = await start({
      a: aTask('a', { takesMs: 50 }),
      b: aTask('b', {}),
    });
    await pass(10);
    scheduler.stop();
    scheduler.wake();
    await pass(MINUTE);
    expect(log).toEqual(['a 0']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a sleep', async () => {
    const scheduler = await start({ a: aTask('a', {}) });
    await pass(50);
    scheduler.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
