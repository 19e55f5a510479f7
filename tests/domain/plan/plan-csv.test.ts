import { expect, it } from 'vitest';

import type { ComparedLine } from '@/domain/plan/compare';
import type { PlanLine } from '@/domain/plan/plan';
import { missingCsv, planCsv, refusedCsv } from '@/domain/plan/plan-csv';
import type { PlanRowProblem } from '@/domain/plan/plan-file';
import { readPlanFile } from '@/domain/plan/plan-file';

import { aCounty } from '../../support/builders';

const counties = [
  aCounty({ code: 'AB', name: 'Alba', numberOfPollingStations: 400 }),
];
const known = { counties, country: 'RO' };
const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
const seven = new Date(2026, 10, 22, 7).getTime();
const two = new Date(2026, 10, 22, 14).getTime();

const lines: PlanLine[] = [
  { phone: '+390700000001', county: 'AB', station: 5, from: seven },
  { phone: '0799000002', county: 'AB', station: 6, from: seven, to: two },
];

/** Both missing; the list has an observer of the first one. */
const missing = lines.map((line, at): ComparedLine => {
  const observer = { id: 1, name: '=1+1', phone: line.phone };
  return {
    line,
    at,
    state: 'missing',
    observer: at === 0 ? observer : undefined,
  };
});

function read(csv: string) {
  const bytes = new TextEncoder().encode(csv);
  return readPlanFile(new Uint8Array(bytes).buffer, known);
}

/** The lines as a file of a plan gives them, without the numbers of their rows. */
function linesOf(csv: string) {
  const file = read(csv);
  if (!file.ok) throw new Error(file.problem);
  expect(file.refused).toEqual([]);
  return file.lines.map(({ line: _, ...each }) => each);
}

const words = {
  nameHeader: 'Nume',
  note: '2 rânduri fără raportare, la 12:00',
};

it('the missing are saved with their names, and formulas are made harmless', () => {
  const others: ComparedLine[] = [
    {
      line: { phone: '0798', county: 'AB', station: 7 },
      at: 2,
      state: 'reported',
    },
  ];
  expect(missingCsv([...missing, ...others], words)).toBe(
    `phone,county,station,from (${zone}),to (${zone}),Nume,"2 rânduri fără raportare, la 12:00"\r\n` +
      "'+390700000001,AB,5,2026-11-22 07:00,,'=1+1,\r\n" +
      '0799000002,AB,6,2026-11-22 07:00,2026-11-22 14:00,,\r\n',
  );
});

it('the file of the missing, and that of the plan, are imported as they are', () => {
  expect(linesOf(missingCsv(missing, words))).toEqual(lines);
  expect(linesOf(planCsv(lines))).toEqual(lines);
});

it('rows with problems are saved as they were, with what is wrong, and can be imported', () => {
  const file = read(
    'phone,county,station,from,to\r\n=1+1,AB,5,ieri,\r\n0799000002,AB,6,,,"o notă"\r\n',
  );
  if (!file.ok) throw new Error(file.problem);
  const reasons: Partial<Record<PlanRowProblem['problem'], string>> = {
    notPhone: 'Nu este un telefon.',
    notTime: 'Nu este o oră.',
    extra: '=Prea multe celule.',
  };
  const csv = refusedCsv(file.refused, 'Motiv', ({ problems }) =>
    problems.map(({ problem }) => reasons[problem]).join(' '),
  );
  expect(csv).toBe(
    'phone,county,station,from,to,Motiv\r\n' +
      "'=1+1,AB,5,ieri,,Nu este un telefon. Nu este o oră.\r\n" +
      "0799000002,AB,6,,,'=Prea multe celule.\r\n",
  );
  const corrected = csv.replace("'=1+1", '0799000001').replace('ieri', '');
  expect(linesOf(corrected)).toEqual([
    { phone: '0799000001', county: 'AB', station: 5 },
    { phone: '0799000002', county: 'AB', station: 6 },
  ]);
});
