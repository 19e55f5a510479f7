import { useLive } from '@/data/live/use-live';
import { readThreadsOf } from '@/data/threads/threads-of';
import type { Thread } from '@/domain/answers/thread';
import type { WaitingMark } from '@/domain/triage/shared';

import { readWaitingMarks } from './triage';

/** A decision about a thread, and what it is about as far as that is cached. */
export interface DecisionAbout<Mark> {
  mark: Mark;
  thread?: Thread | undefined;
  /** It stands in the list of urgent threads. */
  isUrgent: boolean;
}

export interface WaitingDecisions {
  count: number;
  /** The first of them, in the order in which they are sent. */
  first: DecisionAbout<WaitingMark>[];
}

/** So many are listed: a reviewer without a connection makes hundreds in an hour. */
const LISTED = 20;

/** The decisions that wait to be sent, live; undefined until read. */
export function useWaitingMarks(): WaitingDecisions | undefined {
  return useLive('waiting-marks', async () => {
    const marks = await readWaitingMarks();
    const first = await aboutThreads(marks.slice(0, LISTED));
    return { count: marks.length, first };
  });
}

/** Marks with the threads that they are about, in their order. */
export async function aboutThreads<Mark extends { key: string }>(
  marks: readonly Mark[],
): Promise<DecisionAbout<Mark>[]> {
  const threads = await readThreadsOf(marks.map(({ key }) => key));
  return marks.map((mark, at) => ({
    mark,
    thread: threads[at],
    isUrgent: threads[at]?.list === 'urgent',
  }));
}
