import type { Collection } from 'dexie';

import { getAnswerExtra, getAnswers } from '@/api/answers';
import type { Client } from '@/api/client';
import { getNotes } from '@/api/notes';
import type { ThreadRow } from '@/db/cache';
import type { DetailParts } from '@/domain/answers/details';
import type { Reply } from '@/domain/outbox/outcome';
import type { ThreadList, ThreadPair } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';

import { commit, noteReply } from '@/workers/engine/commit';
import type { Engine, PullResult } from '@/workers/engine/engine';
import { resultOf } from '@/workers/engine/engine';
import { detailResource, putDetails } from './detail-rows';
import { pullThreadOf } from './threads';

/** Fetches what a user opens, now; the thread too, when no list brought it yet. */
export async function pullDetail(
  engine: Engine,
  pair: ThreadPair,
): Promise<PullResult> {
  const cached = await cachedThreads(engine, pair);
  if (cached.length === 0) await pullThreadOf(engine, pair);
  return fetchDetail(engine, engine.urgent, pair);
}

async function cachedThreads(engine: Engine, pair: ThreadPair) {
  const key = threadKey(pair.observerId, pair.pollingStationId);
  const rows = await engine.databases.cache.threads.bulkGet([
    ['urgent', key],
    ['all', key],
  ]);
  return rows.filter((row) => row !== undefined);
}

/** How much is fetched ahead. */
interface Ahead {
  /** How many threads are to have cached details, those that have them included. */
  budget: number;
  /** Code of the county that a page showed last; undefined: no page did. */
  county: string | undefined;
  /** Asked before each thread whose details are fetched. */
  mayGoOn: () => boolean;
}

/**
 * Fetches details ahead, urgent threads first, then those of a county, then all;
 * newest first, only those that moved since they were fetched, one after the
 * other (docs/offline-design.md 6.1).
 * @returns 'stop' when `mayGoOn` or a stop ended it before the last thread; 'away'
 * when the server was.
 */
export async function prefetchDetails(
  engine: Engine,
  { budget, county, mayGoOn }: Ahead,
): Promise<'done' | 'stop' | 'away'> {
  const { threads } = engine.databases.cache;
  const newestOf = (county: string) =>
    threads
      .where('[list+county+order]')
      .between(['all', county, -Infinity], ['all', county, Infinity])
      .reverse();
  let left = budget;
  const done = new Set<string>();
  for (const wanted of [
    newestThreads(engine, 'urgent'),
    ...(county === undefined ? [] : [newestOf(county)]),
    newestThreads(engine, 'all'),
  ]) {
    const newest = await wanted.limit(left).toArray();
    const rows = newest.filter(({ key }) => !done.has(key));
    for (const { key } of rows) done.add(key);
    left -= rows.length;
    const ended = await fetchMoved(engine, rows, mayGoOn);
    if (ended) return ended;
  }
  return 'done';
}

/** The cached threads of a list, newest first. */
export function newestThreads(
  { databases }: Engine,
  list: ThreadList,
): Collection<ThreadRow, [ThreadList, string]> {
  return databases.cache.threads
    .where('[list+order]')
    .between([list, -Infinity], [list, Infinity])
    .reverse();
}

/**
 * Fetches the details of threads that moved since theirs were fetched, one after the
 * other.
 * @param atMost that many; the others are left.
 * @returns 'stop' when `mayGoOn`, a stop or `atMost` ended it, 'away' when the server
 * was; undefined after the last thread.
 */
export async function fetchMoved(
  engine: Engine,
  rows: readonly ThreadRow[],
  mayGoOn: () => boolean,
  atMost = Number.POSITIVE_INFINITY,
): Promise<'stop' | 'away' | undefined> {
  const resources = rows.map(({ key }) => detailResource(key));
  const known = await engine.databases.cache.cursors.bulkGet(resources);
  let left = atMost;
  for (const [at, row] of rows.entries()) {
    const cursor = known[at];
    const isCached =
      cursor?.asOf !== undefined && (cursor.threadOrder ?? 0) >= row.order;
    if (isCached) continue;
    left -= 1;
    if (left < 0 || engine.isStopped() || !mayGoOn()) return 'stop';
    const result = await fetchDetail(engine, engine.background, row);
    // A status concerns this thread alone; without one the server is away.
    if (!result.ok && result.failure.status === undefined) return 'away';
  }
  return undefined;
}

/**
 * Answers, station info and notes of one thread, as one record. A part that
 * fails keeps its old value; the others are taken over all the same.
 */
export async function fetchDetail(
  engine: Engine,
  client: Client,
  pair: ThreadPair,
): Promise<PullResult> {
  const { observerId, pollingStationId } = pair;
  const key = threadKey(observerId, pollingStationId);
  const rows = await cachedThreads(engine, pair);
  const threadOrder = Math.max(0, ...rows.map(({ order }) => order));
  const askedAt = engine.now();
  const [answers, extra, notes] = await Promise.all([
    getAnswers(client, observerId, pollingStationId),
    getAnswerExtra(client, observerId, pollingStationId),
    getNotes(client, observerId, pollingStationId),
  ]);
  const parts: DetailParts = {
    answers: valueOf(answers),
    extra: valueOf(extra),
    notes: valueOf(notes),
  };
  const tables = ['details', 'threads', 'cursors'] as const;
  const isOld = await commit(engine, tables, async (cache) => {
    const known = await cache.cursors.get(detailResource(key));
    // These parts may be from before those, and a later change of them is told again.
    if (known?.isOfBulk && (known.asOf ?? 0) >= askedAt) return true;
    await putDetails(cache, engine.now(), [{ ...pair, ...parts }]);
    return false;
  });
  const replies = [answers, extra, notes];
  const failed = replies.find((reply) => !reply.ok);
  if (!isOld) {
    await noteReply(engine, detailResource(key), failed ?? answers, {
      threadOrder,
      isOfBulk: undefined,
    });
  }
  return resultOf(replies);
}

function valueOf<T>(reply: Reply<T | undefined>): T | undefined {
  return reply.ok ? reply.value : undefined;
}
