import { and, asc, eq } from 'drizzle-orm';

import type { Db } from '../db/database';
import { county, municipality, pollingStation } from '../db/schema';
import { CrashingError, ProblemError } from '../http/problems/problem';
import type { Paging } from '../http/requests/paging';

/** A polling station as phones name it (docs/api-contract.md 4.11). */
export interface StationName {
  countyCode: string;
  municipalityCode?: string | undefined;
  pollingStationNumber: number;
}

/**
 * The station with this name. Without a municipality, which older servers do
 * not have, the number must be unique in the county. 400 when no or several
 * stations match.
 */
export async function findStation(db: Db, name: StationName) {
  const { countyCode, municipalityCode } = name;
  const number = name.pollingStationNumber;
  const found = await db
    .select({
      id: pollingStation.id,
      number: pollingStation.number,
      countyCode: county.code,
      municipalityCode: municipality.code,
    })
    .from(pollingStation)
    .innerJoin(county, eq(county.id, pollingStation.countyId))
    .innerJoin(municipality, eq(municipality.id, pollingStation.municipalityId))
    .where(
      and(
        eq(county.code, countyCode),
        eq(pollingStation.number, number),
        municipalityCode ? eq(municipality.code, municipalityCode) : undefined,
      ),
    )
    .limit(2);
  const [station, another] = found;
  if (!station) {
    throw new CrashingError(
      `There is no polling station ${number} in ${municipalityCode ?? countyCode}.`,
    );
  }
  if (another) {
    throw new ProblemError(
      400,
      `Several stations of ${countyCode} have the number ${number}: send municipalityCode.`,
    );
  }
  return station;
}

/** One page of stations by id, of one county or of all (4.8). */
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

/** One station; undefined when there is none. */
export async function findStationById(db: Db, id: number) {
  const [row] = await db
    .select()
    .from(pollingStation)
    .where(eq(pollingStation.id, id));
  return row;
}
