import { Socket } from 'node:net';

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { escapeIdentifier, Pool, type PoolConfig } from 'pg';

import type { Db, Listen, OpenDatabase } from './database';
import { CommitLostError, isDatabaseAway } from './database-away';
import { freeBytesIn } from './disk';
import { clientOf, createHosts, type Hosts } from './hosts';
import { MIGRATIONS } from './migrations';
import type { WhenOlder } from './open';
import * as schema from './schema';
import {
  NewerSchemaError,
  OlderSchemaError,
  schemaStateOf,
} from './schema-state';

/** Any constant, the same in all processes: only one of them migrates. */
const MIGRATION_LOCK = 7_201_126;

const CONNECTIONS = 10;

/** How long the parts of a request may take, in ms. */
interface Limits {
  /** Opening a connection, and waiting for a free one. */
  connect: number;
  /** One statement; PostgreSQL ends a longer one and frees what it held. */
  statement: number;
  /** Waiting for a lock, such as that of the same Idempotency-Key. */
  lock: number;
  /** A transaction in which nothing is asked: its process hangs or is gone. */
  idleInTransaction: number;
  /** A connection that brings no byte: the database or the network hangs. */
  silence: number;
}

/**
 * `silence` is longer than any statement of a request takes, and shorter than
 * the app waits for a reply. `statement` comes after it: PostgreSQL acknowledges
 * a commit that waits for a standby when that limit ends the wait.
 */
const OF_REQUESTS: Limits = {
  connect: 5_000,
  statement: 20_000,
  lock: 10_000,
  idleInTransaction: 20_000,
  silence: 18_000,
};

/** The question whether the database is there needs its answer at once. */
const OF_PROBES: Limits = {
  connect: 2_000,
  statement: 3_000,
  lock: 2_000,
  idleInTransaction: 3_000,
  silence: 2_000,
};

interface PostgresOptions {
  /**
   * A pooler in front of the same database, such as PgBouncer, for the requests. It may
   * hand out connections by transaction.
   */
  poolerUrl?: string | undefined;
  /** A folder on the disk of its files, where that is on this computer. */
  diskFolder?: string | undefined;
  whenOlder?: WhenOlder | undefined;
  limits?: Partial<Limits> | undefined;
}

/** A pooler that sets no time limits: a statement that hangs would keep a connection of all. */
export class NoLimitsError extends Error {
  constructor(setting: string) {
    super(
      `Its connections have no ${setting}: the pooler has to set it for each (deploy/pgbouncer.ini).`,
    );
    this.name = 'NoLimitsError';
  }
}

/**
 * Opens a PostgreSQL and brings it to the newest schema. Its address may name several
 * hosts (`hosts.ts`): the one that takes writes is found again when it changes. Rejects with an
 * `OlderSchemaError` where that would change a schema unasked, with a
 * `NewerSchemaError` where this release is too old, and with a `NoLimitsError`
 * where a pooler sets no limits. A database that goes
 * away later ends no process: its statements reject with an error of which
 * `isDatabaseAway` is true, at the latest after `limits.silence` without a byte
 * from it, and new connections replace the broken ones.
 */
export async function openPostgres(
  url: string,
  {
    poolerUrl,
    diskFolder,
    whenOlder = 'refuse',
    limits = {},
  }: PostgresOptions = {},
): Promise<OpenDatabase> {
  const ofRequests = { ...OF_REQUESTS, ...limits };
  const hosts = createHosts(url);
  const askedHosts = poolerUrl ? createHosts(poolerUrl) : hosts;
  const pool = openPool(askedHosts, CONNECTIONS, {
    ...ofRequests,
    isPooler: poolerUrl !== undefined,
  });
  // Connections of its own: a check must not wait for requests.
  const probePool = openPool(hosts, 1, OF_PROBES);
  // Filling an empty database takes statements of minutes.
  const startPool = openPool(hosts, 1);
  const close = async () => {
    await Promise.all([pool, probePool, startPool].map((each) => each.end()));
  };
  try {
    await migrateAlone(startPool, whenOlder);
    if (poolerUrl) await requireLimits(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: dbOn(pool),
    startDb: dbOn(startPool),
    probeDb: dbOn(probePool),
    dialect: 'postgres',
    listen: listenOn(hosts),
    freeBytes: diskFolder ? () => freeBytesIn(diskFolder) : undefined,
    connections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close,
  };
}

function openPool(
  hosts: Hosts,
  max: number,
  limits?: Limits & { isPooler?: boolean },
): Pool {
  const pool = new Pool({
    connectionString: hosts.current(),
    Client: clientOf(hosts),
    connectionTimeoutMillis: limits?.connect ?? OF_REQUESTS.connect,
    keepAlive: true,
    max,
    ...(limits && {
      stream: () => limitedSocket(limits.silence),
      // What is set for a connection of a pooler stays for the process that has it next.
      ...(!limits.isPooler && { onConnect: setLimits(limits) }),
    }),
  });
  // The pool listens to idle connections only. Without a listener of its own
  // a connection that breaks while it is in use would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  // An idle connection that breaks; the pool opens another when asked.
  pool.on('error', () => {});
  return pool;
}

function setLimits(limits: Limits): PoolConfig['onConnect'] {
  const { statement, lock, idleInTransaction } = limits;
  // Not as parameters of the connection: PgBouncer refuses those.
  return async (client) => {
    const query = `select set_config('statement_timeout', '${statement}', false),
      set_config('lock_timeout', '${lock}', false),
      set_config('idle_in_transaction_session_timeout', '${idleInTransaction}', false)`;
    await client.query(query).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      // An engine that lacks one of them: `silence` is the limit there.
    });
  };
}

/** Only a pooler itself can set them for each of its connections. */
async function requireLimits(pool: Pool): Promise<void> {
  const settings = [
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
  ];
  for (const setting of settings) {
    const { rows } = await pool.query<{ value: string }>(
      'select current_setting($1) as value',
      [setting],
    );
    if (rows[0]?.value === '0') throw new NoLimitsError(setting);
  }
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

/** Not of a pool: what listens is busy for as long as the server runs. */
function listenOn(hosts: Hosts): Listen {
  const Client = clientOf(hosts);
  return async (channel, onPayload, onGone) => {
    const client = new Client({
      connectionString: hosts.current(),
      connectionTimeoutMillis: OF_REQUESTS.connect,
      keepAlive: true,
    });
    client.on('notification', ({ payload = '' }) => onPayload(payload));
    client.on('error', onGone);
    client.on('end', onGone);
    const stop = async () => {
      client.off('end', onGone);
      // It may be broken already.
      await client.end().catch(() => {});
    };
    try {
      await client.connect();
      await client.query(`listen ${escapeIdentifier(channel)}`);
    } catch (error) {
      await stop();
      throw error;
    }
    return stop;
  };
}

/** Several processes may start at once on one database; the others wait. */
async function migrateAlone(pool: Pool, whenOlder: WhenOlder): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const db = drizzle(client, { schema });
    const state = await schemaStateOf(db);
    if (state === 'newer') throw new NewerSchemaError();
    if (state === 'older' && whenOlder === 'refuse') {
      throw new OlderSchemaError();
    }
    if (state !== 'older' || whenOlder === 'migrate') {
      await migrate(db, MIGRATIONS);
    }
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    client.release();
  }
}
