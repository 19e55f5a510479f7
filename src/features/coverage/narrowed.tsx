import type { Column } from '@/ui/table/data-table';

import styles from './narrowed.module.css';

export interface NarrowColumn<Row> extends Column<Row> {
  /** Said before the value under a name, where the header alone says too little. */
  label?: string | undefined;
}

/**
 * The columns that a narrow window has room for. What the others say stands in a
 * second line under the name of the row, as wide as the table.
 */
export function narrowed<Row>(
  columns: readonly NarrowColumn<Row>[],
  shown: ReadonlySet<string>,
): Column<Row>[] {
  const left = columns.filter(({ key }) => !shown.has(key));
  return columns
    .filter(({ key }) => shown.has(key))
    .map((column) =>
      column.rowHeader === true
        ? { ...column, cell: (row) => withFacts(column, left, row) }
        : column,
    );
}

function withFacts<Row>(
  { cell }: Column<Row>,
  left: readonly NarrowColumn<Row>[],
  row: Row,
) {
  return (
    <>
      {cell(row)}
      <span className={styles.facts}>
        {left.map(({ key, label, header, cell: valueOf }) => (
          <span key={key} className={styles.fact}>
            <span>{label ?? header}:</span> {valueOf(row)}
          </span>
        ))}
      </span>
    </>
  );
}
