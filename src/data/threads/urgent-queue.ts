import { useMemo } from 'react';

import { cacheShare } from '@/data/device/cache-share';
import { useFigures } from '@/data/live/use-live';
import { useTriage } from '@/data/triage/triage';
import { isWhole } from '@/db/cache';
import { databases } from '@/db/open';
import type { CacheShare } from '@/domain/cache-share';
import type { Failure } from '@/domain/outbox/outcome';
import type { WaitingThread } from '@/domain/triage/queue';
import { isClosed } from '@/domain/triage/triage';

import { wholeList } from './thread-rows';

/** The urgent threads that wait for a decision, as far as they are cached. */
export interface UrgentQueue {
  /** In the order of the list, newest first. */
  waiting: readonly WaitingThread[];
  /** All urgent threads of the server are here: only then none waits when none is here. */
  isWhole: boolean;
  /** How many urgent threads are cached, closed ones too; absent when that is all of them. */
  cacheShare?: CacheShare | undefined;
  /** Epoch ms of the last good answer; absent: never loaded. */
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/**
 * What waits for a decision, live. Undefined until read.
 * @param county code; '' for all.
 */
export function useUrgentQueue(county = ''): UrgentQueue | undefined {
  const list = useFigures(`urgent-list:${county}`, () => readUrgent(county));
  const read = useFigures('read-threads', readRead);
  const triage = useTriage();
  return useMemo(() => {
    if (!list || !read || !triage) return undefined;
    const { keys, ...known } = list;
    const waiting = keys
      .filter((key) => !isClosed(triage.get(key) ?? []))
      .map((key) => ({ key, isUnread: !read.has(key) }));
    return { ...known, waiting };
  }, [list, read, triage]);
}

/** Keys alone: the rows of thousands of threads would be read for nothing. */
async function readUrgent(county: string) {
  const { cache } = databases();
  const { threads, cursors } = cache;
  const [cached, inCounty, cursor] = await cache.transaction(
    'r',
    threads,
    cursors,
    () =>
      Promise.all([
        wholeList('urgent').primaryKeys(),
        county === '' ? undefined : urgentIn(county).primaryKeys(),
        cursors.get('threads:urgent'),
      ]),
  );
  const keys = inCounty ?? cached;
  return {
    // Read from the oldest, in one request, and turned: backwards takes one for each key.
    keys: keys.map(([, key]) => key).toReversed(),
    isWhole: isWhole(cursor),
    cacheShare: cacheShare(cached.length, cursor),
    asOf: cursor?.asOf,
    failure: cursor?.failure,
  };
}

function urgentIn(county: string) {
  return databases()
    .cache.threads.where('[list+county+order]')
    .between(['urgent', county, -Infinity], ['urgent', county, Infinity]);
}

async function readRead(): Promise<ReadonlySet<string>> {
  const reads = await databases().intent.reads.toArray();
  return new Set(
    reads.filter(({ isUnread }) => isUnread !== true).map(({ key }) => key),
  );
}
