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

/**
 * What is wrong with a row: what the server says (docs/api-contract.md 10.4), and what
 * only the app sees: broken: its letters; extra: cells beyond the last column.
 */
export const PLACE_PROBLEMS = [
  'missing',
  'tooLong',
  'notNumber',
  'notBoolean',
  'differs',
  'otherCounty',
  'repeated',
  'broken',
  'extra',
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
  /** The first of them; servers of before do not say. */
  namesakes?: Namesake[] | undefined;
}

/** More of them are only counted, as by the server. */
const PROBLEMS_SHOWN = 1_000;

/** With problems that the app has found beside those that the server names. */
export function withProblems(
  summary: PlacesSummary,
  own: readonly PlaceProblem[],
): PlacesSummary {
  return {
    ...summary,
    problemCount: summary.problemCount + own.length,
    problems: [...summary.problems, ...own]
      .toSorted((one, other) => one.row - other.row)
      .slice(0, PROBLEMS_SHOWN),
  };
}

/** What an import changes of a place that is there, by its code. */
export interface PlaceChange {
  kind: PlaceKind;
  code: string;
  column: PlaceColumn;
  from: string;
  to: string;
}

/** A place of a file that is new by its code, and has the name of another one. */
export interface Namesake {
  kind: NamedKind;
  code: string;
  name: string;
  known: { code: string; name: string };
  /** The other one is new, too: it stands in an earlier row. */
  isInFile: boolean;
}

/** Kinds of places that have names. */
export const NAMED_KINDS = ['provinces', 'counties', 'municipalities'] as const;
type NamedKind = (typeof NAMED_KINDS)[number];

export const PLACE_KINDS = [
  'provinces',
  'counties',
  'municipalities',
  'pollingStations',
] as const;
type PlaceKind = (typeof PLACE_KINDS)[number];
