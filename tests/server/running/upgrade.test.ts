import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { execFile } from 'node:child_process';

import { PGlite } from '@electric-sql/pglite';
import { sql, type SQL } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { restoreBackup } from '../../../server/backup/restore';
import type { Db } from '../../../server/db/database';
import { PART_BYTES, readParts } from '../../../server/db/file-parts';
import { openDatabase } from '../../../server/db/open';
import * as schema from '../../../server/db/schema';
import { schemaStateOf } from '../../../server/db/schema-state';
import { openOrExplain } from '../../../server/start/open-parts';
import { firstMigrations } from '../support/first-migrations';
import { openPglite, unpackImage } from '../support/pglite-image';
import { newPostgresDatabase } from '../support/postgres';
import { startServerProcess } from '../support/server-process';

/** Far in the future: a migration of a release after this one. */
const LATER = 4_000_000_000_000;

const hasPostgres = (await newPostgresDatabase()) !== undefined;
let dataDir = '';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vote-monitoring-upgrade-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

/** A film, for which the first release had one row. */
const FILM = Buffer.from(
  Array.from({ length: 2 * PART_BYTES + 7 }, (_, at) => (at * at) % 251),
);

/** Data of an election day, as the first release stored it: not in today's columns. */
async function fill(db: Db): Promise<void> {
  for (const statement of [
    sql`insert into ngo (id, short_name, name) values (1, 'ORG', 'Observers United')`,
    sql`insert into ngo_admin (id, ngo_id, account, password)
      values (3, 1, 'olga@example.org', 'hash')`,
    sql`insert into observer (id, ngo_id, phone, name, pin)
      values (41, 1, '0722000041', 'M', 'hash')`,
    sql`insert into county (id, code, name) values (1, 'AB', 'Alba')`,
    sql`insert into municipality (id, county_id, code, name)
      values (1, 1, 'AB-SEB', 'Sebeș')`,
    sql`insert into polling_station (id, county_id, municipality_id, number)
      values (12, 1, 1, 12)`,
    sql`insert into note (observer_id, polling_station_id, text, last_modified)
      values (41, 12, 'The list is missing', '2020-12-06T09:00:00Z')`,
    sql`insert into blob (sha256, size, bytes) values
      ('of the film', ${FILM.length}, decode(${FILM.toString('base64')}, 'base64')),
      ('of a dot', 1, '\\x07')`,
  ]) {
    await db.execute(statement);
  }
}

/** The rows of the tables above, in the columns that every release has. */
async function contentsOf(db: Db): Promise<unknown[][]> {
  const read = async (rows: SQL): Promise<unknown[]> =>
    Object(await db.execute(rows)).rows;
  return [
    await read(sql`select id, ngo_id, account, password from ngo_admin`),
    await read(sql`select id, ngo_id, phone, name, pin from observer`),
    await read(sql`select id, county_id, number from polling_station`),
    await read(
      sql`select id, observer_id, text, last_modified::text from note`,
    ),
  ];
}

/** The files, each put together from its parts, by their hash. */
async function filesOf(db: Db) {
  const rows = await db.select().from(schema.blob).orderBy(schema.blob.sha256);
  const files: Record<string, Buffer> = {};
  for (const row of rows) {
    const parts: Uint8Array[] = [];
    const whole = { from: 0, to: row.size - 1 };
    for await (const part of readParts(db, row, whole)) parts.push(part);
    files[row.sha256] = Buffer.concat(parts);
  }
  return files;
}

const FILES = { 'of a dot': Buffer.from([7]), 'of the film': FILM };

/** Every column, index and way to store, as a new database has them too. */
async function shapeOf(db: Db) {
  const columns = await db.execute(sql`
    select table_name, column_name, data_type, is_nullable
    from information_schema.columns
    where table_schema = 'public' order by 1, 2`);
  const indexes = await db.execute(sql`
    select indexname, indexdef from pg_indexes
    where schemaname = 'public' order by 1`);
  const storage = await db.execute(sql`
    select attname, attstorage from pg_attribute
    where attrelid = 'file_part'::regclass and attnum > 0 order by 1`);
  return JSON.stringify(
    [columns, indexes, storage].map((each) => Object(each).rows),
  );
}

const markLater = sql`
  insert into drizzle.__drizzle_migrations (hash, created_at)
  values ('later', ${LATER})`;

