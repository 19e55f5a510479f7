import { useEffect, useMemo } from 'react';

import { useLastShown } from '@/data/live/last-screen';
import { createSharedReads, useSharedLive } from '@/data/live/shared-reads';
import { useLive } from '@/data/live/use-live';
import type { DetailRow } from '@/db/cache';
import { databases } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import type { Thread, ThreadList, ThreadPair } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';
import type { Op } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';
import type { Overlaid } from '@/domain/outbox/overlay';
import { overlayThread } from '@/domain/outbox/overlay';

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
  /** Of the last start: the databases have not been read yet. */
  isOfLastStart?: boolean | undefined;
}

const details = createSharedReads<DetailRead>();

/** All cached data of one thread, live. Undefined until read. */
export function useDetail(pair: ThreadPair): DetailRead | undefined {
  const key = keyOf(pair);
  const live = useSharedLive(details, key, async () => {
    const ops = databases()
      .intent.outbox.where('lane')
      .equals(`observer:${pair.observerId}`)
      .toArray();
    const [read] = await readDetails([pair], ops);
    return read ?? { key, isUnknown: false };
  });
  const last = useLastShown('thread', key, live, isCached);
  return useMemo(
    () => live ?? (last && { ...last, isOfLastStart: true }),
    [live, last],
  );
}

function isCached({ detail }: DetailRead): boolean {
  return detail !== undefined;
}

/** Reads threads that may be opened next, so that `useDetail` has them at once. */
export function useDetailsAhead(pairs: readonly ThreadPair[]): void {
  const keys = pairs.map(keyOf).join(' ');
  const reads = useLive(`details-ahead:${keys}`, async () =>
    pairs.length === 0
      ? []
      : readDetails(pairs, readOpenOps(databases().intent.outbox)),
  );
  useEffect(() => {
    const undos = reads?.map((read) => details.share(read.key, read)) ?? [];
    return () => {
      for (const undo of undos) undo();
    };
  }, [reads]);
}

/** All at once: a cached thread is on the screen after one trip to the disk. */
async function readDetails(
  pairs: readonly ThreadPair[],
  open: PromiseLike<readonly Op[]>,
): Promise<DetailRead[]> {
  const { cache } = databases();
  const keys = pairs.map(keyOf);
  const inList = (list: ThreadList) =>
    keys.map((key): [ThreadList, string] => [list, key]);
  const [urgent, all, rows, cursors, ops] = await Promise.all([
    cache.threads.bulkGet(inList('urgent')),
    cache.threads.bulkGet(inList('all')),
    cache.details.bulkGet(keys),
    cache.cursors.bulkGet(keys.map((key) => `detail:${key}`)),
    open,
  ]);
  return keys.map((key, at) => {
    const detail = rows[at];
    const cursor = cursors[at];
    const row = newest(all[at] ?? urgent[at], urgent[at]);
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

function keyOf({ observerId, pollingStationId }: ThreadPair): string {
  return threadKey(observerId, pollingStationId);
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
  // What was on the screen is noted; the newest is not known yet.
  if (read.isOfLastStart) return;
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
