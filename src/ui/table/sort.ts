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

/** A sort as an address has it: "name", descending "-name". */
export function sortText({ key, direction }: Sort): string {
  return direction === 'descending' ? `-${key}` : key;
}

/** Reads what `sortText` writes; undefined for an empty text. Any key may come. */
export function readSort(text: string | null): Sort | undefined {
  if (!text) return undefined;
  return text.startsWith('-')
    ? { key: text.slice(1), direction: 'descending' }
    : { key: text, direction: 'ascending' };
}

/** What rows are ordered by, column by column. Absent values come last, whichever way. */
export type OrderValues<Row> = Record<
  string,
  (row: Row) => number | string | undefined
>;

/** The rows as a table asks for them; as they are where it asks for no known column. */
export function ordered<Row>(
  rows: readonly Row[],
  values: OrderValues<Row>,
  sort: Sort | undefined,
  locale: string,
): readonly Row[] {
  // An address may name anything.
  const valueOf =
    sort && Object.hasOwn(values, sort.key) ? values[sort.key] : undefined;
  if (!sort || !valueOf) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  // One for all of them: a plan may have 50,000 names.
  const { compare } = new Intl.Collator(locale);
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort(({ value: one }, { value: other }) => {
      if (one === undefined || other === undefined) {
        return Number(one === undefined) - Number(other === undefined);
      }
      return typeof one === 'string'
        ? sign * compare(one, String(other))
        : sign * (one - Number(other));
    })
    .map(({ row }) => row);
}
