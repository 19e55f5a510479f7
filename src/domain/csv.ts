/** Signs that separate cells; where a file fits two of them alike, the first. */
const SEPARATORS = [',', '\t', ';'] as const;

type Separator = (typeof SEPARATORS)[number];

/** The rows of a text, or of what comes before the row with a wrong quote. */
export interface CsvRead {
  rows: string[][];
  /** A row, from 1, in which a quote is not closed, or has text behind it. */
  badRow?: number | undefined;
}

/** So many rows show how a file is laid out. */
const SAMPLE_ROWS = 50;

/**
 * Reads a table by RFC 4180, with any line ends; the separator is the one that
 * gives most of the first rows as many cells. A quote inside of a cell that
 * does not begin with one is a sign like others. A quote that is never closed
 * would swallow all rows after it: there the reading ends.
 */
export function readCsv(text: string): CsvRead {
  return split(text, separatorOf(text), Infinity);
}

/** How many cells most of the first rows have. */
export function usualWidth(rows: readonly (readonly string[])[]): number {
  return usual(rows).width;
}

/**
 * Rows as CSV: commas, CRLF, quotes where needed (RFC 4180). Cells are written
 * as they are; what people open in a spreadsheet goes through `harmless` first.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

function quoted(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function separatorOf(text: string): Separator {
  const [best] = SEPARATORS.map((separator) => {
    const { rows } = split(text, separator, SAMPLE_ROWS);
    return { separator, ...usual(rows.filter((row) => row.length > 1)) };
  }).sort((a, b) => b.rows - a.rows || b.width - a.width);
  return best?.separator ?? ',';
}

/** The width that most of the first rows have, and how many have it. */
function usual(rows: readonly (readonly string[])[]): {
  width: number;
  rows: number;
} {
  const counts = new Map<number, number>();
  for (const { length } of rows.slice(0, SAMPLE_ROWS)) {
    counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  const [most = [0, 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  return { width: most[0], rows: most[1] };
}

/** At most so many rows of a text. */
function split(text: string, separator: Separator, atMost: number): CsvRead {
  // A cell in quotes, in which a quote is written twice, or one without; and what ends it.
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)" *|(?!")([^${separator}\r\n]*))(${separator}|\r\n?|\n|$)`,
    'y',
  );
  const rows: string[][] = [];
  let cells: string[] = [];
  while (cell.lastIndex < text.length && rows.length < atMost) {
    const match = cell.exec(text);
    if (!match) return { rows, badRow: rows.length + 1 };
    const [, inQuotes, plain = '', end] = match;
    cells.push(inQuotes?.replaceAll('""', '"') ?? plain);
    if (end !== separator) {
      rows.push(cells);
      cells = [];
    }
  }
  // The text ends with a separator: an empty cell is behind it.
  if (cells.length > 0) rows.push([...cells, '']);
  return { rows };
}
