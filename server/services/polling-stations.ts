import { and, eq, ne } from 'drizzle-orm';

import type { Db } from '../db/database';
import { insertRows } from '../db/insert-rows';
import {
  answer,
  attachment,
  municipality,
  note,
  pollingStation,
  stationInfo,
  thread,
  triageMark,
} from '../db/schema';
import { rowsOf } from '../files/read-table';
import type { Table, TableRow } from '../files/table-rows';
import { TextRefusal } from '../http/problems/problem';
import { parseInteger } from '../http/requests/values';
import { deleteFiles } from '../pictures/files';
import { findStationById } from '../queries/polling-stations';
import { MAX_ADDRESS_LENGTH } from '../schemas/places';
import { beginFeedAnew } from './feed';

/** The fields that may be changed; undefined leaves one as it is (4.8). */
interface StationChange {
  number?: number | undefined;
  address?: string | undefined;
  coordinates?: string | undefined;
  administrativeTerritoryCode?: string | undefined;
  territoryCode?: string | undefined;
}

/**
 * Changes one station (docs/api-contract.md 4.8). Answers false when there is
 * none; 400 with a text when another station of its municipality has the
 * number.
 */
export async function updateStation(
  tx: Db,
  id: number,
  change: StationChange,
): Promise<boolean> {
  const stored = await findStationById(tx, id);
  if (!stored) return false;
  const number = change.number ?? stored.number;
  if (number <= 0) throw new TextRefusal(400, 'The number must be above 0.');
  const [other] = await tx
    .select({ id: pollingStation.id })
    .from(pollingStation)
    .where(
      and(
        eq(pollingStation.municipalityId, stored.municipalityId),
        eq(pollingStation.number, number),
        ne(pollingStation.id, id),
      ),
    );
  if (other) throw new TextRefusal(400, `The number ${number} is taken.`);
  await tx
    .update(pollingStation)
    .set({
      number,
      address: change.address ?? stored.address,
      coordinates: change.coordinates ?? stored.coordinates,
      administrativeTerritoryCode:
        change.administrativeTerritoryCode ??
        stored.administrativeTerritoryCode,
      territoryCode: change.territoryCode ?? stored.territoryCode,
    })
    .where(eq(pollingStation.id, id));
  await tx
    .update(thread)
    .set({ pollingStationNumber: number })
    .where(eq(thread.pollingStationId, id));
  return true;
}

/**
 * Deletes all stations (docs/api-contract.md 4.8), on request with all answers,
 * notes, station info and triage marks; otherwise 400 with a text when there
 * are any. Answers how many there were of each.
 */
export async function clearStations(
  tx: Db,
  includeRelatedData: boolean,
): Promise<Record<string, number>> {
  const counts = {
    stations: await tx.$count(pollingStation),
    answers: await tx.$count(answer),
    notes: await tx.$count(note),
    files: await tx.$count(attachment),
    visits: await tx.$count(stationInfo),
    marks: await tx.$count(triageMark),
  };
  if (includeRelatedData) {
    await tx.delete(thread);
    await tx.delete(answer);
    await beginFeedAnew(tx);
    await tx.delete(note);
    await deleteFiles(tx);
    await tx.delete(stationInfo);
    await tx.delete(triageMark);
  } else {
    for (const table of [answer, note, stationInfo, triageMark]) {
      const used = await tx
        .select({ id: table.observerId })
        .from(table)
        .limit(1);
      if (used.length === 0) continue;
      throw new TextRefusal(
        400,
        'There are answers, notes, visits or triage marks: say includeRelatedData=true to delete them too.',
      );
    }
  }
  await tx.delete(pollingStation);
  return counts;
}

/**
 * Adds the stations of a CSV with a header and MunicipalityCode, Address,
 * Number by position (docs/api-contract.md 4.8). Answers how many; 400 with a
 * text that names the first bad row, and nothing is added.
 */
export async function importStations(tx: Db, table: Table): Promise<number> {
  const refuse = (reason: string) => new TextRefusal(400, reason);
  const [, ...rows] = rowsOf(table, refuse);
  const known = await readMunicipalities(tx);
  const stations = rows.map((row) => toStation(row, known));
  await insertRows(tx, pollingStation, stations);
  return stations.length;
}

/** Each municipality by code, with the station numbers that are taken. */
async function readMunicipalities(tx: Db) {
  const rows = await tx
    .select({
      id: municipality.id,
      code: municipality.code,
      countyId: municipality.countyId,
    })
    .from(municipality);
  const taken = new Map(rows.map(({ id }) => [id, new Set<number>()]));
  const stations = await tx
    .select({
      id: pollingStation.municipalityId,
      number: pollingStation.number,
    })
    .from(pollingStation);
  for (const { id, number } of stations) taken.get(id)?.add(number);
  return new Map(
    rows.map((row) => [
      row.code,
      { ...row, numbers: taken.get(row.id) ?? new Set<number>() },
    ]),
  );
}

function toStation(
  { row, cells }: TableRow,
  known: Awaited<ReturnType<typeof readMunicipalities>>,
) {
  const [code = '', address = '', numberText = ''] = cells;
  const refuse = (reason: string) =>
    new TextRefusal(400, `Row ${row}: ${reason}`);
  const place = known.get(code);
  if (!place) throw refuse(`there is no municipality '${code}'.`);
  const number = parseInteger(numberText) ?? 0;
  if (number <= 0) throw refuse(`'${numberText}' is not a station number.`);
  if (place.numbers.has(number)) {
    throw refuse(`${code} already has a station ${number}.`);
  }
  if (address.length > MAX_ADDRESS_LENGTH) {
    throw refuse(
      `the address is longer than ${MAX_ADDRESS_LENGTH} characters.`,
    );
  }
  place.numbers.add(number);
  return {
    municipalityId: place.id,
    countyId: place.countyId,
    number,
    address: address || null,
  };
}
