import type { TaskTimes } from './task-times';
import { makeDue, noteBegin, noteEnd } from './task-times';
import type { Task, TaskContext, TaskResult } from './tasks';

/** A task and what is known of its runs. */
export interface Entry {
  task: Task;
  times: TaskTimes;
  running?: Promise<TaskResult> | undefined;
}

interface RunOptions {
  context: TaskContext;
  mayRun: (entry: Entry) => boolean;
  /** In ms. */
  everyMs: (task: Task) => number;
  /** Whether every change since then (epoch ms) would have been said. */
  isCovered: (since: number) => boolean;
}

export function createRuns({
  context,
  mayRun,
  everyMs,
  isCovered,
}: RunOptions) {
  const { now, databases } = context.engine;

  async function settle({ task, times }: Entry, result: TaskResult) {
    const { begunAt } = times;
    const isDone = noteEnd(times, task, result, everyMs(task), now());
    const hasAll = isDone && (await isCurrent(task, begunAt));
    times.isResting = hasAll && isCovered(begunAt);
    if (!times.isResting) makeDue(times, times.pollAt);
  }

  /** Whether all that a task reads was read since. */
  async function isCurrent({ reads }: Task, since: number): Promise<boolean> {
    if (!reads) return false;
    const cursors = await databases.cache.cursors.bulkGet([...reads]);
    return cursors.every(
      (row) =>
        row &&
        !row.failure &&
        row.seen === undefined &&
        (row.asOf ?? 0) >= since,
    );
  }

  return {
    /**
     * One run of a task. @param isForPage a failure is the page's own: it changes
     * nothing about the next run.
     */
    run(entry: Entry, isForPage = false): Promise<TaskResult> {
      noteBegin(entry.times, now());
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
    },
  };
}
