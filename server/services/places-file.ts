import { rowsOf } from '../files/read-table';
import type { Table, TableRow } from '../files/table-rows';
import { TextRefusal } from '../http/problems/problem';
import { parseBoolean, parseInteger } from '../http/requests/values';
import { inSlices, mapInSlices } from '../in-slices';
import {
  MAX_ADDRESS_LENGTH,
  MAX_CODE_LENGTH,
  MAX_NAME_LENGTH,
} from '../schemas/places';

/** The columns of a file of places, each of which its header must name. */
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

/** One polling station with the places that it lies in. */
export interface PlaceRow extends Record<
  Exclude<PlaceColumn, 'number' | 'diaspora'>,
  string
> {
  /** In the file, from 1, the header counted. */
  row: number;
  number: number;
  /** Undefined when the cell is empty. */
  diaspora: boolean | undefined;
}

/**
 * missing, tooLong, notNumber, notBoolean: the cell. differs: an earlier row says
 * something else of the same code. otherCounty: its municipality lies elsewhere by an
 * earlier row. repeated: the same station in an earlier row.
 */
export interface PlaceProblem {
  row: number;
  column: PlaceColumn;
  problem:
    | 'missing'
    | 'tooLong'
    | 'notNumber'
    | 'notBoolean'
    | 'differs'
    | 'otherCounty'
    | 'repeated';
}

const LONGEST: Partial<Record<PlaceColumn, number>> = {
  provinceCode: MAX_CODE_LENGTH,
  provinceName: MAX_NAME_LENGTH,
  countyCode: MAX_CODE_LENGTH,
  countyName: MAX_NAME_LENGTH,
  municipalityCode: MAX_CODE_LENGTH,
  municipalityName: MAX_NAME_LENGTH,
  address: MAX_ADDRESS_LENGTH,
};

const REQUIRED: ReadonlySet<PlaceColumn> = new Set([
  'countyCode',
  'municipalityCode',
  'number',
]);

/** Whose cells must be equal in all rows of a code, where they are not empty. */
const SAME_IN_ALL: readonly [PlaceColumn, readonly PlaceColumn[]][] = [
  ['provinceCode', ['provinceName']],
  ['countyCode', ['countyName', 'provinceCode', 'diaspora']],
  ['municipalityCode', ['municipalityName']],
];

/**
 * Reads a CSV with one row for each polling station and the columns of
 * `PLACE_COLUMNS` in any order, named by its header in any casing. Throws a 400 with
 * a text when a column is missing, a quote is wrong or there are no rows; what is
 * wrong with single rows is answered. In slices.
 */
export async function readPlaces(table: Table): Promise<{
  rows: PlaceRow[];
  problems: PlaceProblem[];
}> {
  const refuse = (reason: string) => new TextRefusal(400, reason);
  const [header, ...lines] = rowsOf(table, refuse);
  const titles = header?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const missing = PLACE_COLUMNS.filter(
    (column) => !titles.includes(column.toLowerCase()),
  );
  if (missing.length > 0) {
    throw refuse(`The header lacks the columns ${missing.join(', ')}.`);
  }
  if (lines.length === 0) throw refuse('There are no rows.');
  const at = PLACE_COLUMNS.map((column) =>
    titles.indexOf(column.toLowerCase()),
  );
  const problems: PlaceProblem[] = [];
  const rows = await withCodesOf(
    NO_CODES,
    await mapInSlices(lines, (line) => toRow(line, at, problems)),
  );
  const wrong = new Set(problems.map(({ row }) => row));
  await compareRows(rows, wrong, problems);
  problems.sort((one, other) => one.row - other.row);
  return { rows, problems };
}

/** The codes that are there already. */
type KnownCodes = Record<
  'provinceCode' | 'countyCode' | 'municipalityCode',
  readonly string[]
>;

const NO_CODES: KnownCodes = {
  provinceCode: [],
  countyCode: [],
  municipalityCode: [],
};

/**
 * Rows with one spelling of each code, since casing makes no other place: that which is
 * there already, else that of the first row.
 */
export function withCodesOf(
  known: KnownCodes,
  rows: readonly PlaceRow[],
): Promise<PlaceRow[]> {
  const province = speller(known.provinceCode);
  const county = speller(known.countyCode);
  const municipality = speller(known.municipalityCode);
  return mapInSlices(rows, (row) => ({
    ...row,
    provinceCode: province(row.provinceCode),
    countyCode: county(row.countyCode),
    municipalityCode: municipality(row.municipalityCode),
  }));
}

/** Codes that differ by casing alone may be there from earlier: each is its own. */
function speller(known: readonly string[]): (code: string) => string {
  const exact = new Set(known);
  const byKey = new Map(known.map((code) => [keyOf(code), code]));
  return (code) => {
    if (exact.has(code)) return code;
    const spelled = byKey.get(keyOf(code)) ?? code;
    byKey.set(keyOf(code), spelled);
    return spelled;
  };
}

function keyOf(code: string): string {
  return code.trim().toLowerCase();
}

function toRow(
  { row, cells }: TableRow,
  at: readonly number[],
  problems: PlaceProblem[],
): PlaceRow {
  const texts = Object.fromEntries(
    PLACE_COLUMNS.map((column, place) => [
      column,
      cells[at[place] ?? -1] ?? '',
    ]),
  ) as Record<PlaceColumn, string>;
  const report = (column: PlaceColumn, problem: PlaceProblem['problem']) =>
    problems.push({ row, column, problem });
  for (const column of PLACE_COLUMNS) {
    const text = texts[column];
    if (text === '' && REQUIRED.has(column)) report(column, 'missing');
    if (text.length > (LONGEST[column] ?? Number.POSITIVE_INFINITY)) {
      report(column, 'tooLong');
    }
  }
  const number = parseInteger(texts.number) ?? 0;
  if (texts.number !== '' && number <= 0) report('number', 'notNumber');
  const diaspora = parseBoolean(texts.diaspora);
  if (texts.diaspora !== '' && diaspora === undefined) {
    report('diaspora', 'notBoolean');
  }
  return { ...texts, row, number, diaspora };
}

/** Reports what contradicts an earlier row; those that are wrong by themselves are left out. */
async function compareRows(
  rows: readonly PlaceRow[],
  wrong: ReadonlySet<number>,
  problems: PlaceProblem[],
): Promise<void> {
  const said = new Map<string, string>();
  /** Whether the first row that says something of it says the same. */
  const agrees = (what: string, value: string) => {
    const known = said.get(what) ?? value;
    said.set(what, known);
    return known === value;
  };
  const compare = (place: PlaceRow) => {
    const { row, countyCode, municipalityCode, number } = place;
    if (wrong.has(row)) return;
    for (const [code, columns] of SAME_IN_ALL) {
      for (const column of columns) {
        const value = String(place[column] ?? '');
        if (value === '' || place[code] === '') continue;
        const what = JSON.stringify([code, place[code], column]);
        if (!agrees(what, value)) {
          problems.push({ row, column, problem: 'differs' });
        }
      }
    }
    const town = JSON.stringify(['town', municipalityCode]);
    if (!agrees(town, countyCode)) {
      const column = 'municipalityCode';
      problems.push({ row, column, problem: 'otherCounty' });
    }
    const station = JSON.stringify(['station', municipalityCode, number]);
    if (!agrees(station, String(row))) {
      problems.push({ row, column: 'number', problem: 'repeated' });
    }
  };
  await inSlices(rows, (slice) => slice.forEach(compare));
}
