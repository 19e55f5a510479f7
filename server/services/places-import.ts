import { asc, eq, gt } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import { breathe } from '../db/breathe';
import type { Db } from '../db/database';
import { saveRows } from '../db/save-rows';
import { county, municipality, pollingStation, setting } from '../db/schema';
import { inSlices, mapInSlices } from '../in-slices';
import { largest } from '../largest';
import { listProvinces, PROVINCES } from '../queries/counties';
import type { PlaceRow } from './places-file';
import { withCodesOf } from './places-file';
import { lockPlaces } from './places-lock';
import { findNamesakes, type Namesake } from './places-namesakes';

const STATIONS_AT_ONCE = 2_000;

/** How many of a kind an import adds and changes. */
interface Changes {
  added: number;
  changed: number;
}

interface PlacesSummary {
  provinces: Changes;
  counties: Changes;
  municipalities: Changes;
  pollingStations: Changes;
}

/** One cell of a place that is there, and what the file says. */
interface PlaceChange {
  kind: keyof PlacesSummary;
  /** Of a station its municipality's, and its number. */
  code: string;
  column:
    | 'provinceName'
    | 'countyName'
    | 'provinceCode'
    | 'diaspora'
    | 'municipalityName'
    | 'address';
  from: string;
  to: string;
}

/** Why a row cannot be stored, beside what `readPlaces` sees in the file alone. */
interface PlaceClash {
  row: number;
  problem: 'otherCounty';
  column: 'municipalityCode';
}

/**
 * What an import would do: `clashes` with what is stored, or what it adds and
 * changes. Nothing is deleted, so the same file twice changes nothing.
 */
interface PlacesPlan {
  clashes: PlaceClash[];
  summary: PlacesSummary;
  /** What is told otherwise of places that are there. */
  changes: PlaceChange[];
  /** What is added and may be a place that is there. */
  namesakes: Namesake[];
  /** Stores it; must not be called when there are clashes. */
  store: () => Promise<void>;
}

/**
 * Compares rows that were read without a problem with what is stored. Call it in
 * a transaction, where imports go one after another until it ends. In slices, as all
 * that is stored is looked at.
 */
export async function planPlaces(
  tx: Db,
  sent: readonly PlaceRow[],
): Promise<PlacesPlan> {
  await lockPlaces(tx);
  const stored = await readStored(tx);
  // An election that has no places yet begins with the provinces of its file.
  const isFirst = stored.counties.size === 0;
  const namesOwn = sent.some(({ provinceCode }) => provinceCode !== '');
  const known = isFirst && namesOwn ? [] : stored.provinces;
  const rows = await withStoredCodes({ ...stored, provinces: known }, sent);
  const provinces = await planProvinces(known, rows);
  const counties = await planCounties(stored.counties, rows);
  const countyIds = new Map(counties.map(({ code, id }) => [code, id]));
  const municipalities = await firstOf(rows, (row) => row.municipalityCode);
  const newTowns = municipalities.filter(
    ({ municipalityCode }) => !stored.municipalities.has(municipalityCode),
  );
  const renamedTowns = municipalities.filter(
    ({ municipalityCode, municipalityName }) => {
      const known = stored.municipalities.get(municipalityCode);
      return known && municipalityName && known.name !== municipalityName;
    },
  );
  const { clashes, newStations, movedStations } = await compareStations(
    stored,
    countyIds,
    rows,
  );
  const isNewCounty = ({ id }: { id?: number | undefined }) => id === undefined;
  return {
    clashes,
    changes: [
      ...provinces
        .filter(isRenamed)
        .map(({ code, name, before }) =>
          changeOf('provinces', code, 'provinceName', before, name),
        ),
      ...counties.flatMap(changesOfCounty),
      ...renamedTowns.map(({ municipalityCode: code, municipalityName }) =>
        changeOf(
          'municipalities',
          code,
          'municipalityName',
          stored.municipalities.get(code)?.name,
          municipalityName,
        ),
      ),
      ...(await mapInSlices(movedStations, ({ row, before }) =>
        changeOf(
          'pollingStations',
          `${row.municipalityCode} ${row.number}`,
          'address',
          before.address,
          row.address,
        ),
      )),
    ],
    namesakes: await namesakesOf(
      { ...stored, provinces: known },
      rows,
      municipalities,
    ),
    summary: {
      provinces: changes(
        provinces.filter(isNewProvince).length,
        provinces.filter(isRenamed).length,
      ),
      counties: changes(
        counties.filter(isNewCounty).length,
        counties.filter((each) => changesOfCounty(each).length > 0).length,
      ),
      municipalities: changes(newTowns.length, renamedTowns.length),
      pollingStations: changes(newStations.length, movedStations.length),
    },
    async store() {
      await storeProvinces(tx, provinces);
      await storeCounties(tx, counties);
      const now = await readCounties(tx);
      const townIds = await storeTowns(
        tx,
        [...newTowns, ...renamedTowns],
        now,
        stored.municipalities,
      );
      await saveInSlices(tx, pollingStation, newStations, (row) => ({
        municipalityId: townIds.get(row.municipalityCode) ?? 0,
        countyId: now.get(row.countyCode)?.id ?? 0,
        number: row.number,
        address: row.address || null,
      }));
      await saveInSlices(
        tx,
        pollingStation,
        movedStations,
        ({ row, before }) => ({ ...before, address: row.address }),
      );
    },
  };
}

