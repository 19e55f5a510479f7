import { plainCell } from '@/domain/spreadsheet';
import { tidy } from '@/domain/words';

import type { ColumnChoice, FileColumn, TableLayout } from './columns';
import { findColumns } from './columns';
import type { SheetProblem, SheetRows, TableEncoding } from './sheet-text';
import { readSheetText } from './sheet-text';

/** What a person chose about a file. */
export interface TableChoice<Column extends string> {
  /** None: UTF-8, or what the file says. */
  encoding?: TableEncoding | undefined;
  /** None: by heads and cells. */
  columns?: ColumnChoice<Column> | undefined;
}

/** How a file was understood. */
export interface FileLook<Column extends string> {
  columns: FileColumn<Column>[];
  /** Of a text; a workbook has none to choose. */
  encoding?: TableEncoding | undefined;
}

/** Why a file cannot be previewed at all. */
export type TableFileProblem<Column extends string> =
  | SheetProblem
  /** Nothing in it, or a header alone. */
  | { problem: 'empty' }
  /** The columns that were not found. */
  | ({ problem: 'columns'; missing: Column[] } & FileLook<Column>);

/** One row of a file. */
export interface TableRow {
  /** Number of the row in the file, from 1, header and blank rows counted. */
  line: number;
  /** Trimmed, in the order of the layout's columns; '' where the row has no such cell. */
  cells: readonly string[];
  /** Cells beyond the last column, a comma without quotes for instance. */
  extra?: string | undefined;
}

export type TableFileRead<Column extends string> =
  | ({ ok: false } & TableFileProblem<Column>)
  | ({
      ok: true;
      rows: TableRow[];
      /** Nothing of the columns had to be guessed, or a person chose them. */
      isSure: boolean;
    } & FileLook<Column>);

/** How a column of phones may be called. */
export const PHONE_NAMES: readonly string[] = [
  'phone',
  'phonenumber',
  'telefon',
  'tel',
  'nrtelefon',
  'numartelefon',
  'numardetelefon',
  'mobil',
  'mobile',
];

/**
 * Reads a table: with or without heads, with titles above them, columns in any order.
 * @param source the whole file of text, or the rows of a workbook.
 */
export function readTableFile<Column extends string>(
  source: ArrayBuffer | SheetRows,
  layout: TableLayout<Column>,
  choice: TableChoice<Column> = {},
): TableFileRead<Column> {
  const sheet =
    source instanceof ArrayBuffer
      ? readSheetText(new Uint8Array(source), choice.encoding)
      : { ok: true as const, rows: source, encoding: undefined };
  if (!sheet.ok) return sheet;
  const { encoding } = sheet;
  const lines = sheet.rows
    .map((cells, at) => ({ line: at + 1, cells: cells.map(cleaned) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (lines.length === 0) return { ok: false, problem: 'empty' };
  const { skipped, columns, isSure, missing } = findColumns(
    lines.map(({ cells }) => cells),
    layout,
    choice.columns,
  );
  if (missing.length > 0) {
    return { ok: false, problem: 'columns', missing, columns, encoding };
  }
  if (lines.length === skipped) return { ok: false, problem: 'empty' };
  const at = layout.columns.map((column) =>
    columns.findIndex((each) => each.column === column),
  );
  const rows = lines
    .slice(skipped)
    .map((row) => rowOf(row, at, columns.length));
  return { ok: true, rows, columns, isSure, encoding };
}

function cleaned(cell: string): string {
  return tidy(plainCell(cell.trim()));
}

/** @param at of each column of the layout, its place in the file, or -1. */
function rowOf(
  { line, cells }: { line: number; cells: readonly string[] },
  at: readonly number[],
  width: number,
): TableRow {
  const extra = cells.slice(width).filter((cell) => cell !== '');
  return {
    line,
    cells: at.map((place) => cells[place] ?? ''),
    extra: extra.length === 0 ? undefined : extra.join(', '),
  };
}
