import { getThreads } from '@/api/answers';
import { HEAD_PAGE_SIZE, HEAD_PAGES } from '@/config';
import type { CacheDatabase, ThreadRow } from '@/db/cache';
import { areReportsCounted, writeCountyReports } from '@/db/cache';
import type { DetailDigest } from '@/domain/answers/digest';
import { digestOf } from '@/domain/answers/digest';
import type { County } from '@/domain/county';
import type {
  Thread,
  ThreadList,
  ThreadPair,
  ThreadViewQuery,
} from '@/domain/answers/thread';
import { orderThreads, placeOf, viewOf } from '@/domain/answers/thread';

import {
  addMissing,
  commit,
  distinct,
  etagOf,
  isLastCached,
  noteReply,
  putChanged,
  readCached,
  readMeta,
} from '@/workers/commit';
import type { Engine, PullResult } from '@/workers/engine';
import { pulled, resultOf } from '@/workers/engine';
import { changeCounts, countLater } from './county-reports';
import { isUsable } from './early-head';
import type { Round } from './sweep';
import {
  countMet,
  countMissing,
  isCleanSweep,
  readingOf,
  readUntilClean,
  ROUNDS,
} from './sweep';

/** Clean sweeps that must miss a thread before it leaves its list. */
const PATIENCE = 3;

type RowKey = [ThreadList, string];

/** Threads without a date that no page of the whole list brought yet stand at its end. */
const UNPLACED = 0;

/** Resource of a whole list. */
function resourceOf(list: ThreadList): string {
  return `threads:${list}`;
}

/**
 * Reads the top of a list until a page brings nothing new and no row is missing
 * from the total: a thread moves to the top when it changes. A reading that ends
 * before that leaves the list as torn, because the next one finds its rows cached
 * and could not tell that others are missing below them.
 */
export async function pullThreads(
  engine: Engine,
  list: ThreadList,
): Promise<PullResult> {
  const head: Head = { threads: [] };
  try {
    const result = await readHead(engine, list, head);
    return head.seen === undefined ? result : { ...result, isTorn: true };
  } finally {
    if (head.seen !== undefined) await noteTornHead(engine, list, head.seen);
  }
}

/** What a reading of the top of a list has met. */
interface Head {
  threads: Thread[];
  /** How many distinct ones, while there may be more that changed. */
  seen?: number | undefined;
}

async function readHead(
  engine: Engine,
  list: ThreadList,
  head: Head,
): Promise<PullResult> {
  const { cache } = engine.databases;
  const resource = resourceOf(list);
  const cursor = await cache.cursors.get(resource);
  const totals: number[] = [];
  for (let page = 1; page <= HEAD_PAGES && !engine.isStopped(); page += 1) {
    const early =
      page === 1 ? takeEarly(engine, list, cursor?.triedAt) : undefined;
    const reply = await (early ??
      getThreads(engine.urgent, {
        list,
        filter: {},
        page,
        pageSize: HEAD_PAGE_SIZE,
        etag: page === 1 ? cursor?.etag : undefined,
      }));
    if (!reply.ok || !reply.value) {
      await noteReply(engine, resource, reply);
      return resultOf([reply]);
    }
    const { data, totalItems, totalPages } = reply.value;
    head.threads.push(...data);
    totals.push(totalItems);
    // A list that fits its head is whole without a sweep.
    const isAll = page >= totalPages;
    const written = await cacheThreads(engine, list, head.threads, {
      // The first rows of all wait for nothing; a sweep follows them.
      isCountedLater: cursor === undefined && !isAll,
    });
    const met = new Set(head.threads.map(({ key }) => key)).size;
    const reading = readingOf(totals, met, engine.now());
    const isSettled = async () =>
      written === 0 &&
      (totalItems === cursor?.total ||
        totalItems <= (await cachedOf(cache, list).count()));
    const isLast =
      isAll || cursor?.sweptAt === undefined || (await isSettled());
    head.seen = isLast ? undefined : met;
    await noteReply(engine, resource, reply, {
      total: totalItems,
      headSeen: head.seen,
      ...(page === 1 ? etagOf(reply) : {}),
      ...(isAll ? reading : {}),
    });
    if (isAll && reading.seen !== undefined) return { ok: true, isTorn: true };
    if (isLast) break;
  }
  return pulled;
}

/** A leader that ended while it read the top of a list left it as torn. */
export async function endHead(engine: Engine, list: ThreadList): Promise<void> {
  const { cursors } = engine.databases.cache;
  const seen = (await cursors.get(resourceOf(list)))?.headSeen;
  if (seen !== undefined) await noteTornHead(engine, list, seen);
}

function noteTornHead(engine: Engine, list: ThreadList, seen: number) {
  return commit(engine, ['cursors'], ({ cursors }) =>
    cursors.update(resourceOf(list), { seen, headSeen: undefined }),
  );
}

/** The cached rows of a list, by their keys. */
function cachedOf({ threads }: CacheDatabase, list: ThreadList) {
  return threads.where('[list+key]').between([list, ''], [list, '\uffff']);
}

