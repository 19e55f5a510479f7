import type { PullResult } from './engine/engine';
import type { Entry } from './task-run';
import { createRuns } from './task-run';
import { createTaskQueue } from './task-queue';
import type { Spread } from './task-times';
import { endRest, isDue, makeDue, newTimes, noteWake } from './task-times';
import type { Happening, Task, TaskContext } from './tasks';

/** After this long out of sight only tasks that run while hidden go on. */
const DOZE_AFTER_MS = 30_000;
/** A task that threw runs again after this long. */
const AFTER_ERROR_MS = 60_000;

/** Runs the tasks of a table when they are due, and alone decides when that is. */
export interface Scheduler<Name extends string = string> {
  /** Finds out when each task is due first, and begins. */
  start(): Promise<void>;
  /**
   * Something happened: the tasks that wake on it are due.
   * @param withinMs spreads them at random over this long, so that all clients that
   * hear the same do not ask in the same moment.
   */
  happened(what: readonly Happening[], withinMs?: number): void;
  /**
   * Runs a task for a page, beside its queue. Good news count as a run of its own;
   * a failure leaves the task due when it was.
   * @param isShared a run under way is enough, if it ends well.
   */
  read(name: Name, isShared?: boolean): Promise<PullResult>;
  /** Looks again: tasks that could not run may run now. */
  wake(): void;
  setVisible(isVisible: boolean): void;
  /** Whether ordinary tasks run: the server is there, and a page was looked at just now. */
  isAwake(): boolean;
  /**
   * @param since epoch ms from which on every change is said by somebody: a task that
   * read everything after it rests. Undefined: changes may be missed, and all is polled.
   */
  cover(since: number | undefined): void;
  /** Resources that are as the server has them, because their tasks rest. */
  current(): string[];
  stop(): void;
}

interface SchedulerOptions {
  context: TaskContext;
  /** Settles when the first screen has its answers. */
  answered: Promise<void>;
  /** Runs before the others of its queue. */
  first?: string | undefined;
  /** Whether the server can be asked; false starts whatever finds out. */
  isReachable: () => boolean;
  /** Called when a run threw. */
  onError: (error: unknown) => void;
}

/** @param table in order of urgency. */
export function createScheduler<Name extends string>(
  table: Readonly<Record<Name, Task>>,
  options: SchedulerOptions,
): Scheduler<Name> {
  const { context, answered, isReachable, onError } = options;
  const { now, random, config } = context.engine;
  const entries = new Map(
    Object.entries<Task>(table).map(([name, task]): [string, Entry] => [
      name,
      { task, times: newTimes() },
    ]),
  );
  const all = [...entries.values()];
  let covered: number | undefined;
  let hiddenSince: number | undefined;
  let isAnswered = false;
  let state: 'new' | 'started' | 'stopped' = 'new';

  const everyMs = ({ everyMs: ms }: Task) =>
    typeof ms === 'number' ? ms : ms(config);
  const isSeen = () =>
    hiddenSince === undefined || now() - hiddenSince < DOZE_AFTER_MS;
  const isPushing = () =>
    all.some(({ task, running }) => task.queue === 'push' && running);

  function mayRun({ task }: Entry): boolean {
    if (state !== 'started' || !isReachable()) return false;
    if (!task.whileHidden && !isSeen()) return false;
    if (!task.duringPush && isPushing()) return false;
    return !task.afterFirstScreen || isAnswered;
  }

  const { run } = createRuns({
    context,
    mayRun,
    everyMs,
    isCovered: (since) => covered !== undefined && since >= covered,
  });

  async function runInTurn(entry: Entry): Promise<void> {
    // Due again at the earliest when its run says so, even if it is woken meanwhile.
    entry.times.nextAt = Number.POSITIVE_INFINITY;
    try {
      await (entry.running ?? run(entry));
    } catch (error) {
      // What a stop cuts off in the middle is no error.
      if (state !== 'stopped') onError(error);
      makeDue(entry.times, now() + AFTER_ERROR_MS);
    }
    wake();
  }

  const queues = queuesOf(all, entries.get(options.first ?? '')).map((queue) =>
    createTaskQueue(queue, {
      now,
      isDue: ({ task, times }) => isDue(times, everyMs(task), now()),
      mayRun,
      run: runInTurn,
    }),
  );

  function wake(): void {
    for (const queue of queues) queue.wake();
  }

  async function start(): Promise<void> {
    for (const { task, times } of all) {
      makeDue(times, (await task.firstAt?.(context.engine)) ?? 0);
      times.pollAt = times.nextAt;
    }
    state = 'started';
    wake();
    void answered.then(() => {
      isAnswered = true;
      wake();
    });
  }

  async function read(name: Name, isShared = false): Promise<PullResult> {
    const entry = entries.get(name);
    if (!entry) throw new Error(`There is no task ${name}`);
    const shared = isShared && (await entry.running);
    if (shared && shared.ok) return shared;
    const { times } = entry;
    const dueBefore = Math.min(times.nextAt, times.pollAt);
    let isGood = false;
    try {
      const result = await run(entry, true);
      isGood = result.ok;
      return result;
    } finally {
      if (!isGood) makeDue(times, dueBefore);
      wake();
    }
  }

  return {
    start,
    read,
    wake,
    happened(what, withinMs = 0) {
      const spread = { now: now(), random, withinMs };
      for (const entry of all) wakeOn(entry, what, spread);
      wake();
    },
    setVisible(isVisible) {
      hiddenSince = isVisible ? undefined : (hiddenSince ?? now());
    },
    isAwake: () => isReachable() && isSeen(),
    cover(since) {
      if (since === covered) return;
      covered = since;
      for (const { times } of all) endRest(times);
      wake();
    },
    current: () => currentOf(all),
    stop() {
      state = 'stopped';
      for (const queue of queues) queue.stop();
    },
  };
}

function wakeOn(
  { task, times }: Entry,
  what: readonly Happening[],
  spread: Spread,
): void {
  for (const each of what) {
    const wake = task.wakesOn?.[each];
    if (wake) noteWake(times, wake, task.gapMs ?? 0, spread);
  }
}

/** Resources whose tasks rest. The first task of the table that reads one dates it on the screens. */
function currentOf(entries: readonly Entry[]): string[] {
  const dated = new Map<string, Entry>();
  for (const entry of entries) {
    for (const resource of entry.task.reads ?? []) {
      if (!dated.has(resource)) dated.set(resource, entry);
    }
  }
  return [...dated]
    .filter(
      ([, { times }]) => times.isResting && !Number.isFinite(times.nextAt),
    )
    .map(([resource]) => resource);
}

/** The entries by queue, in order of urgency; `first` before its neighbours. */
function queuesOf(
  entries: readonly Entry[],
  first: Entry | undefined,
): Entry[][] {
  const queues = new Map<string, Entry[]>();
  const rest = entries.filter((entry) => entry !== first);
  for (const entry of first ? [first, ...rest] : rest) {
    const { queue } = entry.task;
    queues.set(queue, [...(queues.get(queue) ?? []), entry]);
  }
  return [...queues.values()];
}
