import { useEffect, useEffectEvent } from 'react';

import type { DetailRead } from '@/data/threads/details';
import { markRead } from '@/data/threads/details';

import { useHeld } from '@/features/answers/use-held';

/**
 * Notes that the thread on the screen was read, again each time it changes
 * while it is open. Answers whether it changed while it was being read. While
 * `isArriving` its first answer is awaited, and what that answer brings does
 * not count as a change.
 */
export function useReading(read: DetailRead, isArriving: boolean): boolean {
  const hash = read.detail?.hash;
  const lastModified = read.thread?.lastModified;
  const begunWith = useHeld(hash, !isArriving, read.key);

  const note = useEffectEvent(() => {
    markRead(read).catch(() => {
      // The databases close with the session; a failed note is written at the
      // next read.
    });
  });
  useEffect(() => note(), [read.key, hash, lastModified, read.isOfLastStart]);

  return hash !== begunWith;
}
