import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';

import { describeFailure } from '../../../../server/describe-failure';
import { cleanUp } from '../../../../server/services/clean-up';
import { holdElection } from '../../support/election';
import { resetFixtures } from '../../support/fixtures';
import { onEachDatabase } from '../../support/on-each-database';
import { unpackImage } from '../../support/pglite-image';
import {
  START,
  startServer,
  users,
  type Ask,
  type TestServer,
} from '../../support/server';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** What no log and no answer may show, and a piece of each stored hash. */
const phone = '0799111222';
const name = 'Planted Person';
const pin = '9081';
const secrets = new RegExp(
  `${phone}|${name}|(?<![\\w.-])${pin}(?![\\w.-])|scrypt|device-9`,
  'i',
);

const observer = { phone, name, pin };
const csv = () => {
  const form = new FormData();
  form.set('file', new File([`${phone},${pin},${name}`], 'observers.csv'));
  return form;
};
const phoneLogin = { user: phone, password: pin, fcmToken: 'device-9' };
const reset = { action: 'reset-password', phoneNumber: phone, pin };

type Failure = [what: string, pattern: string, path: string, ask: Ask];

/** Requests that fail because a statement with these values does. */
const failures: Failure[] = [
  [
    'an addition',
    'POST /api/v1/observer',
    '/api/v1/observer',
    { body: observer },
  ],
  [
    'an edit',
    'PUT /api/v1/observer',
    '/api/v1/observer',
    { method: 'PUT', body: { observerId: 41, ...observer } },
  ],
  [
    'an import',
    'POST /api/v1/observer/import',
    '/api/v1/observer/import',
    { body: csv() },
  ],
  [
    'a reset of a pin',
    'POST /api/v1/observer/reset',
    '/api/v1/observer/reset',
    { body: reset },
  ],
  [
    'a search',
    'GET /api/v1/observer',
    `/api/v1/observer?name=${encodeURIComponent(name)}&number=${phone}`,
    { method: 'GET' },
  ],
  [
    'an address',
    'GET /api/v1/county/:countyCode/municipalities',
    `/api/v1/county/${phone}/municipalities`,
    { method: 'GET' },
  ],
  [
    'a sign-in',
    'POST /api/v2/access/authorize',
    '/api/v2/access/authorize',
    { body: phoneLogin },
  ],
];

onEachDatabase((database) => {
  const lines: string[] = [];
  let server: TestServer;

  /** Statements on these tables fail, and say with which values they came. */
  async function breakTables(...tables: string[]) {
    const { db } = database();
    await resetFixtures(db);
    lines.length = 0;
    server = startServer(database(), { log: (line) => lines.push(line) });
    for (const table of tables) {
      await db.execute(
        sql.raw(`alter table ${table} rename to broken_${table}`),
      );
    }
    mend = async () => {
      for (const table of tables) {
        await db.execute(
          sql.raw(`alter table broken_${table} rename to ${table}`),
        );
      }
    };
  }
  let mend = async () => {};

  afterEach(async () => {
    await mend();
    mend = async () => {};
  });

  async function expectSilence(reply: Response) {
    expect(reply.status).toBe(500);
    const headers = JSON.stringify(Object.fromEntries(reply.headers));
    expect(headers + (await reply.text())).not.toMatch(secrets);
    expect(lines.join('\n')).not.toMatch(secrets);
  }

  it.each(failures)(
    'says nothing of the values when %s fails',
    async (_, pattern, path, ask) => {
      await breakTables('observer', 'county');
      const reply = await server.ask(path, {
        method: 'POST',
        as: 'organizer',
        ...ask,
      });
      await expectSilence(reply);
      const id = reply.headers.get('X-Request-Id');
      expect(id).toMatch(/^[\w-]{36}$/);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(`${id} ${pattern} failed`);
      expect(lines[0]).toContain('SQLSTATE 42P01');
    },
  );

  it('says nothing of values that the database itself repeats', async () => {
    await breakTables();
    const { db } = database();
    await db.execute(sql`create function tell() returns trigger as $$ begin
      raise exception 'no % % %', new.phone, new.name, new.pin using errcode = 'XX000';
      end $$ language plpgsql`);
    await db.execute(
      sql`create trigger tell before insert on observer for each row execute function tell()`,
    );
    mend = async () => {
      await db.execute(sql`drop trigger tell on observer`);
      await db.execute(sql`drop function tell()`);
    };
    const ask: Ask = { method: 'POST', as: 'organizer', body: observer };
    await expectSilence(await server.ask('/api/v1/observer', ask));
    expect(lines[0]).toContain('SQLSTATE XX000');

    const classic = startServer(database(), {
      log: (line) => lines.push(line),
      quirks: { crashes: true },
    });
    await expectSilence(
      await classic.ask('/api/v1/observer/import', { ...ask, body: csv() }),
    );
  });

  it('says nothing of the message of any other error', async () => {
    await breakTables();
    server = startServer(database(), {
      log: (line) => lines.push(line),
      push: {
        send: () =>
          Promise.reject(new Error(`${name}\n    at server/${phone}.ts:1:1`)),
      },
    });
    const body = {
      from: 'x',
      channel: 'Firebase',
      title: name,
      message: phone,
      recipients: [41],
    };
    const reply = await server.ask('/api/v1/notification/send', {
      method: 'POST',
      as: 'organizer',
      body,
    });
    await expectSilence(reply);
    expect(lines[0]).toContain('POST /api/v1/notification/send failed: Error');
  });

  it('says nothing of them in a download that breaks off', async () => {
    await breakTables();
    const { db } = database();
    await holdElection(db);
    await db.execute(sql`insert into note (id, observer_id, polling_station_id, text, last_modified)
      select n, 41, 7312, ${name}, now() from generate_series(1001, 2200) n`);
    const reply = await server.ask(
      `/api/v1/export/all/notes?phoneObserver=${users.maria.account}`,
      { as: 'organizer' },
    );
    expect(reply.status).toBe(200);
    const reader = reply.body?.getReader();
    await reader?.read();
    await db.execute(sql`alter table note rename to broken_note`);
    mend = async () => {
      await db.execute(sql`alter table broken_note rename to note`);
    };
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    };
    const error = await readOn().catch((thrown: unknown) => thrown);
    expect(String(error)).not.toMatch(/select|params|0722000041/);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toHaveProperty('cause');
    expect(lines.join('\n')).not.toMatch(/params|0722000041/);
    expect(lines[0]).toMatch(/GET \/api\/v1\/export\/all\/notes .*42P01/);
  });

  it('says nothing of them when the cleaning in the background fails', async () => {
    await breakTables('login_attempt');
    const { db } = database();
    await cleanUp(db, START, (line) => lines.push(line));
    expect(lines).toEqual([
      expect.stringMatching(/^Cleaning up failed: .*SQLSTATE 42P01/),
    ]);
    expect(lines[0]).not.toMatch(/delete|params|2026/);
  });
});

