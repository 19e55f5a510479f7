import { asc, count, eq } from 'drizzle-orm';

import type { Db } from '../db/open';
import { county, municipality, pollingStation } from '../db/schema';

/**
 * All counties by `order`, each with its number of stations
 * (docs/api-contract.md 4.7).
 */
export async function listCounties(db: Db) {
  const sizes = db
    .select({ countyId: pollingStation.countyId, stations: count().as('n') })
    .from(pollingStation)
    .groupBy(pollingStation.countyId)
    .as('sizes');
  const rows = await db
    .select({ county, stations: sizes.stations })
    .from(county)
    .leftJoin(sizes, eq(sizes.countyId, county.id))
    .orderBy(asc(county.order), asc(county.code));
  return rows.map((row) => ({ ...row.county, stations: row.stations ?? 0 }));
}

/** The municipalities of one county by `order`, with their stations (4.7). */
export async function listMunicipalities(db: Db, countyCode: string) {
  const sizes = db
    .select({
      municipalityId: pollingStation.municipalityId,
      stations: count().as('n'),
    })
    .from(pollingStation)
    .groupBy(pollingStation.municipalityId)
    .as('sizes');
  const rows = await db
    .select({ municipality, stations: sizes.stations })
    .from(municipality)
    .innerJoin(county, eq(county.id, municipality.countyId))
    .leftJoin(sizes, eq(sizes.municipalityId, municipality.id))
    .where(eq(county.code, countyCode))
    .orderBy(asc(municipality.order), asc(municipality.id));
  return rows.map((row) => ({
    id: row.municipality.id,
    countyCode,
    code: row.municipality.code,
    name: row.municipality.name,
    numberOfPollingStations: row.stations ?? 0,
    order: row.municipality.order,
  }));
}
