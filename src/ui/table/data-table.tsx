import { type ReactNode, type Ref, useState } from 'react';

import { classNames } from '@/ui/class-names';
import { VirtualBody } from './data-table-body';
import { DataTableRow } from './data-table-row';
import type { Column, Selection } from './data-table-types';
import styles from './data-table.module.css';
import { Icon, type IconName } from '@/ui/icon';
import { ProgressLine } from '@/ui/feedback/progress-line';
import { SelectBox } from '@/ui/field/select-box';
import { toggleAll } from './selection';
import { nextSort, type Sort } from './sort';

export type { Column, Selection } from './data-table-types';
export type { Sort } from './sort';

interface DataTableProps<Row> {
  /** What the table holds, which page, in which order; for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort | undefined;
  /** A header was clicked. The caller orders the rows. */
  onSort?: ((sort: Sort) => void) | undefined;
  selection?: Selection<Row> | undefined;
  loading?: boolean | undefined;
  loadingLabel?: string | undefined;
  /** Said when there are no rows; never while they are loading. */
  noRows?: ReactNode | undefined;
  onRow?: ((row: Row) => void) | undefined;
  /** Key of the row whose details are on the page. */
  currentKey?: string | undefined;
  /** Column widths come from `width` alone and long words are cut; so is every long table. */
  fixed?: boolean | undefined;
  /** The table scrolls sideways below this width, in rem. */
  minWidth?: string | undefined;
  /** Above this many rows only those in sight are drawn: fewer for rich rows that change at each keystroke. */
  virtualAbove?: number | undefined;
}

const VIRTUAL_ABOVE_ROWS = 200;

/**
 * A table: sortable headers, row checkboxes, rows that open
 * (docs/specification.md 2, "Reusable pieces"). Scrolls inside its own region,
 * which fills what its parent leaves.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, selection, onRow } = props;
  const [focusedKey, setFocusedKey] = useState<string>();
  const isVirtual = rows.length > (props.virtualAbove ?? VIRTUAL_ABOVE_ROWS);
  // The Tab key needs one row to stop at, also after the focused one has gone.
  const stopKey = rows.some((row) => rowKey(row) === focusedKey)
    ? focusedKey
    : rows.slice(0, 1).map(rowKey).at(0);

  function renderRow(
    row: Row,
    index?: number,
    measure?: Ref<HTMLTableRowElement>,
  ) {
    const key = rowKey(row);
    return (
      <DataTableRow
        key={key}
        ref={measure}
        row={row}
        rowKey={key}
        columns={columns}
        selection={selection}
        onRow={onRow}
        current={key === props.currentKey}
        tabStop={key === stopKey}
        onFocusRow={setFocusedKey}
        index={index}
        // The head is row 1.
        position={index === undefined ? undefined : index + 2}
      />
    );
  }

  return (
    <div className={styles.root}>
      {props.loading === true ? (
        <div className={styles.progress}>
          <ProgressLine label={props.loadingLabel} />
        </div>
      ) : null}
      <section
        aria-label={caption}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={classNames(styles.scroll, 'focus-inside')}
      >
        <table
          className={styles.table}
          data-fixed={props.fixed === true || isVirtual ? '' : undefined}
          style={{ minWidth: props.minWidth }}
          aria-rowcount={isVirtual ? rows.length + 1 : undefined}
        >
          <caption className="visually-hidden">{caption}</caption>
          <Head {...props} />
          {isVirtual ? (
            <VirtualBody
              count={rows.length}
              renderRow={(index, measure) => {
                const row = rows[index];
                return row === undefined
                  ? null
                  : renderRow(row, index, measure);
              }}
            />
          ) : (
            <tbody>{rows.map((row) => renderRow(row))}</tbody>
          )}
        </table>
        {rows.length === 0 && props.loading !== true ? props.noRows : null}
      </section>
    </div>
  );
}

function Head<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, sort, onSort, selection } = props;
  const keys = rows.map(rowKey);
  const chosen = selection === undefined ? 0 : countIn(selection, keys);
  const isAll = keys.length > 0 && chosen === keys.length;
  return (
    <thead>
      <tr>
        {selection === undefined ? null : (
          <th scope="col" className={styles.box}>
            <SelectBox
              label={selection.allLabel}
              checked={isAll}
              indeterminate={chosen > 0 && !isAll}
              onChange={() =>
                selection.onChange(toggleAll(selection.selected, keys))
              }
            />
          </th>
        )}
        {columns.map((column) => {
          const direction =
            sort?.key === column.key ? sort.direction : undefined;
          return (
            <th
              key={column.key}
              scope="col"
              className={column.end === true ? styles.end : undefined}
              style={{ width: column.width }}
              aria-sort={direction}
            >
              {column.sortable === true ? (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => onSort?.(nextSort(sort, column.key))}
                >
                  {column.header}
                  <Icon name={sortIcon(direction)} small />
                </button>
              ) : (
                column.header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function countIn<Row>(selection: Selection<Row>, keys: readonly string[]) {
  return keys.filter((key) => selection.selected.has(key)).length;
}

function sortIcon(direction: Sort['direction'] | undefined): IconName {
  if (direction === undefined) return 'updown';
  return direction === 'ascending' ? 'up' : 'down';
}
