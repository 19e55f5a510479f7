import type { Sort } from '@/ui/table/data-table';

/** What rows are ordered by, column by column. Absent values come last, whichever way. */
export type OrderValues<Row> = Record<
  string,
  (row: Row) => number | string | undefined
>;

/** The rows as a table asks for them; as they are where it asks for nothing we know. */
export function ordered<Row>(
  rows: readonly Row[],
  values: OrderValues<Row>,
  sort: Sort | undefined,
  locale: string,
): readonly Row[] {
  const valueOf = sort && values[sort.key];
  if (!valueOf) return rows;
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
