import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest';

import type { Db } from '../../../server/db/database';
import type { OpenDatabase } from '../../../server/db/database';
import {
  CommitLostError,
  isDatabaseAway,
} from '../../../server/db/database-away';
import { openPostgres } from '../../../server/db/postgres';
import { databaseProblem } from '../../../server/http/problems/database-problem';
import {
  startPostgresCluster,
  type PostgresCluster,
} from '../support/postgres';
import { startServer } from '../support/server';
import {
  signIn,
  startServerProcess,
  type Session,
  type ServerProcess,
} from '../support/server-process';

/** More than the server has connections, so that some requests wait for one. */
const WRITERS = 14;
/** Stops of each mode, as `npm run test:faults` sets it; a freeze takes 18 seconds. */
const STOPS = Number(process.env['DATABASE_STOPS'] ?? 2);
/** A request without an answer after this long counts as a hang. */
const ANSWER_WITHIN_MS = 30_000;
/** A check of a load balancer gives up about now. */
const PROBED_WITHIN_MS = 5_000;
const WAIT = { timeout: ANSWER_WITHIN_MS };

const LIMITS = {
  silence: 1_000,
  statement: 1_300,
  lock: 300,
  idleInTransaction: 500,
};

const cluster = await startPostgresCluster();

interface Write {
  phone: string;
  status: number;
  retryAfter: string | null;
}

function postgres(): PostgresCluster {
  if (!cluster) throw new Error('There is no PostgreSQL on this machine.');
  return cluster;
}

describe.skipIf(!cluster)('PostgreSQL stops under load', () => {
  let server: ServerProcess | undefined;
  let session: Session | undefined;
  let address = '';
  let lastPhone = 0;

  beforeAll(async () => {
    server = startServerProcess(['--port', '0', '--api-only'], {
      DATABASE_URL: postgres().url,
    });
    address = await server.address();
    session = await signIn(address);
  }, 120_000);

  afterEach(() =>
    postgres()
      .start()
      .catch(() => {
        // It runs already, as it should.
      }),
  );

  afterAll(async () => {
    server?.child.kill('SIGTERM');
    await server?.exit;
  });

  function ask(path: string, init: RequestInit = {}): Promise<Response> {
    if (!session) throw new Error('Nobody has signed in yet.');
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    return session.ask(path, { ...init, signal });
  }

  /**
   * Adds an observer; the phone is the Idempotency-Key as well. Status 0 stands
   * for no answer, or none in time.
   */
  async function addObserver(phone = newPhone()): Promise<Write> {
    try {
      return await sendObserver(phone);
    } catch {
      return { phone, status: 0, retryAfter: null };
    }
  }

  async function sendObserver(phone: string): Promise<Write> {
    const reply = await ask('/v1/observer', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': phone },
      body: JSON.stringify({ phone, pin: '1234', name: `Observer ${phone}` }),
    });
    await reply.text();
    const retryAfter = reply.headers.get('Retry-After');
    return { phone, status: reply.status, retryAfter };
  }

  /** The status of the answer; 0 when there was none. */
  async function countObservers(): Promise<number> {
    try {
      const reply = await ask('/v1/observer/count');
      await reply.text();
      return reply.status;
    } catch {
      return 0;
    }
  }

  async function statusOf(path: string): Promise<number> {
    const reply = await fetch(`${address}${path}`, {
      signal: AbortSignal.timeout(PROBED_WITHIN_MS),
    });
    await reply.text();
    return reply.status;
  }

  function newPhone(): string {
    lastPhone += 1;
    return `07${String(lastPhone).padStart(8, '0')}`;
  }

  async function storedPhones(): Promise<string[]> {
    const reply = await ask('/v1/observer?page=1&pageSize=100000');
    expect(reply.status).toBe(200);
    return [...(await reply.text()).matchAll(/"phone":"(\d+)"/g)].map(
      ([, phone = '']) => phone,
    );
  }

  it.each([
    ['immediate', STOPS],
    ['fast', STOPS],
    ['frozen', 1],
  ] as const)(
    'with a stop %s: the server answers, goes on and keeps its word, every time',
    async (mode, stops) => {
      for (let round = 1; round <= stops; round += 1) {
        const writes: Write[] = [];
        const reads: number[] = [];
        const load = { isOn: true };
        const writers = Array.from({ length: WRITERS }, async () => {
          while (load.isOn) {
            const write = await addObserver();
            writes.push(write);
            // A client comes again later, not at once.
            if (write.status !== 200) return;
          }
        });
        const reader = async () => {
          while (load.isOn) {
            const status = await countObservers();
            reads.push(status);
            if (status !== 200) return;
          }
        };
        const working = Promise.all([...writers, reader()]);
        await vi.waitUntil(() => writes.length > 2 * WRITERS, WAIT);
        await postgres().stop(mode);
        // What is asked for while the database is away is answered, too.
        expect(await statusOf('/health/live')).toBe(200);
        expect(await statusOf('/health/ready')).toBe(503);
        writes.push(await addObserver());
        reads.push(await countObservers());
        const signingIn = await session?.signInAgain();
        expect(signingIn?.status).toBe(503);
        expect(signingIn?.headers.has('Retry-After')).toBe(true);
        load.isOn = false;
        await working;

        expect(server?.child.exitCode, server?.output()).toBeNull();
        const refused = writes.filter(({ status }) => status !== 200);
        expect(refused.length).toBeGreaterThan(0);
        for (const { status, retryAfter } of refused) {
          // 504: the answer to the commit was lost, so nobody knows.
          expect([503, 504]).toContain(status);
          expect(Number(retryAfter)).toBeGreaterThan(0);
        }
        expect(new Set(reads)).toEqual(new Set([200, 503]));

        await postgres().start();
        expect((await addObserver()).status).toBe(200);
        await vi.waitUntil(
          async () => (await statusOf('/health/ready')) === 200,
          WAIT,
        );
        const stored = await storedPhones();
        expect(new Set(stored).size).toBe(stored.length);
        const missing = writes.filter(
          ({ phone, status }) => status === 200 && !stored.includes(phone),
        );
        expect(missing).toEqual([]);
        const undenied = refused.filter(
          ({ phone, status }) => status === 503 && stored.includes(phone),
        );
        expect(undenied).toEqual([]);

        // The same requests again have their effect, and have it once.
        const again = await Promise.all(
          refused.map(({ phone }) => addObserver(phone)),
        );
        expect(new Set(again.map(({ status }) => status))).toEqual(
          new Set([200]),
        );
        const phones = await storedPhones();
        expect(phones.length).toBe(new Set(phones).size);
        for (const { phone } of refused) expect(phones).toContain(phone);
      }
    },
    300_000,
  );
});

