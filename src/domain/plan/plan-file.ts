import { hasBrokenLetters } from '@/domain/broken-letters';
import type { County } from '@/domain/county';
import { countyKey } from '@/domain/county-key';
import type { PhoneProblem } from '@/domain/phone';
import { phoneKey, readPhone } from '@/domain/phone';
import type { TableLayout } from '@/domain/tables/columns';
import type { SheetRows } from '@/domain/tables/sheet-text';
import type {
  FileLook,
  TableChoice,
  TableFileProblem,
  TableRow,
} from '@/domain/tables/table-file';
import { PHONE_NAMES, readTableFile } from '@/domain/tables/table-file';
import { wholeNumber } from '@/domain/tables/whole-number';

import type { PlanColumn, PlanLine } from './plan';
import { PLAN_COLUMNS } from './plan';
import type { TimeProblem, ZoneClock } from './plan-time';
import { isOtherTime, readPlanTime, zoneClock } from './plan-time';

type PlanFileProblem = TableFileProblem<PlanColumn>;

/** What the counties of the file are looked up in. */
export type PlanCounty = Pick<
  County,
  'code' | 'name' | 'numberOfPollingStations' | 'limit'
>;

/** What the cells of the file are read with. */
export interface PlanKnown {
  /** All of the server's: every other one is refused as unknown. */
  counties: readonly PlanCounty[];
  /** As of `readPhone`. */
  country: string;
}

/** Why a row is no line of a plan. */
export type PlanRowProblem =
  | { problem: 'empty'; column: 'phone' | 'county' | 'station' }
  | {
      problem:
        | PhoneProblem
        | 'unknownCounty'
        | 'brokenCounty'
        | 'notStation'
        | 'reversed';
    }
  | (TimeProblem & { column: 'from' | 'to' })
  /** The head of the column names a zone whose clock shows another time. */
  | { problem: 'otherZone'; column: 'from' | 'to'; zone: string }
  /** `last`: the county's highest station number. */
  | { problem: 'outOfRange'; last: number }
  /** More cells than columns. */
  | { problem: 'extra'; extra: string }
  /** The same line stands in an earlier row, whose number `twin` is. */
  | { problem: 'repeated'; twin: number }
  /** By the row `twin` this phone is somewhere for a part of this time already. */
  | { problem: 'overlap'; twin: number };

/** A row that is no line, with the cells as the file has them. */
export interface RefusedRow extends Record<PlanColumn, string> {
  line: number;
  problems: PlanRowProblem[];
}

/** A line with the number of its row. */
export interface NumberedLine extends PlanLine {
  line: number;
  /**
   * The row of the first line of its round: this phone has the same times at other
   * stations in earlier rows.
   */
  roundOf?: number | undefined;
}

/** The lines of a phone that have the same times; by place the number of the row. */
interface Round {
  first: NumberedLine;
  rows: Map<string, number>;
}

export type PlanFileRead =
  | ({ ok: false } & PlanFileProblem)
  /** Both in the order of the file; together they are all its rows. */
  | ({
      ok: true;
      lines: NumberedLine[];
      refused: RefusedRow[];
      isSure: boolean;
    } & FileLook<PlanColumn>);

const LAYOUT: TableLayout<PlanColumn> = {
  columns: PLAN_COLUMNS,
  names: {
    phone: PHONE_NAMES,
    county: ['county', 'countycode', 'judet', 'codjudet', 'judetul'],
    station: [
      'station',
      'pollingstation',
      'stationnumber',
      'pollingstationnumber',
      'sectie',
      'sectia',
      'sectiedevot',
      'nrsectie',
      'numarsectie',
    ],
    from: ['from', 'start', 'dela', 'inceput'],
    to: ['to', 'until', 'end', 'panala', 'sfarsit'],
  },
};

/**
 * Reads a file that says who should be where. A county is named by code or by
 * name; times are read in the zone of this device (`readPlanTime`), and refused where
 * the head names another one; an empty time is no limit. Rows with the same phone and the same times are a round of several
 * stations. Of two rows that contradict each other the later one is refused, so
 * the lines are a plan of their own.
 * @param source the whole file of text, or the rows of a workbook.
 */
export function readPlanFile(
  source: ArrayBuffer | SheetRows,
  { counties, country }: PlanKnown,
  choice?: TableChoice<PlanColumn>,
): PlanFileRead {
  const file = readTableFile(source, LAYOUT, choice);
  if (!file.ok) return file;
  const known = countiesByName(counties);
  const clockOf = (column: 'from' | 'to') =>
    zoneClock(file.columns.find((each) => each.column === column)?.head ?? '');
  const clocks = { from: clockOf('from'), to: clockOf('to') };
  const taken = new Map<string, Round[]>();
  const lines: NumberedLine[] = [];
  const refused: RefusedRow[] = [];
  for (const row of file.rows) {
    const { problems, plan } = readRow(row, known, country, clocks);
    if (plan) {
      const clash = takePlace(taken, plan, country);
      if (!clash) {
        lines.push(plan);
        continue;
      }
      problems.push(clash);
    }
    const [phone = '', county = '', station = '', from = '', to = ''] =
      row.cells;
    const cells = { phone, county, station, from, to };
    refused.push({ line: row.line, ...cells, problems });
  }
  const { columns, encoding, isSure } = file;
  return { ok: true, lines, refused, columns, encoding, isSure };
}

