import type { Task } from '@/workers/session/runner';
import type { Engine } from './engine';
import { LIVE_SPREAD_MS } from './live-times';

/** What one task reads, and which kinds of change concern it. */
export interface Series {
  /** Resources whose cursors say how a run ended. */
  read: string[];
  /** Whether it is this task whose readings the screens date by these resources. */
  speaks: boolean;
  /** For a task without a cursor: whether the last run brought everything. */
  isRead?: (() => boolean) | undefined;
  onChange?: (() => void) | undefined;
  /** In place of the task's own run, which may think that it was read just now. */
  readNow?: (() => Promise<number>) | undefined;
  /** Read at once when it is said, and then again after `gapMs` at the earliest. */
  soon: string[];
  /** Read when it would have been polled: it costs much, or the change is a detail of it. */
  later: string[];
  gapMs: number;
}

/** A task that rests while the server would say that it is needed. */
interface Followed {
  announce(kinds: readonly string[]): void;
  /** Due again when polling would make it so. */
  poll(): void;
  /** Resources that are right as long as nothing is announced. */
  spokenFor(): string[];
}

/**
 * Lets a task rest after a run that brought everything.
 * @param coveredSince epoch ms since when no change can have been missed;
 * undefined: one can, and the task is polled.
 */
export function followTask(
  { now, random, databases }: Engine,
  task: Task,
  series: Partial<Series>,
  coveredSince: () => number | undefined,
): Followed {
  const { read: resources = [], soon = [], later = [], gapMs = 0 } = series;
  const run = task.run.bind(task);
  let pollAt = task.nextAt;
  let begunAt = Number.NEGATIVE_INFINITY;
  /** From one run to the next one of polling. */
  let intervalMs = 0;
  let isResting = false;
  let isAnnounced = false;

  async function hasAll(): Promise<boolean> {
    const cursors = await databases.cache.cursors.bulkGet(resources);
    const areRead = cursors.every(
      (row) =>
        row &&
        !row.failure &&
        row.seen === undefined &&
        (row.asOf ?? 0) >= begunAt,
    );
    return areRead && (series.isRead?.() ?? true);
  }

  task.run = async () => {
    isResting = false;
    begunAt = now();
    const read = isAnnounced ? (series.readNow ?? run) : run;
    isAnnounced = false;
    pollAt = await read();
    intervalMs = pollAt - now();
    const isDone = await hasAll();
    const since = coveredSince();
    isResting = isDone && since !== undefined && begunAt >= since;
    return isResting ? Number.POSITIVE_INFINITY : pollAt;
  };

  const dueAt = (at: number) => {
    task.nextAt = Math.min(task.nextAt, at);
  };

  return {
    announce(kinds) {
      if (kinds.some((kind) => soon.includes(kind))) {
        isAnnounced = true;
        series.onChange?.();
        // All clients hear it in the same moment.
        const soonest = now() + random() * LIVE_SPREAD_MS;
        dueAt(Math.max(soonest, begunAt + gapMs));
      } else if (kinds.some((kind) => later.includes(kind))) {
        dueAt(Math.max(pollAt, now() + random() * intervalMs));
      }
    },
    poll() {
      // A beat that dated it anew is no reading.
      isAnnounced ||= isResting;
      dueAt(pollAt);
    },
    spokenFor: () =>
      series.speaks && isResting && task.nextAt === Number.POSITIVE_INFINITY
        ? resources
        : [],
  };
}
