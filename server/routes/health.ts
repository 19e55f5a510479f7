import { sql } from 'drizzle-orm';
import { Hono } from 'hono';

import type { HostEnv } from '../host';
import { organizerOf } from '../http/roles';
import { openApi } from '../openapi/openapi';

/** How the host is, and what it offers (docs/api-contract.md 4.12). */
export const healthRoutes = new Hono<HostEnv>();

healthRoutes.get('/health', async (c) => {
  const { db, host } = c.var;
  const isUp = await db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  const body = {
    status: isUp ? 'Healthy' : 'Unhealthy',
    database: isUp ? 'Healthy' : 'Unhealthy',
    dialect: host.dialect,
    version: host.version,
  };
  return c.json(body, isUp ? 200 : 503, { 'Cache-Control': 'no-store' });
});

healthRoutes.get('/api/openapi.json', (c) =>
  c.json(openApi(c.var.host.version)),
);

/**
 * Only a host with careless caches has anything to clear (docs/api-contract.md
 * 4.7).
 */
healthRoutes.post('/api/v1/cache/clear', (c) => {
  organizerOf(c);
  c.var.host.stale.clear();
  return c.body(null, 200);
});
