import { Hono } from 'hono';

import type { HostEnv } from '../host';
import { fieldsOf, type Fields } from '../http/fields';
import { pagingOf } from '../http/paging';
import { queryOf } from '../http/query';
import { organizerOf, phoneUserOf, userOf } from '../http/roles';
import { sendJson } from '../http/send-json';
import { shuffle } from '../http/shuffle';
import { listCounties } from '../rules/county-list';
import { findStation, stationNameOf } from '../rules/find-station';
import { checkPhoneUser } from '../rules/phone-user';
import { listPollingStations } from '../rules/polling-station-list';
import { saveStationInfo, type StationInfoFields } from '../rules/station-info';
import { toCountyLimitDto } from '../wire/counties';

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
  const dtos = stations.map(({ countyId, ...station }) => ({
    ...station,
    idCounty: countyId,
  }));
  return sendJson(c, c.var.host.quirks.shuffledLists ? shuffle(dtos) : dtos);
});

pollingStationRoutes.on(
  ['POST', 'PUT'],
  '/api/v1/polling-station',
  async (c) => {
    const user = phoneUserOf(c);
    const { db, host } = c.var;
    await checkPhoneUser(db, user);
    const body = await fieldsOf(c);
    const { id } = await findStation(db, stationNameOf(body));
    const fields = infoFieldsOf(body);
    await saveStationInfo(db, user.observerId, id, fields, host.now());
    return c.body(null, 200);
  },
);

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
