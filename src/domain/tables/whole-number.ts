/** A number that a spreadsheet made a decimal one, `12.0` or `12,00`, as it was; any other text stays. */
export function wholeNumber(cell: string): string {
  return cell.replace(/^(\d+)[.,]0+$/, '$1');
}
