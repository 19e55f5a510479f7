import type {
  KeyboardEvent,
  MouseEvent,
  ReactElement,
  Ref,
  SyntheticEvent,
} from 'react';

import { classNames } from '@/ui/class-names';
import type { Column, Selection } from './data-table-types';
import styles from './data-table.module.css';
import { SelectBox } from '@/ui/field/select-box';
import { toggleKey } from './selection';

interface RowProps<Row> {
  row: Row;
  rowKey: string;
  columns: readonly Column<Row>[];
  selection: Selection<Row> | undefined;
  onRow: ((row: Row) => void) | undefined;
  /** The row whose details are on the page. */
  current: boolean;
  /** The one row that the Tab key stops at. */
  tabStop: boolean;
  onFocusRow: (key: string) => void;
  /** Position from 1, when the table holds more rows than the document. */
  position?: number | undefined;
  /** For the virtual body, which measures its rows. */
  index?: number | undefined;
  ref?: Ref<HTMLTableRowElement> | undefined;
}

/**
 * One row. When rows can be opened, a click or Enter opens it and the arrow
 * keys go to its neighbours; the controls inside keep their own clicks and
 * keys.
 */
export function DataTableRow<Row>(props: RowProps<Row>): ReactElement {
  const { row, rowKey, columns, selection, onRow, ref } = props;
  const { current, tabStop, onFocusRow, position, index } = props;
  const isSelected = selection?.selected.has(rowKey) === true;

  function handleClick(event: MouseEvent<HTMLTableRowElement>) {
    if (!isOnControl(event)) onRow?.(row);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onRow?.(row);
    else if (event.key === 'ArrowDown') {
      focusRow(event, event.currentTarget.nextElementSibling);
    } else if (event.key === 'ArrowUp') {
      focusRow(event, event.currentTarget.previousElementSibling);
    }
  }

  const opens =
    onRow === undefined
      ? {}
      : {
          tabIndex: tabStop ? 0 : -1,
          onClick: handleClick,
          onKeyDown: handleKeyDown,
          onFocus: () => onFocusRow(rowKey),
        };
  return (
    <tr
      {...opens}
      ref={ref}
      data-index={index}
      aria-rowindex={position}
      aria-current={current ? 'true' : undefined}
      className={classNames(
        styles.row,
        'focus-inside',
        onRow !== undefined && styles.opens,
        (isSelected || current) && styles.selected,
      )}
    >
      {selection === undefined ? null : (
        <td className={styles.box}>
          <SelectBox
            label={selection.rowLabel(row)}
            checked={isSelected}
            onChange={() =>
              selection.onChange(toggleKey(selection.selected, rowKey))
            }
          />
        </td>
      )}
      {columns.map((column) => {
        const className = classNames(
          column.end === true && styles.end,
          column.wraps === true && styles.wraps,
        );
        return column.rowHeader === true ? (
          <th key={column.key} scope="row" className={className}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.key} className={className}>
            {column.cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

const CONTROLS = 'a, button, input, select, textarea, label, [role^="menu"]';

// A click on a control of the row, or in a menu that belongs to it, is not a click on the row.
function isOnControl(event: SyntheticEvent<HTMLElement>) {
  const { target, currentTarget } = event;
  if (!(target instanceof Element)) return true;
  return !currentTarget.contains(target) || target.closest(CONTROLS) !== null;
}

function focusRow(event: KeyboardEvent, row: Element | null) {
  if (row instanceof HTMLElement && row.tabIndex === -1) {
    event.preventDefault();
    row.focus();
  }
}
