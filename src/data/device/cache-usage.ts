import { useFigures } from '@/data/live/use-live';
import type { CacheDatabase, CursorRow } from '@/db/cache';
import { databases } from '@/db/open';
import type { ThreadList } from '@/domain/answers/thread';
import { STATISTIC_KEYS } from '@/domain/statistic';

import { cacheShare } from './cache-share';

/** What one table of this device holds, and how old it is. */
export interface CachedTable {
  name:
    | 'urgent'
    | 'all'
    | 'details'
    | 'observers'
    | 'forms'
    | 'counties'
    | 'stations'
    | 'notifications'
    | 'statistics';
  count: number;
  /** How many the server has, where it said so. */
  total?: number | undefined;
  /** Epoch ms of the last good answer; absent: never, or never all at once. */
  asOf?: number | undefined;
}

const tables = [
  'threads',
  'details',
  'observers',
  'forms',
  'formBodies',
  'counties',
  'stations',
  'notifications',
  'statistics',
  'cursors',
  'meta',
] as const;

/** What this device has cached, live. Undefined until read. */
export function useCacheUsage(): CachedTable[] | undefined {
  return useFigures('cache-usage', () => {
    const { cache } = databases();
    // One transaction for all: this is read anew with every row that comes in.
    return cache.transaction('r', tables, async () => readCached(cache));
  });
}

async function readCached(cache: CacheDatabase): Promise<CachedTable[]> {
  const [cursors, readable, forms, bodies, pages] = await Promise.all([
    readCursors(cache),
    cache.meta.get('readable'),
    cache.forms.toArray(),
    cache.formBodies.toCollection().primaryKeys(),
    cache.statistics.toCollection().primaryKeys(),
  ]);
  const [urgent, all, details, observers, counties, stations, notifications] =
    await Promise.all([
      countThreads(cache, 'urgent'),
      countThreads(cache, 'all'),
      cache.details.count(),
      cache.observers.count(),
      cache.counties.count(),
      cache.stations.count(),
      cache.notifications.count(),
    ]);
  const freshness = new Map(cursors.map((cursor) => [cursor.resource, cursor]));
  const cached = new Set(bodies);
  const threads = freshness.get('threads:all')?.total;
  const formLists = [
    freshness.get('forms:public'),
    freshness.get('forms:draft'),
  ];
  const formTimes = formLists.map((list) => list?.asOf);
  return [
    { name: 'urgent', ...factsOf(urgent, freshness.get('threads:urgent')) },
    { name: 'all', ...factsOf(all, freshness.get('threads:all')) },
    {
      name: 'details',
      ...(readable?.k === 'readable'
        ? readable.v
        : { count: details, total: threads }),
    },
    { name: 'observers', ...factsOf(observers, freshness.get('observers')) },
    {
      // Published ones and drafts whose sections are cached, of all in both lists.
      name: 'forms',
      count: forms.filter(({ id }) => cached.has(id)).length,
      total: forms.length,
      asOf: formTimes.every((time) => time !== undefined)
        ? Math.min(...formTimes)
        : undefined,
    },
    { name: 'counties', ...factsOf(counties, freshness.get('counties')) },
    {
      name: 'stations',
      count: stations,
      total: totalOf(cursors, 'stations:'),
      ...newest(cursors, 'stations:'),
    },
    {
      name: 'notifications',
      ...factsOf(notifications, freshness.get('notifications')),
    },
    {
      // Lists of which at least the first page is cached.
      name: 'statistics',
      count: STATISTIC_KEYS.filter((key) =>
        pages.some((page) => page.startsWith(`${key}:`)),
      ).length,
      total: STATISTIC_KEYS.length,
      ...newest(cursors, 'statistics:'),
    },
  ];
}

/** Without those of each thread: there are as many as threads. */
async function readCursors({ cursors }: CacheDatabase): Promise<CursorRow[]> {
  const first = 'detail:';
  const after = 'detail;';
  const [before, rest] = await Promise.all([
    cursors.where('resource').below(first).toArray(),
    cursors.where('resource').aboveOrEqual(after).toArray(),
  ]);
  return [...before, ...rest];
}

function countThreads(
  cache: CacheDatabase,
  list: ThreadList,
): PromiseLike<number> {
  return cache.threads
    .where('[list+order]')
    .between([list, -Infinity], [list, Infinity])
    .count();
}

/** A list whose last reading was torn counts what that reading met. */
function factsOf(
  count: number,
  cursor: CursorRow | undefined,
): Pick<CachedTable, 'count' | 'asOf' | 'total'> {
  return {
    count: cacheShare(count, cursor)?.cached ?? count,
    asOf: cursor?.asOf,
    total: cursor?.total,
  };
}

/** How many there are in all the parts that were asked for. */
function totalOf(cursors: readonly CursorRow[], prefix: string): number {
  return cursors
    .filter(({ resource }) => resource.startsWith(prefix))
    .reduce((sum, { total = 0 }) => sum + total, 0);
}

/** What comes in parts is as old as its newest part. */
function newest(
  cursors: readonly CursorRow[],
  prefix: string,
): Pick<CachedTable, 'asOf'> {
  const times = cursors.flatMap(({ resource, asOf }) =>
    asOf !== undefined && resource.startsWith(prefix) ? asOf : [],
  );
  return times.length === 0 ? {} : { asOf: Math.max(...times) };
}
