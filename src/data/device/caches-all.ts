import { useLive } from '@/data/live/use-live';
import { databases } from '@/db/open';
import { sync } from '@/workers/client';

/** Whether the user wants everything cached on this device, live. Undefined until read. */
export function useCachesAll(): boolean | undefined {
  return useLive('caches-all', async () => {
    const row = await databases().intent.meta.get('cachesAll');
    return row?.v === true;
  });
}

/** Takes effect in the tab that leads, at once. @throws when the device cannot store it. */
export async function setCachesAll(cachesAll: boolean): Promise<void> {
  await databases().intent.meta.put({ k: 'cachesAll', v: cachesAll });
  void sync.freshen();
}
