import type { DetailsPage, DetailsQuery } from '@/api/details';
import { getDetails } from '@/api/details';
import { ROWS_PER_PUT } from '@/config';
import type { CursorRow } from '@/db/cache';
import type { ThreadDetails } from '@/domain/answers/details';
import { threadKey } from '@/domain/answers/thread';
import type { Failure } from '@/domain/outbox/outcome';

import { commit, noteReply, readMeta } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';
import { DETAIL_TABLES, detailResource, putDetails } from './detail-rows';
import { dropBlocks } from './pack-blocks';

/** Cursors that say how far the details of urgent threads were read in bulk, and those of all. */
export const URGENT_DETAILS = 'details:urgent';
export const ALL_DETAILS = 'details:all';
export type BulkPart = typeof URGENT_DETAILS | typeof ALL_DETAILS;

/** Pages that one run reads; the others are left for the next, after more urgent work. */
const PAGES_AT_ONCE = 5;

/** How a reading ended: with the last page, before it, or because the server failed. */
type Ended = 'done' | 'more' | { failure: Failure };

export type BulkResult = Ended | 'notOffered';

interface Wanted {
  /** Only urgent threads. */
  isUrgentOnly: boolean;
  /** Asked before each page. */
  mayGoOn: () => boolean;
}

/**
 * Whether the server gives the details of many threads in one reply, as far as it has
 * said (`workers/triage.ts`): nothing waits here for a question that may get no answer.
 */
export async function givesBulk({ databases }: Engine): Promise<boolean> {
  const offers = await readMeta(databases.cache, 'offers');
  return offers?.includes('details') ?? false;
}

/** Whether the server has said what it offers, or that it offers nothing. */
export async function areOffersKnown({ databases }: Engine): Promise<boolean> {
  return (await readMeta(databases.cache, 'offers')) !== undefined;
}

/** Whether all details of a part are here, but for what changed since the last reading. */
export async function isFilled(
  { databases }: Engine,
  part: BulkPart,
): Promise<boolean> {
  const cursor = await databases.cache.cursors.get(part);
  return cursor?.sweptAt !== undefined;
}

/**
 * Reads the details that changed since the last time, of many threads in one reply:
 * the first time those of urgent threads, then of all others. Later one question tells
 * whether anything changed. What was read stays read: a stop, an update and a new
 * leader go on where the last page ended.
 */
export async function pullBulkDetails(
  engine: Engine,
  { isUrgentOnly, mayGoOn }: Wanted,
): Promise<BulkResult> {
  if (!(await givesBulk(engine))) return 'notOffered';
  const left = { pages: PAGES_AT_ONCE };
  const read = (part: BulkPart, isUrgent?: boolean) =>
    readPart(engine, part, isUrgent, () => mayGoOn() && (left.pages -= 1) >= 0);
  if (!isUrgentOnly && (await isFilled(engine, ALL_DETAILS)))
    return read(ALL_DETAILS);
  const urgent = await read(URGENT_DETAILS, true);
  if (isUrgentOnly || urgent !== 'done') return urgent;
  return read(ALL_DETAILS, false);
}

/** Reads page after page, each with the place where the next one begins. */
async function readPart(
  engine: Engine,
  part: BulkPart,
  isUrgent: boolean | undefined,
  mayGoOn: () => boolean,
): Promise<Ended> {
  const { cursors } = engine.databases.cache;
  for (;;) {
    if (engine.isStopped() || !mayGoOn()) return 'more';
    const { after } = (await cursors.get(part)) ?? {};
    const query: DetailsQuery = { after, isUrgent };
    const reply = await getDetails(engine.background, query);
    if (!reply.ok || !reply.value) {
      const failure: Failure = reply.ok
        ? { kind: 'unreadable', status: reply.status }
        : reply.failure;
      await noteReply(engine, part, { ok: false, failure });
      // A miss all the same: a server that says so again and again is asked less often.
      if (failure.status === 410) await beginAnew(engine);
      return { failure };
    }
    if (!(await isFilled(engine, part))) await dropBlocks(engine);
    await keepPage(engine, reply.value);
    const isNoted = await noteReading(engine, part, query, reply.value);
    // The same page for ever: a miss, so that it is asked for less often.
    const isStuck = reply.value.hasMore && reply.value.next === after;
    if (!isNoted || isStuck) return { failure: { kind: 'unreadable' } };
    if (!reply.value.hasMore) return 'done';
  }
}

/** The details stay: what is read again and the same is not written. */
async function beginAnew(engine: Engine): Promise<void> {
  await commit(engine, ['cursors'], ({ cursors }) =>
    cursors.bulkDelete([URGENT_DETAILS, ALL_DETAILS]),
  );
}

/** Stores the threads of a page, in small commits. */
async function keepPage(engine: Engine, { data }: DetailsPage): Promise<void> {
  const tables = [...DETAIL_TABLES, 'cursors'] as const;
  const now = engine.now();
  for (let at = 0; at < data.length; at += ROWS_PER_PUT) {
    const slice = data.slice(at, at + ROWS_PER_PUT);
    await commit(engine, tables, async (cache) => {
      const names = slice.map((thread) => detailResource(keyOf(thread)));
      const known = await cache.cursors.bulkGet(names);
      // What was read of a thread since it moved on is newer, and the thread comes again.
      const news = slice.filter(
        ({ lastModified }, index) =>
          (known[index]?.threadOrder ?? 0) <= lastModified,
      );
      await putDetails(cache, now, news);
      await cache.cursors.bulkPut(news.map((row) => cursorOf(row, now)));
    });
  }
}

/**
 * Notes where the next page begins, once the threads before it are stored.
 * @returns false where they are there no more.
 */
async function noteReading(
  engine: Engine,
  part: BulkPart,
  { after, isUrgent }: DetailsQuery,
  { data, next, hasMore }: DetailsPage,
): Promise<boolean> {
  const now = engine.now();
  const keys = new Set(data.map(keyOf));
  const tables = ['details', 'cursors'] as const;
  return commit(engine, tables, async ({ details, cursors }) => {
    const known = await cursors.get(part);
    // A page of the app made room meanwhile (`db/reserve.ts`): they are read again.
    const there = await details
      .where('key')
      .anyOf([...keys])
      .count();
    if (known?.after !== after || there < keys.size) return false;
    const urgent = await cursors.get(URGENT_DETAILS);
    // The last page of those that are not urgent: what is urgent and changed meanwhile
    // stood on none of them, so all is read on from where the urgent ones ended.
    const isEndOfOthers = !hasMore && isUrgent === false;
    const goOn = isEndOfOthers ? urgent?.after : next;
    await cursors.put({
      ...known,
      resource: part,
      triedAt: now,
      failure: undefined,
      after: goOn,
      ...(hasMore ? {} : { asOf: now, sweptAt: known?.sweptAt ?? now }),
    });
    // What is read of all threads has the urgent ones, too.
    if (isUrgent === undefined) {
      await cursors.update(URGENT_DETAILS, { after: goOn });
    }
    return true;
  });
}

/** As after a reading of this thread alone. */
function cursorOf(thread: ThreadDetails, now: number): CursorRow {
  return {
    resource: detailResource(keyOf(thread)),
    triedAt: now,
    asOf: now,
    threadOrder: thread.lastModified,
    isOfBulk: true,
  };
}

function keyOf({ observerId, pollingStationId }: ThreadDetails): string {
  return threadKey(observerId, pollingStationId);
}
