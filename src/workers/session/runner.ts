const AFTER_ERROR_MS = 60_000;

/** Something to do again and again, in order of urgency among its neighbours. */
export interface Task {
  /** Epoch ms before which it is not due. */
  nextAt: number;
  /** Never waits longer, in ms: a longer wait means that the clock was set back. */
  atMostMs?: number | undefined;
  /** Does it; answers the epoch ms at which it is due again. */
  run(): Promise<number>;
}

export interface Runner {
  /** Looks again: something may have become due. */
  wake(): void;
  stop(): void;
}

/**
 * Runs the first due task, one at a time, and sleeps until the next is due.
 * @param mayRun false keeps everything waiting until the next `wake`.
 * @param onError called when a run threw; the run is tried again after `AFTER_ERROR_MS`.
 */
export function createRunner(
  tasks: readonly Task[],
  now: () => number,
  mayRun: () => boolean,
  onError: (error: unknown) => void,
): Runner {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isStopped = false;

  async function work(): Promise<void> {
    if (isRunning || isStopped) return;
    isRunning = true;
    clearTimeout(timer);
    for (let task = dueTask(); task; task = dueTask()) {
      // Due again at the earliest when its run says so, even if it is woken
      // meanwhile.
      task.nextAt = Number.POSITIVE_INFINITY;
      const nextAt = await task.run().catch((error: unknown) => {
        // What a stop cuts off in the middle is no error.
        if (!isStopped) onError(error);
        return now() + AFTER_ERROR_MS;
      });
      task.nextAt = Math.min(task.nextAt, nextAt);
    }
    isRunning = false;
    const next = Math.min(...tasks.map(({ nextAt }) => nextAt));
    if (isStopped || !mayRun() || next === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(() => void work(), Math.max(0, next - now()));
  }

  function dueTask(): Task | undefined {
    if (isStopped || !mayRun()) return undefined;
    return tasks.find(({ nextAt, atMostMs = Number.POSITIVE_INFINITY }) => {
      const wait = nextAt - now();
      return wait <= 0 || (wait > atMostMs && Number.isFinite(wait));
    });
  }

  return {
    wake: () => void work(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
