import { parseCsv, parseTabs } from './parse-csv';

const LINE_END = /\r\n|\r|\n/;

/** One row of a file with its place, counted from 1 as a person counts. */
export interface TableRow {
  row: number;
  cells: string[];
}

/**
 * The rows of a CSV or TSV text without blank ones, cells trimmed. Cells may be
 * quoted (RFC 4180), and may then hold separators and line ends. Throws what
 * `refuse` makes of the reason, which names the row, when the quotes are
 * wrong. Without a `separator` it is a tab when the first row has one.
 */
export function readTable(
  text: string,
  refuse: (reason: string) => Error,
  separator?: ',' | undefined,
): TableRow[] {
  return numbered(parseCsv(text, separator ?? guessSeparator(text), refuse));
}

/** Reads lines with tabs, in which a quote is an ordinary sign. */
export function readLines(text: string): TableRow[] {
  return numbered(parseTabs(text));
}

/** Whether a cell goes on in another line: a quote may have swallowed a row. */
export function hasLineBreak(cell: string): boolean {
  return /[\r\n]/.test(cell);
}

function numbered(rows: string[][]): TableRow[] {
  return rows
    .map((cells, at) => ({
      row: at + 1,
      cells: cells.map((cell) => cell.trim()),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function guessSeparator(text: string): ',' | '\t' {
  const first = text.split(LINE_END).find((line) => line.trim() !== '');
  return first?.includes('\t') ? '\t' : ',';
}
