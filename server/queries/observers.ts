import { and, asc, count, eq, ilike, sql, type SQL } from 'drizzle-orm';

import { contains } from '../db/contains';
import type { Db } from '../db/database';
import { ngo, note, observer, stationInfo, thread } from '../db/schema';
import type { Paging } from '../http/requests/paging';

interface ObserverFilter {
  /** Only this NGO's observers. */
  ngoId: number | undefined;
  name?: string | undefined;
  phone?: string | undefined;
  /** Unsorted, as the original server lists them (docs/api-contract.md 1.2). */
  isShuffled: boolean;
}

/**
 * One page of observers by id, and the total. Both text filters mean "contains"
 * and ignore case (docs/api-contract.md 3.1).
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
 * How many observers match; with the NGO alone it is the count of
 * docs/api-contract.md 3.6.
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

/** Observers with all fields of the contract (docs/api-contract.md 3). */
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

/**
 * Number of stations checked into, with answers or without
 * (docs/api-contract.md 3).
 */
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

/**
 * Whether an observer exists inside `ngoId`, or at all when that is undefined.
 * The API answers as if observers of other NGOs did not exist
 * (docs/api-contract.md 8).
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

/** The lowest id with exactly this phone. */
export async function findByPhone(
  db: Db,
  phone: string,
): Promise<number | undefined> {
  const [row] = await db
    .select({ id: observer.id })
    .from(observer)
    .where(eq(observer.phone, phone))
    .orderBy(asc(observer.id))
    .limit(1);
  return row?.id;
}

/** Name and phone of an observer; undefined when there is none. */
export async function findNamed(db: Db, id: number) {
  const [row] = await db
    .select({ name: observer.name, phone: observer.phone })
    .from(observer)
    .where(eq(observer.id, id));
  return row;
}
