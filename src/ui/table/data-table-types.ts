import type { ReactNode } from 'react';

/** One column of a table. */
export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  sortable?: boolean | undefined;
  /** Right-aligned: numbers and row actions. */
  end?: boolean | undefined;
  /** The cell that names its row: `<th scope="row">`. */
  rowHeader?: boolean | undefined;
  /** Words that may be long take further lines where the row has no room. */
  wraps?: boolean | undefined;
  /** Any CSS width in rem; columns without one share the rest. */
  width?: string | undefined;
}

/** Row checkboxes. */
export interface Selection<Row> {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** Name of the box in the head: "Select the page". */
  allLabel: string;
  /** Name of the box of a row: "Select: Delia". */
  rowLabel: (row: Row) => string;
}
