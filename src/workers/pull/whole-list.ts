import { SWEEP_EVERY_MS } from '@/config';
import type { CursorRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import type { ThreadList } from '@/domain/answers/thread';
import { BACKOFF_MAX_MS } from '@/domain/outbox/waits';

import type { PullResult } from '@/workers/engine';
import type { Task } from '@/workers/session/runner';

/** The pause after the first torn reading of a list; it doubles with each further one. */
const TORN_FIRST_MS = 5_000;

/** A list that is read whole from time to time. */
export type WholeList = 'observers' | 'notifications' | `threads:${ThreadList}`;

/** Reads a whole list again and again. */
export interface WholeListTask extends Task {
  /** A page had the list read, and that reading was torn. */
  noteTorn(): void;
}

/**
 * Reads a whole list every `SWEEP_EVERY_MS`, counted from the last clean reading,
 * also after a restart. While it is torn (see `readUntilClean`) it is read again
 * after growing pauses, for as long as it takes: until then screens say that the
 * list is incomplete, and nothing may be concluded from absence.
 * @param cursor of the list, as the last leader left it. @param now epoch ms.
 */
export function wholeListTask(
  cursor: CursorRow | undefined,
  read: () => Promise<PullResult>,
  now: () => number,
): WholeListTask {
  let torn = 0;
  const pause = () =>
    torn === 0
      ? SWEEP_EVERY_MS
      : Math.min(BACKOFF_MAX_MS, TORN_FIRST_MS * 2 ** (torn - 1));
  const task: WholeListTask = {
    nextAt: isWhole(cursor) ? (cursor?.sweptAt ?? 0) + SWEEP_EVERY_MS : 0,
    atMostMs: SWEEP_EVERY_MS,
    async run() {
      const result = await read();
      if (result.ok) torn = result.isTorn ? torn + 1 : 0;
      return now() + pause();
    },
    noteTorn() {
      // The pauses of a list that is torn already are not cut short.
      if (torn > 0) return;
      torn = 1;
      task.nextAt = Math.min(task.nextAt, now() + pause());
    },
  };
  return task;
}
