import * as v from 'valibot';

import type {
  County,
  CountyInput,
  PollingStation,
  Province,
} from '@/domain/county';
import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';
import { id } from './wire';

const county = v.pipe(
  v.object({
    id,
    code: v.string(),
    name: v.string(),
    diaspora: v.fallback(v.boolean(), false),
    order: v.nullish(v.number()),
    numberOfPollingStations: v.nullish(v.number()),
    limit: v.nullish(v.number()),
    provinceCode: v.optional(v.nullable(v.string())),
  }),
  v.transform((wire): County => {
    const stations = wire.numberOfPollingStations ?? wire.limit ?? 0;
    return {
      id: wire.id,
      code: wire.code,
      name: wire.name,
      diaspora: wire.diaspora,
      order: wire.order ?? 0,
      numberOfPollingStations: stations,
      limit: wire.limit ?? stations,
      ...(wire.provinceCode === undefined
        ? {}
        : { provinceCode: wire.provinceCode ?? '' }),
    };
  }),
);

/** GET /api/v1/county (docs/api-contract.md 4.7). */
export function getCounties(
  client: Client,
  etag?: string,
): Promise<Reply<County[] | undefined>> {
  return client.get({ path: '/api/v1/county', schema: v.array(county), etag });
}

const province = v.object({
  id,
  code: v.string(),
  name: v.string(),
  order: v.fallback(v.number(), 0),
});

/**
 * GET /api/v1/province (docs/api-contract.md 4.7): only servers of the newer
 * revision have it.
 */
export function getProvinces(
  client: Client,
  etag?: string,
): Promise<Reply<Province[] | undefined>> {
  const schema = v.array(province);
  return client.get({ path: '/api/v1/province', schema, etag });
}

/**
 * POST /api/v1/county/{id} updates a county: the server has no PUT
 * (docs/api-contract.md 4.7).
 */
export function updateCounty(
  client: Client,
  countyId: number,
  county: CountyInput,
  idempotencyKey?: string,
): Promise<Reply<unknown>> {
  return client.send({
    method: 'POST',
    path: `/api/v1/county/${countyId}`,
    body: { ...county },
    idempotencyKey,
  });
}

/**
 * POST /api/v1/county/import (docs/api-contract.md 4.7): adds or changes the
 * rows of a CSV by id.
 */
export function importCounties(
  client: Client,
  csv: string,
  idempotencyKey?: string,
): Promise<Reply<unknown>> {
  const body = new FormData();
  body.set('CsvFile', new File([csv], 'counties.csv', { type: 'text/csv' }));
  return client.send({
    method: 'POST',
    path: '/api/v1/county/import',
    body,
    idempotencyKey,
  });
}

const station = v.pipe(
  v.object({ id, number: v.number(), address: v.nullish(v.string()) }),
  v.transform((wire): PollingStation => ({
    ...wire,
    address: wire.address ?? undefined,
  })),
);

/**
 * GET /api/v2/polling-station (docs/api-contract.md 4.8): a page without
 * totals.
 */
export function getPollingStations(
  client: Client,
  query: { countyId: number; page: number; pageSize: number },
): Promise<Reply<PollingStation[] | undefined>> {
  return client.get({
    path: '/api/v2/polling-station',
    query,
    schema: v.array(station),
  });
}
