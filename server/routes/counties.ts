import { readTable } from '../files/read-table';
import { toCsv } from '../files/write-csv';
import { tellAudit } from '../http/audit';
import { requireOrganizer } from '../http/callers/roles';
import { MessageRefusal } from '../http/problems/problem';
import { CSV, sendDownload } from '../http/replies/send-download';
import { sendJson } from '../http/replies/send-json';
import { REQUIRED, type Refuse } from '../http/requests/fields';
import { fileRefusals, textOf } from '../http/requests/form';
import { idParam } from '../http/requests/query';
import { createRoutes } from '../http/routes';
import {
  listCounties,
  listMunicipalities,
  listProvinces,
} from '../queries/counties';
import type { Quirks } from '../quirks/quirks';
import {
  Counties,
  County,
  CountyChange,
  CountyFile,
  Municipalities,
  Provinces,
} from '../schemas/places';
import {
  importCounties,
  refuseName,
  unknownCounty,
  updateCounty,
} from '../services/counties';

/**
 * Counties, their municipalities and their provinces (docs/api-contract.md
 * 4.7).
 */
export const countyRoutes = createRoutes('places');

countyRoutes.on(
  'get',
  '/api/v1/county',
  { summary: 'Counties by order', role: 'anyone', reply: Counties },
  async (c) => {
    const counties = await listCounties(c.var.db);
    const { quirks } = c.var.server;
    return sendJson(
      c,
      counties.map((county) => toCountyDto(county, quirks)),
    );
  },
);

countyRoutes.on(
  'get',
  '/api/v1/county/csvFormat',
  {
    summary: 'Counties as an import takes them',
    role: 'organizer',
    audit: 'export',
    files: ['application/octet-stream'],
  },
  async (c) => {
    const counties = await listCounties(c.var.db);
    const { quirks } = c.var.server;
    const rows = counties.map(({ id, code, name, provinceCode, ...county }) => [
      id,
      code,
      name,
      quirks.noProvinces ? county.stations : provinceCode,
      county.diaspora,
      county.order,
    ]);
    const csv = toCsv([columnsOf(quirks), ...rows]);
    tellAudit(c, { subject: 'counties' });
    return sendDownload(c, csv, 'counties.csv', 'application/octet-stream');
  },
);

countyRoutes.on(
  'get',
  '/api/v1/county/import-template',
  {
    summary: 'The header of an import',
    role: 'organizer',
    audit: { none: 'A header without data' },
    files: [CSV],
  },
  (c) => {
    const csv = toCsv([columnsOf(c.var.server.quirks)]);
    return sendDownload(c, csv, 'counties.csv');
  },
);

countyRoutes.on(
  'post',
  '/api/v1/county/import',
  {
    summary: 'Add or change counties by id; all or nothing',
    role: 'organizer',
    audit: 'counties imported',
    multipart: CountyFile,
    refusals: fileRefusals,
    prepare: async (_, { csvFile }) =>
      readTable(await textOf('CsvFile', csvFile)),
  },
  async (c, { body, prepared }) => {
    const { csvFile } = await body();
    const table = prepared();
    if (!/\.csv$/i.test(csvFile.name)) {
      throw new MessageRefusal("The file's name must end with .csv.");
    }
    const { db, server } = c.var;
    const { count, before } = await importCounties(db, table, server.quirks);
    tellAudit(c, { before, after: { count } });
    return c.body(null, 200);
  },
);

countyRoutes.on(
  'get',
  '/api/v1/county/:countyId',
  { summary: 'One county', role: 'admin', reply: County },
  async (c) => {
    const id = idParam(c, 'countyId');
    const counties = await listCounties(c.var.db);
    const county = counties.find((one) => one.id === id);
    if (!county) throw unknownCounty(id);
    return sendJson(c, toCountyDto(county, c.var.server.quirks));
  },
);

countyRoutes.on(
  'post',
  '/api/v1/county/:countyId',
  {
    summary: 'Change a county; by an organizer',
    role: 'admin',
    audit: 'county changed',
    body: CountyChange,
    refuse: refuseCounty,
  },
  async (c, { user, body }) => {
    const { db, server } = c.var;
    // A county is that of all organisations.
    if (!server.quirks.laxAdmins) requireOrganizer(user);
    const id = idParam(c, 'countyId');
    const change = await body();
    const counties = await listCounties(db);
    const before = counties.find((county) => county.id === id);
    await updateCounty(db, id, change);
    tellAudit(c, { subject: `county ${id}`, before, after: change });
    return c.body(null, 200);
  },
);

countyRoutes.on(
  'get',
  '/api/v1/county/:countyCode/municipalities',
  {
    summary: 'Municipalities of a county',
    role: 'anyone',
    reply: Municipalities,
  },
  async (c) => {
    const code = c.req.param('countyCode') ?? '';
    return sendJson(c, await listMunicipalities(c.var.db, code));
  },
);

countyRoutes.on(
  'get',
  '/api/v1/province',
  { summary: 'Provinces by order', role: 'anyone', reply: Provinces },
  async (c) => {
    if (c.var.server.quirks.noProvinces) return c.notFound();
    return sendJson(c, await listProvinces(c.var.db));
  },
);

/** Columns of an import; the fourth differs between the revisions. */
function columnsOf({ noProvinces }: Quirks): string[] {
  const fourth = noProvinces ? 'NumberOfPollingStations' : 'ProvinceCode';
  return ['Id', 'Code', 'Name', fourth, 'Diaspora', 'Order'];
}

/** Refuses a missing or too long text with a message, as an import does. */
function refuseCounty(issue: Parameters<Refuse>[0]) {
  const key = issue.path?.at(-1)?.key;
  if (key !== 'code' && key !== 'name') return undefined;
  const isMissing = issue.message === REQUIRED || issue.type === 'non_empty';
  if (isMissing) return refuseName(key, '');
  return issue.type === 'max_length'
    ? refuseName(key, String(issue.input))
    : undefined;
}

type CountyRow = Awaited<ReturnType<typeof listCounties>>[number];

/**
 * A county of `/county`, where the station count is `numberOfPollingStations`
 * (4.7).
 */
function toCountyDto(row: CountyRow, quirks: Quirks) {
  const { stations, provinceCode, ...county } = row;
  return {
    ...county,
    ...(quirks.noProvinces ? {} : { provinceCode }),
    numberOfPollingStations: stations,
    ...(quirks.splitCounties ? {} : { limit: stations }),
  };
}
