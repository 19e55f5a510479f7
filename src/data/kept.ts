import type { CacheDatabase, CursorRow } from '@/db/cache';
import { databases } from '@/db/open';
import { STATISTIC_KEYS } from '@/domain/statistic';
import type { ThreadList } from '@/domain/thread';

import { useFigures } from './use-live';

/** What one table of this device holds, and how old it is. */
export interface KeptTable {
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
  /** How many there are, where somebody said so. */
  total?: number;
  /** Epoch ms of the last good answer; absent: never, or never all at once. */
  asOf?: number;
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
] as const;

/** What is kept on this device, live. Undefined until read. */
export function useKept(): KeptTable[] | undefined {
  return useFigures('kept', () => {
    const { cache } = databases();
    // One transaction for all: this is read anew with every row that comes in.
    return cache.transaction('r', tables, async () => readKept(cache));
  });
}

async function readKept(cache: CacheDatabase): Promise<KeptTable[]> {
  const [cursors, forms, bodies, pages] = await Promise.all([
    cache.cursors.toArray(),
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
  const books = new Map(cursors.map((cursor) => [cursor.resource, cursor]));
  const published = forms.filter(({ draft }) => !draft);
  const kept = new Set(bodies);
  const { total: threads } = factsOf(books.get('threads:all'));
  const { asOf: formsAsOf } = factsOf(books.get('forms:public'));
  return [
    { name: 'urgent', count: urgent, ...factsOf(books.get('threads:urgent')) },
    { name: 'all', count: all, ...factsOf(books.get('threads:all')) },
    {
      name: 'details',
      count: details,
      ...(threads === undefined ? {} : { total: threads }),
      ...newest(cursors, 'detail:'),
    },
    {
      name: 'observers',
      count: observers,
      ...factsOf(books.get('observers')),
    },
    {
      // Those whose sections are kept, of those that the host has.
      name: 'forms',
      count: published.filter(({ id }) => kept.has(id)).length,
      total: published.length,
      ...(formsAsOf === undefined ? {} : { asOf: formsAsOf }),
    },
    { name: 'counties', count: counties, ...factsOf(books.get('counties')) },
    { name: 'stations', count: stations, ...newest(cursors, 'stations:') },
    {
      name: 'notifications',
      count: notifications,
      ...newest(cursors, 'notifications:'),
    },
    {
      // Lists of which at least the first page is kept.
      name: 'statistics',
      count: STATISTIC_KEYS.filter((key) =>
        pages.some((page) => page.startsWith(`${key}:`)),
      ).length,
      total: STATISTIC_KEYS.length,
      ...newest(cursors, 'statistics:'),
    },
  ];
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

function factsOf(
  cursor: CursorRow | undefined,
): Pick<KeptTable, 'asOf' | 'total'> {
  return {
    ...(cursor?.asOf === undefined ? {} : { asOf: cursor.asOf }),
    ...(cursor?.total === undefined ? {} : { total: cursor.total }),
  };
}

/** What comes in parts is as old as its newest part. */
function newest(
  cursors: readonly CursorRow[],
  prefix: string,
): Pick<KeptTable, 'asOf'> {
  const stamps = cursors.flatMap(({ resource, asOf }) =>
    asOf !== undefined && resource.startsWith(prefix) ? asOf : [],
  );
  return stamps.length === 0 ? {} : { asOf: Math.max(...stamps) };
}
