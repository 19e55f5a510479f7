import { isClosedError } from '@/db/open';
import { StaleBuildError } from '@/db/writer';
import type { StatisticKey } from '@/domain/statistic';
import type {
  ThreadList,
  ThreadPair,
  ThreadViewQuery,
} from '@/domain/answers/thread';

import { FencedError } from './commit';
import { pullCounties, pullStations } from '@/workers/pull/counties';
import { pullDetail } from '@/workers/pull/details';
import type { Engine, PullResult } from './engine';
import { pulled } from './engine';
import { pullForm, pullForms } from '@/workers/pull/forms';
import { pullNotifications } from '@/workers/pull/notifications';
import { pullObserver, pullObservers } from '@/workers/pull/observers';
import type { Asked } from '@/workers/session/relay';
import type { Schedule } from './schedule';
import { pullStatistics } from '@/workers/pull/statistics';
import { pullThreads, pullThreadView } from '@/workers/pull/threads';
import type { WholeList } from '@/workers/pull/whole-list';

/** One page of a list, from 1. */
export interface PageQuery {
  page: number;
  pageSize: number;
}

export interface StatisticsQuery extends PageQuery {
  key: StatisticKey;
}

export type Calls = ReturnType<typeof callsOf>;

/** What the leader does on request, of its own page or of another tab. */
export function callsOf(engine: Engine, schedule: Schedule) {
  const noted = async (list: WholeList, read: Promise<PullResult>) => {
    const result = await read;
    schedule.noteReading(list, result);
    return result;
  };
  return {
    push: async () => {
      schedule.ring();
      return pulled;
    },
    freshen: async () => {
      schedule.freshen();
      return pulled;
    },
    pullThreads: (list: ThreadList) =>
      noted(`threads:${list}`, pullThreads(engine, list)),
    pullThreadView: (query: ThreadViewQuery) => {
      const { county } = query.filter;
      if (county !== undefined) schedule.prioritizeCounty(county);
      return pullThreadView(engine, query);
    },
    pullDetail: (pair: ThreadPair) => pullDetail(engine, pair),
    pullForms: () => pullForms(engine),
    pullForm: (formId: number) => pullForm(engine, formId),
    pullCounties: () => pullCounties(engine),
    pullObservers: () => noted('observers', pullObservers(engine)),
    pullObserver: (phone: string) => pullObserver(engine, phone),
    pullStations: (countyId: number) => pullStations(engine, countyId),
    pullNotifications: () =>
      noted('notifications', pullNotifications(engine, engine.urgent)),
    pullStatistics: (query: StatisticsQuery) => pullStatistics(engine, query),
  };
}

/**
 * Does what was asked. @returns `noWorker` when nobody here can: a fenced-off
 * leader does nothing any more, nor does one whose database was closed; whoever
 * asked may ask again.
 */
export async function runCall(
  calls: Calls | undefined,
  { name, args }: Asked,
): Promise<PullResult> {
  const call: ((...args: never[]) => Promise<PullResult>) | undefined =
    Object.entries(calls ?? {}).find(([key]) => key === name)?.[1];
  try {
    return call
      ? await Reflect.apply(call, undefined, args)
      : { ok: false, failure: { kind: 'noWorker' } };
  } catch (error) {
    const isFenced =
      error instanceof FencedError || error instanceof StaleBuildError;
    if (isFenced || isClosedError(error)) {
      return { ok: false, failure: { kind: 'noWorker' } };
    }
    throw error;
  }
}
