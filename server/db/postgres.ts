import { Socket } from 'node:net';

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool, type PoolConfig } from 'pg';

import type { Db } from './database';
import type { OpenDatabase } from './database';
import { CommitLostError, isDatabaseAway } from './database-away';
import { MIGRATIONS } from './migrations';
import * as schema from './schema';

/** Any constant, the same in all processes: only one of them migrates. */
const MIGRATION_LOCK = 7_201_126;

const CONNECTIONS = 10;
/** The limit for opening a connection and for waiting for a free one. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than any statement of a request takes. */
const SILENCE_LIMIT_MS = 30_000;

/**
 * Opens a PostgreSQL and brings it to the newest schema. A database that goes
 * away later ends no process: its statements reject with an error of which
 * `isDatabaseAway` is true, at the latest after `silenceLimitMs` without a byte
 * from it, and new connections replace the broken ones.
 */
export async function openPostgres(
  url: string,
  silenceLimitMs = SILENCE_LIMIT_MS,
): Promise<OpenDatabase> {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
  const pool = openPool({
    ...settings,
    max: CONNECTIONS,
    stream: () => limitedSocket(silenceLimitMs),
  });
  // Filling an empty database takes statements of minutes.
  const startPool = openPool({ ...settings, max: 1 });
  const close = async () => {
    await Promise.all([pool.end(), startPool.end()]);
  };
  try {
    await migrateAlone(startPool);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: dbOn(pool),
    startDb: dbOn(startPool),
    dialect: 'postgres',
    close,
  };
}

function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  // The pool listens to idle connections only. Without a listener of its own
  // a connection that breaks while it is in use would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  // An idle connection that breaks; the pool opens another when asked.
  pool.on('error', () => {});
  return pool;
}

/**
 * A connection that brings nothing for so long is cut, and what waits on it
 * rejects: a database that hangs, or a network that swallows everything, would
 * otherwise hold requests and connections for ever.
 */
function limitedSocket(silenceLimitMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceLimitMs, () => {
    const error = new Error('The database does not answer.');
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
  return socket;
}

function dbOn(pool: Pool): Db {
  const db = drizzle(pool, { schema });
  /**
   * In place of the one of Drizzle, which loses a connection for ever when
   * BEGIN fails on it: after ten the pool would be empty. It also cannot tell a
   * COMMIT without an answer from a transaction that was undone.
   */
  const transaction: Db['transaction'] = async (work, config) => {
    const client = await pool.connect();
    let isCommitting = false;
    try {
      const result = await drizzle(client, { schema }).transaction(
        async (tx) => {
          const done = await work(tx);
          isCommitting = true;
          return done;
        },
        config,
      );
      client.release();
      return result;
    } catch (error) {
      const isAway = isDatabaseAway(error);
      client.release(isAway);
      throw isAway && isCommitting ? new CommitLostError(error) : error;
    }
  };
  return Object.assign(db, { transaction });
}

/** Several processes may start at once on one database; the others wait. */
async function migrateAlone(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), MIGRATIONS);
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    client.release();
  }
}
