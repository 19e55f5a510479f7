import { getThreads } from '@/api/answers';
import { HEAD_PAGE_SIZE, HEAD_PAGES, SWEEP_EVERY_MS } from '@/config';
import type { CacheDatabase, CursorRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import type {
  Thread,
  ThreadList,
  ThreadPair,
  ThreadViewQuery,
} from '@/domain/answers/thread';
import { viewOf } from '@/domain/answers/thread';

import { commit, etagOf, noteReply } from '@/workers/engine/commit';
import type { Engine, PullResult } from '@/workers/engine/engine';
import { pulled, resultOf } from '@/workers/engine/engine';
import { changeCounts, countReports } from './county-reports';
import { isUsable } from './early-head';
import type { Round } from './sweep';
import {
  countMet,
  countMissing,
  isCleanSweep,
  readingOf,
  readUntilClean,
  ROUNDS,
  wholeSize,
} from './sweep';
import type { RowKey } from './thread-rows';
import { cacheThreads } from './thread-rows';

/** Clean sweeps that must miss a thread before it leaves its list. */
const PATIENCE = 3;

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
 * Reads a whole list in one page, and removes the threads that it does not have,
 * however many: a user has confirmed it. Torn readings remove nothing.
 */
export async function confirmThreadDeletions(
  engine: Engine,
  list: ThreadList,
): Promise<PullResult> {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get(resourceOf(list));
  const confirmed = await cachedOf(cache, list).primaryKeys();
  const alive = new Set<string>();
  return readUntilClean(
    (size) => readThreads(engine, list, alive, size, confirmed),
    wholeSize(cursor?.total ?? 0),
  );
}

/**
 * @param alive gets the keys that are met, in this reading and in those before it.
 * @param confirmed keys that were cached when a user confirmed that those are gone
 * that a clean reading misses.
 */
async function readThreads(
  engine: Engine,
  list: ThreadList,
  alive: Set<string>,
  pageSize: number,
  confirmed?: readonly RowKey[],
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
    const absence = isClean
      ? await forgetUnseen(engine, list, alive, confirmed)
      : undefined;
    const met = countMet(engine, resource, totals, seen);
    const reading = readingOf(totals, met, engine.now());
    await noteReply(engine, resource, reply, { ...reading, ...absence });
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

/**
 * Removes threads that clean sweeps missed, or of which a user has confirmed it.
 * @returns what the cursor says of rows that stay because a user has to be asked first.
 */
async function forgetUnseen(
  engine: Engine,
  list: ThreadList,
  seen: ReadonlySet<string>,
  confirmed: readonly RowKey[] | undefined,
): Promise<Pick<CursorRow, 'unconfirmedDeletions'>> {
  const tables = ['threads', 'countyReports', 'cursors'] as const;
  return commit(engine, tables, async (cache) => {
    const { threads } = cache;
    const isSeen = ([, key]: RowKey) => seen.has(key);
    const cached = await cachedOf(cache, list).primaryKeys();
    const unseen = cached.filter((key) => !isSeen(key));
    const calm =
      list === 'urgent' ? await noLongerUrgent(engine, unseen) : undefined;
    const { suspects, unconfirmed } = confirmed
      ? { suspects: confirmed.filter((key) => !isSeen(key)), unconfirmed: 0 }
      : await countMissing(threads, {
          cached,
          isSeen,
          isExplained: ([, key]) => calm?.has(key) === true,
          patience: PATIENCE,
        });
    const rows = await threads.bulkGet(suspects);
    await threads.bulkDelete(suspects);
    await changeCounts(
      cache,
      rows.map((before) => ({ before })),
    );
    return { unconfirmedDeletions: unconfirmed || undefined };
  });
}

/**
 * Threads that the urgent list misses while the list of all threads has them: they
 * have lost their urgency, and the server is not in trouble. A reading of all threads
 * that is older than two intervals proves nothing: with it alone a row is counted
 * less often than its patience.
 */
async function noLongerUrgent(
  engine: Engine,
  unseen: readonly RowKey[],
): Promise<ReadonlySet<string>> {
  const { threads, cursors } = engine.databases.cache;
  const all = await cursors.get(resourceOf('all'));
  const age = Math.abs(engine.now() - (all?.sweptAt ?? 0));
  const isProof =
    isWhole(all) &&
    all?.unconfirmedDeletions === undefined &&
    age < 2 * SWEEP_EVERY_MS;
  if (!isProof) return new Set();
  const twins = await threads.bulkGet(
    unseen.map(([, key]): RowKey => ['all', key]),
  );
  return new Set(twins.flatMap((row) => (row?.missing === 0 ? [row.key] : [])));
}