function takeEarly(engine: Engine, list: ThreadList, triedAt?: number) {
  const early = engine.earlyHead;
  if (!early || !isUsable(early, list, engine.now(), triedAt)) return undefined;
  engine.earlyHead = undefined;
  return early.reply;
}

/**
 * Reads a whole list with the largest pages the server gives. Screens fill as
 * pages come; a thread leaves the list only after several clean sweeps miss it.
 */
export async function sweepThreads(
  engine: Engine,
  list: ThreadList,
): Promise<PullResult> {
  const alive = new Set<string>();
  const result = await readUntilClean((size) =>
    readThreads(engine, list, alive, size),
  );
  await countReports(engine);
  return result;
}

/**
 * Counts all cached threads where a first fill left them uncounted. A fill that
 * broke off is counted, too: the screens show what is there, and say that it is
 * not all.
 */
async function countReports(engine: Engine): Promise<void> {
  const { cache } = engine.databases;
  if (engine.isStopped() || (await areReportsCounted(cache))) return;
  await commit(engine, ['threads', 'countyReports'], writeCountyReports);
}

/** @param alive gets the keys that are met, in this reading and in those before it. */
async function readThreads(
  engine: Engine,
  list: ThreadList,
  alive: Set<string>,
  pageSize: number,
): Promise<Round> {
  const { cache } = engine.databases;
  const resource = resourceOf(list);
  const isFirstFill =
    (await cache.cursors.get(resource))?.sweptAt === undefined;
  const startedAt = engine.now();
  const all: Thread[] = [];
  const totals: number[] = [];
  for (let page = 1; !engine.isStopped(); page += 1) {
    const reply = await getThreads(engine.background, {
      list,
      filter: {},
      page,
      pageSize,
    });
    if (!reply.ok || !reply.value) {
      await noteReply(engine, resource, reply);
      return { result: resultOf([reply]) };
    }
    const { data, totalItems, totalPages } = reply.value;
    // Numbered below the pages before it, where no date says how old it is.
    const numbersFrom = startedAt - all.length;
    all.push(...data);
    totals.push(totalItems);
    await cacheThreads(engine, list, data, { isFirstFill, numbersFrom });
    if (page < totalPages && data.length > 0) continue;
    // A page alone cannot tell where its new threads stand among the cached ones.
    const isUndated = all.some((thread) => thread.lastModified === undefined);
    if (isUndated) {
      const numbersFromTop = { isFirstFill, numbersFrom: startedAt };
      await cacheThreads(engine, list, all, numbersFromTop);
    }
    const seen = new Set(all.map(({ key }) => key));
    for (const key of seen) alive.add(key);
    const isClean = isCleanSweep(totals, seen.size);
    if (isClean) await forgetUnseen(engine, list, alive);
    const met = countMet(engine, resource, totals, seen);
    const reading = readingOf(totals, met, engine.now());
    await noteReply(engine, resource, reply, reading);
    const isTorn = reading.seen !== undefined;
    return { result: pulled, tornTotal: isTorn ? totalItems : undefined };
  }
  return { result: pulled };
}

/**
 * One page of a filtered list, as the server answers it. A page that lacks rows of
 * its own total is torn: it is asked for again, and while it stays torn the
 * screen is answered from the cached list, which says how much of it is here.
 */
export async function pullThreadView(
  engine: Engine,
  query: ThreadViewQuery,
): Promise<PullResult> {
  const view = viewOf(query);
  for (let round = 1; ; round += 1) {
    const reply = await getThreads(engine.urgent, query);
    if (!reply.ok || !reply.value) {
      await noteReply(engine, view, reply);
      return resultOf([reply]);
    }
    const { data, totalItems } = reply.value;
    await cacheThreads(engine, query.list, data, { numbersFrom: UNPLACED });
    const keys = [...new Set(data.map(({ key }) => key))];
    const rest = totalItems - (query.page - 1) * query.pageSize;
    const isTorn = keys.length < Math.min(query.pageSize, rest);
    if (isTorn && round < ROUNDS) continue;
    await commit(engine, ['views'], async ({ views }) => {
      if (isTorn) await views.delete(view);
      else {
        const asOf = engine.now();
        await views.put({ view, keys, total: totalItems, asOf });
      }
    });
    await noteReply(engine, view, reply);
    return isTorn ? { ok: true, isTorn } : pulled;
  }
}

/** Fetches a thread that no list has brought, for a link that leads straight to it. */
export async function pullThreadOf(
  engine: Engine,
  { observerId }: ThreadPair,
): Promise<void> {
  for (const list of ['urgent', 'all'] as const) {
    const reply = await getThreads(engine.urgent, {
      list,
      filter: {},
      observerId,
      page: 1,
      pageSize: HEAD_PAGE_SIZE,
    });
    if (reply.ok && reply.value) {
      const { data } = reply.value;
      await cacheThreads(engine, list, data, { numbersFrom: UNPLACED });
    }
  }
}

interface Filling {
  /** The list was never read whole: most threads are new. */
  isFirstFill?: boolean;
  /** Coverage counts these threads when a sweep has ended, not now. */
  isCountedLater?: boolean;
  /** The number of the first thread, where no date gives one. */
  numbersFrom?: number;
}

