import Papa from 'papaparse';

/** What may separate cells; where a text fits two of them alike, the first. */
const SEPARATORS = [',', '\t', ';', '|'];

export type CsvRead =
  | { ok: true; rows: string[][] }
  /** The first row, from 1, in which a quote is not closed, or has text behind it. */
  | { ok: false; badRow: number };

/**
 * Reads a table by RFC 4180. The separator is the one that gives the first rows
 * the most even number of cells. Line ends may be mixed; those inside of quotes
 * become LF. A blank line is a row with one empty cell, also the one behind the
 * last line end. A quote inside of a cell that does not begin with one is a sign
 * like others.
 */
export function readCsv(text: string): CsvRead {
  // Papa Parse ends rows at one kind of line end: with another one it joins them.
  const lines = text.replaceAll(/\r\n?/g, '\n');
  // Spreadsheets write such a first line for each other: it is no row.
  const [said = '', sign] = /^\uFEFF?"?sep=(.)"?.*/i.exec(lines) ?? [];
  // A blank line stays in its place: rows are counted as the file has them.
  return parse(lines.slice(said.length), sign);
}

function parse(lines: string, said: string | undefined): CsvRead {
  const { data, errors } = Papa.parse<string[]>(lines, {
    newline: '\n',
    delimiter: said ?? separatorOf,
  });
  const [error] = errors;
  if (error) return { ok: false, badRow: (error.row ?? 0) + 1 };
  return { ok: true, rows: data };
}

function separatorOf(lines: string): string {
  const { meta } = Papa.parse(lines, {
    newline: '\n',
    preview: 1,
    // Blank lines have one cell with each separator, so they say nothing of it.
    skipEmptyLines: true,
    delimitersToGuess: SEPARATORS,
  });
  return meta.delimiter;
}
