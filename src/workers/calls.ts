import type { GuardedList } from '@/db/cache';
import type { StatisticKey } from '@/domain/statistic';
import type {
  ThreadList,
  ThreadPair,
  ThreadViewQuery,
} from '@/domain/answers/thread';

import { pullCounties } from '@/workers/pull/counties';
import type { Engine, PullResult } from './engine/engine';
import { pulled, withPart } from './engine/engine';
import { pullForm } from '@/workers/pull/forms';
import { pullNotifications } from '@/workers/pull/notifications';
import {
  pullObserver,
  pullObservers,
  confirmObserverDeletions,
} from '@/workers/pull/observers';
import type { Scheduler } from '@/workers/scheduler';
import type { TaskName } from '@/workers/tasks';
import { pullThreadView, confirmThreadDeletions } from '@/workers/pull/threads';
import type { WholeList } from '@/workers/pull/whole-list';

export interface StatisticsQuery {
  key: StatisticKey;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** The leader of all tabs, as far as a call needs it. */
export interface Leader {
  engine: Engine;
  scheduler: Scheduler<TaskName>;
  /** Tries the connection, what is unsent and the tops of the lists now. */
  freshen(): void;
  /** A page shows the threads of this county: their details are fetched ahead first. */
  showCounty(code: string): void;
}

/**
 * Calls that only the leader performs, for its own page or for another tab. A
 * new one is added here alone: `sync` offers each under its name, without the
 * leader.
 */
export const leaderCalls = {
  /** The outbox has a new op, or somebody decided about a thread. */
  async push({ scheduler }: Leader) {
    scheduler.happened(['enqueued']);
    return pulled;
  },
  async freshen({ freshen }: Leader) {
    freshen();
    return pulled;
  },
  /** A reading under way is enough. */
  pullThreads: ({ scheduler }: Leader, list: ThreadList) =>
    scheduler.read(`head:${list}`, true),
  pullThreadView({ engine, showCounty }: Leader, query: ThreadViewQuery) {
    const { county } = query.filter;
    if (county !== undefined) showCounty(county);
    return pullThreadView(engine, query);
  },
  pullDetail: ({ engine }: Leader, pair: ThreadPair) =>
    withPart(
      () => import('@/workers/pull/details'),
      (part) => part.pullDetail(engine, pair),
    ),
  pullForms: ({ scheduler }: Leader) => scheduler.read('forms'),
  pullForm: ({ engine }: Leader, formId: number) => pullForm(engine, formId),
  pullCounties: ({ engine }: Leader) => pullCounties(engine),
  pullObservers: (leader: Leader) =>
    noted(leader, 'observers', pullObservers(leader.engine)),
  pullObserver: ({ engine }: Leader, phone: string) =>
    pullObserver(engine, phone),
  /** A user has confirmed that the rows are gone that the server no longer has. */
  confirmDeletions: (leader: Leader, list: GuardedList) =>
    noted(leader, list, confirmDeletions(leader.engine, list)),
  pullStations: ({ engine }: Leader, countyId: number) =>
    withPart(
      () => import('@/workers/pull/stations'),
      (part) => part.pullStations(engine, countyId),
    ),
  pullNotifications: (leader: Leader) => {
    const { engine } = leader;
    const reading = pullNotifications(engine, engine.urgent);
    return noted(leader, 'notifications', reading);
  },
  /** A user looks at a picture that is kept here: it stays longer than others. */
  seePicture: ({ engine }: Leader, path: string) =>
    withPart(
      () => import('@/workers/offline-tasks'),
      (part) => part.seePicture(engine, path),
    ),
  pullStatistics: ({ engine }: Leader, query: StatisticsQuery) =>
    withPart(
      () => import('@/workers/pull/statistics'),
      (part) => part.pullStatistics(engine, query),
    ),
};

function confirmDeletions(
  engine: Engine,
  list: GuardedList,
): Promise<PullResult> {
  return list === 'observers'
    ? confirmObserverDeletions(engine)
    : confirmThreadDeletions(
        engine,
        list === 'threads:urgent' ? 'urgent' : 'all',
      );
}

type LeaderCalls = typeof leaderCalls;
export type CallName = keyof LeaderCalls;

/** Arguments of a call, without the leader. */
export type CallArgs<Name extends CallName> = LeaderCalls[Name] extends (
  leader: Leader,
  ...args: infer Args
) => unknown
  ? Args
  : never;

/** What a worker that does not lead asks the leader of another tab to do. */
export interface Asked {
  name: string;
  args: unknown[];
}

const bells: ReadonlySet<CallName> = new Set(['push', 'freshen', 'seePicture']);

/** Whether a page asks for rows with this call; the others are bells. */
export function isReading(name: CallName): boolean {
  return !bells.has(name);
}

/** Has a torn reading of a whole list repeated soon. */
async function noted(
  { scheduler }: Leader,
  list: WholeList,
  reading: Promise<PullResult>,
): Promise<PullResult> {
  const result = await reading;
  if (result.isTorn) scheduler.happened([`torn:${list}`]);
  return result;
}
