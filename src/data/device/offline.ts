import { useLive } from '@/data/live/use-live';
import type { Readable } from '@/db/cache';
import { readOfflineWish } from '@/db/intent';
import { databases } from '@/db/open';
import type { OfflineWish } from '@/domain/offline-choice';
import { sync } from '@/workers/client';

/** What is wanted on this device without a connection, live. Undefined until read. */
export function useOfflineWish(): OfflineWish | undefined {
  return useLive('offline-wish', () => readOfflineWish(databases().intent));
}

/** Takes effect in the tab that leads, at once. @throws when the device cannot store it. */
export async function setOfflineWish(wish: OfflineWish): Promise<void> {
  await databases().intent.meta.put({ k: 'offline', v: wish });
  void sync.freshen();
}

/** How many reports can be opened without a connection, live. Undefined until counted. */
export function useReadable(): Readable | undefined {
  return useLive('readable', async () => {
    const row = await databases().cache.meta.get('readable');
    return row?.k === 'readable' ? row.v : undefined;
  });
}