function countiesByName(
  counties: readonly PlanCounty[],
): Map<string, PlanCounty> {
  const known = new Map(counties.map((each) => [countyKey(each.name), each]));
  // A code that is another county's name means the code.
  for (const each of counties) known.set(countyKey(each.code), each);
  return known;
}

/** Of the zones that the heads name, where these are others. */
type Clocks = Record<'from' | 'to', ZoneClock | undefined>;

function readRow(
  { line, cells, extra }: TableRow,
  known: ReadonlyMap<string, PlanCounty>,
  country: string,
  clocks: Clocks,
): { problems: PlanRowProblem[]; plan?: NumberedLine } {
  const [
    phoneCell = '',
    countyCell = '',
    stationCell = '',
    from = '',
    to = '',
  ] = cells;
  const problems: PlanRowProblem[] = [];
  const phone = readPhone(phoneCell, country);
  if (phoneCell === '') problems.push({ problem: 'empty', column: 'phone' });
  else if (!phone.ok) problems.push({ problem: phone.problem });

  const county = known.get(countyKey(countyCell));
  if (countyCell === '') problems.push({ problem: 'empty', column: 'county' });
  else if (!county) {
    const isBroken = hasBrokenLetters(countyCell);
    problems.push({ problem: isBroken ? 'brokenCounty' : 'unknownCounty' });
  }

  const stationText = wholeNumber(stationCell);
  const station = /^\d{1,6}$/.test(stationText) ? Number(stationText) : 0;
  if (stationCell === '') {
    problems.push({ problem: 'empty', column: 'station' });
  } else if (station === 0) problems.push({ problem: 'notStation' });
  else if (county) {
    const last = Math.max(county.limit, county.numberOfPollingStations);
    // 0: the server does not say.
    if (last > 0 && station > last) {
      problems.push({ problem: 'outOfRange', last });
    }
  }

  const start = timeOf(from, 'from', clocks, problems);
  const end = timeOf(to, 'to', clocks, problems);
  if (start !== undefined && end !== undefined && start >= end) {
    problems.push({ problem: 'reversed' });
  }
  if (extra !== undefined) problems.push({ problem: 'extra', extra });
  if (!county || !phone.ok || problems.length > 0) return { problems };
  const plan: NumberedLine = {
    line,
    phone: phone.phone,
    county: county.code,
    station,
  };
  if (start !== undefined) plan.from = start;
  if (end !== undefined) plan.to = end;
  return { problems, plan };
}

function timeOf(
  cell: string,
  column: 'from' | 'to',
  { [column]: clock }: Clocks,
  problems: PlanRowProblem[],
): number | undefined {
  if (cell === '') return undefined;
  const at = readPlanTime(cell);
  if (typeof at === 'number') {
    if (!clock || !isOtherTime(clock, at)) return at;
    problems.push({ problem: 'otherZone', column, zone: clock.zone });
    return undefined;
  }
  problems.push({ ...at, column });
  return undefined;
}

/**
 * Adds a line to the rounds of its phone, which never overlap and are ordered by
 * time. Answers why it does not fit, if it does not.
 */
function takePlace(
  taken: Map<string, Round[]>,
  plan: NumberedLine,
  country: string,
): PlanRowProblem | undefined {
  const key = phoneKey(plan.phone, country);
  const rounds = taken.get(key) ?? [];
  taken.set(key, rounds);
  const at = firstEndingAfter(rounds, startOf(plan));
  const round = rounds[at];
  const place = `${plan.county} ${plan.station}`;
  if (!round || startOf(round.first) >= endOf(plan)) {
    const rows = new Map([[place, plan.line]]);
    rounds.splice(at, 0, { first: plan, rows });
    return undefined;
  }
  const { first, rows } = round;
  if (first.from !== plan.from || first.to !== plan.to) {
    return { problem: 'overlap', twin: first.line };
  }
  const twin = rows.get(place);
  if (twin !== undefined) return { problem: 'repeated', twin };
  rows.set(place, plan.line);
  plan.roundOf = first.line;
  return undefined;
}

function startOf({ from = -Infinity }: PlanLine): number {
  return from;
}

function endOf({ to = Infinity }: PlanLine): number {
  return to;
}

/** By halves: a file may have thousands of times of one phone. */
function firstEndingAfter(rounds: readonly Round[], moment: number): number {
  let [low, high] = [0, rounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const round = rounds[middle];
    if (round && endOf(round.first) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
