import { NOTIFICATION_EXPIRES_MS } from '@/config';
import { databases } from '@/db/open';
import type { Notification, NotificationInput } from '@/domain/notification';
import { temporaryId } from '@/domain/op';
import type { Failure } from '@/domain/outcome';
import { sync } from '@/workers/client';

import { keep } from './outbox';
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
 */
export function sendNotification(input: NotificationInput): Promise<void> {
  return keep('notification.send', {
    ...input,
    id: temporaryId(Math.random),
    expiresAt: Date.now() + NOTIFICATION_EXPIRES_MS,
  });
}
