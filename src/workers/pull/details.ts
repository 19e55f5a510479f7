import { getAnswerExtra, getAnswers } from '@/api/answers';
import type { Client } from '@/api/client';
import { getNotes } from '@/api/notes';
import type { DetailParts } from '@/domain/answers/details';
import type { Reply } from '@/domain/outbox/outcome';
import type { ThreadPair } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';

import { commit, noteReply } from '@/workers/engine/commit';
import type { Engine, PullResult } from '@/workers/engine/engine';
import { resultOf } from '@/workers/engine/engine';
import { DETAIL_TABLES, detailResource, putDetails } from './detail-rows';
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
  const tables = [...DETAIL_TABLES, 'cursors'] as const;
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
