/** Thrown by `run` when the queue is full. The work was not begun. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many are waiting.');
    this.name = 'QueueFullError';
  }
}

export interface BoundedQueue {
  /** Runs `work` when its turn comes; rejects at once when the queue is full. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  size: () => { running: number; waiting: number };
}

/** Runs at most `atOnce` works at a time, while at most `waiting` others wait. */
export function createBoundedQueue(
  atOnce: number,
  waiting: number,
): BoundedQueue {
  const turns: (() => void)[] = [];
  let running = 0;

  return {
    async run(work) {
      if (running < atOnce) {
        running += 1;
      } else {
        if (turns.length >= waiting) throw new QueueFullError();
        // A work that ends hands its place over, so `running` stays the same.
        await new Promise<void>((resolve) => turns.push(resolve));
      }
      try {
        return await work();
      } finally {
        const next = turns.shift();
        if (next) next();
        else running -= 1;
      }
    },
    size: () => ({ running, waiting: turns.length }),
  };
}
