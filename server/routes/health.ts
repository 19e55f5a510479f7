import { sql } from 'drizzle-orm';
import { Hono } from 'hono';

import type { HostEnv } from '../host';
import { createRoutes } from '../http/routes';

/** How the server is (docs/api-contract.md 4.12). */
export const healthRoutes = new Hono<HostEnv>().get('/health', async (c) => {
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

/**
 * Only a server with careless caches has anything to clear
 * (docs/api-contract.md 4.7).
 */
export const cacheRoutes = createRoutes('server');

cacheRoutes.on(
  'post',
  '/api/v1/cache/clear',
  { summary: 'Forget caches', role: 'organizer' },
  (c) => {
    c.var.host.stale.clear();
    return c.body(null, 200);
  },
);
