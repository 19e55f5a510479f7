import { useEffect, useEffectEvent } from 'react';

import type { DetailRead } from '@/data/details';
import { markRead } from '@/data/details';

import { useHeld } from '@/features/answers/use-held';

/**
 * Notes that the thread on the screen was read, again each time it changes
 * while it is open.
 * @param read the open thread; the caller is mounted anew for another one.
 * @param isArriving it was just opened and its first answer is awaited: what
 * that brings did not change under the reader.
 * @returns whether it changed while it was being read.
 */
export function useReading(read: DetailRead, isArriving: boolean): boolean {
  const hash = read.detail?.hash;
  const lastModified = read.thread?.lastModified;
  const begunWith = useHeld(hash, !isArriving);

  const note = useEffectEvent(() => {
    markRead(read).catch(() => {
      // The databases close with the session: what is read then is read again.
    });
  });
  useEffect(() => note(), [hash, lastModified]);

  return hash !== begunWith;
}
