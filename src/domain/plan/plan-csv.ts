import { harmless, toCsv } from '@/domain/spreadsheet';

import type { ComparedLine } from './compare';
import type { PlanLine } from './plan';
import { PLAN_COLUMNS } from './plan';
import { planTimeText } from './plan-time';

/** The plan as CSV, in the form in which it can be imported again. */
export function planCsv(lines: readonly PlanLine[]): string {
  return toCsv([PLAN_COLUMNS, ...lines.map(cellsOf)]);
}

/**
 * The lines of state `missing` as CSV: the columns of a plan, so that it can be
 * imported, then the observer's name; '' when nobody of the list has the phone.
 * @param nameHeader of that column. @param note what the file is, in its last row.
 */
export function missingCsv(
  lines: readonly ComparedLine[],
  { nameHeader, note }: { nameHeader: string; note: string },
): string {
  const rows = lines
    .filter(({ state }) => state === 'missing')
    .map(({ line, observer }) => [
      ...cellsOf(line),
      harmless(observer?.name ?? ''),
    ]);
  return toCsv([[...PLAN_COLUMNS, nameHeader], ...rows, [note]]);
}

function cellsOf({ phone, county, station, from, to }: PlanLine) {
  return [
    harmless(phone),
    harmless(county),
    station,
    planTimeText(from),
    planTimeText(to),
  ];
}
