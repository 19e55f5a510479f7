export type CsvCell = string | number | boolean | null | undefined;

/**
 * What makes a spreadsheet program read a cell as a formula: at its start, and where a
 * cell begins for a program that separates by other signs than this file.
 */
const FORMULA =
  /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n] *)(?=[=+\-@＝＋－＠])/g;

/** What no program reads as more than one cell, or as a formula. */
const WORD = /^\w*$/;

/**
 * Rows as CSV: comma, CRLF, quotes around all but single words and numbers, so that a
 * program that separates by other signs does not split a text (docs/api-contract.md 4.5).
 * Where one would run a text as a formula, it gets an apostrophe.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function toCell(cell: CsvCell): string {
  switch (typeof cell) {
    case 'string': {
      if (WORD.test(cell)) return cell;
      const text = cell.replace(FORMULA, "'");
      return `"${text.replaceAll('"', '""')}"`;
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
