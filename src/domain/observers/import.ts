import { hasBrokenLetters, repaired } from '@/domain/broken-letters';
import { toCsv } from '@/domain/csv';
import type { PhoneProblem, PhoneRead } from '@/domain/phone';
import { phoneKey, readPhone } from '@/domain/phone';
import { nameWords, tidy } from '@/domain/words';

import type { ObserverInput } from './observer';
import { OBSERVER_LIMITS } from './observer';
import { pinProblem } from './pin';

/** The columns of an import, in the server's order (docs/api-contract.md 3.8). */
export const IMPORT_COLUMNS = ['phone', 'pin', 'name'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Header of the file that the server wants; it binds columns by position. */
const SERVER_HEADER = ['Phone', 'Pin', 'Name'] as const;

/** One row of a file, as it was read or corrected since, with the cells as they are sent. */
export interface ImportRow extends Record<ImportColumn, string> {
  /** Number of the row in the file, from 1, header and blank rows counted. */
  line: number;
  /** Of the phone, where it is one: `PhoneRead`. A PIN may be completed, too. */
  note?: Extract<PhoneRead, { ok: true }>['note'];
  /** Why the phone is none, as far as it is not blank. */
  badPhone?: Extract<PhoneRead, { ok: false }> | undefined;
  /** Cells beyond the last column, a comma without quotes for instance. */
  extra?: string | undefined;
}

/** Why the server cannot be given a cell. */
type ImportProblem =
  | 'empty'
  | 'tooShort'
  | 'tooLong'
  | 'extra'
  | 'notDigits'
  | 'broken'
  | PhoneProblem;

/**
 * How a row compares with the other rows and the cached observers. new: the
 * server has nobody with this phone. unchecked: nobody with it is cached, but the
 * list of observers is not whole, and the server would add the same observer
 * again. same: phone and name are known already. changed: the phone is, under
 * another name. doubtful: no such phone number is given out. duplicateInFile: an earlier row has the phone. duplicateOfCached: a
 * known phone in another spelling (prefix, spaces). invalid: some cell cannot be
 * sent.
 */
export const IMPORT_KINDS = [
  'new',
  'unchecked',
  'doubtful',
  'changed',
  'same',
  'duplicateInFile',
  'duplicateOfCached',
  'invalid',
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** A row with its class. */
export interface ClassedRow extends ImportRow {
  kind: ImportKind;
  /** The cells that cannot be sent. */
  problems: Partial<Record<ImportColumn, ImportProblem>>;
  /** What a cell that cannot be sent may mean. */
  offers?: Partial<Record<ImportColumn, string>> | undefined;
  /** Name of the known observer, or number of the earlier row, with this phone. */
  twin?: string | undefined;
}

/** The cached observers, ready for comparison: names by phone and by its key. */
export interface KnownPhones {
  exact: ReadonlyMap<string, string>;
  spelled: ReadonlyMap<string, string>;
  /** They are all that the server has: an observer not among them is new. */
  isWhole: boolean;
  /** As of `readPhone`. */
  country: string;
}

/**
 * A row with its cells as they are sent: a phone that can be understood is written as
 * it is stored, and a PIN that a spreadsheet made a decimal number is whole again.
 * @param typed as the file has it, or a person. @param country as of `readPhone`.
 */
export function importRow(
  typed: Pick<ImportRow, ImportColumn | 'line' | 'extra'>,
  country: string,
): ImportRow {
  const { line, extra } = typed;
  const phone = tidy(typed.phone);
  const typedPin = tidy(typed.pin);
  const pin = typedPin.replace(DECIMAL, '$1');
  const read = phone === '' ? undefined : readPhone(phone, country);
  const isCompleted = pin !== typedPin;
  return {
    line,
    extra,
    phone: read?.ok ? read.phone : phone,
    pin,
    name: tidy(typed.name),
    note:
      (read?.ok ? read.note : undefined) ??
      (isCompleted ? 'completed' : undefined),
    badPhone: read?.ok === false ? read : undefined,
  };
}

/** 1234.0: a number of a spreadsheet. */
const DECIMAL = /^(\d+)[.,]0{1,2}$/;

/** Readies the cached observers once for many comparisons. */
export function knownPhones(
  cached: readonly ObserverInput[],
  isWhole: boolean,
  country: string,
): KnownPhones {
  return {
    isWhole,
    country,
    exact: new Map(cached.map(({ phone, name }) => [phone, name])),
    spelled: new Map(
      cached.map(({ phone, name }) => [phoneKey(phone, country), name]),
    ),
  };
}

/**
 * Classes rows among themselves and beside the observers that are cached. The server
 * checks no duplicates and inserts them again (docs/api-contract.md 3.8): only
 * here they are
 * seen.
 */
export function classify(
  rows: readonly ImportRow[],
  known: KnownPhones,
): ClassedRow[] {
  const first = new Map<string, number>();
  return rows.map((row) => {
    const problems = problemsOf(row);
    if (problems !== NO_PROBLEMS) {
      return { ...row, kind: 'invalid', problems, offers: offersOf(row) };
    }
    const key = phoneKey(row.phone, known.country);
    const earlier = first.get(key);
    if (earlier !== undefined) {
      const twin = String(earlier);
      return { ...row, kind: 'duplicateInFile', problems, twin };
    }
    first.set(key, row.line);
    const same = known.exact.get(row.phone);
    const twin = same ?? known.spelled.get(key);
    if (twin === undefined) {
      return { ...row, kind: kindOfNew(row, known), problems };
    }
    if (same === undefined) {
      return { ...row, kind: 'duplicateOfCached', problems, twin };
    }
    const kind = areSameName(same, row.name) ? 'same' : 'changed';
    return { ...row, kind, problems, twin };
  });
}

function kindOfNew({ note }: ImportRow, { isWhole }: KnownPhones): ImportKind {
  if (note === 'doubtful') return 'doubtful';
  return isWhole ? 'new' : 'unchecked';
}

/** Whether two names have the same words, in any order and with any diacritics. */
function areSameName(one: string, other: string): boolean {
  const wordsOf = (name: string) => nameWords(name).toSorted().join(' ');
  return wordsOf(one) === wordsOf(other);
}

/**
 * The rows with one cell corrected, to be classed anew; extra cells of the row
 * count as settled. @param country as of `readPhone`.
 */
export function correctCell(
  rows: readonly ImportRow[],
  line: number,
  column: ImportColumn,
  text: string,
  country: string,
): ImportRow[] {
  return rows.map((row) =>
    row.line === line
      ? importRow({ ...row, extra: undefined, [column]: text }, country)
      : row,
  );
}

/** The rows without one, to be classed anew. */
export function dropRow(rows: readonly ImportRow[], line: number): ImportRow[] {
  return rows.filter((row) => row.line !== line);
}

/**
 * What a server can read (docs/api-contract.md 3.8). csv: header, commas, RFC
 * 4180; the newer
 * servers. tsv: tabs and no header; the older ones, which read nothing else.
 */
export const SERVER_FORMATS = ['csv', 'tsv'] as const;
export type ServerFormat = (typeof SERVER_FORMATS)[number];

/** The file that the server wants; cells have neither tabs nor line breaks any more. */
export function serverFile(
  rows: readonly ImportRow[],
  format: ServerFormat = 'csv',
): string {
  const cells = rows.map((row) => IMPORT_COLUMNS.map((name) => row[name]));
  return format === 'csv'
    ? toCsv([SERVER_HEADER, ...cells])
    : cells.map((row) => row.join('\t')).join('\n');
}

/** An empty file to fill in. */
export function templateFile(): string {
  return serverFile([]);
}

/** Phones of cached observers, one entry for each observer. */
export interface PhoneList {
  phones: readonly { phone: string }[];
  /** They are all that the server has. */
  isWhole: boolean;
}

/** How many observers have each phone. */
function countPhones(
  observers: readonly { phone: string }[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { phone } of observers) {
    counts.set(phone, (counts.get(phone) ?? 0) + 1);
  }
  return counts;
}

/**
 * Whether an import whose reply was lost was applied: the server adds all rows or
 * none, so each sent phone must be there as often again as it was sent.
 * @returns partly when only some are there, so others added them. unsure when a
 * list that is not whole would decide: a phone that an incomplete list lacked
 * before may have been there, and one that it lacks now may be there.
 */
export function judgeImport(
  sent: readonly { phone: string }[],
  before: PhoneList,
  after: PhoneList,
): 'applied' | 'notApplied' | 'partly' | 'unsure' {
  const was = countPhones(before.phones);
  const is = countPhones(after.phones);
  const wanted = [...countPhones(sent)];
  const added = wanted.map(
    ([phone]) => (is.get(phone) ?? 0) - (was.get(phone) ?? 0),
  );
  if (wanted.every(([, count], at) => (added[at] ?? 0) >= count)) {
    return before.isWhole ? 'applied' : 'unsure';
  }
  if (!after.isWhole) return 'unsure';
  return added.every((count) => count <= 0) ? 'notApplied' : 'partly';
}

const NO_PROBLEMS: ClassedRow['problems'] = {};

function problemsOf(row: ImportRow): ClassedRow['problems'] {
  const problems: ClassedRow['problems'] = {};
  let isClean = row.extra === undefined;
  for (const column of IMPORT_COLUMNS) {
    const problem = problemOf(column, row);
    if (problem === undefined) continue;
    problems[column] = problem;
    isClean = false;
  }
  if (row.extra !== undefined) problems.name ??= 'extra';
  return isClean ? NO_PROBLEMS : problems;
}

const PIN_PROBLEMS = { digits: 'notDigits', short: 'tooShort' } as const;

function problemOf(
  column: ImportColumn,
  row: ImportRow,
): ImportProblem | undefined {
  const text = row[column];
  if (text === '') return 'empty';
  if (column === 'phone' && row.badPhone) return row.badPhone.problem;
  if (text.length > OBSERVER_LIMITS[column]) return 'tooLong';
  if (column === 'name') return hasBrokenLetters(text) ? 'broken' : undefined;
  if (column === 'phone') return undefined;
  const problem = pinProblem(text);
  return problem && PIN_PROBLEMS[problem];
}

function offersOf({ badPhone, name }: ImportRow): ClassedRow['offers'] {
  const phone = badPhone?.offer;
  const mended = repaired(name);
  return {
    ...(phone === undefined ? {} : { phone }),
    ...(mended === undefined ? {} : { name: mended }),
  };
}
