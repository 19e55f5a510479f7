import { toCsv } from '@/domain/csv';
import type { TableRow } from '@/domain/tables/table-file';

import { PLACE_COLUMNS } from './places';

/** The rows as the server wants them. Row n of it is `rows[n - 2]`. */
export function placesCsv(rows: readonly TableRow[]): string {
  return toCsv([PLACE_COLUMNS, ...rows.map(({ cells }) => [...cells])]);
}
