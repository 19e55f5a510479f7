import { toCsv } from '@/domain/spreadsheet';
import type {
  TableEncoding,
  TableFileRead,
  TableRow,
} from '@/domain/table-file';
import { readTableFile } from '@/domain/table-file';

/** One polling station with all places that it lies in, as the server reads them. */
export const PLACE_COLUMNS = [
  'provinceCode',
  'provinceName',
  'countyCode',
  'countyName',
  'diaspora',
  'municipalityCode',
  'municipalityName',
  'number',
  'address',
] as const;
export type PlaceColumn = (typeof PLACE_COLUMNS)[number];

/** What the server says of a row (docs/api-contract.md 10.4). */
export const PLACE_PROBLEMS = [
  'missing',
  'tooLong',
  'notNumber',
  'notBoolean',
  'differs',
  'otherCounty',
  'repeated',
] as const;

export interface PlaceProblem {
  /** Row of the file that was sent, from 1, the header counted. */
  row: number;
  column: PlaceColumn;
  problem: (typeof PLACE_PROBLEMS)[number];
}

/** What an import adds and changes; it deletes nothing. */
export interface PlacesSummary extends Record<
  PlaceKind,
  { added: number; changed: number }
> {
  rows: number;
  /** There may be more of them than `problems` has. */
  problemCount: number;
  problems: PlaceProblem[];
}

export const PLACE_KINDS = [
  'provinces',
  'counties',
  'municipalities',
  'pollingStations',
] as const;
type PlaceKind = (typeof PLACE_KINDS)[number];

const LAYOUT = {
  columns: PLACE_COLUMNS,
  names: {
    provinceCode: ['provincecode', 'codregiune', 'codprovincie'],
    provinceName: ['provincename', 'province', 'regiune', 'provincie'],
    countyCode: ['countycode', 'codjudet'],
    countyName: ['countyname', 'county', 'judet', 'numejudet'],
    diaspora: ['diaspora', 'strainatate'],
    municipalityCode: ['municipalitycode', 'codlocalitate', 'coduat', 'siruta'],
    municipalityName: ['municipalityname', 'municipality', 'localitate', 'uat'],
    number: ['number', 'station', 'sectie', 'nrsectie', 'numarsectie'],
    address: ['address', 'adresa', 'sediu'],
  },
};

/**
 * Reads a file of places: what is wrong with it as a file is said here, what is wrong
 * with its rows by the server. @param encoding asked for by a person; none: UTF-8.
 */
export function readPlacesFile(
  bytes: ArrayBuffer,
  encoding?: TableEncoding,
): TableFileRead<PlaceColumn> {
  return readTableFile(bytes, LAYOUT, encoding);
}

/** The rows as the server wants them. Row n of it is `rows[n - 2]`. */
export function placesCsv(rows: readonly TableRow[]): string {
  return toCsv([PLACE_COLUMNS, ...rows.map(({ cells }) => [...cells])]);
}
