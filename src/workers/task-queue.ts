/** Something that waits for its time. */
interface Waiting {
  /** Epoch ms before which it is not due. */
  times: { nextAt: number };
}

export interface TaskQueue {
  /** Looks again: something may have become due. */
  wake(): void;
  stop(): void;
}

interface TaskQueueOptions<T> {
  /** Epoch ms. */
  now: () => number;
  isDue: (task: T) => boolean;
  /** False keeps a task waiting until the next `wake`. */
  mayRun: (task: T) => boolean;
  /** Never rejects. */
  run: (task: T) => Promise<void>;
}

/**
 * Runs the first due task, one at a time, and sleeps until the next is due.
 * @param tasks in order of urgency.
 */
export function createTaskQueue<T extends Waiting>(
  tasks: readonly T[],
  { now, isDue, mayRun, run }: TaskQueueOptions<T>,
): TaskQueue {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isStopped = false;

  const nextDue = () =>
    isStopped ? undefined : tasks.find((task) => isDue(task) && mayRun(task));

  async function work(): Promise<void> {
    if (isBusy || isStopped) return;
    isBusy = true;
    clearTimeout(timer);
    for (let task = nextDue(); task; task = nextDue()) await run(task);
    isBusy = false;
    if (isStopped) return;
    const waits = tasks.filter(mayRun).map(({ times }) => times.nextAt);
    const nextAt = Math.min(Number.POSITIVE_INFINITY, ...waits);
    if (nextAt === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(() => void work(), Math.max(0, nextAt - now()));
  }

  return {
    wake: () => void work(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
