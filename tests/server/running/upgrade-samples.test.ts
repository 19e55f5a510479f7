import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { restoreBackup } from '../../../server/backup/restore';
import { writeBackup } from '../../../server/backup/write';
import type { Db, OpenDatabase } from '../../../server/db/database';
import { readParts } from '../../../server/db/file-parts';
import { openDatabase } from '../../../server/db/open';
import * as schema from '../../../server/db/schema';
import {
  newestMigration,
  schemaStateOf,
} from '../../../server/db/schema-state';
import { firstMigrations } from '../support/first-migrations';
import { openPglite } from '../support/pglite-image';
import { newPostgresDatabase } from '../support/postgres';
import { allTables } from '../support/rows';
import {
  fillFromSample,
  listSamples,
  readSample,
  rowsLike,
} from '../support/upgrade-samples';

const samples = await listSamples();
const newest = newestMigration().tag;
const FACTS = { app: '1.2.3', now: new Date(), say: () => {} };
/** Several starts of a database, which share a machine with other tests. */
const TIMEOUT_MS = 180_000;

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-samples-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it('there is one of every schema before the newest', () => {
  const count = Number(newest.slice(0, 4));
  const known = samples.map(({ tag }) => Number(tag.slice(0, 4)));
  expect(known.slice(0, count)).toEqual(
    Array.from({ length: count }, (_, at) => at),
  );
});

it('each holds a whole election: everything that its release stored', async () => {
  for (const { tag, path } of samples) {
    const empty = [...(await readSample(path))]
      .filter(([, { rows }]) => rows.length === 0)
      .map(([name]) => name);
    expect([tag, empty]).toEqual([tag, ['setting']]);
  }
});

describe.each(samples)('a backup of $tag', ({ tag, path }) => {
  /** Of the database as the release of that time left it. */
  async function openThen(): Promise<{
    fill: (work: (db: Db) => Promise<void>) => Promise<void>;
    open: (whenOlder: 'keep' | 'migrate') => Promise<OpenDatabase>;
  }> {
    const then = await firstMigrations(Number(tag.slice(0, 4)) + 1);
    const url = await newPostgresDatabase();
    if (url) {
      return {
        open: (whenOlder) => openDatabase({ url, whenOlder }),
        async fill(work) {
          const client = new Client({ connectionString: url });
          await client.connect();
          const db = drizzlePostgres(client, { schema });
          await migratePostgres(db, then);
          await work(db);
          await client.end();
        },
      };
    }
    let image: Blob | undefined;
    return {
      open: (whenOlder) => openDatabase({ image, whenOlder }),
      async fill(work) {
        const client = await PGlite.create();
        const db = drizzle(client, { schema });
        await migrate(db, then);
        await work(db);
        image = await client.dumpDataDir('none');
        await client.close();
      },
    };
  }

  async function expectAllOf(db: Db): Promise<void> {
    const compared = await rowsLike(db, await readSample(path));
    for (const [name, { now, before }] of Object.entries(compared)) {
      expect([name, now]).toEqual([name, before]);
    }
    const files = await db.select().from(schema.blob);
    expect(files.map(({ size }) => size).toSorted()).toEqual([1, 700]);
    for (const file of files.filter(({ size }) => size === 700)) {
      const hash = createHash('sha256');
      const whole = { from: 0, to: file.size - 1 };
      for await (const part of readParts(db, file, whole)) hash.update(part);
      expect(hash.digest('hex')).toBe(file.sha256);
    }
  }

  it(
    'is restored, with every row and every file',
    async () => {
      const { db, startDb } = await openPglite();
      await db.execute(sql`truncate ${sql.join(allTables, sql`, `)}`);
      await restoreBackup(startDb, path, () => {});
      await expectAllOf(db);
    },
    TIMEOUT_MS,
  );

  it(
    'is what a database of that time is written as, and becomes by migrating',
    async () => {
      const sample = await readSample(path);
      const { fill, open } = await openThen();
      await fill((db) => fillFromSample(db, sample));

      const before = await open('keep');
      expect(await schemaStateOf(before.db)).toBe(
        tag === newest ? 'current' : 'older',
      );
      const written = join(folder, 'written.gz');
      await writeBackup(before.startDb, written, FACTS);
      await before.close();
      expect(await readSample(written)).toEqual(sample);

      const after = await open('migrate');
      expect(await schemaStateOf(after.db)).toBe('current');
      await expectAllOf(after.db);
      await after.close();
    },
    TIMEOUT_MS,
  );
});
