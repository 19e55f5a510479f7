import { toCsv } from '@/domain/csv';
import { harmlessInCsv } from '@/domain/spreadsheet';

import type { ComparedLine } from './compare';
import type { PlanLine } from './plan';
import { PLAN_COLUMNS } from './plan';
import type { RefusedRow } from './plan-file';
import { planTimeText, planZone } from './plan-time';

/** The plan as CSV, in the form in which it can be imported again. */
export function planCsv(lines: readonly PlanLine[]): string {
  return toCsv([headsOf(), ...lines.map(cellsOf)]);
}

/**
 * The lines of state `missing` as CSV: the columns of a plan, then the observer's
 * name; '' when nobody of the list has the phone. What the file is stands in the
 * header of one more column, which is empty: a row of its own would be refused
 * when the file is imported.
 * @param nameHeader of the column of names.
 */
export function missingCsv(
  lines: readonly ComparedLine[],
  { nameHeader, note }: { nameHeader: string; note: string },
): string {
  const rows = lines
    .filter(({ state }) => state === 'missing')
    .map(({ line, observer }) => [
      ...cellsOf(line),
      harmlessInCsv(observer?.name ?? ''),
      '',
    ]);
  return toCsv([[...headsOf(), nameHeader, note], ...rows]);
}

/**
 * Rows that are no lines as CSV, each with what is wrong in one more column. To be
 * corrected in the file that they come from: an import replaces the whole plan.
 */
export function refusedCsv(
  rows: readonly RefusedRow[],
  reasonHeader: string,
  reasonOf: (row: RefusedRow) => string,
): string {
  const cells = rows.map((row) =>
    [...PLAN_COLUMNS.map((column) => row[column]), reasonOf(row)].map(
      harmlessInCsv,
    ),
  );
  return toCsv([[...PLAN_COLUMNS, reasonHeader], ...cells]);
}

/** Times stand in the zone that their heads name, in which the file is read again. */
function headsOf(): string[] {
  return PLAN_COLUMNS.map((column) =>
    column === 'from' || column === 'to' ? `${column} (${planZone()})` : column,
  );
}

function cellsOf({ phone, county, station, from, to }: PlanLine) {
  return [
    harmlessInCsv(phone),
    harmlessInCsv(county),
    station,
    planTimeText(from),
    planTimeText(to),
  ];
}