/** @param towns one row for each code of a municipality. */
async function namesakesOf(
  { provinces, counties, municipalities }: Stored,
  rows: readonly PlaceRow[],
  towns: readonly PlaceRow[],
): Promise<Namesake[]> {
  const codes = new Map([...counties].map(([code, { id }]) => [id, code]));
  return [
    ...findNamesakes(
      'provinces',
      provinces.map(({ code, name }) => ({ code, name, within: '' })),
      (await firstOf(rows, (row) => row.provinceCode)).map((row) => ({
        code: row.provinceCode,
        name: row.provinceName,
        within: '',
      })),
    ),
    ...findNamesakes(
      'counties',
      [...counties.values()].map(({ code, name }) => ({
        code,
        name,
        within: '',
      })),
      (await firstOf(rows, (row) => row.countyCode)).map((row) => ({
        code: row.countyCode,
        name: row.countyName,
        within: '',
      })),
    ),
    ...findNamesakes(
      'municipalities',
      [...municipalities.values()].map(({ code, name, countyId }) => ({
        code,
        name,
        within: codes.get(countyId) ?? '',
      })),
      towns.map((row) => ({
        code: row.municipalityCode,
        name: row.municipalityName,
        within: row.countyCode,
      })),
    ),
  ];
}

function changeOf(
  kind: PlaceChange['kind'],
  code: string,
  column: PlaceChange['column'],
  from: string | null | undefined,
  to: string,
): PlaceChange {
  return { kind, code, column, from: from ?? '', to };
}

function withStoredCodes(
  { provinces, counties, municipalities }: Stored,
  rows: readonly PlaceRow[],
): Promise<PlaceRow[]> {
  const known = {
    provinceCode: provinces.map(({ code }) => code),
    countyCode: [...counties.keys()],
    municipalityCode: [...municipalities.keys()],
  };
  return withCodesOf(known, rows);
}

function changesOfCounty({ before, ...after }: PlannedCounty): PlaceChange[] {
  if (!before) return [];
  const texts = [
    ['countyName', before.name, after.name],
    ['provinceCode', before.provinceCode ?? '', after.provinceCode ?? ''],
    ['diaspora', String(before.diaspora), String(after.diaspora)],
  ] as const;
  return texts.flatMap(([column, from, to]) =>
    from === to ? [] : [changeOf('counties', after.code, column, from, to)],
  );
}

