import { Hono } from 'hono';

import type { HostEnv } from '../host';
import { userOf } from '../http/roles';
import { sendJson } from '../http/send-json';
import { listCounties, listMunicipalities } from '../rules/county-list';
import { toCountyDto } from '../wire/counties';

/** Counties and their municipalities (contract 4.7). */
export const countyRoutes = new Hono<HostEnv>();

countyRoutes.get('/api/v1/county', async (c) => {
  userOf(c);
  const counties = await listCounties(c.var.db);
  const { quirks } = c.var.host;
  return sendJson(
    c,
    counties.map((county) => toCountyDto(county, quirks)),
  );
});

countyRoutes.get('/api/v1/county/:countyCode/municipalities', async (c) => {
  userOf(c);
  const code = c.req.param('countyCode');
  return sendJson(c, await listMunicipalities(c.var.db, code));
});
