import { databases } from '@/db/open';

/** The server has said that it shares decisions about threads. */
export async function shareMarks(): Promise<void> {
  await databases().cache.meta.put({ k: 'offers', v: ['triage'] });
}

/** The server has all decisions about a thread that are on this device. */
export async function markAsShared(key: string): Promise<void> {
  const { cache, intent } = databases();
  const history = (await intent.triage.get(key))?.history ?? [];
  const first = (await cache.sharedMarks.count()) + 1;
  await cache.sharedMarks.bulkPut(
    history.map(({ refusal: _, ...mark }, at) => ({
      ...mark,
      key,
      id: first + at,
      receivedAt: mark.setAt,
    })),
  );
}
