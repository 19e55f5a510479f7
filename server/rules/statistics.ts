import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  sql,
  type SQL,
} from 'drizzle-orm';

import { contains } from '../db/contains';
import type { Db } from '../db/open';
import {
  answer,
  county,
  form,
  formSection,
  municipality,
  ngo,
  observer,
  option,
  pollingStation,
  question,
  thread,
} from '../db/schema';
import type { Paging } from '../http/paging';

/** What is counted, and per what (contract 4.4). */
export interface StatisticsWish {
  by: 'county' | 'station';
  what: 'observers' | 'irregularities';
  /** Only forms whose code ends like this; undefined: all forms. */
  formCode: string | undefined;
  /** Only this NGO's observers. */
  ngoId: number | undefined;
}

/**
 * One page of a statistic, highest value first, and how many rows there are in
 * all. Test observers and inactive NGOs do not count (contract section 8, 12).
 */
export async function listStatistics(
  db: Db,
  wish: StatisticsWish,
  paging: Paging,
) {
  const counted = wish.formCode
    ? countAnswers(db, wish, wish.formCode)
    : countThreads(db, wish);
  const total = sql<number>`count(*) over ()`.mapWith(Number);
  const label =
    wish.by === 'county'
      ? sql<string>`${county.name}`
      : sql<string>`${county.name} || ' ' || ${municipality.name} || ' ' || ${pollingStation.number}`;
  const places = db.select({ label, value: counted.value, total }).from(counted);
  const named =
    wish.by === 'county'
      ? places.innerJoin(county, eq(county.id, counted.placeId))
      : places
          .innerJoin(pollingStation, eq(pollingStation.id, counted.placeId))
          .innerJoin(
            municipality,
            eq(municipality.id, pollingStation.municipalityId),
          )
          .innerJoin(county, eq(county.id, pollingStation.countyId));
  return named;
}
