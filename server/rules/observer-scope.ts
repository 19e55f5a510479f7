import { and, eq } from 'drizzle-orm';

import type { Db } from '../db/open';
import { observer } from '../db/schema';

/**
 * Whether an observer exists inside `ngoId`, or at all when that is undefined.
 * What lies outside is answered as if it did not exist (docs/api-contract.md
 * 8).
 */
export async function isObserverVisible(
  db: Db,
  observerId: number,
  ngoId: number | undefined,
): Promise<boolean> {
  const rows = await db
    .select({ id: observer.id })
    .from(observer)
    .where(
      and(
        eq(observer.id, observerId),
        ngoId === undefined ? undefined : eq(observer.ngoId, ngoId),
      ),
    );
  return rows.length > 0;
}
