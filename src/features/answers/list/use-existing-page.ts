import { useEffect, useEffectEvent } from 'react';

import { maxPage } from '@/ui/table/page-window';

import type { ShownList } from './use-thread-list';

/**
 * A page that no longer exists, after rows have gone or from an old link,
 * becomes the last one: calls `onPage` with it.
 */
export function useExistingPage(
  { query, page, pull }: ShownList,
  onPage: (page: number) => void,
): void {
  // Only the server's own figure counts: the cache may hold less than there is.
  const last =
    page?.source === 'server' && page.asOf !== undefined && !pull.isPulling
      ? Math.max(1, maxPage(page.total, query.pageSize))
      : query.page;
  const isBeyond = query.page > last;
  const show = useEffectEvent(onPage);
  useEffect(() => {
    if (isBeyond) show(last);
  }, [isBeyond, last]);
}
