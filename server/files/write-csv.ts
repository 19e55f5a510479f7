export type CsvCell = string | number | boolean | null | undefined;

/** The first signs that make a spreadsheet program read a text as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Rows as CSV: comma, CRLF, quotes where needed (docs/api-contract.md 4.5). A
 * text that a spreadsheet program would run as a formula gets an apostrophe in
 * front.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function toCell(cell: CsvCell): string {
  switch (typeof cell) {
    case 'string': {
      const text = FORMULA.test(cell) ? `'${cell}` : cell;
      return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    }
    case 'boolean':
      return cell ? 'True' : 'False';
    default:
      return cell === null || cell === undefined ? '' : String(cell);
  }
}

/** `MM/dd/yyyy HH:mm:ss` in UTC, the dates of the v1 downloads (4.5). */
export function toCsvDate(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split(/[T.]/);
  const [year, month, dayOfMonth] = day.split('-');
  return `${month}/${dayOfMonth}/${year} ${time}`;
}