/** @returns how many rows were new or different. */
async function cacheThreads(
  engine: Engine,
  list: ThreadList,
  read: readonly Thread[],
  filling: Filling,
): Promise<number> {
  const { isFirstFill = false, isCountedLater = isFirstFill } = filling;
  const { numbersFrom = engine.now() } = filling;
  const keyOf = ({ key }: Pick<Thread, 'key'>): RowKey => [list, key];
  const threads = distinct(({ key }) => key, read);
  // Outside of the transaction, which holds up all who read threads.
  const filedBy = await readMeta(engine.databases.cache, 'filedBy');
  const counties = await engine.databases.cache.counties.toArray();
  const bare = threads.map((thread) => rowOf(list, thread, counties));
  const fresh = isFirstFill ? numberRows(bare, new Map(), numbersFrom) : [];
  const tables = ['threads', 'details', 'countyReports'] as const;
  const count = await commit(engine, tables, async (cache) => {
    // Other counties came meanwhile, and all that was cached then is filed under them.
    if ((await readMeta(cache, 'filedBy')) !== filedBy) return undefined;
    const added: ThreadRow[] = [];
    if (isCountedLater) await countLater(cache);
    if (isFirstFill) {
      const [rows, isOld] = await Promise.all([
        withDigests(cache, fresh),
        isLastCached(cache.threads, keyOf, fresh),
      ]);
      const rest = new Set(
        isOld ? rows : await addMissing(cache.threads, rows),
      );
      if (rest.size === 0) return rows.length;
      added.push(...rows.filter((row) => !rest.has(row)));
    }
    const addedKeys = new Set(added.map(({ key }) => key));
    const rest = threads.filter(({ key }) => !addedKeys.has(key));
    const cached = await readCached(cache.threads, rest.map(keyOf));
    // Where no date says it, all cached rows tell where the others stand.
    for (const row of added) cached.set(String(keyOf(row)), row);
    const rows = numberRows(bare, cached, numbersFrom);
    const written = await putChanged(
      cache.threads,
      keyOf,
      await withDigests(cache, rows),
      isFirstFill,
      cached,
    );
    const changes = rows.map((after) => ({
      before: cached.get(String(keyOf(after))),
      after,
    }));
    await changeCounts(cache, changes);
    return added.length + written;
  });
  return count ?? cacheThreads(engine, list, read, filling);
}

/**
 * Gives rows their numbers, and the digests that are cached.
 * @param cached those that are cached, by `String([list, key])`.
 */
function numberRows(
  rows: readonly ThreadRow[],
  cached: ReadonlyMap<string, ThreadRow>,
  numbersFrom: number,
): ThreadRow[] {
  const orders = new Map(
    [...cached.values()].map(({ key, order }) => [key, order]),
  );
  const next = orderThreads(rows, orders, numbersFrom);
  return rows.map((row) => ({
    ...row,
    order: next.get(row.key) ?? 0,
    digest: cached.get(String([row.list, row.key]))?.digest,
  }));
}

/** Gives rows without a digest the one of their cached details. */
async function withDigests(
  cache: CacheDatabase,
  rows: readonly ThreadRow[],
): Promise<readonly ThreadRow[]> {
  const digests = await cachedDigests(
    cache,
    rows.filter(({ digest }) => !digest),
  );
  if (digests.size === 0) return rows;
  return rows.map((row) => {
    const digest = row.digest ?? digests.get(row.key);
    return { ...row, digest };
  });
}

/** A thread may come to a list after its details: the other list had it. */
async function cachedDigests(
  { details }: CacheDatabase,
  threads: readonly Thread[],
): Promise<Map<string, DetailDigest>> {
  if (threads.length === 0) return new Map();
  // One request for all keys: thousands of threads have no details, and few have some.
  const known = new Set(await details.toCollection().primaryKeys());
  const keys = threads.map(({ key }) => key).filter((key) => known.has(key));
  const rows = await details.bulkGet(keys);
  return new Map(
    rows.flatMap((row) => (row ? [[row.key, digestOf(row)]] : [])),
  );
}

/** A row without its number. */
function rowOf(
  list: ThreadList,
  thread: Thread,
  counties: readonly County[],
): ThreadRow {
  const place = placeOf(thread.pollingStationName, counties);
  return {
    ...thread,
    list,
    order: 0,
    county: place.county ?? '',
    stationNumber: place.stationNumber ?? -1,
    missing: 0,
  };
}

async function forgetUnseen(
  engine: Engine,
  list: ThreadList,
  seen: ReadonlySet<string>,
): Promise<void> {
  await commit(engine, ['threads', 'countyReports'], async (cache) => {
    const { threads } = cache;
    const cached = await cachedOf(cache, list).primaryKeys();
    const gone = await countMissing(
      threads,
      cached,
      ([, key]) => seen.has(key),
      PATIENCE,
    );
    const rows = await threads.bulkGet(gone);
    await threads.bulkDelete(gone);
    await changeCounts(
      cache,
      rows.map((before) => ({ before })),
    );
  });
}
