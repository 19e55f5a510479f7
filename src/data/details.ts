import type { DetailRow } from '@/db/cache';
import { databases } from '@/db/open';
import type { Failure } from '@/domain/outbox/outcome';
import type { Overlaid } from '@/domain/outbox/overlay';
import { overlayThread } from '@/domain/outbox/overlay';
import type { Thread, ThreadPair } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';

import { useLive } from '@/data/live/use-live';

export interface DetailRead {
  key: string;
  /** The thread itself, when one of the lists has it. */
  thread?: Overlaid<Thread> | undefined;
  /** Absent parts are not cached yet; `extra: null` means that the server has none. */
  detail?:
    | Pick<DetailRow, 'answers' | 'extra' | 'notes' | 'hash' | 'writtenAt'>
    | undefined;
  /** The server was asked and knows nothing of this pair. */
  isUnknown: boolean;
  /** Epoch ms of the last good answer; absent: never loaded. */
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/** All cached data of one thread, live. Undefined until read. */
export function useDetail(pair: ThreadPair): DetailRead | undefined {
  const key = threadKey(pair.observerId, pair.pollingStationId);
  return useLive(`detail:${key}`, async () => {
    const { cache, intent } = databases();
    // All at once: a cached thread is on the screen after one trip to the disk.
    const [[urgent, all], detail, cursor, ops] = await Promise.all([
      cache.threads.bulkGet([
        ['urgent', key],
        ['all', key],
      ]),
      cache.details.get(key),
      cache.cursors.get(`detail:${key}`),
      intent.outbox
        .where('lane')
        .equals(`observer:${pair.observerId}`)
        .toArray(),
    ]);
    const row = newest(all ?? urgent, urgent);
    const isEmpty =
      detail?.answers?.length === 0 && (detail.notes?.length ?? 0) === 0;
    return {
      key,
      thread: row && overlayThread(row, ops),
      detail,
      isUnknown: !row && isEmpty && cursor?.asOf !== undefined,
      asOf: cursor?.asOf,
      failure: cursor?.failure,
    };
  });
}

/**
 * Each list dates a thread by its own kind of answers (docs/api-contract.md
 * 4.2). Details are read as of the newer date; with the older one the other
 * list would call the thread changed.
 */
function newest(
  row: Thread | undefined,
  urgent: Thread | undefined,
): Thread | undefined {
  const at = Math.max(row?.lastModified ?? 0, urgent?.lastModified ?? 0);
  return row && at > 0 ? { ...row, lastModified: at } : row;
}

/**
 * Notes on this device that the user has read a thread as it is now.
 * Writes nothing when that is already noted.
 */
export async function markRead(read: DetailRead): Promise<void> {
  const { intent } = databases();
  const hash = read.detail?.hash;
  const lastModified = read.thread?.lastModified;
  const known = await intent.reads.get(read.key);
  const isNoted =
    known &&
    !known.isUnread &&
    known.hash === hash &&
    known.lastModified === lastModified;
  if (isNoted) return;
  await intent.reads.put({
    key: read.key,
    readAt: Date.now(),
    hash,
    lastModified,
  });
}

/** Marks a thread unread again, by hand. */
export async function markUnread(key: string): Promise<void> {
  await databases().intent.reads.put({
    key,
    readAt: Date.now(),
    isUnread: true,
  });
}
