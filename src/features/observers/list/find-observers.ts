import { useMemo } from 'react';

import type {
  ObserverColumn,
  ObserverQuery,
} from '@/domain/observers/observer';
import { fold, selectObservers } from '@/domain/observers/observer';
import type { Observer } from '@/domain/observers/observer';
import type { Sort } from '@/ui/table/data-table';

/** What the list can be ordered by: its column keys. */
const COLUMNS: readonly ObserverColumn[] = [
  'name',
  'phone',
  'lastSeen',
  'numberOfPollingStations',
];

/** The order that a table asks for; by name when it asks for none we know. */
function orderOf(sort: Sort | undefined): NonNullable<ObserverQuery['sort']> {
  const column = COLUMNS.find((each) => each === sort?.key);
  return column
    ? { column, isDescending: sort?.direction === 'descending' }
    : { column: 'name', isDescending: false };
}

/**
 * The observers whose name or phone contains `typed`, in order; undefined
 * until the rows are read. Sorting and folding ten thousand names costs more
 * than a keystroke may: both are done when the rows change, and a keystroke
 * only compares.
 */
export function useFound<Row extends Observer>(
  rows: readonly Row[] | undefined,
  typed: { name: string; phone: string },
  sort: Sort | undefined,
  locale: string,
): Row[] | undefined {
  const ordered = useMemo(
    () =>
      rows &&
      selectObservers(
        rows,
        { name: '', phone: '', sort: orderOf(sort) },
        locale,
      ).map((row) => ({
        row,
        name: fold(row.name),
        phone: withoutSpaces(row.phone),
      })),
    [rows, sort, locale],
  );
  const name = fold(typed.name.trim());
  const phone = withoutSpaces(typed.phone);
  return useMemo(
    () =>
      ordered
        ?.filter((each) => each.name.includes(name))
        .filter((each) => each.phone.includes(phone))
        .map(({ row }) => row),
    [ordered, name, phone],
  );
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}
