import { asc, count, eq, isNotNull } from 'drizzle-orm';
import * as v from 'valibot';

import type { Db } from '../db/database';
import { county, municipality, pollingStation, setting } from '../db/schema';

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

interface Province {
  id: number;
  code: string;
  name: string;
  order: number;
}

/** The name of the setting that holds the provinces of an import, as JSON. */
export const PROVINCES = 'provinces';

/** The regions of Romania, and abroad: known where no import has named others. */
const ROMANIAN_PROVINCES = [
  ['BA', 'Banat'],
  ['BU', 'Bucovina'],
  ['CR', 'Crișana'],
  ['DO', 'Dobrogea'],
  ['MM', 'Maramureș'],
  ['MO', 'Moldova'],
  ['MU', 'Muntenia'],
  ['OL', 'Oltenia'],
  ['SD', 'Străinătate'],
  ['TR', 'Transilvania'],
].map(([code = '', name = '']) => ({ code, name }));

const stored = v.array(v.object({ code: v.string(), name: v.string() }));

/**
 * All provinces by `order`, then those that only counties name
 * (docs/api-contract.md 4.7).
 */
export async function listProvinces(db: Db): Promise<Province[]> {
  const [imported] = await db
    .select({ value: setting.value })
    .from(setting)
    .where(eq(setting.key, PROVINCES));
  const named = imported
    ? v.parse(stored, JSON.parse(imported.value))
    : ROMANIAN_PROVINCES;
  const rows = await db
    .selectDistinct({ code: county.provinceCode })
    .from(county)
    .where(isNotNull(county.provinceCode))
    .orderBy(county.provinceCode);
  const known = new Set(named.map(({ code }) => code));
  const others = rows.flatMap(({ code }) =>
    code === null || known.has(code) ? [] : [{ code, name: code }],
  );
  return [...named, ...others].map((province, at) => {
    const id = at + 1;
    return { id, ...province, order: id };
  });
}
