import Papa from 'papaparse';

const UNCLOSED = 'a quote is opened and never closed.';
const TEXT_BEHIND =
  'there is text after a closing quote. A quote inside of quotes is written twice.';
const INSIDE =
  'there is a quote in a cell that does not begin with one. Put the cell in quotes, and write each quote in it twice.';

/**
 * The rows of a text by RFC 4180. Line ends may be mixed; those inside of quotes
 * become LF. A blank line is a row with one empty cell, also the one behind the
 * last line end. Throws what `refuse` makes of the reason for quotes that the RFC
 * does not allow; it names the row, from 1. With tabs a quote inside of a cell is a
 * sign like others: there nothing else needs quotes, so few programs write them.
 */
export function parseCsv(
  text: string,
  separator: ',' | '\t',
  refuse: (reason: string) => Error,
): string[][] {
  const lines = withLineFeeds(text);
  const rows: string[][] = [];
  let start = 0;
  Papa.parse<string[]>(lines, {
    delimiter: separator,
    newline: '\n',
    step: ({ data: cells, errors: [error], meta: { cursor } }) => {
      const place = `Row ${rows.length + 1}: `;
      if (error) {
        const isOpen = error.code === 'MissingQuotes';
        throw refuse(`${place}${isOpen ? UNCLOSED : TEXT_BEHIND}`);
      }
      const row = lines.slice(start, cursor);
      if (separator === ',' && hasQuoteInside(row, cells)) {
        throw refuse(`${place}${INSIDE}`);
      }
      start = cursor;
      rows.push(cells);
    },
  });
  return rows;
}

/** The cells of lines with tabs, in which a quote is an ordinary sign. */
export function parseTabs(text: string): string[][] {
  return Papa.parse<string[]>(withLineFeeds(text), {
    delimiter: '\t',
    newline: '\n',
    fastMode: true,
  }).data;
}

/** Papa Parse ends rows at one kind of line end: with another one it joins them. */
function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/**
 * Whether a cell with a quote is not in quotes in the row's text. Papa Parse takes
 * it as it is, and a separator behind that quote then cuts a cell in two.
 */
function hasQuoteInside(row: string, cells: readonly string[]): boolean {
  let at = 0;
  return cells.some((cell) => {
    if (!cell.includes('"')) return false;
    const quoted = `"${cell.replaceAll('"', '""')}"`;
    const found = row.indexOf(quoted, at);
    at = found + quoted.length;
    return found < 0;
  });
}
