import { SWEEP_EVERY_MS } from '@/config';
import type { CursorRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import type { ThreadList } from '@/domain/answers/thread';
import { BACKOFF_MAX_MS } from '@/domain/outbox/waits';
import { AGAIN_FIRST_MS, pauseAfter } from '@/domain/pause-after';

import type { PullResult } from '@/workers/engine';
import type { Task } from '@/workers/session/runner';

/** A list that is read whole from time to time. */
export type WholeList = 'observers' | 'notifications' | `threads:${ThreadList}`;

/** Reads a whole list again and again. */
export interface WholeListTask extends Task {
  /** A page had the list read, and that reading was torn. */
  noteTorn(): void;
}

/**
 * Reads a whole list every `SWEEP_EVERY_MS`, counted from the last clean reading,
 * also after a restart. While it is torn (see `readUntilClean`) or cannot be read
 * it is read again after growing pauses, for as long as it takes: until then
 * screens say that the list is incomplete, and nothing may be concluded from
 * absence. A server that is away is not asked more often for it: then no task runs.
 * @param cursor of the list, as the last leader left it. @param now epoch ms.
 */
export function wholeListTask(
  cursor: CursorRow | undefined,
  read: () => Promise<PullResult>,
  now: () => number,
): WholeListTask {
  let misses = 0;
  const task: WholeListTask = {
    nextAt: isWhole(cursor) ? (cursor?.sweptAt ?? 0) + SWEEP_EVERY_MS : 0,
    atMostMs: SWEEP_EVERY_MS,
    async run() {
      const result = await read();
      const isTorn = result.ok && result.isTorn === true;
      misses = result.ok && !isTorn ? 0 : misses + 1;
      return (
        now() + pauseAfter(misses, isTorn ? BACKOFF_MAX_MS : SWEEP_EVERY_MS)
      );
    },
    noteTorn() {
      // The pauses of a list that is read again already are not cut short.
      if (misses > 0) return;
      misses = 1;
      task.nextAt = Math.min(task.nextAt, now() + AGAIN_FIRST_MS);
    },
  };
  return task;
}
