/** What makes a spreadsheet program take a cell for a formula. */
const FORMULA_STARTS = /^[=+\-@\t\r\n＝＋－＠]/;
/** Where a cell begins for a program that separates by other signs than the file. */
const INNER_STARTS = /(?<=[;\t\r\n] *)(?=[=+\-@＝＋－＠])/g;
const GUARDED_INNER_STARTS = /(?<=[;\t\r\n] *)'(?=[=+\-@＝＋－＠])/g;

/**
 * Text that is safe in a cell of a workbook: what would be taken for a formula gets an
 * apostrophe in front (docs/api-contract.md 8, last paragraph).
 */
export function harmless(text: string): string {
  return FORMULA_STARTS.test(text) ? `'${text}` : text;
}

/** The same in a CSV, which a program may separate by other signs than commas. */
export function harmlessInCsv(text: string): string {
  return harmless(text.replaceAll(INNER_STARTS, "'"));
}

/**
 * The text that a cell means: what `harmlessInCsv` did is undone, so that a file that this
 * app wrote can be imported, and so is what people do to keep the zeros of a number,
 * ="0722000219" or '0722000219.
 */
export function plainCell(text: string): string {
  const [, kept] =
    /^="([^"]*)"$/.exec(text) ?? /^'(?=\d)(.*)$/s.exec(text) ?? [];
  if (kept !== undefined) return kept;
  const isGuarded = text.startsWith("'") && FORMULA_STARTS.test(text.slice(1));
  return text.slice(isGuarded ? 1 : 0).replaceAll(GUARDED_INNER_STARTS, '');
}
