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
