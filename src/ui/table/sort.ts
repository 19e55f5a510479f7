/** Which column orders a table, and which way. */
export interface Sort {
  key: string;
  direction: 'ascending' | 'descending';
}

/**
 * What a click on a header asks for: ascending first, then the other direction
 * (docs/specification.md 2, "Data table").
 */
export function nextSort(current: Sort | undefined, key: string): Sort {
  const isAscending = current?.key === key && current.direction === 'ascending';
  return { key, direction: isAscending ? 'descending' : 'ascending' };
}
