import { sql } from 'drizzle-orm';
import { Hono } from 'hono';

import { createRoutes } from '../http/routes';
import type { ServerEnv } from '../server';

/** The state of the server (docs/api-contract.md 4.12). */
export const healthRoutes = new Hono<ServerEnv>().get('/health', async (c) => {
  const { db, server } = c.var;
  const isUp = await db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  const body = {
    status: isUp ? 'Healthy' : 'Unhealthy',
    database: isUp ? 'Healthy' : 'Unhealthy',
    dialect: server.dialect,
    version: server.version,
  };
  return c.json(body, isUp ? 200 : 503, { 'Cache-Control': 'no-store' });
});

/**
 * Clears the stale caches, which only a server with that quirk has
 * (docs/api-contract.md 4.7).
 */
export const cacheRoutes = createRoutes('server');

cacheRoutes.on(
  'post',
  '/api/v1/cache/clear',
  { summary: 'Forget caches', role: 'organizer' },
  (c) => {
    c.var.server.stale.clear();
    return c.body(null, 200);
  },
);
