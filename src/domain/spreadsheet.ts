/** What makes a spreadsheet program take a cell for a formula. */
const FORMULA_STARTS = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Text that is safe in a cell of a CSV or a spreadsheet: what would be taken for
 * a formula gets an apostrophe in front (docs/api-contract.md 8, last
 * paragraph).
 */
export function harmless(text: string): string {
  return FORMULA_STARTS.test(text) ? `'${text}` : text;
}

/** Undoes `harmless`, so that a file that this app wrote can be imported. */
export function plainCell(text: string): string {
  return text.startsWith("'") && FORMULA_STARTS.test(text.slice(1))
    ? text.slice(1)
    : text;
}
