import { useMemo } from 'react';

import { useFigures } from '@/data/live/use-live';
import type { TriageByThread } from '@/data/triage/triage';
import { useTriage } from '@/data/triage/triage';
import { databases } from '@/db/open';
import type { ThreadFilter, ThreadList } from '@/domain/answers/thread';
import type { CacheShare } from '@/domain/cache-share';
import type { TriageState } from '@/domain/triage/triage';
import { countStates, triageStateOf } from '@/domain/triage/triage';

import { readListState } from './thread-window';

/** How many threads of a list stand in each state. */
export interface ThreadCounts {
  states: Record<TriageState, number>;
  /** How many threads of the list are cached, and counted; absent when that is all of them. */
  cacheShare?: CacheShare | undefined;
}

interface CountedThreads {
  count: number;
  /** Those of them that have another state than new. */
  marked: readonly string[];
  cacheShare?: CacheShare | undefined;
}

/**
 * The states of the threads that a filter lets through, whichever state the filter
 * itself asks for, live; worked out from keys alone. Undefined until read, and under a
 * filter that needs the rows.
 */
export function useThreadCounts(
  list: ThreadList,
  { triage: _, ...filter }: ThreadFilter,
): ThreadCounts | undefined {
  const triage = useTriage();
  const marked = useMemo(() => triage && markedKeys(triage), [triage]);
  const { county, ...others } = filter;
  const isByKeys = Object.values(others).every((value) => value === undefined);
  const key = JSON.stringify([list, county, isByKeys, marked]);
  const counted = useFigures(`thread-counts:${key}`, async () =>
    marked && isByKeys ? readCounted(list, county, marked) : undefined,
  );
  return useMemo(() => {
    if (!counted || !triage) return undefined;
    const states = countStates(counted.marked, triage);
    states.new += counted.count - counted.marked.length;
    return { states, cacheShare: counted.cacheShare };
  }, [counted, triage]);
}

function markedKeys(triage: TriageByThread): string[] {
  return [...triage].flatMap(([key, history]) =>
    triageStateOf(history) === 'new' ? [] : [key],
  );
}

async function readCounted(
  list: ThreadList,
  county: string | undefined,
  marked: readonly string[],
): Promise<CountedThreads> {
  const { threads } = databases().cache;
  const { total, cacheShare } = await readListState(list);
  if (county === undefined) {
    const keys = await threads
      .where(':id')
      .anyOf(marked.map((key): [ThreadList, string] => [list, key]))
      .primaryKeys();
    return {
      // Rows may be there before the total that counts them.
      count: Math.max(cacheShare?.cached ?? total, keys.length),
      marked: keys.map(([, key]) => key),
      cacheShare,
    };
  }
  const keys = await threads
    .where('[list+county+order]')
    .between([list, county, -Infinity], [list, county, Infinity])
    .primaryKeys();
  const inCounty = new Set(keys.map(([, key]) => key));
  return {
    count: inCounty.size,
    marked: marked.filter((key) => inCounty.has(key)),
    cacheShare,
  };
}
