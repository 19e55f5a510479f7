/** Which column orders a table, and which way. */
export interface Sort {
  key: string;
  direction: 'ascending' | 'descending';
}

/**
 * What a click on a header asks for: ascending first, then turning round
 * (docs/specification.md 2,
 * "Data table").
 *
 * @param current how the table is ordered now.
 * @param key the column that was clicked.
 * @returns the new order.
 */
export function nextSort(current: Sort | undefined, key: string): Sort {
  const isAscending = current?.key === key && current.direction === 'ascending';
  return { key, direction: isAscending ? 'descending' : 'ascending' };
}
