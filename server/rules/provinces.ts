import { isNotNull } from 'drizzle-orm';

import type { Db } from '../db/open';
import { county } from '../db/schema';

interface Province {
  id: number;
  code: string;
  name: string;
  order: number;
}

/**
 * The regions of Romania, and abroad. They are part of the server, not of its
 * database: no call adds one.
 */
const PROVINCES: readonly Province[] = [
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
].map(([code = '', name = ''], at) => ({
  id: at + 1,
  code,
  name,
  order: at + 1,
}));

/**
 * All provinces by `order`; those that only a county names come last
 * (docs/api-contract.md 4.7).
 */
export async function listProvinces(db: Db): Promise<Province[]> {
  const rows = await db
    .selectDistinct({ code: county.provinceCode })
    .from(county)
    .where(isNotNull(county.provinceCode))
    .orderBy(county.provinceCode);
  const known = new Set(PROVINCES.map(({ code }) => code));
  const others = rows
    .flatMap(({ code }) => (code === null || known.has(code) ? [] : code))
    .map((code, at) => {
      const id = PROVINCES.length + at + 1;
      return { id, code, name: code, order: id };
    });
  return [...PROVINCES, ...others];
}
