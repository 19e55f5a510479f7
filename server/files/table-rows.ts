import { parseCsv, parseTabs } from './parse-csv';

/** A file with more rows is a mistake, or an attack. */
const MAX_ROWS = 200_000;
const MAX_CELLS = 100;
/** Line ends in cells included; more would take seconds to look at. */
const MAX_LINES = 1_000_000;

/** One row of a file with its place, counted from 1 as a person counts. */
export interface TableRow {
  row: number;
  cells: string[];
}

export type Table = { rows: TableRow[] } | { refused: string };

/** So many rows pass from one thread to the other in one go. */
export const ROWS_AT_ONCE = 1_000;

export type TablePart =
  | { rows: TableRow[]; hasMore: boolean }
  | { refused: string };

export interface ReadAs {
  /** Absent: a tab when the first row has one, else a comma. */
  separator?: ',' | undefined;
  /** Lines with tabs, in which a quote is an ordinary sign. */
  isPlain?: boolean | undefined;
}

class Refusal extends Error {}

/**
 * The rows of a text without blank ones, cells trimmed. Cells may be quoted (RFC 4180),
 * and may then hold separators and line ends. Refuses wrong quotes, and more rows or
 * cells than a file may have, as soon as it meets them.
 */
export function readRows(text: string, { separator, isPlain }: ReadAs): Table {
  const rows: TableRow[] = [];
  let row = 0;
  const add = (sent: string[]) => {
    row += 1;
    if (row > MAX_ROWS)
      throw new Refusal(`There are more than ${MAX_ROWS} rows.`);
    if (sent.length > MAX_CELLS) {
      throw new Refusal(
        `Row ${row}: there are more than ${MAX_CELLS} columns.`,
      );
    }
    const cells = sent.map((cell) => cell.trim());
    if (cells.some((cell) => cell !== '')) rows.push({ row, cells });
  };
  try {
    if (hasMoreLines(text, MAX_LINES)) {
      throw new Refusal(`There are more than ${MAX_LINES} lines.`);
    }
    if (isPlain) parseTabs(text, add);
    else {
      const refuse = (reason: string) => new Refusal(reason);
      parseCsv(text, separator ?? guessSeparator(text), refuse, add);
    }
    return { rows };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}

/** Whether a cell goes on in another line: a quote may have swallowed a row. */
export function hasLineBreak(cell: string): boolean {
  return /[\r\n]/.test(cell);
}

function hasMoreLines(text: string, most: number): boolean {
  let lines = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign !== '\n' && sign !== '\r') continue;
    lines += 1;
    if (lines > most) return true;
  }
  return false;
}

function guessSeparator(text: string): ',' | '\t' {
  const [first] = /[^\r\n]*\S[^\r\n]*/.exec(text) ?? [''];
  return first.includes('\t') ? '\t' : ',';
}
