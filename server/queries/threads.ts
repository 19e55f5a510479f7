import {
  and,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  sql,
  type SQL,
} from 'drizzle-orm';

import { contains } from '../db/contains';
import type { Db } from '../db/database';
import {
  county,
  municipality,
  observer,
  pollingStation,
  thread,
} from '../db/schema';
import type { Paging } from '../http/requests/paging';

/** The filters of the thread list (docs/api-contract.md 4.2). */
interface ThreadFilter {
  isUrgent: boolean;
  /** Only this NGO's observers. */
  ngoId: number | undefined;
  countyCode: string | undefined;
  pollingStationNumber: number | undefined;
  observerPhone: string | undefined;
  observerId: number | undefined;
  /** Rows with equal dates come in another order each time (F3). */
  isShuffled: boolean;
}

/**
 * One page of threads, by the newest answer of the asked kind, newest first.
 * Reads only the summary rows, not the answers.
 */
export async function listThreads(
  db: Db,
  filter: ThreadFilter,
  paging: Paging,
) {
  const modified = modifiedOf(filter);
  const where = await toWhere(db, filter, modified);

  // The limit applies before the names are joined.
  const page = db
    .select({
      observerId: thread.observerId,
      pollingStationId: thread.pollingStationId,
      lastModified: modified,
    })
    .from(thread)
    .where(where)
    .orderBy(
      desc(modified),
      ...(filter.isShuffled ? [sql`random()`] : []),
      desc(thread.observerId),
      desc(thread.pollingStationId),
    )
    .limit(paging.pageSize)
    .offset(paging.offset)
    .as('page');

  return db
    .select({
      observerId: page.observerId,
      pollingStationId: page.pollingStationId,
      lastModified: page.lastModified,
      observerName: observer.name,
      observerPhoneNumber: observer.phone,
      number: pollingStation.number,
      municipality: municipality.name,
      county: county.name,
      countyCode: county.code,
    })
    .from(page)
    .innerJoin(observer, eq(observer.id, page.observerId))
    .innerJoin(pollingStation, eq(pollingStation.id, page.pollingStationId))
    .innerJoin(municipality, eq(municipality.id, pollingStation.municipalityId))
    .innerJoin(county, eq(county.id, pollingStation.countyId))
    .orderBy(
      desc(page.lastModified),
      ...(filter.isShuffled ? [sql`random()`] : []),
      desc(page.observerId),
      desc(page.pollingStationId),
    );
}

/** How many threads match. */
export async function countThreads(
  db: Db,
  filter: ThreadFilter,
): Promise<number> {
  const where = await toWhere(db, filter, modifiedOf(filter));
  const [total] = await db.select({ value: count() }).from(thread).where(where);
  return total?.value ?? 0;
}

/** When the answers of the asked kind last changed. */
function modifiedOf({ isUrgent }: ThreadFilter) {
  return isUrgent ? thread.urgentLastModified : thread.normalLastModified;
}

async function toWhere(
  db: Db,
  filter: ThreadFilter,
  modified: typeof thread.urgentLastModified,
): Promise<SQL | undefined> {
  const { ngoId, countyCode, pollingStationNumber, observerId } = filter;
  const wanted: (SQL | undefined)[] = [
    isNotNull(modified),
    ngoId === undefined ? undefined : eq(thread.ngoId, ngoId),
    observerId === undefined ? undefined : eq(thread.observerId, observerId),
    pollingStationNumber === undefined || pollingStationNumber <= 0
      ? undefined
      : eq(thread.pollingStationNumber, pollingStationNumber),
  ];
  if (countyCode) {
    // The id is looked up first, so that the page can follow an index.
    const counties = await db
      .select({ id: county.id })
      .from(county)
      .where(eq(county.code, countyCode));
    wanted.push(
      inArray(
        thread.countyId,
        counties.map(({ id }) => id),
      ),
    );
  }
  if (filter.observerPhone) {
    wanted.push(
      inArray(
        thread.observerId,
        db
          .select({ id: observer.id })
          .from(observer)
          .where(ilike(observer.phone, contains(filter.observerPhone))),
      ),
    );
  }
  return and(...wanted);
}
