import type { County } from '@/domain/county';
import { countyKey, newCode } from '@/domain/county-key';
import type { TableRow } from '@/domain/tables/table-file';
import { fold } from '@/domain/words';

import type { NamesakeAnswers } from './place-namesakes';
import { namesakeKey, withMeantCodes } from './place-namesakes';
import type { Namesake } from './places';
import { PLACE_COLUMNS } from './places';

type KnownCounty = Pick<County, 'code' | 'name'>;

const CODE = PLACE_COLUMNS.indexOf('countyCode');
const NAME = PLACE_COLUMNS.indexOf('countyName');
/** The server knows which of these exist, in any casing. */
const OTHER_CODES = new Set([
  PLACE_COLUMNS.indexOf('provinceCode'),
  PLACE_COLUMNS.indexOf('municipalityCode'),
]);

/**
 * Rows with codes as they are stored: a county that exists is found in any casing, a new
 * code is written in capitals. Which of two codes a name belongs to nobody can tell, and
 * a county cannot be removed: a person is asked.
 * @returns also the counties of which nobody has answered yet.
 */
export function settleCounties(
  rows: readonly TableRow[],
  counties: readonly KnownCounty[],
  answers: NamesakeAnswers,
): { rows: TableRow[]; open: Namesake[] } {
  const byCode = new Map(counties.map((each) => [fold(each.code), each]));
  const exact = new Set(counties.map(({ code }) => code));
  const codeOf = ({ cells }: TableRow) => {
    const cell = cells[CODE] ?? '';
    if (exact.has(cell)) return cell;
    return byCode.get(fold(cell))?.code ?? newCode(cell);
  };

  // A name stands in one row of a code, and may be left out of the others.
  const names = new Map<string, string>();
  for (const row of rows) {
    const name = row.cells[NAME] ?? '';
    if (name !== '') names.set(codeOf(row), name);
  }
  const byName = new Map(counties.map((each) => [countyKey(each.name), each]));
  const found: Namesake[] = [];
  for (const [code, name] of names) {
    if (code === '' || byCode.has(fold(code))) continue;
    const known = byName.get(countyKey(name));
    if (!known) {
      byName.set(countyKey(name), { code, name });
      continue;
    }
    const isInFile = !exact.has(known.code);
    found.push({ kind: 'counties', code, name, known, isInFile });
  }
  const settled = rows.map((row) => {
    const code = codeOf(row);
    const cells = row.cells.map((cell, at) => {
      if (at === CODE) return code;
      return OTHER_CODES.has(at) ? newCode(cell) : cell;
    });
    return { ...row, cells };
  });
  return {
    rows: withMeantCodes(settled, found, answers),
    open: found.filter((each) => !answers.has(namesakeKey(each))),
  };
}
