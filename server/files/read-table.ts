import Papa from 'papaparse';

/** One row of a file with its place, counted from 1 as a person counts. */
export interface TableRow {
  row: number;
  cells: string[];
}

export type Separator = ',' | '\t';

/**
 * The rows of a CSV or TSV text without blank ones, cells trimmed. Cells may be
 * quoted (RFC 4180), and may then hold separators and line ends; a quote that
 * never ends swallows the rest, which the caller sees as a row of a wrong
 * shape. Without a `separator` it is a tab when the first row has one.
 */
export function readTable(text: string, separator?: Separator): TableRow[] {
  const delimiter = separator ?? guessSeparator(text);
  const { data } = Papa.parse<string[]>(text, { delimiter });
  return data
    .map((cells, at) => ({
      row: at + 1,
      cells: cells.map((cell) => cell.trim()),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function guessSeparator(text: string): Separator {
  const first = text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '');
  return first?.includes('\t') ? '\t' : ',';
}
