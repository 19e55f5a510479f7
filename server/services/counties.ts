import { and, eq, inArray, ne } from 'drizzle-orm';

import type { Db } from '../db/database';
import { passIds } from '../db/restart-identities';
import { saveRows } from '../db/save-rows';
import { county } from '../db/schema';
import { rowsOf } from '../files/read-table';
import { hasLineBreak, type Table, type TableRow } from '../files/table-rows';
import { MessageRefusal } from '../http/problems/problem';
import { parseBoolean, parseInteger } from '../http/requests/values';
import { listProvinces } from '../queries/counties';
import type { Quirks } from '../quirks/quirks';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../schemas/places';
import { lockPlaces } from './places-lock';

/** The names of the fourth column in the two revisions, in lower case. */
const FOURTH = ['provincecode', 'numberofpollingstations'];

/** An absent field stays as it is. */
interface CountyChange {
  code: string;
  name: string;
  diaspora?: boolean | undefined;
  order?: number | undefined;
}

const LONGEST = { code: MAX_CODE_LENGTH, name: MAX_NAME_LENGTH };

/** Why a county's code or name is refused; undefined when it is not. */
export function refuseName(
  what: 'code' | 'name',
  text: string,
  place = '',
): MessageRefusal | undefined {
  if (text === '') return new MessageRefusal(`${place}The ${what} is missing.`);
  const max = LONGEST[what];
  return text.length > max
    ? new MessageRefusal(
        `${place}The ${what} may have at most ${max} characters.`,
      )
    : undefined;
}

/**
 * Changes one county (docs/api-contract.md 4.7). 400 with a message for an
 * unknown id, or when another county has the code, by which lists are filtered.
 * Call it in a transaction.
 */
export async function updateCounty(
  tx: Db,
  id: number,
  change: CountyChange,
): Promise<void> {
  const { code, name, diaspora, order } = change;
  await lockPlaces(tx);
  const [other] = await tx
    .select({ name: county.name })
    .from(county)
    .where(and(eq(county.code, code), ne(county.id, id)));
  if (other) {
    throw new MessageRefusal(`The code ${code} is taken by ${other.name}.`);
  }
  const changed = await tx
    .update(county)
    .set({ code, name, diaspora, order })
    .where(eq(county.id, id))
    .returning({ id: county.id });
  if (changed.length === 0) throw unknownCounty(id);
}

/** The refusal of an id that no county has. */
export function unknownCounty(id: number): MessageRefusal {
  return new MessageRefusal(`There is no county ${id}.`);
}

/**
 * Adds or changes the counties of a CSV by their `Id` (docs/api-contract.md
 * 4.7). The header names the columns, except the fourth: it is the province
 * code, which must exist, or on an older server the number of stations, and its
 * header is ignored. An empty cell leaves the county's value. Call it in a
 * transaction. Answers the number of rows, and the counties that were there as
 * they were; 400 with a message that names the first bad row, and nothing is
 * changed.
 */
export async function importCounties(
  tx: Db,
  table: Table,
  quirks: Pick<Quirks, 'noProvinces'>,
): Promise<{ count: number; before: (typeof county.$inferSelect)[] }> {
  const refuse = (reason: string) => new MessageRefusal(reason);
  const [header, ...rows] = rowsOf(table, refuse);
  const columns = columnsOf(header);
  if (rows.length === 0) throw new MessageRefusal('There are no rows.');
  const read = rows.map((row) => toCounty(row, columns, quirks));
  const ids = new Set(read.map(({ id }) => id));
  if (ids.size < read.length) {
    throw new MessageRefusal('The ids are not distinct.');
  }
  await lockPlaces(tx);
  const stored = await tx
    .select()
    .from(county)
    .where(inArray(county.id, [...ids]));
  const before = new Map(stored.map((row) => [row.id, row]));
  await refuseTakenCodes(tx, read);
  if (!quirks.noProvinces) {
    const provinces = await listProvinces(tx);
    const known = new Set(provinces.map(({ code }) => code));
    for (const { id, row, provinceCode } of read) {
      if (provinceCode === undefined && before.has(id)) continue;
      if (known.has(provinceCode ?? '')) continue;
      throw new MessageRefusal(
        provinceCode === undefined
          ? `Row ${row}: The province is missing.`
          : `Row ${row}: There is no province ${provinceCode}.`,
      );
    }
  }
  await saveRows(
    tx,
    county,
    read.map((row) => {
      const old = before.get(row.id);
      return {
        id: row.id,
        code: row.code,
        name: row.name,
        provinceCode: row.provinceCode ?? old?.provinceCode ?? null,
        diaspora: row.diaspora ?? old?.diaspora ?? false,
        order: row.order ?? old?.order ?? 0,
      };
    }),
  );
  await passIds(tx, county);
  return { count: read.length, before: stored };
}

