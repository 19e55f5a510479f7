import type { Client } from '@/api/client';
import { getNotifications } from '@/api/notifications';
import { HISTORY_PAGE_SIZE, REFUSED_REST_MS } from '@/config';
import { isWhole } from '@/db/cache';
import type { Notification } from '@/domain/notification';
import type { Rejection } from '@/domain/outbox/outcome';

import { commit, noteReply, putChanged } from '@/workers/engine/commit';
import type { Engine, PullResult } from '@/workers/engine/engine';
import { pulled } from '@/workers/engine/engine';
import { readWhole } from './read-whole';

const resource = 'notifications';

/** The history as a server gave it. */
export interface History {
  rows: Notification[];
  /** Whether these are all rows: otherwise nothing may be concluded from absence. */
  isClean: boolean;
}

/**
 * Reads the whole history, for the screens. Most servers show it to organizers alone, the
 * oldest ones to all (docs/api-contract.md 2.4): an account that is none asks, and a
 * refusal stands for a day.
 */
export async function pullNotifications(
  engine: Engine,
  client: Client,
): Promise<PullResult> {
  if (!engine.isOrganizer) {
    const cursor = await engine.databases.cache.cursors.get(resource);
    const failure = cursor?.failure;
    const restedMs = Math.abs(engine.now() - (cursor?.triedAt ?? 0));
    const isOver = restedMs > REFUSED_REST_MS;
    if (failure?.kind === 'forbidden' && !isOver) return { ok: false, failure };
  }
  const history = await readHistory(engine, client);
  if ('ok' in history) return { ok: false, failure: history.failure };
  return history.isClean ? pulled : { ok: true, isTorn: true };
}

/**
 * Reads the whole history and caches it. After a torn reading the cached rows
 * stay, and the cursor says how many were met; a clean one also forgets rows.
 */
export async function readHistory(
  engine: Engine,
  client: Client,
): Promise<History | Rejection> {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get(resource);
  const isAllHere =
    isWhole(cursor) && cursor?.total === (await cache.notifications.count());
  const read = await readWhole({
    ask: (query) => getNotifications(client, query),
    pageSize: Math.max(HISTORY_PAGE_SIZE, cursor?.total ?? 0),
    // "Not modified" speaks for the cached rows only while they are all there.
    etag: isAllHere ? cursor?.etag : undefined,
  });
  if (read === 'notModified') {
    const reply = { ok: true, status: 304, value: undefined } as const;
    await noteReply(engine, resource, reply, { sweptAt: engine.now() });
    return { rows: await cache.notifications.toArray(), isClean: true };
  }
  if ('ok' in read) {
    await noteReply(engine, resource, read);
    return read;
  }
  const { rows, total, isClean, isOnePage, reply } = read;
  await commit(engine, ['notifications'], async ({ notifications }) => {
    await putChanged(notifications, ({ id }) => id, rows);
    if (!isClean) return;
    const there = new Set(rows.map(({ id }) => id));
    const cached = await notifications.toCollection().primaryKeys();
    await notifications.bulkDelete(cached.filter((id) => !there.has(id)));
  });
  const news = isClean
    ? { sweptAt: engine.now(), seen: undefined }
    : { seen: rows.length };
  await noteReply(engine, resource, reply, {
    total,
    etag: isClean && isOnePage ? reply.etag : undefined,
    ...news,
  });
  return { rows, isClean };
}
