import { databases } from '@/db/open';
import type { County } from '@/domain/county';

import { useLive } from './use-live';

/** All kept counties in the host's order; undefined until read. */
export function useCounties(): County[] | undefined {
  return useLive('counties', async () => {
    const counties = await databases().cache.counties.toArray();
    return counties.sort((a, b) => a.order - b.order);
  });
}
