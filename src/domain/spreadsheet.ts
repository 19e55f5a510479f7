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

/**
 * The text that a cell means: what `harmless` did is undone, so that a file that this
 * app wrote can be imported, and so is what people do to keep the zeros of a number,
 * ="0722000219" or '0722000219.
 */
export function plainCell(text: string): string {
  const [, kept] =
    /^="([^"]*)"$/.exec(text) ?? /^'(?=\d)(.*)$/s.exec(text) ?? [];
  if (kept !== undefined) return kept;
  return text.startsWith("'") && FORMULA_STARTS.test(text.slice(1))
    ? text.slice(1)
    : text;
}
