import { readTable } from '../files/read-table';
import { tellAudit } from '../http/audit';
import { sendJson } from '../http/replies/send-json';
import { boolean, integer, named } from '../http/requests/fields';
import { fileRefusals, textOf } from '../http/requests/form';
import { paging, pagingOf } from '../http/requests/paging';
import { idParam } from '../http/requests/query';
import { createRoutes } from '../http/routes';
import { listCounties } from '../queries/counties';
import {
  findStation,
  findStationById,
  listPollingStations,
} from '../queries/polling-stations';
import type { Quirks } from '../quirks/quirks';
import { shuffle } from '../quirks/shuffle';
import { PostedStationInfo } from '../schemas/answers';
import {
  CountyLimits,
  Station,
  StationChange,
  StationFile,
  Stations,
} from '../schemas/places';
import { Count } from '../schemas/reply';
import {
  clearStations,
  importStations,
  updateStation,
} from '../services/polling-stations';
import { saveStationInfo } from '../services/station-info';

/** County limits, stations, and station info from phones (4.7, 4.8, 4.11). */
export const pollingStationRoutes = createRoutes('places');

pollingStationRoutes.on(
  'get',
  '/api/v1/polling-station',
  {
    summary: 'Counties with their limits',
    role: 'organizer',
    query: { diaspora: boolean },
    reply: CountyLimits,
  },
  async (c, { query }) => {
    const { diaspora } = query();
    const counties = await listCounties(c.var.db);
    const { quirks } = c.var.server;
    return sendJson(
      c,
      counties
        .filter((county) => diaspora !== false || !county.diaspora)
        .map((county) => toCountyLimitDto(county, quirks)),
    );
  },
);

pollingStationRoutes.on(
  'get',
  '/api/v2/polling-station',
  {
    summary: 'Stations, of one county or all',
    role: 'anyone',
    query: { countyId: named(integer, 'countyId', 'idCounty'), ...paging },
    reply: Stations,
  },
  async (c, { query }) => {
    const asked = query();
    const stations = await listPollingStations(
      c.var.db,
      asked.countyId,
      pagingOf(asked),
    );
    const dtos = stations.map(toStationDto);
    return sendJson(
      c,
      c.var.server.quirks.shuffledLists ? shuffle(dtos) : dtos,
    );
  },
);

pollingStationRoutes.on(
  'delete',
  '/api/v2/polling-station/clearAll',
  {
    summary: 'Delete all stations, with what was reported of them if said',
    role: 'organizer',
    audit: 'stations deleted',
    query: { includeRelatedData: boolean },
  },
  async (c, { query }) => {
    const { includeRelatedData = false } = query();
    const before = await clearStations(c.var.db, includeRelatedData);
    tellAudit(c, { before, after: { includeRelatedData } });
    return c.body(null, 200);
  },
);

pollingStationRoutes.on(
  'get',
  '/api/v2/polling-station/:id',
  { summary: 'One station', role: 'organizer', reply: Station },
  async (c) => {
    const id = idParam(c, 'id');
    const station = await findStationById(c.var.db, id);
    return station ? sendJson(c, toStationDto(station)) : c.json(id, 404);
  },
);

pollingStationRoutes.on(
  'put',
  '/api/v2/polling-station/:id',
  {
    summary: 'Change a station',
    role: 'organizer',
    audit: 'station changed',
    body: StationChange,
  },
  async (c, { body }) => {
    const id = idParam(c, 'id');
    const change = await body();
    const before = await findStationById(c.var.db, id);
    const isKnown = await updateStation(c.var.db, id, change);
    tellAudit(c, { subject: `station ${id}`, before, after: change });
    return isKnown ? c.body(null, 200) : c.json(id, 404);
  },
);

pollingStationRoutes.on(
  'post',
  '/api/v1/polling-station/import',
  {
    summary: 'Add stations; all or nothing',
    role: 'organizer',
    audit: 'stations imported',
    multipart: StationFile,
    refusals: fileRefusals,
    reply: Count,
    prepare: async (_, { csvFile }) =>
      readTable(await textOf('CsvFile', csvFile), { separator: ',' }),
  },
  async (c, { body, prepared }) => {
    await body();
    const count = await importStations(c.var.db, prepared());
    tellAudit(c, { after: { count } });
    return c.json(count);
  },
);

for (const method of ['post', 'put'] as const) {
  pollingStationRoutes.on(
    method,
    '/api/v1/polling-station',
    {
      summary:
        method === 'post'
          ? 'Station info from a phone'
          : 'Leave time from a phone',
      role: 'observer',
      audit: { none: 'It is of a phone' },
      body: PostedStationInfo,
    },
    async (c, { user, body }) => {
      const { db, server } = c.var;
      const { countyCode, municipalityCode, pollingStationNumber, ...info } =
        await body();
      const name = { countyCode, municipalityCode, pollingStationNumber };
      const { id } = await findStation(db, name);
      await saveStationInfo(db, user.observerId, id, info, server.now());
      return c.body(null, 200);
    },
  );
}

/**
 * A station as JSON, with the field names of both revisions
 * (docs/api-contract.md 4.8).
 */
function toStationDto({
  countyId,
  ...station
}: NonNullable<Awaited<ReturnType<typeof findStationById>>>) {
  return { ...station, idCounty: countyId };
}

type CountyRow = Awaited<ReturnType<typeof listCounties>>[number];

/** A county of `/polling-station`, where the station count is `limit` (4.7). */
function toCountyLimitDto(row: CountyRow, quirks: Quirks) {
  const { stations, provinceCode: _, ...county } = row;
  return {
    ...county,
    limit: stations,
    ...(quirks.splitCounties ? {} : { numberOfPollingStations: stations }),
  };
}
