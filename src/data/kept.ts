import type { CacheDatabase } from '@/db/cache';
import { databases } from '@/db/open';
import { STATISTIC_KEYS } from '@/domain/statistic';
import type { ThreadList } from '@/domain/thread';

import { readPublishedForms } from './forms';
import { useLive } from './use-live';

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

/** What is kept on this device, live. Undefined until read. */
export function useKept(): KeptTable[] | undefined {
  return useLive('kept', async () => {
    const { cache } = databases();
    return Promise.all([
      readThreads(cache, 'urgent'),
      readThreads(cache, 'all'),
      readDetails(cache),
      readWhole(cache, 'observers'),
      readForms(cache),
      readWhole(cache, 'counties'),
      readStations(cache),
      readNewest(cache, 'notifications', cache.notifications.count()),
      readStatistics(cache),
    ]);
  });
}

async function readThreads(
  cache: CacheDatabase,
  list: ThreadList,
): Promise<KeptTable> {
  const [count, cursor] = await Promise.all([
    cache.threads
      .where('[list+order]')
      .between([list, -Infinity], [list, Infinity])
      .count(),
    cache.cursors.get(`threads:${list}`),
  ]);
  return { name: list, count, ...facts(cursor) };
}

async function readDetails(cache: CacheDatabase): Promise<KeptTable> {
  const [details, all] = await Promise.all([
    readNewest(cache, 'details', cache.details.count(), 'detail:'),
    cache.cursors.get('threads:all'),
  ]);
  return all?.total === undefined ? details : { ...details, total: all.total };
}

async function readWhole(
  cache: CacheDatabase,
  name: 'observers' | 'counties',
): Promise<KeptTable> {
  const [count, cursor] = await Promise.all([
    cache[name].count(),
    cache.cursors.get(name),
  ]);
  return { name, count, ...facts(cursor) };
}

/** Published forms whose sections are kept, of those that the host has. */
async function readForms(cache: CacheDatabase): Promise<KeptTable> {
  const { forms, bodies } = await readPublishedForms();
  const asOf = (await cache.cursors.get('forms:public'))?.asOf;
  return {
    name: 'forms',
    count: bodies.length,
    total: forms.length,
    ...(asOf === undefined ? {} : { asOf }),
  };
}

function readStations(cache: CacheDatabase): Promise<KeptTable> {
  return readNewest(cache, 'stations', cache.stations.count());
}

/** Lists of which at least the first page is kept. */
async function readStatistics(cache: CacheDatabase): Promise<KeptTable> {
  const pages = cache.statistics.toCollection().primaryKeys();
  const lists = pages.then(
    (names) =>
      STATISTIC_KEYS.filter((key) =>
        names.some((name) => name.startsWith(`${key}:`)),
      ).length,
  );
  const kept = await readNewest(cache, 'statistics', lists);
  return { ...kept, total: STATISTIC_KEYS.length };
}

/** What comes in parts is as old as its newest part. */
async function readNewest(
  cache: CacheDatabase,
  name: KeptTable['name'],
  counting: PromiseLike<number>,
  prefix = `${name}:`,
): Promise<KeptTable> {
  const [count, cursors] = await Promise.all([
    counting,
    cache.cursors.where('resource').startsWith(prefix).toArray(),
  ]);
  const stamps = cursors.flatMap(({ asOf }) => asOf ?? []);
  return stamps.length === 0
    ? { name, count }
    : { name, count, asOf: Math.max(...stamps) };
}

function facts(
  cursor: { asOf?: number; total?: number } | undefined,
): Pick<KeptTable, 'asOf' | 'total'> {
  return {
    ...(cursor?.asOf === undefined ? {} : { asOf: cursor.asOf }),
    ...(cursor?.total === undefined ? {} : { total: cursor.total }),
  };
}
