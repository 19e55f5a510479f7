import { useState } from 'react';

import type { QueueRun, WaitingThread } from '@/domain/triage/queue';
import {
  beginAgain,
  decideInQueue,
  followQueue,
  noRun,
  openInQueue,
  undoInQueue,
} from '@/domain/triage/queue';

/**
 * The way through the queue as long as its screen is open. It follows what waits
 * and what is opened; both are undefined until known.
 */
export function useQueueRun(
  waiting: readonly WaitingThread[] | undefined,
  openKey: string | undefined,
) {
  const [held, setRun] = useState(noRun);
  const run = follow(held, waiting, openKey);
  if (run !== held) setRun(run);
  return {
    run,
    decide: (key: string) => setRun((now) => decideInQueue(now, key)),
    undo: (key: string) => setRun((now) => undoInQueue(now, key)),
    beginAgain: () => setRun(beginAgain),
  };
}

function follow(
  run: QueueRun,
  waiting: readonly WaitingThread[] | undefined,
  openKey: string | undefined,
): QueueRun {
  // The order is made when all of it is known.
  if (!waiting) return run;
  const followed = followQueue(run, waiting);
  return openKey === undefined ? followed : openInQueue(followed, openKey);
}