describe('an embedded database of the first release', () => {
  it('is upgraded with all its data, and saved before that', async () => {
    const folder = join(dataDir, 'db');
    await mkdir(folder);
    const client = await PGlite.create(folder);
    const before = drizzle(client, { schema });
    await migrate(before, await firstMigrations(1));
    await fill(before);
    const contents = await contentsOf(before);
    await client.close();

    const database = await openDatabase({ dataDir });
    expect(await schemaStateOf(database.db)).toBe('current');
    expect(await contentsOf(database.db)).toEqual(contents);
    expect(await filesOf(database.db)).toEqual(FILES);
    expect(await database.db.$count(schema.filePart)).toBe(4);
    const fresh = await openPglite();
    expect(await shapeOf(database.db)).toBe(await shapeOf(fresh.db));
    await database.close();
    const { savedBefore = '' } = database;
    expect((await stat(savedBefore)).mode & 0o777).toBe(0o600);

    // The next start changes nothing and saves nothing.
    const again = await openDatabase({ dataDir });
    expect(again.savedBefore).toBeUndefined();
    await again.close();

    // What was saved is the database of the older release.
    const unpacked = join(dataDir, 'unpacked');
    await mkdir(unpacked);
    await promisify(execFile)('tar', ['-xzf', savedBefore, '-C', unpacked]);
    const old = await PGlite.create(unpacked);
    expect(await schemaStateOf(drizzle(old, { schema }))).toBe('older');
    expect(await contentsOf(drizzle(old, { schema }))).toEqual(contents);
    await old.close();
  }, 120_000);

  it('is refused when a later release has used it', async () => {
    await unpackImage(join(dataDir, 'db'));
    const database = await openDatabase({ dataDir });
    await database.db.execute(markLater);
    await database.close();
    await expect(
      openOrExplain({ databaseUrl: undefined, dataDir }),
    ).rejects.toThrow(
      /A newer release .* used it already\. Start that release/,
    );
  }, 60_000);
});

describe.skipIf(!hasPostgres)('a PostgreSQL of the first release', () => {
  async function oldDatabase(): Promise<string> {
    const url = (await newPostgresDatabase()) ?? '';
    const client = new Client({ connectionString: url });
    await client.connect();
    const db = drizzlePostgres(client, { schema });
    await migratePostgres(db, await firstMigrations(1));
    await fill(db);
    await client.end();
    return url;
  }

  const ADMIN = {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    script: ['--import', 'tsx', 'server/admin.ts'],
  };

  it('is changed only when somebody says so, after a backup, with all its data', async () => {
    const url = await oldDatabase();
    const env = { DATABASE_URL: url };
    const path = join(dataDir, 'before.gz');
    const unasked = startServerProcess(['--port', '0', '--api-only'], env);
    expect(await unasked.exit).toBe(1);
    expect(unasked.output()).toMatch(
      /schema of an older release\. Start once with --migrate --backup FILE/,
    );
    // The command line makes one as well, of the database as it is.
    const other = join(dataDir, 'other.gz');
    const saved = startServerProcess(['backup', other], env, [], ADMIN);
    expect([await saved.exit, saved.output()]).toEqual([
      0,
      expect.stringContaining('Everything is in'),
    ]);
    // No backup, no migration.
    const taken = startServerProcess(['--migrate', '--backup', other], env);
    expect(await taken.exit).toBe(1);
    expect(taken.output()).toContain(`${other} is there already.`);
    const again = startServerProcess(['--port', '0', '--api-only'], env);
    expect(await again.exit).toBe(1);

    const asked = startServerProcess(['--migrate', '--backup', path], env);
    expect([await asked.exit, asked.output()]).toEqual([
      0,
      expect.stringContaining(`The database as it was is in ${path}.`),
    ]);
    expect(asked.output()).toMatch(/has the schema of this release/);

    const database = await openDatabase({ url });
    const contents = await contentsOf(database.db);
    expect(contents.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    expect(await filesOf(database.db)).toEqual(FILES);
    const fresh = await openDatabase({ url: await newPostgresDatabase() });
    expect(await shapeOf(database.db)).toBe(await shapeOf(fresh.db));
    await fresh.close();
    const entries = await database.db.select().from(schema.auditEntry);
    expect(entries).toMatchObject([
      { account: 'command line', action: 'backup', after: expect.any(String) },
    ]);
    await database.close();

    const target = { url: (await newPostgresDatabase()) ?? '' };
    const back = await openDatabase(target);
    await restoreBackup(back.startDb, path, () => {});
    expect(await contentsOf(back.db)).toEqual(contents);
    expect(await filesOf(back.db)).toEqual(FILES);
    await back.close();
  }, 240_000);

  it('is refused when a later release has used it, also while it runs', async () => {
    const url = (await newPostgresDatabase()) ?? '';
    const database = await openDatabase({ url });
    await database.db.execute(markLater);
    expect(await schemaStateOf(database.probeDb)).toBe('newer');
    await database.close();
    await expect(openOrExplain({ databaseUrl: url, dataDir })).rejects.toThrow(
      /A newer release .* used it already\. Start that release/,
    );
  });
});
