import { hasBrokenLetters } from '@/domain/broken-letters';
import type { TableLayout } from '@/domain/tables/columns';
import type { SheetRows } from '@/domain/tables/sheet-text';
import type {
  TableChoice,
  TableFileRead,
  TableRow,
} from '@/domain/tables/table-file';
import { readTableFile } from '@/domain/tables/table-file';
import { wholeNumber } from '@/domain/tables/whole-number';
import { fold } from '@/domain/words';

import type { PlaceProblem } from './places';
import { PLACE_COLUMNS } from './places';

/** The columns of a file of places: a village within its commune may have one. */
export const PLACE_FILE_COLUMNS = [...PLACE_COLUMNS, 'village'] as const;
export type PlaceFileColumn = (typeof PLACE_FILE_COLUMNS)[number];

const NAMES: Record<PlaceFileColumn, readonly string[]> = {
  provinceCode: ['provincecode', 'codregiune', 'codprovincie'],
  provinceName: ['provincename', 'province', 'regiune', 'provincie'],
  countyCode: ['countycode', 'codjudet'],
  countyName: ['countyname', 'county', 'judet', 'numejudet'],
  diaspora: ['diaspora', 'strainatate'],
  municipalityCode: ['municipalitycode', 'codlocalitate', 'coduat', 'siruta'],
  municipalityName: [
    'municipalityname',
    'municipality',
    'uat',
    'numeuat',
    'denumireuat',
    'comuna',
  ],
  number: ['number', 'station', 'sectie', 'nrsectie', 'numarsectie'],
  address: ['address', 'adresa', 'sediu'],
  village: ['village', 'sat', 'localitatecomponenta'],
};

/** Beside a column of communes this is the village, otherwise the commune itself. */
const LOCALITY = ['localitate', 'denumirelocalitate', 'numelocalitate'];

function layoutOf(
  column: 'village' | 'municipalityName',
): TableLayout<PlaceFileColumn> {
  return {
    columns: PLACE_FILE_COLUMNS,
    optional: ['village'],
    names: { ...NAMES, [column]: [...NAMES[column], ...LOCALITY] },
  };
}

/**
 * Reads a file of places: what is wrong with it as a file is said here, what is wrong
 * with its rows by the server. Yes and no are understood in Romanian and English, and a
 * village stands in front of its station's address.
 * @param source the whole file of text, or the rows of a workbook.
 * @returns rows with cells in the order of `PLACE_COLUMNS`.
 */
export function readPlacesFile(
  source: ArrayBuffer | SheetRows,
  choice?: TableChoice<PlaceFileColumn>,
): TableFileRead<PlaceFileColumn> {
  const withVillages = readTableFile(source, layoutOf('village'), choice);
  const hasCommunes =
    withVillages.ok ||
    withVillages.problem !== 'columns' ||
    !withVillages.missing.includes('municipalityName');
  const file = hasCommunes
    ? withVillages
    : readTableFile(source, layoutOf('municipalityName'), choice);
  if (!file.ok) return file;
  return { ...file, rows: file.rows.map(placeRow) };
}

const DIASPORA = PLACE_COLUMNS.indexOf('diaspora');
const NUMBER = PLACE_COLUMNS.indexOf('number');
const ADDRESS = PLACE_COLUMNS.indexOf('address');

function placeRow(row: TableRow): TableRow {
  const village = row.cells[PLACE_COLUMNS.length] ?? '';
  const cells = row.cells.slice(0, PLACE_COLUMNS.length).map((cell, at) => {
    if (at === DIASPORA) return truthText(cell);
    if (at === NUMBER) return wholeNumber(cell);
    if (at !== ADDRESS || village === '') return cell;
    return cell === '' ? village : `${village}, ${cell}`;
  });
  return { ...row, cells };
}

const YES = new Set([
  'true',
  'adevarat',
  'da',
  'yes',
  'd',
  'y',
  '1',
  'x',
  'v',
  '✓',
]);
const NO = new Set(['false', 'fals', 'nu', 'no', 'n', '0', '-', '–']);

/** What a cell of yes or no says, as the server wants it; another text stays. */
function truthText(cell: string): string {
  const text = fold(cell);
  if (YES.has(text)) return 'true';
  return NO.has(text) ? 'false' : cell;
}

/** Cells that the server reads as numbers, and as yes or no. */
const NO_TEXTS = new Set<string>(['number', 'diaspora']);

/**
 * What the server would store without a word: letters that an encoding broke, and rows
 * with cells beyond the last column, of an address with a comma and no quotes.
 */
export function unseenProblems(rows: readonly TableRow[]): PlaceProblem[] {
  return rows.flatMap(({ cells, extra }, at): PlaceProblem[] => {
    // As in the file that is sent, below its header.
    const row = at + 2;
    const broken = PLACE_COLUMNS.filter(
      (column, place) =>
        !NO_TEXTS.has(column) && hasBrokenLetters(cells[place] ?? ''),
    );
    return [
      ...broken.map((column) => ({ row, column, problem: 'broken' as const })),
      ...(extra === undefined
        ? []
        : [{ row, column: 'address' as const, problem: 'extra' as const }]),
    ];
  });
}
