import { useFigures, useLive } from '@/data/live/use-live';
import { readWaitingMarks } from '@/data/triage/triage';
import { databases } from '@/db/open';
import { countByState, countOpenOps } from '@/db/open-ops';
import type { Op } from '@/domain/outbox/op';

/** Every op of the outbox, newest first; undefined until read. */
export function useOutbox(): Op[] | undefined {
  return useLive('outbox', readNewestFirst);
}

/** The same where all of them are listed: while many go out, a few times a second. */
export function useOutboxList(): Op[] | undefined {
  return useFigures('outbox', readNewestFirst);
}

async function readNewestFirst(): Promise<Op[]> {
  return databases().intent.outbox.reverse().toArray();
}

/** How many changes the server does not have yet. */
export function countUnsent(): Promise<number> {
  return countOpenOps(databases().intent.outbox);
}

export interface OutboxCounts {
  waiting: number;
  sending: number;
  needsYou: number;
}

/**
 * Counts for the sync status, with the decisions about threads: those that wait to be
 * sent, and those that the server refused, which need a person.
 */
export function useOutboxCounts(): OutboxCounts | undefined {
  return useFigures('outbox-counts', async () => {
    const { outbox, refusedMarks } = databases().intent;
    const [count, refused, marks] = await Promise.all([
      countByState(outbox),
      refusedMarks.count(),
      readWaitingMarks(),
    ]);
    return {
      waiting: marks.length + count.queued + count.unknown + count.retryWait,
      sending: count.inflight,
      needsYou: refused + count.conflict + count.rejected + count.needsConfirm,
    };
  });
}
