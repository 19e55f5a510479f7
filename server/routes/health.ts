import { setTimeout } from 'node:timers/promises';

import { sql } from 'drizzle-orm';
import { Hono } from 'hono';

import { StandbyError } from '../db/hosts';
import { type SchemaState, schemaStateOf } from '../db/schema-state';
import { isFromThisComputer } from '../http/callers/client-address';
import { createRoutes } from '../http/routes';
import type { Server, ServerEnv } from '../server';

/** Who asks whether requests can be answered gets no later reply, in ms. */
const READY_WITHIN_MS = 3_000;
const NO_STORE = { 'Cache-Control': 'no-store' };
const COME_AGAIN = { ...NO_STORE, 'Retry-After': '2' };

/**
 * The state of the server (docs/api-contract.md 4.12). `live` looks at the
 * process alone: one that fails it should be started again, and a database that
 * is away is no reason for that. `ready` asks the database: a server that fails
 * it should get no requests for now. One whose disk is full is `Degraded`: it answers
 * what only reads. So is one whose store of pictures does not do its work: all but
 * pictures goes on.
 */
export const healthRoutes = new Hono<ServerEnv>();

healthRoutes.get('/health/live', (c) =>
  c.json({ status: 'Healthy' }, 200, NO_STORE),
);

healthRoutes.get('/health/ready', async (c) => {
  const schema = await inTime(
    schemaStateOf(c.var.server.probeDb).catch(standbyOrNothing),
  );
  const isFull = await c.var.server.disk.isFull();
  const pictures = await picturesOf(c.var.server);
  const isWhole = !isFull && (!pictures || pictures === 'Healthy');
  const whole = isWhole ? 'Healthy' : 'Degraded';
  const body = {
    status: schema === 'current' ? whole : 'Unhealthy',
    database: databaseOf(schema),
    schema: schema === 'standby' ? 'unknown' : (schema ?? 'unknown'),
    disk: isFull ? 'Full' : 'Healthy',
    pictures,
  };
  return schema === 'current'
    ? c.json(body, 200, NO_STORE)
    : c.json(body, 503, COME_AGAIN);
});

healthRoutes.get('/health', async (c) => {
  const { server } = c.var;
  const isUp = await inTime(
    server.probeDb.execute(sql`select 1`).then(() => true),
  );
  const body = {
    status: isUp ? 'Healthy' : 'Unhealthy',
    database: isUp ? 'Healthy' : 'Unhealthy',
    dialect: server.dialect,
    // Who knows the version knows its weaknesses.
    ...(isFromThisComputer(c) && { version: server.version }),
  };
  return isUp ? c.json(body, 200, NO_STORE) : c.json(body, 503, COME_AGAIN);
});

/** The state of the store; undefined where there is none. */
async function picturesOf({ pictures }: Server) {
  return pictures && ((await inTime(pictures.state())) ?? 'Unavailable');
}

/** Why a database does not say its schema: it may wait until a standby takes over. */
function standbyOrNothing(error: unknown): 'standby' | undefined {
  const reason = error instanceof Error ? (error.cause ?? error) : error;
  return reason instanceof StandbyError ? 'standby' : undefined;
}

function databaseOf(schema: SchemaState | 'standby' | undefined) {
  if (schema === 'standby') return 'Standby';
  return schema ? 'Healthy' : 'Unhealthy';
}

/** The value, or undefined when it does not come in time or not at all. */
async function inTime<T>(value: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  const timeout = setTimeout(READY_WITHIN_MS, undefined, timer);
  try {
    return await Promise.race([value, timeout]);
  } catch {
    return undefined;
  } finally {
    // Its rejection is nobody's: the race is over.
    timeout.catch(() => {});
    timer.abort();
  }
}

/**
 * Clears the stale caches, which only a server with that quirk has
 * (docs/api-contract.md 4.7).
 */
export const cacheRoutes = createRoutes('server');

cacheRoutes.on(
  'post',
  '/api/v1/cache/clear',
  { summary: 'Forget caches', role: 'organizer', audit: 'caches cleared' },
  (c) => {
    c.var.server.stale.clear();
    return c.body(null, 200);
  },
);
