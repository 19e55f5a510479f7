import type { Subscription } from 'dexie';
import { liveQuery } from 'dexie';
import { useSyncExternalStore } from 'react';

import type { ConnectionState, GuardedList, Readable } from '@/db/cache';
import { isWhole } from '@/db/cache';
import { databases } from '@/db/open';
import { isSyncBroken, onSyncBroken, sync } from '@/workers/client';

import type { OutboxCounts } from '@/data/outbox/outbox';
import { useOutboxCounts } from '@/data/outbox/outbox';
import { useLive } from '@/data/live/use-live';

export interface SyncStatus {
  /** The worker's script could not be started: nothing is fetched or sent. */
  isBroken: boolean;
  /** Absent until the server was asked for the first time. */
  connection?: ConnectionState | undefined;
  /** Epoch ms at which both thread lists were last known to be right. */
  asOf?: number | undefined;
  /** A list is not here as a whole, or not yet: nothing is called up to date. */
  isPartial: boolean;
  /** Rows that the server no longer has, and that stay until a user confirms it. */
  unconfirmed: readonly UnconfirmedDeletions[];
  /** How many reports can be opened without a connection; absent until counted. */
  readable?: Readable | undefined;
  counts: OutboxCounts;
}

const LISTS = ['threads:urgent', 'threads:all', 'observers'] as const;

export interface UnconfirmedDeletions {
  list: GuardedList;
  count: number;
}

/** How this device stands with the server. Undefined until read. */
export function useSyncStatus(): SyncStatus | undefined {
  const isBroken = useSyncExternalStore(onSyncBroken, isSyncBroken);
  const counts = useOutboxCounts();
  const freshness = useLive('sync-status', async () => {
    const { cache } = databases();
    const { cursors, meta } = cache;
    const [connection, readable, lists] = await cache.transaction(
      'r',
      cursors,
      meta,
      () =>
        Promise.all([
          meta.get('connection'),
          meta.get('readable'),
          cursors.bulkGet([...LISTS]),
        ]),
    );
    const times = lists.slice(0, 2).map((list) => list?.asOf);
    return {
      connection: connection?.k === 'connection' ? connection.v : undefined,
      asOf: times.every((time) => time !== undefined)
        ? Math.min(...times)
        : undefined,
      readable: readable?.k === 'readable' ? readable.v : undefined,
      isPartial: !lists.every((list) => isWhole(list)),
      unconfirmed: LISTS.flatMap((list, at) => {
        const count = lists[at]?.unconfirmedDeletions;
        return count === undefined ? [] : [{ list, count }];
      }),
    };
  });
  if (!counts || !freshness) return undefined;
  return { isBroken, counts, ...freshness };
}

/**
 * Takes rows off this device that the server no longer has, after it was asked once
 * more. After a failure or a torn answer they are still there.
 */
export function confirmDeletions(list: GuardedList) {
  return sync.confirmDeletions(list);
}

/** Whether the server says that its disk has little room; it says so to organizers. */
export function useServerDiskLow(): boolean {
  const row = useLive('server-disk', () =>
    databases().cache.meta.get('isServerDiskLow'),
  );
  return row?.k === 'isServerDiskLow' && row.v;
}

/** The server's clock minus this device's, in ms; 0 until the server told. */
export function useClockOffset(): number {
  return useSyncExternalStore(watchOffset, currentClockOffset);
}

/** The same, as far as a component on the screen follows it. */
export function currentClockOffset(): number {
  return clockOffset;
}

/** Every row of a list has an age, so all of them share one live read. */
let clockOffset = 0;
const offsetListeners = new Set<() => void>();
let offsetWatch: Subscription | undefined;

function watchOffset(listener: () => void): () => void {
  offsetListeners.add(listener);
  offsetWatch ??= liveQuery(readOffset).subscribe({
    next(offset) {
      clockOffset = offset;
      for (const tell of offsetListeners) tell();
    },
    // Closed: said elsewhere. The screen that is drawn next reads it again.
    error() {
      offsetWatch = undefined;
    },
  });
  return () => {
    offsetListeners.delete(listener);
    if (offsetListeners.size > 0) return;
    offsetWatch?.unsubscribe();
    offsetWatch = undefined;
  };
}

async function readOffset(): Promise<number> {
  const row = await databases().cache.meta.get('clockOffset');
  return row?.k === 'clockOffset' ? row.v : 0;
}

/** Tries the connection and the newest rows now. */
export function freshen(): void {
  void sync.freshen();
}
