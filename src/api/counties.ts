import * as v from 'valibot';

import type { County } from '@/domain/county';
import type { Reply } from '@/domain/outcome';

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
    };
  }),
);

/** GET /api/v1/county (contract 4.7). */
export function getCounties(
  client: Client,
  etag?: string,
): Promise<Reply<County[] | undefined>> {
  return client.get({ path: '/api/v1/county', schema: v.array(county), etag });
}
