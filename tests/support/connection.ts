import { databases } from '@/db/open';

/** The sync worker notes that the server is reached again from now on. */
export async function reachServer(): Promise<void> {
  await databases().cache.meta.put({
    k: 'connection',
    // A request of this very moment began before.
    v: { state: 'online', since: Date.now() + 1 },
  });
}
