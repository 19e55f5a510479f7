import { AGAIN_FIRST_MS, pauseAfter } from '@/domain/pause-after';

import type { PullResult } from './engine';
import type { Happening, Task, TaskContext, TaskResult } from './tasks';

/** After this long out of sight only tasks that run while hidden go on. */
const DOZE_AFTER_MS = 30_000;
/** A task that threw runs again after this long. */
const AFTER_ERROR_MS = 60_000;

const NEVER = Number.POSITIVE_INFINITY;

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

/** What is known of a task: all that decides when it runs next. */
interface Entry {
  task: Task;
  /** Epoch ms before which it is not due. */
  nextAt: number;
  /** When polling would run it again, and how long that is after its last run. */
  pollAt: number;
  intervalMs: number;
  begunAt: number;
  /** Runs in a row that did not bring everything. */
  misses: number;
  /** It is right as long as nothing is said to have changed. */
  isResting: boolean;
  running?: Promise<TaskResult> | undefined;
}

interface Queue {
  entries: Entry[];
  isBusy: boolean;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** @param table in order of urgency. */
export function createScheduler<Name extends string>(
  table: Readonly<Record<Name, Task>>,
  options: SchedulerOptions,
): Scheduler<Name> {
  const { context, answered, isReachable, onError } = options;
  const { now, random, config, databases } = context.engine;
  const entries = new Map(
    Object.entries<Task>(table).map(([name, task]) => [name, entryOf(task)]),
  );
  const all = [...entries.values()];
  const queues = queuesOf(all, entries.get(options.first ?? ''));
  let covered: number | undefined;
  let hiddenSince: number | undefined;
  let isAnswered = false;
  let isStarted = false;
  let isStopped = false;

  const everyMs = ({ everyMs: ms }: Task) =>
    typeof ms === 'number' ? ms : ms(config);
  const isSeen = () =>
    hiddenSince === undefined || now() - hiddenSince < DOZE_AFTER_MS;
  const dueAt = (entry: Entry, at: number) => {
    entry.nextAt = Math.min(entry.nextAt, at);
  };

  function mayRun({ task }: Entry): boolean {
    if (!isStarted || isStopped || !isReachable()) return false;
    if (!task.whileHidden && !isSeen()) return false;
    if (!task.duringPush && entries.get('push')?.running) return false;
    return !task.afterFirstScreen || isAnswered;
  }

  function isDue(entry: Entry): boolean {
    const wait = entry.nextAt - now();
    if (wait <= 0) return true;
    // A longer wait than its own means that the clock was set back.
    return Number.isFinite(wait) && wait > everyMs(entry.task);
  }

  async function work(queue: Queue): Promise<void> {
    if (queue.isBusy || isStopped) return;
    queue.isBusy = true;
    clearTimeout(queue.timer);
    const nextOf = () =>
      queue.entries.find((entry) => isDue(entry) && mayRun(entry));
    for (let entry = nextOf(); entry; entry = nextOf()) {
      // Due again at the earliest when its run says so, even if it is woken meanwhile.
      entry.nextAt = NEVER;
      try {
        await (entry.running ?? run(entry));
      } catch (error) {
        // What a stop cuts off in the middle is no error.
        if (!isStopped) onError(error);
        dueAt(entry, now() + AFTER_ERROR_MS);
      }
      wake();
    }
    queue.isBusy = false;
    const waiting = queue.entries.filter(mayRun).map(({ nextAt }) => nextAt);
    const next = Math.min(NEVER, ...waiting);
    if (next === NEVER) return;
    queue.timer = setTimeout(() => void work(queue), Math.max(0, next - now()));
  }

  function wake(): void {
    for (const queue of queues) void work(queue);
  }

  /**
   * One run. @param isForPage a failure is the page's own, and changes nothing about
   * the next run.
   */
  function run(entry: Entry, isForPage = false): Promise<TaskResult> {
    entry.begunAt = now();
    entry.isResting = false;
    entry.nextAt = NEVER;
    const running = entry.task
      .run(context, () => mayRun(entry))
      .finally(() => {
        if (entry.running === running) entry.running = undefined;
      })
      .then(async (result) => {
        if (result.ok || !isForPage) await settle(entry, result);
        return result;
      });
    entry.running = running;
    return running;
  }

  async function settle(entry: Entry, result: TaskResult): Promise<void> {
    const { task } = entry;
    const tornEveryMs = result.isTorn ? task.tornEveryMs : undefined;
    const isMiss = !result.ok || tornEveryMs !== undefined;
    entry.misses = isMiss ? entry.misses + 1 : 0;
    const most = result.ok && tornEveryMs ? tornEveryMs : everyMs(task);
    entry.pollAt = Math.min(
      result.dueAt ?? NEVER,
      now() + pauseAfter(entry.misses, most),
    );
    entry.intervalMs = entry.pollAt - now();
    const hasAll = !isMiss && !result.isPartial && (await isCurrent(entry));
    entry.isResting =
      hasAll && covered !== undefined && entry.begunAt >= covered;
    if (!entry.isResting) dueAt(entry, entry.pollAt);
  }

  /** Whether the last run brought all that the task reads. */
  async function isCurrent({ task, begunAt }: Entry): Promise<boolean> {
    if (!task.reads) return false;
    const cursors = await databases.cache.cursors.bulkGet([...task.reads]);
    return cursors.every(
      (row) =>
        row &&
        !row.failure &&
        row.seen === undefined &&
        (row.asOf ?? 0) >= begunAt,
    );
  }

  function wakeEntry(entry: Entry, what: Happening, withinMs: number): void {
    const at = withinMs === 0 ? 0 : now() + random() * withinMs;
    const { wakesOn, gapMs = 0 } = entry.task;
    switch (wakesOn?.[what]) {
      case 'now':
        return dueAt(entry, at);
      case 'soon':
        return dueAt(entry, Math.max(at, entry.begunAt + gapMs));
      case 'later':
        return dueAt(
          entry,
          Math.max(entry.pollAt, now() + random() * entry.intervalMs),
        );
      case 'again':
        // The pauses of a list that is read again already are not cut short.
        if (entry.misses > 0) return undefined;
        entry.misses = 1;
        return dueAt(entry, now() + AGAIN_FIRST_MS);
      case undefined:
        return undefined;
    }
  }

  async function read(name: Name, isShared = false): Promise<PullResult> {
    const entry = entries.get(name);
    if (!entry) throw new Error(`There is no task ${name}`);
    const shared = isShared && (await entry.running);
    if (shared && shared.ok) return shared;
    const dueBefore = Math.min(entry.nextAt, entry.pollAt);
    let isGood = false;
    try {
      const result = await run(entry, true);
      isGood = result.ok;
      return result;
    } finally {
      if (!isGood) dueAt(entry, dueBefore);
      wake();
    }
  }

  return {
    async start() {
      for (const entry of all) {
        dueAt(entry, (await entry.task.firstAt?.(context.engine)) ?? 0);
        entry.pollAt = entry.nextAt;
      }
      isStarted = true;
      wake();
      void answered.then(() => {
        isAnswered = true;
        wake();
      });
    },
    happened(what, withinMs = 0) {
      for (const entry of all) {
        for (const each of what) wakeEntry(entry, each, withinMs);
      }
      wake();
    },
    read,
    wake,
    setVisible(isVisible) {
      hiddenSince = isVisible ? undefined : (hiddenSince ?? now());
    },
    isAwake: () => isReachable() && isSeen(),
    cover(since) {
      if (since === covered) return;
      covered = since;
      for (const entry of all) {
        if (entry.isResting) dueAt(entry, entry.pollAt);
        entry.isResting = false;
      }
      wake();
    },
    current() {
      // The first task of the table that reads a resource dates it on the screens.
      const dated = new Map<string, Entry>();
      for (const entry of all) {
        for (const resource of entry.task.reads ?? []) {
          if (!dated.has(resource)) dated.set(resource, entry);
        }
      }
      return [...dated]
        .filter(([, entry]) => entry.isResting && entry.nextAt === NEVER)
        .map(([resource]) => resource);
    },
    stop() {
      isStopped = true;
      for (const { timer } of queues) clearTimeout(timer);
    },
  };
}

function entryOf(task: Task): Entry {
  return {
    task,
    nextAt: NEVER,
    pollAt: NEVER,
    intervalMs: 0,
    begunAt: Number.NEGATIVE_INFINITY,
    misses: 0,
    isResting: false,
  };
}

function queuesOf(
  entries: readonly Entry[],
  first: Entry | undefined,
): Queue[] {
  const queues = new Map<string, Queue>();
  for (const entry of first ? [first, ...entries] : entries) {
    const queue = queues.get(entry.task.queue) ?? {
      entries: [],
      isBusy: false,
    };
    queues.set(entry.task.queue, queue);
    if (!queue.entries.includes(entry)) queue.entries.push(entry);
  }
  return [...queues.values()];
}