function changes(added: number, changed: number): Changes {
  return { added, changed };
}

async function readStored(tx: Db) {
  const towns = await tx.select().from(municipality);
  return {
    provinces: await listProvinces(tx),
    counties: await readCounties(tx),
    municipalities: new Map(towns.map((row) => [row.code, row])),
    stations: await readStations(tx),
  };
}

type Stored = Awaited<ReturnType<typeof readStored>>;

async function readCounties(tx: Db) {
  const counties = await tx.select().from(county);
  return new Map(counties.map((row) => [row.code, row]));
}

/** By municipality and number. */
async function readStations(tx: Db) {
  const stations = new Map<string, typeof pollingStation.$inferSelect>();
  let last = 0;
  for (;;) {
    const some = await tx
      .select()
      .from(pollingStation)
      .where(gt(pollingStation.id, last))
      .orderBy(asc(pollingStation.id))
      .limit(STATIONS_AT_ONCE);
    for (const row of some) {
      stations.set(`${row.municipalityId} ${row.number}`, row);
    }
    last = some.at(-1)?.id ?? last;
    if (some.length < STATIONS_AT_ONCE) return stations;
    await breathe();
  }
}

/** The stations that are new, those with another address, and rows that clash. */
async function compareStations(
  stored: Stored,
  countyIds: ReadonlyMap<string, number | undefined>,
  rows: readonly PlaceRow[],
) {
  const clashes: PlaceClash[] = [];
  const newStations: PlaceRow[] = [];
  const movedStations: {
    row: PlaceRow;
    before: typeof pollingStation.$inferSelect;
  }[] = [];
  const compare = (row: PlaceRow) => {
    const town = stored.municipalities.get(row.municipalityCode);
    const before = town && stored.stations.get(`${town.id} ${row.number}`);
    if (town && town.countyId !== countyIds.get(row.countyCode)) {
      const column = 'municipalityCode';
      clashes.push({ row: row.row, problem: 'otherCounty', column });
    }
    if (!before) newStations.push(row);
    else if (row.address && before.address !== row.address) {
      movedStations.push({ row, before });
    }
  };
  await inSlices(rows, (slice) => slice.forEach(compare));
  return { clashes, newStations, movedStations };
}

/** Gives the ids in the order of the rows. */
async function saveInSlices<T extends PgTable, R>(
  tx: Db,
  table: T,
  rows: readonly R[],
  toRow: (row: R) => Parameters<typeof saveRows<T>>[2][number],
): Promise<number[]> {
  const ids: number[] = [];
  await inSlices(rows, async (slice) => {
    ids.push(...(await saveRows(tx, table, slice.map(toRow))));
  });
  return ids;
}

/** All provinces after the import, in their order. */
async function planProvinces(
  stored: Stored['provinces'],
  rows: readonly PlaceRow[],
) {
  const sent = await firstOf(rows, (row) => row.provinceCode);
  const names = new Map(
    sent.map(({ provinceCode, provinceName }) => [provinceCode, provinceName]),
  );
  const known = stored.map(({ code, name }) => {
    const next = names.get(code) || name;
    return { code, name: next, before: name };
  });
  const codes = new Set(known.map(({ code }) => code));
  const added = sent
    .filter(({ provinceCode }) => provinceCode && !codes.has(provinceCode))
    .map(({ provinceCode, provinceName }) => ({
      code: provinceCode,
      name: provinceName || provinceCode,
      before: undefined,
    }));
  return [...known, ...added];
}

type PlannedProvince = Awaited<ReturnType<typeof planProvinces>>[number];

function isNewProvince({ before }: PlannedProvince): boolean {
  return before === undefined;
}

function isRenamed({ before, name }: PlannedProvince): boolean {
  return before !== undefined && before !== name;
}