describe.skipIf(!cluster)('one connection of PostgreSQL', () => {
  let database: OpenDatabase | undefined;
  const frozen: number[] = [];

  function open(): OpenDatabase {
    if (!database) throw new Error('The database is not open yet.');
    return database;
  }

  beforeAll(async () => {
    database = await openPostgres(postgres().url, { limits: LIMITS });
  });

  afterEach(() => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
  });

  afterAll(() => database?.close());

  it('ends while a transaction pauses: only that transaction fails', async () => {
    const { db } = open();
    const other = new Client({ connectionString: postgres().url });
    await other.connect();
    const working = db.transaction(async (tx) => {
      const pid = await backendOf(tx);
      await other.query('select pg_terminate_backend($1)', [pid]);
      await vi.waitUntil(async () => {
        const query = 'select 1 from pg_stat_activity where pid = $1';
        return (await other.query(query, [pid])).rowCount === 0;
      }, WAIT);
      await tx.execute(sql`select 1`);
    });
    await expect(working).rejects.toSatisfy(isDatabaseAway);
    await other.end();
    expect(await backendOf(db)).toBeGreaterThan(0);
  });

  it('ends during the commit: nobody is told that nothing is stored', async () => {
    const { db } = open();
    await db.execute(sql`create table if not exists slow_commit (id int)`);
    await db.execute(sql`
      create or replace function end_connection() returns trigger as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end
      $$ language plpgsql`);
    await db.execute(sql`
      create constraint trigger at_commit after insert on slow_commit
      deferrable initially deferred
      for each row execute function end_connection()`);
    const working = db.transaction((tx) =>
      tx.execute(sql`insert into slow_commit values (1)`),
    );
    await expect(working).rejects.toThrow(CommitLostError);
    await expect(working).rejects.toSatisfy(
      (error) => databaseProblem(error)?.status === 504,
    );
    await db.execute(sql`drop table slow_commit`);
  });

  it('waits for a standby that is away: nobody is told that it is done', async () => {
    // A reload would reach the processes of PostgreSQL one after the other.
    const setStandby = async (name: string) => {
      const client = new Client({ connectionString: postgres().url });
      await client.connect();
      await client.query(
        `alter system set synchronous_standby_names = '${name}'`,
      );
      await client.end();
      await postgres().stop('fast');
      await postgres().start();
    };
    const { db } = open();
    await db.execute(sql`create table if not exists replicated (id int)`);
    await setStandby('a_standby_that_is_away');
    try {
      const working = db.transaction((tx) =>
        tx.execute(sql`insert into replicated values (1)`),
      );
      await expect(working).rejects.toThrow(CommitLostError);
    } finally {
      await setStandby('');
    }
  });

  it('has no socket while PostgreSQL is stopped: the request is told to come again', async () => {
    const bySocket = await openPostgres(postgres().socketUrl);
    onTestFinished(bySocket.close);
    const server = startServer(bySocket);
    await postgres().stop('fast');
    try {
      const reply = await server.ask('/api/v1/observer', { as: 'organizer' });
      expect(reply.status).toBe(503);
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    } finally {
      await postgres().start();
    }
  });

  it('waits for a lock: the request is told to come again', async () => {
    const { db } = open();
    await db.execute(sql`create table if not exists locked (id int)`);
    const holding = new Client({ connectionString: postgres().url });
    await holding.connect();
    await holding.query('begin; lock table locked');
    const working = db.transaction((tx) =>
      tx.execute(sql`insert into locked values (1)`),
    );
    await expect(working).rejects.toSatisfy(
      (error) => databaseProblem(error)?.status === 503,
    );
    await holding.end();
  });

  it('pauses in a transaction: what it locked is free for the others', async () => {
    const { db } = open();
    await db.execute(sql`create table if not exists paused (id int)`);
    let goOn = () => {};
    const pause = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let say = () => {};
    const locked = new Promise<void>((resolve) => {
      say = resolve;
    });
    const working = db.transaction(async (tx) => {
      await tx.execute(sql`lock table paused`);
      say();
      await pause;
      await tx.execute(sql`insert into paused values (1)`);
    });
    const other = new Client({ connectionString: postgres().url });
    await other.connect();
    await Promise.race([locked, working]);
    await other.query('insert into paused values (2)');
    goOn();
    await expect(working).rejects.toSatisfy(isDatabaseAway);
    expect((await other.query('select * from paused')).rows).toHaveLength(1);
    await other.end();
  });

  it('hangs: what waits on it is given up, and the others go on', async () => {
    const { db } = open();
    const server = startServer(open());
    // One backend for each request, and no connection left over.
    const pids = await Promise.all(
      Array.from({ length: 10 }, () =>
        db.transaction(async (tx) => {
          const pid = await backendOf(tx);
          await tx.execute(sql`select pg_sleep(0.3)`);
          return pid;
        }),
      ),
    );
    expect(new Set(pids).size).toBe(10);
    for (const pid of pids) {
      process.kill(pid, 'SIGSTOP');
      frozen.push(pid);
    }
    const replies = await Promise.all(
      pids.map(() =>
        server.ask('/api/v1/observer', {
          method: 'DELETE',
          as: 'organizer',
          body: {},
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(pids.map(() => 503));
    for (const reply of replies) {
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(await backendOf(db)).toBeGreaterThan(0);
  });
});

it.each([
  ['ENOENT', 'connect', true],
  // Of a socket with a queue that is full.
  ['EAGAIN', 'connect', true],
  ['ENOENT', 'open', false],
])('%s of %s: the database is away, or is not: %s', (code, syscall, isAway) => {
  const error = Object.assign(new Error(code), { code, syscall });
  expect(isDatabaseAway(new Error('wrapped', { cause: error }))).toBe(isAway);
});

/** The process of PostgreSQL behind the connection of `db`. */
async function backendOf(db: Db): Promise<number> {
  const [row] = await db
    .select({ pid: sql<number>`pg_backend_pid()` })
    .from(sql`(select 1) as one`);
  return row?.pid ?? 0;
}