/** Lists are filtered by the code, so that no two counties may have one. */
async function refuseTakenCodes(
  tx: Db,
  read: { row: number; id: number; code: string }[],
): Promise<void> {
  const ids = new Set(read.map(({ id }) => id));
  const rowOf = new Map<string, number>();
  const counties = await tx.select().from(county);
  // A county of the file gets the code that the file says.
  const others = counties.filter(({ id }) => !ids.has(id));
  const nameOf = new Map(others.map(({ code, name }) => [code, name]));
  for (const { row, code } of read) {
    const place = `Row ${row}: The code ${code}`;
    const earlier = rowOf.get(code);
    if (earlier !== undefined) {
      throw new MessageRefusal(`${place} is in row ${earlier}, too.`);
    }
    const name = nameOf.get(code);
    if (name !== undefined) {
      throw new MessageRefusal(`${place} is taken by ${name}.`);
    }
    rowOf.set(code, row);
  }
}

function columnsOf(header: TableRow | undefined): Map<string, number> {
  const columns = new Map(
    header?.cells.map((cell, at) => [cell.toLowerCase(), at]),
  );
  // Real servers bind by position: the fourth column always holds the field
  // that this revision has there.
  const fourth = FOURTH.find((name) => columns.get(name) === 3);
  for (const name of FOURTH) {
    if (fourth !== undefined) columns.set(name, 3);
  }
  for (const name of ['Id', 'Code', 'Name']) {
    if (columns.has(name.toLowerCase())) continue;
    throw new MessageRefusal(`The column ${name} is missing in the header.`);
  }
  return columns;
}

function toCounty(
  { row, cells }: TableRow,
  columns: Map<string, number>,
  { noProvinces }: Pick<Quirks, 'noProvinces'>,
) {
  const place = `Row ${row}: `;
  if (cells.some(hasLineBreak)) {
    throw new MessageRefusal(
      `${place}A cell has a line break. Is a quote missing?`,
    );
  }
  const cell = (name: string) => cells[columns.get(name) ?? -1] ?? '';
  function read<T>(name: string, parse: (text: string) => T | undefined) {
    const text = cell(name);
    if (text === '') return undefined;
    const value = parse(text);
    if (value !== undefined) return value;
    throw new MessageRefusal(`${place}'${text}' is not valid for ${name}.`);
  }
  const id = read('id', parseInteger) ?? 0;
  if (id <= 0) throw new MessageRefusal(`${place}The id must be above 0.`);
  const code = cell('code');
  const name = cell('name');
  const refusal =
    refuseName('code', code, place) ?? refuseName('name', name, place);
  if (refusal) throw refusal;
  // The server counts stations itself, so their number in the file is only
  // checked.
  if (noProvinces) read('numberofpollingstations', parseInteger);
  return {
    row,
    id,
    code,
    name,
    provinceCode: noProvinces ? undefined : cell('provincecode') || undefined,
    diaspora: read('diaspora', parseBoolean),
    order: read('order', parseInteger),
  };
}
