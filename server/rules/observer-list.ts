import { and, asc, count, eq, ilike, sql, type SQL } from 'drizzle-orm';

import { contains } from '../db/contains';
import type { Db } from '../db/open';
import { ngo, note, observer, stationInfo, thread } from '../db/schema';
import type { Paging } from '../http/paging';

export interface ObserverFilter {
  /** Only this NGO's observers. */
  ngoId: number | undefined;
  name: string | undefined;
  phone: string | undefined;
  /**
   * Without an order, as the original lists them (docs/api-contract.md 1.2).
   */
  isShuffled: boolean;
}

/**
 * One page of observers by id, and how many match. Both text filters are
 * "contains", whatever the casing (docs/api-contract.md 3.1).
 */
export async function listObservers(
  db: Db,
  filter: ObserverFilter,
  paging: Paging,
) {
  const where = toWhere(filter);
  const rows = await selectObservers(db)
    .where(where)
    .orderBy(filter.isShuffled ? sql`random()` : asc(observer.id))
    .limit(paging.pageSize)
    .offset(paging.offset);
  return { rows, total: await countObservers(db, filter) };
}

/**
 * How many observers match; docs/api-contract.md 3.6 when only the NGO is
 * given.
 */
export async function countObservers(
  db: Db,
  filter: Omit<ObserverFilter, 'isShuffled'>,
): Promise<number> {
  const [total] = await db
    .select({ value: count() })
    .from(observer)
    .where(toWhere(filter));
  return total?.value ?? 0;
}

/**
 * Observers with all that the contract tells of one (docs/api-contract.md 3).
 */
export function selectObservers(db: Db) {
  return db
    .select({
      id: observer.id,
      ngo: ngo.name,
      phone: observer.phone,
      name: observer.name,
      deviceRegisterDate: observer.deviceRegisterDate,
      lastSeen: LAST_SEEN,
      numberOfNotes: NOTES,
      numberOfPollingStations: STATIONS,
    })
    .from(observer)
    .innerJoin(ngo, eq(ngo.id, observer.ngoId));
}

/**
 * The later of the newest answer and the newest note (docs/api-contract.md 3).
 */
const LAST_SEEN = sql<Date | null>`greatest(
  (select max(greatest(${thread.normalLastModified}, ${thread.urgentLastModified}))
    from ${thread} where ${thread.observerId} = ${observer.id}),
  (select max(${note.lastModified})
    from ${note} where ${note.observerId} = ${observer.id}))`.mapWith(
  note.lastModified,
);

const NOTES = sql<number>`(select count(*)
  from ${note} where ${note.observerId} = ${observer.id})`.mapWith(Number);

/** Stations checked into, with answers or not (docs/api-contract.md 3). */
const STATIONS = sql<number>`(select count(*)
  from ${stationInfo} where ${stationInfo.observerId} = ${observer.id})`.mapWith(
  Number,
);

function toWhere(filter: Omit<ObserverFilter, 'isShuffled'>): SQL | undefined {
  const { ngoId, name, phone } = filter;
  return and(
    ngoId === undefined ? undefined : eq(observer.ngoId, ngoId),
    name ? ilike(observer.name, contains(name)) : undefined,
    phone ? ilike(observer.phone, contains(phone)) : undefined,
  );
}
