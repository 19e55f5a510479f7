import { SWEEP_EVERY_MS } from '@/config';
import { isWhole } from '@/db/cache';
import type { ThreadList } from '@/domain/answers/thread';

import type { Engine } from '@/workers/engine/engine';

/** A list that is read whole from time to time. */
export type WholeList = 'observers' | 'notifications' | `threads:${ThreadList}`;

/**
 * Epoch ms at which a new leader reads a whole list first: `SWEEP_EVERY_MS` after its
 * last clean reading. A torn list is due at once, because screens say that it is
 * incomplete, and nothing may be concluded from absence.
 */
export async function wholeListDueAt(
  { databases }: Engine,
  list: WholeList,
): Promise<number> {
  const cursor = await databases.cache.cursors.get(list);
  return isWhole(cursor) ? (cursor?.sweptAt ?? 0) + SWEEP_EVERY_MS : 0;
}
