import { databases } from '@/db/open';
import type { County } from '@/domain/county';

import { useLive } from './use-live';

/** All kept counties in the host's order; undefined until read. */
export function useCounties(): County[] | undefined {
  return useLive('counties', async () => {
    const counties = await databases().cache.counties.toArray();
    // Dexie freezes what it reads: others may be given the same rows.
    return counties.toSorted((a, b) => a.order - b.order);
  });
}
