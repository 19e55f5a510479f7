import {
  and,
  asc,
  eq,
  gt,
  ilike,
  or,
  sql,
  type Column,
  type SQL,
} from 'drizzle-orm';

import { breathe } from '../../db/breathe';
import { contains } from '../../db/contains';
import type { Db } from '../../db/database';
import {
  county,
  municipality,
  ngo,
  observer,
  pollingStation,
  thread,
} from '../../db/schema';

/** The filters of a download (docs/api-contract.md 4.5). */
export interface ExportFilter {
  ngoId: number | undefined;
  observerId: number | undefined;
  /** Contained in the observer's phone. */
  phone: string | undefined;
  countyCode: string | undefined;
  pollingStationNumber: number | undefined;
  /** Both inclusive. */
  from: Date | undefined;
  to: Date | undefined;
  /** Leave out NGOs that are not active. */
  onlyActive: boolean;
}

export const NO_FILTER: ExportFilter = {
  ngoId: undefined,
  observerId: undefined,
  phone: undefined,
  countyCode: undefined,
  pollingStationNumber: undefined,
  from: undefined,
  to: undefined,
  onlyActive: false,
};

/** One observer at one station. */
export interface ThreadKey {
  observerId: number;
  pollingStationId: number;
}

const NO_THREAD: ThreadKey = { observerId: 0, pollingStationId: 0 };

/**
 * Threads of a batch: small enough that other requests wait little, large
 * enough to be quick.
 */
const THREADS_PER_BATCH = 100;

export type ExportedThread = Awaited<ReturnType<typeof threadsAfter>>[number];

/**
 * The threads that match, without test observers, in batches: a download of
 * everything reads hundreds of thousands of answers while other requests need
 * the database.
 */
export async function* threadsOf(
  db: Db,
  filter: ExportFilter,
): AsyncGenerator<ExportedThread[]> {
  let last = NO_THREAD;
  for (;;) {
    await breathe();
    const batch = await threadsAfter(db, filter, last);
    if (batch.length > 0) yield batch;
    if (batch.length < THREADS_PER_BATCH) return;
    last = batch.at(-1) ?? last;
  }
}

async function threadsAfter(db: Db, filter: ExportFilter, last: ThreadKey) {
  // The limit applies before the names are joined.
  const page = db
    .select({
      observerId: thread.observerId,
      pollingStationId: thread.pollingStationId,
    })
    .from(thread)
    .innerJoin(observer, eq(observer.id, thread.observerId))
    .innerJoin(county, eq(county.id, thread.countyId))
    .where(and(whereOf(filter), isAfter(last)))
    .orderBy(asc(thread.observerId), asc(thread.pollingStationId))
    .limit(THREADS_PER_BATCH)
    .as('page');
  return db
    .select({
      observerId: page.observerId,
      pollingStationId: page.pollingStationId,
      observerPhone: observer.phone,
      observerName: observer.name,
      ngoId: observer.ngoId,
      pollingStationNumber: pollingStation.number,
      municipalityCode: municipality.code,
      countyCode: county.code,
    })
    .from(page)
    .innerJoin(observer, eq(observer.id, page.observerId))
    .innerJoin(pollingStation, eq(pollingStation.id, page.pollingStationId))
    .innerJoin(municipality, eq(municipality.id, pollingStation.municipalityId))
    .innerJoin(county, eq(county.id, pollingStation.countyId))
    .orderBy(asc(page.observerId), asc(page.pollingStationId));
}

/** An upper bound of the number of matching answers; it ignores the dates. */
export async function countAnswersAtMost(
  db: Db,
  filter: ExportFilter,
): Promise<number> {
  const [row] = await db
    .select({
      n: sql`coalesce(sum(${thread.normalCount} + ${thread.flaggedCount}), 0)`.mapWith(
        Number,
      ),
    })
    .from(thread)
    .innerJoin(observer, eq(observer.id, thread.observerId))
    .innerJoin(county, eq(county.id, thread.countyId))
    .where(whereOf(filter));
  return row?.n ?? 0;
}

/** The condition on `thread`, `observer` and `county`. */
function whereOf(filter: ExportFilter): SQL | undefined {
  const { ngoId, observerId, phone, countyCode } = filter;
  const number = filter.pollingStationNumber;
  return and(
    eq(observer.isTestObserver, false),
    filter.onlyActive
      ? sql`${thread.ngoId} in (select ${ngo.id} from ${ngo} where ${ngo.isActive})`
      : undefined,
    ngoId === undefined ? undefined : eq(thread.ngoId, ngoId),
    observerId === undefined ? undefined : eq(thread.observerId, observerId),
    phone ? ilike(observer.phone, contains(phone)) : undefined,
    countyCode ? eq(county.code, countyCode) : undefined,
    number && number > 0 ? eq(thread.pollingStationNumber, number) : undefined,
  );
}

function isAfter(last: ThreadKey): SQL | undefined {
  return or(
    gt(thread.observerId, last.observerId),
    and(
      eq(thread.observerId, last.observerId),
      gt(thread.pollingStationId, last.pollingStationId),
    ),
  );
}

/**
 * Whether two columns name one of these threads. A table of values is joined by
 * the primary key; a list of pairs would be compared with each row.
 */
export function isOneOf(
  keys: ThreadKey[],
  columns: { observerId: Column; pollingStationId: Column },
): SQL {
  // Without keys: a pair that no thread has.
  const pairs = (keys.length ? keys : [NO_THREAD]).map(
    (key) => sql`(${key.observerId}::int, ${key.pollingStationId}::int)`,
  );
  return sql`(${columns.observerId}, ${columns.pollingStationId}) in (values ${sql.join(pairs, sql`, `)})`;
}
