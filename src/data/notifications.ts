import { NOTIFICATION_EXPIRES_MS } from '@/config';
import { cacheShare } from '@/data/device/cache-share';
import { guardUnload } from '@/data/device/unload-guard';
import { useLive } from '@/data/live/use-live';
import type { Pull } from '@/data/live/use-pull';
import { usePull } from '@/data/live/use-pull';
import type { EnqueueOptions } from '@/data/outbox/change-ops';
import { cancelOp, enqueue } from '@/data/outbox/change-ops';
import { isWhole } from '@/db/cache';
import { databases } from '@/db/open';
import type { CacheShare } from '@/domain/cache-share';
import type {
  EarlierNotification,
  Notification,
  NotificationInput,
  Repeated,
} from '@/domain/notification';
import {
  findRepeated,
  historyOrder,
  REPEATED_WITHIN_MS,
} from '@/domain/notification';
import type { Op, OpOf, OpState } from '@/domain/outbox/op';
import { isKind, temporaryId } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';
import { sync } from '@/workers/client';

export interface HistoryRead {
  /** The page that was asked for, or the last one that there is. */
  page: number;
  /** One page of the cached rows, newest first. */
  rows: Notification[];
  /** Cached rows of all pages. */
  cached: number;
  /** How many rows are cached, of how many; absent when they are all there are. */
  cacheShare?: CacheShare | undefined;
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/**
 * One page of the cached history, live; undefined until read. Only the rows of
 * the page are loaded: each names all of its recipients.
 */
export function useNotifications(
  page: number,
  pageSize: number,
): HistoryRead | undefined {
  return useLive(`notifications:${page}:${pageSize}`, async () => {
    const { notifications, cursors } = databases().cache;
    const [dated, all, cursor] = await Promise.all([
      notifications.orderBy('insertedAt').reverse().primaryKeys(),
      notifications.toCollection().primaryKeys(),
      cursors.get('notifications'),
    ]);
    const isDated = new Set(dated);
    const undated = all.filter((id) => !isDated.has(id));
    const ids = historyOrder(dated, undated);
    const last = Math.max(1, Math.ceil(ids.length / pageSize));
    const shown = Math.min(page, last);
    const rows = await notifications.bulkGet(
      ids.slice((shown - 1) * pageSize, shown * pageSize),
    );
    return {
      page: shown,
      rows: rows.filter((row) => row !== undefined),
      cached: all.length,
      cacheShare: cacheShare(all.length, cursor),
      asOf: cursor?.asOf,
      failure: cursor?.failure,
    };
  });
}

/** Asks for the whole history. */
export function useNotificationsPull(): Pull {
  return usePull('notifications', () => sync.pullNotifications());
}

export interface RecipientsLeft {
  /** To how many it would go now; absent: to all, and nobody has counted them. */
  count?: number | undefined;
  /** Named recipients who are still there; absent: it goes to all. */
  left?: { id: number; name?: string | undefined }[] | undefined;
  /** Named recipients whom the server no longer has. */
  gone: number;
  /** Of the list of observers. */
  cacheShare?: CacheShare | undefined;
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/** Whom an unsent notification would reach now, live; undefined until read. */
export function useRecipientsLeft({
  args,
  goneIds,
}: OpOf<'notification.send'>): RecipientsLeft | undefined {
  const { recipients } = args;
  const name = `recipients:${args.id}:${goneIds?.join()}`;
  return useLive(name, async () => {
    const { observers, cursors } = databases().cache;
    const cursor = await cursors.get('observers');
    const isAllHere = isWhole(cursor);
    const cached = await observers.count();
    const freshness = {
      cacheShare: cacheShare(cached, cursor),
      asOf: cursor?.asOf,
      failure: cursor?.failure,
    };
    if (!recipients) {
      const count = isAllHere ? cached : cursor?.total;
      return {
        gone: 0,
        count,
        ...freshness,
      };
    }
    const rows = await observers.bulkGet(recipients);
    const left = recipients.flatMap((id, at) => {
      const row = rows[at];
      const isMissed = row ? row.missing > 0 : isAllHere;
      const isGone = isMissed || goneIds?.includes(id) === true;
      return isGone ? [] : [{ id, name: row?.name }];
    });
    const gone = recipients.length - left.length;
    return { left, count: left.length, gone, ...freshness };
  });
}

/**
 * Enqueues a notification. It waits 10 s to be undone, is sent at most once, and
 * asks again when it could not be sent within half an hour.
 * @param replaced the draft that was typed, and the notification that this one
 * replaces: both go in the same transaction.
 * @returns what `undoNotification` takes.
 * @throws when the device cannot store it; TooLateError when the replaced one may
 * have reached the server.
 */
export async function sendNotification(
  input: NotificationInput,
  replaced?: Pick<EnqueueOptions, 'draftKey' | 'inPlaceOf'>,
): Promise<number> {
  const id = temporaryId(Math.random);
  const expiresAt = Date.now() + NOTIFICATION_EXPIRES_MS;
  await enqueue('notification.send', { ...input, id, expiresAt }, replaced);
  return id;
}

/** Cancels an unsent notification. @returns false when it is too late. */
export function undoNotification(id: number): Promise<boolean> {
  return guardUnload(async () => {
    const op = await databases()
      .intent.outbox.where('lane')
      .equals(`notification:${id}`)
      .first();
    return op === undefined ? false : cancelOp(op);
  });
}

/** States that say: certainly never sent, and not going to be. */
const NEVER_SENT: ReadonlySet<OpState> = new Set([
  'cancelled',
  'superseded',
  'rejected',
]);

/**
 * The notification of the last 24 hours that a new one would repeat, among those
 * that this device sent or will send, and the history as far as it is cached.
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
  const ours = ops.flatMap((op): EarlierNotification[] =>
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
  return findRepeated(input, [...ours, ...sent], now);
}

function timeOf(op: Op): number {
  return op.endedAt ?? op.createdAt;
}

/**
 * The server's ids of observers that were added here under temporary ones and are
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
