/**
 * The largest number that `numberOf` gives, or 0. `Math.max(...numbers)` holds
 * all of them on the stack, which some 120,000 rows overflow.
 */
export function largest<Row>(
  rows: Iterable<Row>,
  numberOf: (row: Row) => number,
): number {
  let most = 0;
  for (const row of rows) most = Math.max(most, numberOf(row));
  return most;
}