async function storeProvinces(
  tx: Db,
  provinces: readonly PlannedProvince[],
): Promise<void> {
  if (!provinces.some((each) => isNewProvince(each) || isRenamed(each))) {
    return;
  }
  const value = JSON.stringify(
    provinces.map(({ code, name }) => ({ code, name })),
  );
  await tx
    .insert(setting)
    .values({ key: PROVINCES, value })
    .onConflictDoUpdate({ target: setting.key, set: { value } });
}

/** The counties of the file; an empty cell leaves what is stored. */
async function planCounties(
  stored: Stored['counties'],
  rows: readonly PlaceRow[],
) {
  let order = largest(stored.values(), (each) => each.order);
  const sent = await firstOf(rows, (row) => row.countyCode);
  return sent.map((row) => {
    const before = stored.get(row.countyCode);
    const after = {
      code: row.countyCode,
      name: row.countyName || before?.name || row.countyCode,
      provinceCode: row.provinceCode || before?.provinceCode || null,
      diaspora: row.diaspora ?? before?.diaspora ?? false,
      order: before?.order ?? (order += 1),
    };
    return { id: before?.id, ...after, before };
  });
}

type PlannedCounty = Awaited<ReturnType<typeof planCounties>>[number];

async function storeCounties(
  tx: Db,
  counties: readonly PlannedCounty[],
): Promise<void> {
  const rows = counties.map(({ before: _, ...row }) => row);
  const fresh = rows.filter(({ id }) => id === undefined);
  await saveInSlices(tx, county, fresh, ({ id: _, ...row }) => row);
  for (const { id, ...row } of rows) {
    if (id !== undefined) {
      await tx.update(county).set(row).where(eq(county.id, id));
    }
  }
}

/** Answers the id of every municipality by its code. */
async function storeTowns(
  tx: Db,
  towns: readonly PlaceRow[],
  counties: Stored['counties'],
  before: Stored['municipalities'],
): Promise<Map<string, number>> {
  let order = largest(before.values(), (each) => each.order);
  const toRow = (row: PlaceRow) => ({
    countyId: counties.get(row.countyCode)?.id ?? 0,
    code: row.municipalityCode,
    name: row.municipalityName || row.municipalityCode,
  });
  const fresh = towns.filter((row) => !before.has(row.municipalityCode));
  const ids = await saveInSlices(tx, municipality, fresh, (row) => ({
    ...toRow(row),
    order: (order += 1),
  }));
  const renamed = towns.flatMap((row) => {
    const known = before.get(row.municipalityCode);
    return known ? [{ ...known, name: row.municipalityName }] : [];
  });
  await saveInSlices(tx, municipality, renamed, (row) => row);
  return new Map([
    ...[...before].map(([code, { id }]) => [code, id] as const),
    ...fresh.map((row, at) => [row.municipalityCode, ids[at] ?? 0] as const),
  ]);
}

/**
 * One row of each code, with what the first row that says something of it says; rows
 * without a code are left out. In slices.
 */
async function firstOf(
  rows: readonly PlaceRow[],
  codeOf: (row: PlaceRow) => string,
): Promise<PlaceRow[]> {
  const found = new Map<string, PlaceRow>();
  const look = (row: PlaceRow) => {
    const code = codeOf(row);
    if (code === '') return;
    const first = found.get(code);
    found.set(code, first ? withSilentCells(first, row) : row);
  };
  await inSlices(rows, (slice) => slice.forEach(look));
  return [...found.values()];
}

/** What a place is called stands in one row of its code, and may be left out of the others. */
function withSilentCells(first: PlaceRow, later: PlaceRow): PlaceRow {
  return {
    ...first,
    provinceCode: first.provinceCode || later.provinceCode,
    provinceName: first.provinceName || later.provinceName,
    countyName: first.countyName || later.countyName,
    municipalityName: first.municipalityName || later.municipalityName,
    diaspora: first.diaspora ?? later.diaspora,
  };
}