describe('the process', () => {
  let folder = '';

  afterEach(async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  function run(args: string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
      cwd: root,
      env: { ...process.env, ...env },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    return new Promise<{ code: number | null; output: string }>((resolve) => {
      child.once('close', (code) => resolve({ code, output }));
    });
  }

  it('says nothing of the first account when the start fails', async () => {
    folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-log-'));
    await unpackImage(join(folder, 'db'));
    const client = await PGlite.create(join(folder, 'db'));
    await client.exec(`create function tell() returns trigger as $$ begin
      raise exception 'no % %', new.account, new.password; end $$ language plpgsql;
      create trigger tell before insert on ngo_admin for each row execute function tell()`);
    await client.close();
    const args = ['server/main.ts', '--data', folder, '--port', '0'];
    const { code, output } = await run([...args, '--api-only'], {
      ADMIN_ACCOUNT: `${phone}@example.org`,
      ADMIN_PASSWORD: 'long enough too',
    });
    expect(code).toBe(1);
    expect(output).not.toMatch(secrets);
    expect(output).not.toContain('long enough too');
    expect(output).toMatch(
      /The start failed: DrizzleQueryError.*SQLSTATE P0001/,
    );
  }, 60_000);

  it('says nothing of them when it dies of an error that nobody caught', async () => {
    const program = `
      import './server/start/uncaught.ts';
      import { DrizzleQueryError } from 'drizzle-orm/errors';
      void Promise.reject(new DrizzleQueryError('select', ['${phone}', '${name}']));`;
    const { code, output } = await run(['--input-type=module', '-e', program]);
    expect(code).toBe(1);
    expect(output).not.toMatch(secrets);
    expect(output).toMatch(/^Ended by an error: DrizzleQueryError/m);
  }, 60_000);
});

describe('what is said of an error', () => {
  it('is its class, its code and the place in the code', () => {
    class PlantedError extends Error {
      code = 'ECONNRESET';
    }
    const error = new PlantedError(name);
    error.stack = `PlantedError: ${name}\n    at f (/x/server/services/sign-in.ts:5:7)`;
    expect(describeFailure(error)).toBe(
      'PlantedError, ECONNRESET, at server/services/sign-in.ts:5',
    );
  });

  it('has the place from the last server/ of its path', () => {
    const error = new Error('x');
    error.stack = 'Error: x\n    at f (/srv/server/server/routes/forms.ts:9:1)';
    expect(describeFailure(error)).toBe('Error, at server/routes/forms.ts:9');
  });

  it.each([
    phone,
    { message: name },
    Object.assign(new Error(name), { code: name }),
    Object.assign(new Error('x'), { stack: `at server/${phone}.ts:1:1` }),
    Object.assign(new Error(`x\n at server/${phone}.ts:1:1`), { name }),
    new AggregateError([new Error(phone)], name),
    new Error('x', { cause: new Error(phone) }),
  ])('is never what it says: %#', (thrown) => {
    expect(describeFailure(thrown)).not.toMatch(secrets);
  });
});
