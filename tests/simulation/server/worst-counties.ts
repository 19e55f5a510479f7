import Papa from 'papaparse';

import type { Exchange, ServerCounty, Told, WorstServer } from './server-state';
import { made, putCounty, took } from './server-state';

/** Provinces of the newer revision; the older one has none. */
export const provinces = [
  { id: 1, code: 'TR', name: 'Transilvania', order: 1 },
  { id: 2, code: 'MU', name: 'Muntenia', order: 2 },
];

/**
 * The part of the worst server that keeps counties (docs/api-contract.md 4.7).
 */
export function countiesRoute(server: WorstServer, exchange: Exchange): Told {
  const { method, path } = exchange;
  if (path === '/api/v1/county') {
    if (server.counties.length === 0) server.toldEmpty.add('counties');
    return { status: 200, value: server.counties.map(wireCounty(server)) };
  }
  if (path === '/api/v1/county/import') return importRows(server, exchange);
  const id = Number(path.split('/').at(-1));
  const county = server.counties.find((row) => row.id === id);
  if (!county) return refused(`There is no county ${id}`);
  if (method === 'GET')
    return { status: 200, value: wireCounty(server)(county) };
  return update(server, exchange, county);
}

/** GET /api/v1/province (docs/api-contract.md 4.7): the newer revision only. */
export function provincesRoute({ traits }: WorstServer): Told {
  return traits.revision === 'newer'
    ? { status: 200, value: provinces }
    : { status: 404 };
}

function wireCounty({ traits }: WorstServer) {
  return ({ provinceCode, ...county }: ServerCounty) =>
    traits.revision === 'newer' ? { ...county, provinceCode } : county;
}

function update(
  server: WorstServer,
  exchange: Exchange,
  county: ServerCounty,
): Told {
  const { name, code, diaspora, order } = exchange.body;
  if (!name || !code) return malformed(server, 'a county without name or code');
  putCounty(server, {
    ...county,
    name: String(name),
    code: String(code),
    diaspora: Boolean(diaspora),
    order: Number(order),
  });
  took(server, exchange);
  return { status: 200 };
}

/** Adds or changes rows by id. Column 4 is what the revisions disagree about. */
function importRows(server: WorstServer, exchange: Exchange): Told {
  const { csv } = exchange.body;
  const [, ...rows] = Papa.parse<string[]>(String(csv), {
    skipEmptyLines: true,
  }).data;
  const isNewer = server.traits.revision === 'newer';
  const counties: ServerCounty[] = [];
  for (const [id, code = '', name = '', fourth = '', diaspora, order] of rows) {
    const isKnown = provinces.some((each) => each.code === fourth);
    if (isNewer ? !isKnown : !/^\d+$/.test(fourth)) {
      return malformed(server, `"${fourth}" in column 4 of a county`);
    }
    counties.push({
      id: Number(id),
      code,
      name,
      diaspora: diaspora?.toLowerCase() === 'true',
      order: Number(order),
      numberOfPollingStations: isNewer ? 0 : Number(fourth),
      ...(isNewer ? { provinceCode: fourth } : {}),
    });
  }
  if (counties.length === 0) return malformed(server, 'an import without rows');
  for (const county of counties) {
    const row = `county:${county.id}`;
    const maker = server.makers.get(row);
    const isThere = server.counties.some(({ id }) => id === county.id);
    if (isThere && maker !== undefined && maker !== exchange.opId) {
      server.overwritten.push(`${row} of another change by ${county.name}`);
    }
    putCounty(server, county);
    made(server, exchange, row);
  }
  return { status: 200 };
}

function malformed(server: WorstServer, what: string): Told {
  server.malformed.push(what);
  return refused(`The server cannot take ${what}`);
}

function refused(message: string): Told {
  return { status: 400, value: { message } };
}
