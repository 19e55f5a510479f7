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
type PlaceColumn = (typeof PLACE_COLUMNS)[number];

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
  /** The first of them; servers of before do not say. */
  changes?: PlaceChange[] | undefined;
}

/** What an import changes of a place that is there, by its code. */
export interface PlaceChange {
  kind: PlaceKind;
  code: string;
  column: PlaceColumn;
  from: string;
  to: string;
}

export const PLACE_KINDS = [
  'provinces',
  'counties',
  'municipalities',
  'pollingStations',
] as const;
type PlaceKind = (typeof PLACE_KINDS)[number];
