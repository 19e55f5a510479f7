import { NOTIFICATION_EXPIRES_MS } from '@/config';
import { databases } from '@/db/open';
import type {
  EarlierNotification,
  Notification,
  NotificationInput,
  Repeated,
} from '@/domain/notification';
import { findRepeated, REPEATED_WITHIN_MS } from '@/domain/notification';
import type { Op, OpState } from '@/domain/op';
import { isKind, temporaryId } from '@/domain/op';
import type { Failure } from '@/domain/outcome';
import { sync } from '@/workers/client';

import { cancelOp, keep } from './outbox';
import { useLive } from './use-live';
import type { Pull } from './use-pull';
import { usePull } from './use-pull';

export interface HistoryRead {
  /** Newest first; the host's own order is not to be trusted. */
  rows: Notification[];
  total: number;
  asOf?: number;
  failure?: Failure;
}

/** One page of the history of notifications; undefined until read. */
export function useNotifications(
  page: number,
  pageSize: number,
): HistoryRead | undefined {
  const name = `notifications:${page}:${pageSize}`;
  return useLive(name, async () => {
    const { cache } = databases();
    const view = await cache.views.get(name);
    const cursor = await cache.cursors.get(name);
    const kept = await cache.notifications.bulkGet(
      view?.keys.map(Number) ?? [],
    );
    const rows = kept.filter((row) => row !== undefined);
    rows.sort((a, b) => (b.insertedAt ?? 0) - (a.insertedAt ?? 0));
    return {
      rows,
      total: view?.total ?? 0,
      ...(cursor?.asOf === undefined ? {} : { asOf: cursor.asOf }),
      ...(cursor?.failure ? { failure: cursor.failure } : {}),
    };
  });
}

/** Asks for one page of the history. */
export function useNotificationsPull(page: number, pageSize: number): Pull {
  return usePull(`notifications:${page}:${pageSize}`, () =>
    sync.pullNotifications({ page, pageSize }),
  );
}

/**
 * Keeps a notification. It waits 10 s to be undone, is sent at most once, and
 * asks again when it could not be sent within half an hour.
 * @param draftKey of what was typed, forgotten with it.
 * @returns what `undoNotification` takes.
 * @throws when the device cannot keep it.
 */
export async function sendNotification(
  input: NotificationInput,
  draftKey?: string,
): Promise<number> {
  const id = temporaryId(Math.random);
  const expiresAt = Date.now() + NOTIFICATION_EXPIRES_MS;
  await keep('notification.send', { ...input, id, expiresAt }, { draftKey });
  return id;
}

/** Takes a kept notification back. @returns false when it is too late. */
export async function undoNotification(id: number): Promise<boolean> {
  const op = await databases()
    .intent.outbox.where('lane')
    .equals(`notification:${id}`)
    .first();
  return op === undefined ? false : cancelOp(op);
}

/** States that say: certainly never sent, and not going to be. */
const NEVER_SENT: ReadonlySet<OpState> = new Set([
  'cancelled',
  'superseded',
  'rejected',
]);

/**
 * The notification of the last 24 hours that a new one would repeat, among those
 * kept on this device and the history as far as it is kept.
 * @param except op that the new one replaces.
 */
export async function findRepeatedNotification(
  input: NotificationInput,
  except?: string,
): Promise<Repeated | undefined> {
  const { cache, intent } = databases();
  const now = Date.now();
  const ops = await intent.outbox.toArray();
  const history = await cache.notifications
    .where('insertedAt')
    .above(now - REPEATED_WITHIN_MS)
    .toArray();
  const kept = ops.flatMap((op): EarlierNotification[] =>
    isKind(op, 'notification.send') &&
    !NEVER_SENT.has(op.state) &&
    op.opId !== except
      ? [{ ...op.args, at: timeOf(op), isSent: op.state === 'done' }]
      : [],
  );
  const sent = history.map((row) => ({
    title: row.title,
    message: row.body,
    recipients: row.sentObserverIds,
    recipientCount: row.sentObserverIds.length,
    at: row.insertedAt ?? 0,
    isSent: true,
  }));
  return findRepeated(input, [...kept, ...sent], now);
}

function timeOf(op: Op): number {
  return op.endedAt ?? op.createdAt;
}

/**
 * The host's ids of observers that were added here under temporary ones and are
 * sent by now, live. Undefined until read.
 */
export function useRealIds(
  ids: readonly number[],
): ReadonlyMap<number, number> | undefined {
  const temporary = ids.filter((id) => id < 0);
  return useLive(`real-ids:${temporary.join()}`, async () => {
    const rows = await databases().intent.idMap.bulkGet(temporary);
    const known = rows.filter((row) => row !== undefined);
    return new Map(known.map(({ id, realId }) => [id, realId]));
  });
}
