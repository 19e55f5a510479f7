import { useMemo } from 'react';

import { config } from '@/config';
import type {
  Observer,
  ObserverColumn,
  ObserverOrder,
} from '@/domain/observers/observer';
import { sortObservers } from '@/domain/observers/observer';
import { phoneFinder } from '@/domain/phone';
import { fold, hasWords, nameWords } from '@/domain/words';
import type { Sort } from '@/ui/table/data-table';

/** What the list can be ordered by: its column keys. */
const COLUMNS: readonly ObserverColumn[] = [
  'name',
  'phone',
  'lastSeen',
  'numberOfPollingStations',
];

/** The order that a table asks for; by name when it asks for none we know. */
function orderOf(sort: Sort | undefined): ObserverOrder {
  const column = COLUMNS.find((each) => each === sort?.key);
  return column
    ? { column, isDescending: sort?.direction === 'descending' }
    : { column: 'name', isDescending: false };
}

/**
 * The observers whose name has all words of `typed`, in any order, and whose phone
 * contains it, in any spelling, sorted; undefined until the rows are read. Sorting and folding ten thousand names costs more
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
      sortObservers(rows, orderOf(sort), locale).map((row) => ({
        row,
        name: fold(row.name),
      })),
    [rows, sort, locale],
  );
  const { name: typedName, phone } = typed;
  return useMemo(() => {
    const words = nameWords(typedName);
    const isFound = phoneFinder(phone, config.phoneCountry);
    return ordered
      ?.filter(({ name }) => hasWords(name, words))
      .filter(({ row }) => phone.trim() === '' || isFound(row.phone))
      .map(({ row }) => row);
  }, [ordered, typedName, phone]);
}
