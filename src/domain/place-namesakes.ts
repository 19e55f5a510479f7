import type { TableRow } from '@/domain/tables/table-file';

import type { Namesake } from './places';
import { PLACE_COLUMNS } from './places';

/** By `namesakeKey`: whether it is the other place, under a code of its own. */
export type NamesakeAnswers = ReadonlyMap<string, boolean>;

/** Under which a person's answer about a place of a file is kept. */
export function namesakeKey({ kind, code }: Namesake): string {
  return `${kind} ${code}`;
}

const COLUMNS = {
  provinces: ['provinceCode', 'provinceName'],
  counties: ['countyCode', 'countyName'],
  municipalities: ['municipalityCode', 'municipalityName'],
} as const;

/**
 * Rows in which a place that a person called the same as another one has its code. The
 * name goes: the other one keeps its own, whatever this one's spelling.
 * @param found in the order in which they were found.
 */
export function withMeantCodes(
  rows: readonly TableRow[],
  found: readonly Namesake[],
  answers: NamesakeAnswers,
): TableRow[] {
  return found.reduce(
    (before, each) =>
      answers.get(namesakeKey(each)) === true ? merge(before, each) : before,
    [...rows],
  );
}

function merge(rows: TableRow[], { kind, code, known }: Namesake): TableRow[] {
  const [codeAt, nameAt] = COLUMNS[kind].map((column) =>
    PLACE_COLUMNS.indexOf(column),
  );
  return rows.map((row) => {
    if (codeAt === undefined || row.cells[codeAt] !== code) return row;
    const cells = row.cells.map((cell, at) => {
      if (at === codeAt) return known.code;
      return at === nameAt ? '' : cell;
    });
    return { ...row, cells };
  });
}
