import { and, asc, eq, gt } from 'drizzle-orm';

import type { Db } from '../db/database';
import { thread, triageMark } from '../db/schema';

/** The fields of a mark on the wire (docs/api-contract.md 10.2). */
export const MARK = {
  id: triageMark.id,
  observerId: triageMark.observerId,
  pollingStationId: triageMark.pollingStationId,
  state: triageMark.state,
  note: triageMark.note,
  setBy: triageMark.setBy,
  setAt: triageMark.setAt,
  receivedAt: triageMark.receivedAt,
};

interface MarkFilter {
  /** Only marks of this NGO's observers. */
  ngoId: number | undefined;
  /** Only marks with a greater id. */
  after: number;
}

/** The first marks by id, at most `limit`, and whether there are more. */
export async function listMarks(db: Db, filter: MarkFilter, limit: number) {
  const { ngoId, after } = filter;
  const rows = await db
    .select(MARK)
    .from(triageMark)
    .where(
      and(
        ngoId === undefined ? undefined : eq(triageMark.ngoId, ngoId),
        gt(triageMark.id, after),
      ),
    )
    .orderBy(asc(triageMark.id))
    .limit(limit + 1);
  return { data: rows.slice(0, limit), hasMore: rows.length > limit };
}

/**
 * The NGO of a thread's observer; undefined when there is no such thread inside
 * `ngoId`, or at all when that is undefined.
 */
export async function findThreadNgo(
  db: Db,
  observerId: number,
  pollingStationId: number,
  ngoId: number | undefined,
): Promise<number | undefined> {
  const [found] = await db
    .select({ ngoId: thread.ngoId })
    .from(thread)
    .where(
      and(
        eq(thread.observerId, observerId),
        eq(thread.pollingStationId, pollingStationId),
        ngoId === undefined ? undefined : eq(thread.ngoId, ngoId),
      ),
    );
  return found?.ngoId;
}
