import Papa from 'papaparse';

const UNCLOSED = 'a quote is opened and never closed.';
const TEXT_BEHIND =
  'there is text after a closing quote. A quote inside of quotes is written twice.';
const INSIDE =
  'there is a quote in a cell that does not begin with one. Put the cell in quotes, and write each quote in it twice.';

/**
 * Gives the rows of a text by RFC 4180 to `add`, which may throw to end it. Line ends may be mixed; those inside of quotes
 * become LF. A blank line is a row with one empty cell, also the one behind the
 * last line end. Throws what `refuse` makes of the reason for quotes that the RFC
 * does not allow; it names the row, from 1. With tabs a quote inside of a cell is a
 * sign like others: there nothing else needs quotes, so few programs write them.
 */
export function parseCsv(
  text: string,
  separator: ',' | '\t',
  refuse: (reason: string) => Error,
  add: (cells: string[]) => void,
): void {
  const lines = withLineFeeds(text);
  let row = 0;
  let start = 0;
  Papa.parse<string[]>(lines, {
    delimiter: separator,
    newline: '\n',
    step: ({ data: cells, errors: [error], meta: { cursor } }) => {
      row += 1;
      const place = `Row ${row}: `;
      if (error) {
        const isOpen = error.code === 'MissingQuotes';
        throw refuse(`${place}${isOpen ? UNCLOSED : TEXT_BEHIND}`);
      }
      const sent = lines.slice(start, cursor);
      if (separator === ',' && hasQuoteInside(sent, cells)) {
        throw refuse(`${place}${INSIDE}`);
      }
      start = cursor;
      add(cells);
    },
  });
}

/** Gives the cells of lines with tabs, in which a quote is an ordinary sign. */
export function parseTabs(text: string, add: (cells: string[]) => void): void {
  Papa.parse<string[]>(withLineFeeds(text), {
    delimiter: '\t',
    newline: '\n',
    fastMode: true,
    step: ({ data: cells }) => add(cells),
  });
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
