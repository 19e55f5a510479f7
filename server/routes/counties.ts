import { Hono } from 'hono';

import { toCsv } from '../files/write-csv';
import type { HostEnv } from '../host';
import { fieldsOf } from '../http/fields';
import { MessageRefusal } from '../http/problem';
import { idParam } from '../http/query';
import { adminOf, organizerOf, userOf } from '../http/roles';
import { sendDownload } from '../http/send-download';
import { sendJson } from '../http/send-json';
import { formOf, uploadedText } from '../http/uploads';
import {
  listCounties,
  listMunicipalities,
  listProvinces,
} from '../queries/counties';
import type { Quirks } from '../quirks/quirks';
import {
  importCounties,
  unknownCounty,
  updateCounty,
} from '../services/counties';

/** Columns of an import; which is the fourth tells the revisions apart. */
function columnsOf({ noProvinces }: Quirks): string[] {
  const fourth = noProvinces ? 'NumberOfPollingStations' : 'ProvinceCode';
  return ['Id', 'Code', 'Name', fourth, 'Diaspora', 'Order'];
}

/**
 * Counties, their municipalities and their provinces (docs/api-contract.md
 * 4.7).
 */
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

countyRoutes.get('/api/v1/county/csvFormat', async (c) => {
  organizerOf(c);
  const counties = await listCounties(c.var.db);
  const { quirks } = c.var.host;
  const rows = counties.map(({ id, code, name, provinceCode, ...county }) => [
    id,
    code,
    name,
    quirks.noProvinces ? county.stations : provinceCode,
    county.diaspora,
    county.order,
  ]);
  const csv = toCsv([columnsOf(quirks), ...rows]);
  return sendDownload(c, csv, 'counties.csv', 'application/octet-stream');
});

countyRoutes.get('/api/v1/county/import-template', (c) => {
  organizerOf(c);
  const csv = toCsv([columnsOf(c.var.host.quirks)]);
  return sendDownload(c, csv, 'counties.csv');
});

countyRoutes.post('/api/v1/county/import', async (c) => {
  organizerOf(c);
  const { name, text } = await uploadedText(await formOf(c), 'CsvFile');
  if (!/\.csv$/i.test(name)) {
    throw new MessageRefusal("The file's name must end with .csv.");
  }
  await importCounties(c.var.db, text, c.var.host.quirks);
  return c.body(null, 200);
});

countyRoutes.get('/api/v1/county/:countyId', async (c) => {
  adminOf(c);
  const id = idParam(c, 'countyId');
  const counties = await listCounties(c.var.db);
  const county = counties.find((one) => one.id === id);
  if (!county) throw unknownCounty(id);
  return sendJson(c, toCountyDto(county, c.var.host.quirks));
});

countyRoutes.post('/api/v1/county/:countyId', async (c) => {
  adminOf(c);
  const id = idParam(c, 'countyId');
  const body = await fieldsOf(c);
  await updateCounty(c.var.db, id, {
    code: body.text('code')?.trim() ?? '',
    name: body.text('name')?.trim() ?? '',
    diaspora: body.boolean('diaspora'),
    order: body.integer('order'),
  });
  return c.body(null, 200);
});

countyRoutes.get('/api/v1/county/:countyCode/municipalities', async (c) => {
  userOf(c);
  const code = c.req.param('countyCode');
  return sendJson(c, await listMunicipalities(c.var.db, code));
});

countyRoutes.get('/api/v1/province', async (c) => {
  userOf(c);
  if (c.var.host.quirks.noProvinces) return c.notFound();
  return sendJson(c, await listProvinces(c.var.db));
});

type CountyRow = Awaited<ReturnType<typeof listCounties>>[number];

/** A county of `/county`, where the count is `numberOfPollingStations` (4.7). */
function toCountyDto(row: CountyRow, quirks: Quirks) {
  const { stations, provinceCode, ...county } = row;
  return {
    ...county,
    ...(quirks.noProvinces ? {} : { provinceCode }),
    numberOfPollingStations: stations,
    ...(quirks.splitCounties ? {} : { limit: stations }),
  };
}
