import { cacheShare } from '@/data/device/cache-share';
import { readPublishedForms } from '@/data/forms/forms';
import { useLive } from '@/data/live/use-live';
import { databases } from '@/db/open';
import { HOUR_MS } from '@/domain/coverage/hours';
import type { CacheShare } from '@/domain/cache-share';
import { answersById, isQuestionFlagged } from '@/domain/forms/form';
import type { Failure } from '@/domain/outbox/outcome';
import type { StatisticKey, StatisticValue } from '@/domain/statistic';
import { tally } from '@/domain/statistic';

export interface CachedStatistics {
  values: StatisticValue[];
  /** Threads that were counted. */
  threads: number;
  /** How many threads there are, where the server said so. */
  total?: number | undefined;
}

/**
 * Forms of the opening and of the count, by the end of their code
 * (docs/api-contract.md 4.4).
 */
const FORM_OF: Partial<Record<StatisticKey, string>> = {
  'sesizari-deschidere-judete': 'A',
  'sesizari-deschidere-sectii': 'A',
  'sesizari-numarare-judete': 'C',
  'sesizari-numarare-sectii': 'C',
};

/**
 * A list of statistics worked out from cached rows, for when the server's own
 * was never loaded: an excerpt, and to be called one. Undefined until read.
 * @param isWanted false reads nothing.
 */
export function useCachedStatistics(
  key: StatisticKey,
  isWanted: boolean,
): CachedStatistics | undefined {
  return useLive(`cached-statistics:${key}:${isWanted}`, async () =>
    isWanted ? countCached(key) : { values: [], threads: 0 },
  );
}

async function countCached(key: StatisticKey): Promise<CachedStatistics> {
  const { threads, counties, cursors } = databases().cache;
  const total = (await cursors.get('threads:all'))?.total;
  const rows = await threads
    .where('[list+key]')
    .between(['all', ''], ['all', '\uFFFF'])
    .toArray();
  const names = new Map(
    (await counties.toArray()).map(({ code, name }) => [code, name]),
  );
  const countyOf = (code: string) => names.get(code) ?? code;
  if (key === 'numar-observatori') {
    const pairs = new Set(
      rows
        .filter(({ county }) => county !== '')
        .map(({ county, observerId }) => `${county} ${observerId}`),
    );
    const labels = [...pairs].map((pair) => countyOf(pair.split(' ')[0] ?? ''));
    return { values: tally(labels), threads: rows.length, total };
  }
  const flags = await flaggedAnswers(FORM_OF[key]);
  const isByCounty = key.endsWith('judete');
  const labels = rows.flatMap((row) =>
    Array.from({ length: flags.get(row.key) ?? 0 }, () =>
      isByCounty ? countyOf(row.county) : row.pollingStationName,
    ),
  );
  return { values: tally(labels), threads: flags.size, total };
}

/** Flagged questions of each thread whose details are cached, of one form or of all. */
async function flaggedAnswers(
  formCode: string | undefined,
): Promise<Map<string, number>> {
  const { forms, bodies } = await readPublishedForms();
  const wanted = new Set(
    forms
      .filter(({ code }) => formCode === undefined || code.endsWith(formCode))
      .map(({ id }) => id),
  );
  const questions = bodies
    .filter(({ id }) => wanted.has(id))
    .flatMap(({ sections }) => sections.flatMap((each) => each.questions));
  const counts = new Map<string, number>();
  await databases().cache.details.each(({ key, answers = [] }) => {
    const chosen = answersById(answers);
    const flagged = questions.filter((each) => isQuestionFlagged(each, chosen));
    counts.set(key, flagged.length);
  });
  return counts;
}

interface Arrivals {
  /** Epoch ms of the hour's beginning. */
  hour: number;
  flagged: number;
  unflagged: number;
}

export interface ArrivalsRead {
  hours: Arrivals[];
  /** False: the server does not say when threads change, so there is nothing to draw. */
  isDated: boolean;
  /** How many threads were counted, of how many; absent when the list is whole. */
  cacheShare?: CacheShare | undefined;
  /** Epoch ms of the last good answer with threads; absent: never loaded. */
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/** An election day and the night of the count. */
const HOURS_SHOWN = 24;

/**
 * In which hour the cached threads were last reported to, the last day of them.
 * Undefined until read.
 */
export function useArrivals(): ArrivalsRead | undefined {
  return useLive('arrivals', async () => {
    const { threads, cursors } = databases().cache;
    const urgent = new Set<string>();
    const changed = new Map<string, number>();
    let count = 0;
    await threads.each(({ list, key, lastModified }) => {
      if (list === 'urgent') urgent.add(key);
      else count += 1;
      if (lastModified === undefined) return;
      changed.set(key, Math.max(changed.get(key) ?? 0, lastModified));
    });
    const newest = Math.max(0, ...changed.values());
    const last = Math.floor(newest / HOUR_MS);
    const hours = Array.from({ length: HOURS_SHOWN }, (_, at) => ({
      hour: (last - HOURS_SHOWN + 1 + at) * HOUR_MS,
      flagged: 0,
      unflagged: 0,
    }));
    for (const [key, at] of changed) {
      const bar = hours[Math.floor(at / HOUR_MS) - last + HOURS_SHOWN - 1];
      if (bar) bar[urgent.has(key) ? 'flagged' : 'unflagged'] += 1;
    }
    const first = hours.findIndex((bar) => bar.flagged + bar.unflagged > 0);
    const cursor = await cursors.get('threads:all');
    return {
      hours: first < 0 ? [] : hours.slice(first),
      isDated: changed.size > 0 || count + urgent.size === 0,
      cacheShare: cacheShare(count, cursor),
      asOf: cursor?.asOf,
      failure: cursor?.failure,
    };
  });
}
