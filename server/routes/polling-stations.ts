import { Hono } from 'hono';

import type { HostEnv } from '../host';
import { fieldsOf, type Fields } from '../http/fields';
import { pagingOf } from '../http/paging';
import { idParam, queryOf } from '../http/query';
import { organizerOf, phoneUserOf, userOf } from '../http/roles';
import { sendJson } from '../http/send-json';
import { formOf, uploadedText } from '../http/uploads';
import { listCounties } from '../queries/counties';
import {
  findStation,
  stationNameOf,
  listPollingStations,
  findStationById,
} from '../queries/polling-stations';
import type { Quirks } from '../quirks/quirks';
import { shuffle } from '../quirks/shuffle';
import {
  clearStations,
  importStations,
  updateStation,
} from '../services/polling-stations';
import {
  saveStationInfo,
  type StationInfoFields,
} from '../services/station-info';

/** County limits, stations, and station info from phones (4.7, 4.8, 4.11). */
export const pollingStationRoutes = new Hono<HostEnv>();

pollingStationRoutes.get('/api/v1/polling-station', async (c) => {
  organizerOf(c);
  const diaspora = queryOf(c).boolean('diaspora');
  const counties = await listCounties(c.var.db);
  const { quirks } = c.var.host;
  return sendJson(
    c,
    counties
      .filter((county) => diaspora !== false || !county.diaspora)
      .map((county) => toCountyLimitDto(county, quirks)),
  );
});

pollingStationRoutes.get('/api/v2/polling-station', async (c) => {
  userOf(c);
  const query = queryOf(c);
  const stations = await listPollingStations(
    c.var.db,
    query.integer('countyId', 'idCounty'),
    pagingOf(query),
  );
  const dtos = stations.map(toDto);
  return sendJson(c, c.var.host.quirks.shuffledLists ? shuffle(dtos) : dtos);
});

pollingStationRoutes.delete('/api/v2/polling-station/clearAll', async (c) => {
  organizerOf(c);
  const isWanted = queryOf(c).boolean('includeRelatedData') ?? false;
  await clearStations(c.var.db, isWanted);
  return c.body(null, 200);
});

pollingStationRoutes.get('/api/v2/polling-station/:id', async (c) => {
  organizerOf(c);
  const id = idParam(c, 'id');
  const station = await findStationById(c.var.db, id);
  return station ? sendJson(c, toDto(station)) : c.json(id, 404);
});

pollingStationRoutes.put('/api/v2/polling-station/:id', async (c) => {
  organizerOf(c);
  const id = idParam(c, 'id');
  const body = await fieldsOf(c);
  const isKnown = await updateStation(c.var.db, id, {
    number: body.integer('number'),
    address: body.text('address'),
    coordinates: body.text('coordinates'),
    administrativeTerritoryCode: body.text('administrativeTerritoryCode'),
    territoryCode: body.text('territoryCode'),
  });
  return isKnown ? c.body(null, 200) : c.json(id, 404);
});

pollingStationRoutes.post('/api/v1/polling-station/import', async (c) => {
  organizerOf(c);
  const form = await formOf(c);
  const { text } = await uploadedText(form, 'CsvFile', 'file');
  return c.json(await importStations(c.var.db, text));
});

pollingStationRoutes.on(
  ['POST', 'PUT'],
  '/api/v1/polling-station',
  async (c) => {
    const user = await phoneUserOf(c);
    const { db, host } = c.var;
    const body = await fieldsOf(c);
    const { id } = await findStation(db, stationNameOf(body));
    const fields = infoFieldsOf(body);
    await saveStationInfo(db, user.observerId, id, fields, host.now());
    return c.body(null, 200);
  },
);

/**
 * A station on the wire, with the names of both revisions (docs/api-contract.md
 * 4.8).
 */
function toDto({
  countyId,
  ...station
}: NonNullable<Awaited<ReturnType<typeof findStationById>>>) {
  return { ...station, idCounty: countyId };
}

/** The fields that were sent; a PUT brings little more than the leave time. */
function infoFieldsOf(body: Fields): StationInfoFields {
  const fields = {
    observerArrivalTime: body.instant('observerArrivalTime'),
    observerLeaveTime: body.instant('observerLeaveTime'),
    urbanArea: body.boolean('urbanArea'),
    isPollingStationPresidentFemale: body.boolean(
      'isPollingStationPresidentFemale',
    ),
    numberOfVotersOnTheList: body.integer('numberOfVotersOnTheList'),
    numberOfCommissionMembers: body.integer('numberOfCommissionMembers'),
    numberOfFemaleMembers: body.integer('numberOfFemaleMembers'),
    minPresentMembers: body.integer('minPresentMembers'),
    chairmanPresence: body.boolean('chairmanPresence'),
    singlePollingStationOrCommission: body.boolean(
      'singlePollingStationOrCommission',
    ),
    adequatePollingStationSize: body.boolean('adequatePollingStationSize'),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
}

type CountyRow = Awaited<ReturnType<typeof listCounties>>[number];

/** A county of `/polling-station`, where the count is `limit` (4.7). */
function toCountyLimitDto(row: CountyRow, quirks: Quirks) {
  const { stations, provinceCode: _, ...county } = row;
  return {
    ...county,
    limit: stations,
    ...(quirks.splitCounties ? {} : { numberOfPollingStations: stations }),
  };
}
