import { fold, tidy } from '@/domain/observers/observer';
import { readCsv } from '@/domain/read-csv';
import { plainCell } from '@/domain/spreadsheet';

/** Encodings that a person can ask for when the file is not UTF-8. */
export type TableEncoding = 'windows-1250';

/** What a table file is to have. */
export interface TableLayout<Column extends string> {
  /** The columns, in their order in a file without header. */
  columns: readonly Column[];
  /** How a column may be called, folded and without anything but letters. */
  names: Record<Column, readonly string[]>;
}

/** Why a file cannot be previewed at all. */
export type TableFileProblem<Column extends string> =
  /** Nothing in it, or a header alone. */
  | { problem: 'empty' }
  /** No text. */
  | { problem: 'binary' }
  /** A workbook: it has to be saved as CSV first. */
  | { problem: 'workbook' }
  /** Text, but not UTF-8. */
  | { problem: 'encoding' }
  /** A quote that is not closed, or text behind it, swallows rows after it. */
  | { problem: 'quotes'; line: number }
  /** The columns that were not found; all of them when there are too few or too many. */
  | { problem: 'columns'; missing: Column[] };

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
  | { ok: true; rows: TableRow[] };

/** So many rows show how wide a file without header is. */
const SAMPLE_ROWS = 50;

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
 * Reads a table: CSV, TSV or with semicolons, with or without header, UTF-8 with or
 * without BOM, or UTF-16 with BOM ("Unicode text").
 * @param bytes the whole file. @param encoding asked for by a person; none: UTF-8.
 */
export function readTableFile<Column extends string>(
  bytes: ArrayBuffer,
  layout: TableLayout<Column>,
  encoding?: TableEncoding,
): TableFileRead<Column> {
  const text = textOf(new Uint8Array(bytes), encoding);
  if (typeof text !== 'string') return { ok: false, ...text };
  const read = readCsv(text);
  if (!read.ok) return { ok: false, problem: 'quotes', line: read.badRow };
  const lines = read.rows
    .map((cells, at) => ({ line: at + 1, cells: cells.map(cleaned) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [head] = lines;
  if (!head) return { ok: false, problem: 'empty' };
  const found = findColumns(head.cells, lines, layout);
  if ('problem' in found) return { ok: false, ...found };
  const rows = found.hasHeader ? lines.slice(1) : lines;
  if (rows.length === 0) return { ok: false, problem: 'empty' };
  return { ok: true, rows: rows.map((row) => rowOf(row, found)) };
}

interface Found {
  hasHeader: boolean;
  /** Position in the file of each column of the layout. */
  at: readonly number[];
  /** Cells from here on belong to no column. */
  width: number;
}

function textOf(
  bytes: Uint8Array,
  encoding: TableEncoding | undefined,
): string | { problem: 'workbook' | 'binary' | 'encoding' } {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    return { problem: 'workbook' };
  }
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    return { problem: 'workbook' };
  }
  if (startsWith(bytes, [0xff, 0xfe])) {
    return new TextDecoder('utf-16le').decode(bytes);
  }
  if (startsWith(bytes, [0xfe, 0xff])) {
    return new TextDecoder('utf-16be').decode(bytes);
  }
  // No text has such a byte; a picture or a program soon does.
  if (bytes.includes(0)) return { problem: 'binary' };
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: isMostlyText(bytes) ? 'encoding' : 'binary' };
  }
}

/** Control characters other than tab, line feed and carriage return are rare in a text. */
function isMostlyText(bytes: Uint8Array): boolean {
  const controls = bytes.filter(
    (byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13,
  );
  return controls.length * 100 < bytes.length;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}

function cleaned(cell: string): string {
  return tidy(plainCell(cell.trim()));
}

function findColumns<Column extends string>(
  head: readonly string[],
  lines: readonly { cells: readonly string[] }[],
  { columns, names }: TableLayout<Column>,
): Found | TableFileProblem<Column> {
  const titles = head.map((cell) => fold(cell).replaceAll(/[^a-z]/g, ''));
  const placeOf = (column: Column) =>
    titles.findIndex((title) => names[column].includes(title));
  const missing = columns.filter((column) => placeOf(column) < 0);
  const hasHeader = missing.length < columns.length && !head.some(isPhone);
  if (hasHeader) {
    return missing.length === 0
      ? { hasHeader, at: columns.map(placeOf), width: head.length }
      : { problem: 'columns', missing };
  }
  const width = columns.length;
  return usualWidth(lines.map(({ cells }) => cells)) === width
    ? { hasHeader, at: columns.map((_, place) => place), width }
    : { problem: 'columns', missing: [...columns] };
}

/** How many cells most of the first rows have. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows.slice(0, SAMPLE_ROWS)) {
    counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 0;
}

/** Whether a cell can be a phone; a first row with one is no header. */
function isPhone(cell: string): boolean {
  return /^\+?[\d\s().\-/]{4,}$/.test(cell);
}

function rowOf(
  { line, cells }: { line: number; cells: readonly string[] },
  { at, width }: Found,
): TableRow {
  const extra = cells.slice(width).filter((cell) => cell !== '');
  return {
    line,
    cells: at.map((place) => cells[place] ?? ''),
    extra: extra.length === 0 ? undefined : extra.join(', '),
  };
}
