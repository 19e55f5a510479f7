import { createRandom } from '../random';
import { counties, diaspora } from './counties';
import type { CountySource } from './counties';

interface CountyRow {
  id: number;
  code: string;
  provinceCode: string;
  name: string;
  diaspora: boolean;
  order: number;
}

interface MunicipalityRow {
  id: number;
  countyId: number;
  code: string;
  name: string;
  order: number;
}

export interface StationRow {
  id: number;
  municipalityId: number;
  countyId: number;
  number: number;
  address: string;
}

/** A county with its stations in the order of their numbers, from 1. */
export interface CountyStations {
  county: CountyRow;
  stations: StationRow[];
}

export interface Places {
  counties: CountyRow[];
  municipalities: MunicipalityRow[];
  stations: StationRow[];
  byCounty: CountyStations[];
}

const HOME_BUILDINGS = [
  'Școala Gimnazială nr.',
  'Școala Primară nr.',
  'Grădinița nr.',
  'Liceul Teoretic nr.',
  'Căminul Cultural, sala',
  'Sala de Sport, intrarea',
];

const ABROAD_BUILDINGS = [
  'Secția consulară, sala',
  'Centrul cultural, sala',
  'Școala de weekend, sala',
];

/** Highest number of a school or room. */
const MOST_BUILDINGS = 12;

/**
 * Makes every county, municipality and polling station of the demo, with ids
 * from 1. Station numbers of a county start at 1 and have no gaps
 * (docs/api-contract.md 4.7: the county limit is the number of its stations);
 * they go through its municipalities in order. Each call gives the same rows.
 */
export function layOutPlaces(): Places {
  const places: Places = {
    counties: [],
    municipalities: [],
    stations: [],
    byCounty: [],
  };
  for (const source of [...counties, diaspora]) addCounty(places, source);
  return places;
}

function addCounty(places: Places, source: CountySource): void {
  const random = createRandom(`places ${source.code}`);
  const isDiaspora = source === diaspora;
  const order = places.counties.length + 1;
  const county: CountyRow = {
    id: order,
    code: source.code,
    provinceCode: source.provinceCode,
    name: source.name,
    diaspora: isDiaspora,
    order,
  };
  places.counties.push(county);

  const stations: StationRow[] = [];
  const names = source.places.split(', ');
  const codes = new Set<string>();
  const shares = shareOut(source.stations, names.length, source.code === 'B');
  for (const [index, name] of names.entries()) {
    const municipality: MunicipalityRow = {
      id: places.municipalities.length + 1,
      countyId: county.id,
      code: `${source.code}-${shortCode(name, codes)}`,
      name,
      order: index + 1,
    };
    places.municipalities.push(municipality);
    for (let left = shares[index] ?? 0; left > 0; left -= 1) {
      const building = random.pick(
        isDiaspora ? ABROAD_BUILDINGS : HOME_BUILDINGS,
      );
      stations.push({
        id: places.stations.length + stations.length + 1,
        municipalityId: municipality.id,
        countyId: county.id,
        number: stations.length + 1,
        address: `${building} ${random.between(1, MOST_BUILDINGS)}, ${name}`,
      });
    }
  }
  places.stations.push(...stations);
  places.byCounty.push({ county, stations });
}

/**
 * How many stations each place of a county gets: about a third for the seat,
 * then less and less. The sectors of Bucharest get about the same.
 */
function shareOut(stations: number, places: number, areAlike: boolean) {
  const weights = Array.from({ length: places }, (_, index) =>
    areAlike ? 1 : 1 / (index + 1),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) =>
    Math.max(1, Math.floor((stations * weight) / total)),
  );
  const given = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, index) =>
    index === 0 ? share + stations - given : share,
  );
}

/**
 * A free code from three plain capitals of the name, or from more when three
 * are taken.
 */
function shortCode(name: string, taken: Set<string>): string {
  const digits = name.replace(/\D/g, '');
  const letters = name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase();
  let length = 3;
  let code = letters.slice(0, length) + digits;
  while (taken.has(code)) {
    length += 1;
    code = letters.slice(0, length) + digits;
  }
  taken.add(code);
  return code;
}
