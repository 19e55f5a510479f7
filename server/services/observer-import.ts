import { eq } from 'drizzle-orm';

import type { Db } from '../db/database';
import { insertRows } from '../db/insert-rows';
import { ngo, observer } from '../db/schema';
import { rowsOf } from '../files/read-table';
import {
  hasLineBreak,
  type ReadAs,
  type Table,
  type TableRow,
} from '../files/table-rows';
import { CrashingError, TextRefusal } from '../http/problems/problem';
import { mapInSlices } from '../in-slices';
import type { Quirks } from '../quirks/quirks';
import {
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_PIN_LENGTH,
} from '../schemas/observers';
import { hashManyPins } from './password';
import { MIN_PIN_LENGTH } from './secret-rules';

/** The largest programme has 10,000 observers, so a longer file is a mistake. */
const MAX_ROWS = 50_000;

const COLUMNS = [
  ['phone', MAX_PHONE_LENGTH],
  ['pin', MAX_PIN_LENGTH],
  ['name', MAX_NAME_LENGTH],
] as const;

interface ImportedObserver {
  phone: string;
  pin: string;
  name: string;
}

type Reading = Pick<Quirks, 'tabsOnly' | 'headerAlways'>;

/** How the file of an import is read. */
export function readAs({ tabsOnly, headerAlways }: Reading): ReadAs {
  return { isPlain: tabsOnly, separator: headerAlways ? ',' : undefined };
}

/**
 * The observers of an import: phone, pin and name by position, comma or tab,
 * with or without a header (docs/api-contract.md 3.8). A 400 says what is wrong
 * with the first bad row. `tabsOnly` and `headerAlways` read it as real servers
 * do. In slices.
 */
export async function readImport(
  table: Table,
  { tabsOnly, headerAlways }: Reading,
): Promise<ImportedObserver[]> {
  const rows = rowsOf(table, refusal);
  const [first] = rows;
  const hasHeader = headerAlways || (first && isHeader(first) && !tabsOnly);
  const data = hasHeader ? rows.slice(1) : rows;
  if (data.length > MAX_ROWS) {
    throw new TextRefusal(400, `At most ${MAX_ROWS} rows are allowed.`);
  }
  return mapInSlices(data, (row) => toObserver(row, tabsOnly));
}

function refusal(reason: string): Error {
  return new CrashingError(reason, 'tabsOnly', true);
}

/**
 * Whether the first row is a header: a data row has a phone and a pin with
 * digits.
 */
function isHeader({ cells }: TableRow): boolean {
  return !cells.some((cell) => /\d/.test(cell));
}

function toObserver({ row, cells }: TableRow, tabsOnly: boolean) {
  const [phone = '', pin = '', name = '', ...more] = cells;
  const refuse = (reason: string) => refusal(`Row ${row}: ${reason}`);
  if (cells.length < COLUMNS.length && tabsOnly) {
    throw refuse('there are fewer than 3 columns.');
  }
  if (tabsOnly) return { phone, pin, name };
  const values = [phone, pin, name];
  for (const [at, [column, max]] of COLUMNS.entries()) {
    const value = values[at] ?? '';
    if (value === '') throw refuse(`the ${column} is missing.`);
    if (hasLineBreak(value)) {
      throw refuse(`the ${column} has a line break. Is a quote missing?`);
    }
    if (value.length > max) {
      throw refuse(`the ${column} has more than ${max} characters.`);
    }
  }
  if (more.some((cell) => cell !== '')) {
    throw refuse(`there are ${cells.length} columns instead of 3.`);
  }
  if (pin.length < MIN_PIN_LENGTH) {
    throw refuse(`the pin has fewer than ${MIN_PIN_LENGTH} characters.`);
  }
  return { phone, pin, name };
}

/** Throws a 400 with a text when the NGO of an import does not exist (3.8). */
export async function checkNgo(db: Db, id: number): Promise<void> {
  const found = await db.select({ id: ngo.id }).from(ngo).where(eq(ngo.id, id));
  if (found.length > 0) return;
  throw new CrashingError(`There is no NGO ${id}.`, 'crashes', true);
}

/** The same observers with their PINs hashed; never in a transaction. */
export async function hashPins(
  observers: ImportedObserver[],
): Promise<ImportedObserver[]> {
  const hashes = await hashManyPins(observers.map(({ pin }) => pin));
  return observers.map((each, at) => ({ ...each, pin: hashes[at] ?? '' }));
}

/**
 * Adds observers of `hashPins` to one NGO (docs/api-contract.md 3.8). Call it in a
 * transaction.
 */
export async function importObservers(
  tx: Db,
  ngoId: number,
  observers: ImportedObserver[],
): Promise<void> {
  const rows = observers.map((each) => ({ ngoId, ...each }));
  await insertRows(tx, observer, rows);
}
