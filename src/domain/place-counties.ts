import type { County } from '@/domain/county';
import { countyKey } from '@/domain/county';
import { fold } from '@/domain/observers/observer';
import type { TableRow } from '@/domain/tables/table-file';

import { PLACE_COLUMNS } from './places';

type KnownCounty = Pick<County, 'code' | 'name'>;

/** A county of a file that is new by its code, and has the name of one that exists. */
export interface CountyLikeness {
  code: string;
  name: string;
  known: KnownCounty;
}

/** By code of the file: whether it is the county that exists under another code. */
export type CountyAnswers = ReadonlyMap<string, boolean>;

const CODE = PLACE_COLUMNS.indexOf('countyCode');
const NAME = PLACE_COLUMNS.indexOf('countyName');

/**
 * Rows with the codes of counties as they are stored: one that exists is found in any
 * casing, a new one is written in capitals. Which of two codes a name belongs to nobody
 * can tell, and a county cannot be removed: a person is asked.
 * @returns also the counties of which nobody has answered yet.
 */
export function settleCounties(
  rows: readonly TableRow[],
  counties: readonly KnownCounty[],
  answers: CountyAnswers,
): { rows: TableRow[]; open: CountyLikeness[] } {
  const byCode = new Map(counties.map((each) => [fold(each.code), each]));
  const byName = new Map(counties.map((each) => [countyKey(each.name), each]));
  const codeOf = ({ cells }: TableRow) => {
    const cell = cells[CODE] ?? '';
    return byCode.get(fold(cell))?.code ?? cell.toUpperCase();
  };

  // A name stands in one row of a code, and may be left out of the others.
  const names = new Map<string, string>();
  for (const row of rows) {
    const name = row.cells[NAME] ?? '';
    if (name !== '') names.set(codeOf(row), name);
  }
  const open: CountyLikeness[] = [];
  const meant = new Map<string, string>();
  for (const [code, name] of names) {
    const known = byName.get(countyKey(name));
    if (!known || code === '' || byCode.has(fold(code))) continue;
    const answer = answers.get(code);
    if (answer === undefined) open.push({ code, name, known });
    if (answer === true) meant.set(code, known.code);
  }
  const settled = rows.map((row) => {
    const code = codeOf(row);
    const cells = row.cells.map((cell, at) =>
      at === CODE ? (meant.get(code) ?? code) : cell,
    );
    return { ...row, cells };
  });
  return { rows: settled, open };
}
