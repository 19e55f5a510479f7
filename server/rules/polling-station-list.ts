import { asc, eq } from 'drizzle-orm';

import type { Db } from '../db/open';
import { pollingStation } from '../db/schema';
import type { Paging } from '../http/paging';

/** One page of stations by id, of one county or, without one, of all (4.8). */
export function listPollingStations(
  db: Db,
  countyId: number | undefined,
  paging: Paging,
) {
  return db
    .select()
    .from(pollingStation)
    .where(countyId ? eq(pollingStation.countyId, countyId) : undefined)
    .orderBy(asc(pollingStation.id))
    .limit(paging.pageSize)
    .offset(paging.offset);
}
