import type { CursorRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import type { CacheShare } from '@/domain/cache-share';

/**
 * How many rows of a list are cached, of how many; undefined when the list is
 * whole or nobody said how long it is.
 * @param count cached rows of the list.
 */
export function cacheShare(
  count: number,
  cursor: CursorRow | undefined,
): CacheShare | undefined {
  if (cursor?.total === undefined || isWhole(cursor)) return undefined;
  const { seen, total } = cursor;
  const cached = Math.min(count, total);
  return cached < total || seen !== undefined ? { cached, total } : undefined;
}
