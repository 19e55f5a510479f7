import { createHash } from 'node:crypto';
import {
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { BackupError, listMigrations } from '../../../server/backup/format';
import { restoreBackup } from '../../../server/backup/restore';
import { writeBackup } from '../../../server/backup/write';
import type { Db, OpenDatabase } from '../../../server/db/database';
import { openDatabase } from '../../../server/db/open';
import {
  filePart,
  ngo,
  ngoAdmin,
  secondFactor,
  setting,
} from '../../../server/db/schema';
import { seedDemo } from '../../../server/seed/seed';
import { openSecret } from '../../../server/services/second-factor/sealed-secret';
import {
  beginSecondFactor,
  renewRecoveryCodes,
} from '../../../server/services/second-factor/second-factor';
import { prepareDatabase } from '../../../server/start/first-start';
import { loadDemo, SEED_TIMEOUT_MS } from '../support/demo';
import { emptyDatabase, resetFixtures } from '../support/fixtures';
import { loadPgliteImage, openPglite } from '../support/pglite-image';
import { newPostgresDatabase } from '../support/postgres';
import { allTables, fingerprintsOf } from '../support/rows';

const FACTS = {
  app: '1.2.3',
  now: new Date('2026-11-22T20:00:00Z'),
  say: () => {},
};
const SIZES = ['M', 'L', 'XL'] as const;
const url = await newPostgresDatabase();
const quiet = () => {};
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-backup-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Quicker than deleting the rows of a whole demo. */
function truncate(db: Db) {
  return db.execute(sql`truncate ${sql.join(allTables, sql`, `)}`);
}

describe('a round trip', () => {
  /** Of the size in BACKUP_SIZE, which `npm run test:faults` sets. */
  async function openDemo(): Promise<OpenDatabase> {
    const size = SIZES.find((each) => each === process.env['BACKUP_SIZE']);
    if (!size) return (await loadDemo()).database;
    const database = await openDatabase({ image: await loadPgliteImage() });
    await seedDemo(database.db, size, FACTS.now, quiet);
    return database;
  }

  /** PostgreSQL where one is found, else the other way round is left out. */
  async function openOther(): Promise<OpenDatabase> {
    return url ? openDatabase({ url }) : openPglite();
  }

  it(
    'brings the demo with its pictures into the other kind and back',
    async () => {
      const demo = await openDemo();
      const before = await fingerprintsOf(demo.db);
      const first = join(folder, 'first.gz');
      await writeBackup(demo.startDb, first, FACTS);
      expect((await stat(first)).mode & 0o777).toBe(0o600);
      expect(await readdir(folder)).toEqual(['first.gz']);

      const other = await openOther();
      await truncate(other.db);
      await restoreBackup(other.startDb, first, quiet);
      expect(await fingerprintsOf(other.db)).toEqual(before);

      const second = join(folder, 'second.gz');
      await writeBackup(other.startDb, second, FACTS);
      const back = await openPglite();
      await truncate(back.db);
      await restoreBackup(back.startDb, second, quiet);
      expect(await fingerprintsOf(back.db)).toEqual(before);

      const [added] = await back.db
        .insert(ngo)
        .values({ shortName: 'NEW', name: 'New' })
        .returning({ id: ngo.id });
      expect(added?.id).toBeGreaterThan(2);
      await truncate(back.db);
      if (url) await other.close();
    },
    SEED_TIMEOUT_MS,
  );
});

describe('a backup', () => {
  let db: Db;
  let startDb: Db;
  let path = '';

  beforeEach(async () => {
    ({ db, startDb } = await openPglite());
    await emptyDatabase(db);
    await resetFixtures(db);
    path = join(folder, 'backup.gz');
  });

  const linesOf = async () =>
    gunzipSync(await readFile(path))
      .toString()
      .trimEnd()
      .split('\n');

  /** A file whose counts and hash fit its lines. */
  const writeLines = async (lines: string[]) => {
    const [last = ''] = lines.slice(-1);
    const body = lines
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join('');
    const [end, counts] = JSON.parse(last);
    const digest = createHash('sha256').update(body).digest('hex');
    const text = `${body}${JSON.stringify([end, counts, digest])}\n`;
    await writeFile(path, gzipSync(text));
  };

  async function refusal(): Promise<string> {
    await emptyDatabase(db);
    const before = await fingerprintsOf(db);
    const error: unknown = await restoreBackup(startDb, path, quiet).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(BackupError);
    expect(await fingerprintsOf(db)).toEqual(before);
    return error instanceof Error ? error.message : '';
  }

  it('keeps the secret of the tokens to itself', async () => {
    await db.insert(setting).values([
      { key: 'jwt-secret', value: 'hidden' },
      { key: 'renamed-account 3', value: 'olga@example.org' },
    ]);
    await writeBackup(startDb, path, FACTS);
    const text = (await linesOf()).join('\n');
    expect(text).not.toContain('hidden');
    expect(text).toContain('renamed-account 3');
  });

  it('has no part of an upload that is under way', async () => {
    const bytes = new Uint8Array([1]);
    const part = { number: 0, bytes, storedAt: FACTS.now };
    await db.insert(filePart).values({ ...part, fileId: 'under-way' });
    await writeBackup(startDb, path, FACTS);
    expect((await linesOf()).join()).not.toContain('under-way');
  });

  it('brings second factors back, and alone gives no code of them away', async () => {
    const serverSecret = new TextEncoder().encode('not in the backup');
    const secret = await beginSecondFactor(db, serverSecret, 7);
    const codes = await renewRecoveryCodes(db, 7);
    await writeBackup(startDb, path, FACTS);
    const text = (await linesOf()).join();
    for (const each of [secret ?? '', ...codes]) {
      expect(each).not.toBe('');
      expect(text).not.toContain(each);
    }
    const before = await fingerprintsOf(db);
    await emptyDatabase(db);
    await restoreBackup(startDb, path, quiet);
    expect(await fingerprintsOf(db)).toEqual(before);
    const [restored] = await db.select().from(secondFactor);
    const sealed = restored?.secret ?? '';
    expect(openSecret(serverSecret, 7, sealed)).toBe(secret);
    expect(openSecret(new Uint8Array(16), 7, sealed)).toBeUndefined();
    expect(openSecret(serverSecret, 3, sealed)).toBeUndefined();
  });

  it('leaves nothing behind when it fails', async () => {
    const say = () => {
      throw new Error('No room.');
    };
    // The file that is begun races with the failure: one try proves little.
    for (let attempt = 0; attempt < 50; attempt += 1) {
      await expect(
        writeBackup(startDb, path, { ...FACTS, say }),
      ).rejects.toThrow('No room.');
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('is refused where a table of the own release is missing', async () => {
    await db.execute(sql`alter table triage_mark rename to put_away`);
    try {
      await expect(writeBackup(startDb, path, FACTS)).rejects.toThrow(
        'The table triage_mark is missing in the database, or this user may not read it. A backup would lack its rows, so none is made.',
      );
    } finally {
      await db.execute(sql`alter table put_away rename to triage_mark`);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('goes into an empty database only', async () => {
    await writeBackup(startDb, path, FACTS);
    const before = await fingerprintsOf(db);
    await expect(restoreBackup(startDb, path, quiet)).rejects.toThrow(
      /The database is not empty: there are rows in ngo\. Restore into a new one/,
    );
    expect(await fingerprintsOf(db)).toEqual(before);
  });

  it('that is cut off anywhere leaves the database empty', async () => {
    await writeBackup(startDb, path, FACTS);
    const whole = await readFile(path);
    for (const share of [0, 0.1, 0.5, 0.9]) {
      await writeFile(path, whole.subarray(0, whole.length * share));
      expect(await refusal()).toMatch(/damaged, cut off/);
    }
    await writeFile(path, 'something else');
    expect(await refusal()).toMatch(/damaged, cut off, or no backup/);
  });

  it('with a changed, missing or added line leaves the database empty', async () => {
    await writeBackup(startDb, path, FACTS);
    const lines = await linesOf();
    const broken = [
      lines.map((line) => line.replace('ana.pop@', 'eve.pop@')),
      lines.filter((line) => !line.includes('ana.pop@')),
      [...lines, lines.at(-1) ?? ''],
      lines.slice(0, -1),
    ];
    for (const each of broken) {
      await writeFile(path, gzipSync(`${each.join('\n')}\n`));
      expect(await refusal()).toMatch(/damaged/);
    }
  });

  it('of a newer release is refused', async () => {
    await writeBackup(startDb, path, FACTS);
    const [first = '', ...rest] = await linesOf();
    const manifest = JSON.parse(first);
    const later = { ...manifest, schema: { at: 9e12, hash: 'later' } };
    await writeLines([JSON.stringify(later), ...rest]);
    expect(await refusal()).toMatch(/of a newer release/);
    await writeLines([JSON.stringify({ ...manifest, version: 2 }), ...rest]);
    expect(await refusal()).toMatch(/of a newer release/);
  });

  it('of an older release goes through the migrations since', async () => {
    await writeBackup(startDb, path, FACTS);
    const [first = '', ...rest] = await linesOf();
    const [oldest] = listMigrations();
    const schema = { at: oldest?.folderMillis, hash: oldest?.hash };
    const manifest = { ...JSON.parse(first), schema };
    const started = { ngo: 1, ngo_admin: 3, blob: 1 };
    const lines = [
      JSON.stringify(manifest),
      '["ngo",["id","short_name","name","organizer","is_active"]]',
      '{"id":1,"short_name":"ORG","name":"Org","organizer":true,"is_active":true}',
      '["ngo_admin",["id","ngo_id","account","password"]]',
      ...['olga@example.org', 'Olga@example.org', 'dan@example.org'].map(
        (account, at) =>
          JSON.stringify({ id: at + 1, ngo_id: 1, account, password: 'x' }),
      ),
      '["blob",["sha256","size","bytes"]]',
      '{"sha256":"abc","size":3,"bytes":"\\\\x010203"}',
      JSON.stringify(['end', started, '']),
    ];
    expect(rest.length).toBeGreaterThan(0);
    await writeLines(lines);
    await emptyDatabase(db);
    await restoreBackup(startDb, path, quiet);
    const accounts = await db
      .select({ account: ngoAdmin.account })
      .from(ngoAdmin)
      .orderBy(ngoAdmin.id);
    // The rule of the second migration: names are unique in any casing.
    expect(accounts.map(({ account }) => account)).toEqual([
      'olga@example.org',
      'Olga@example.org#2',
      'dan@example.org',
    ]);
    expect(await db.select().from(filePart)).toMatchObject([
      { fileId: 'abc', number: 0, bytes: new Uint8Array([1, 2, 3]) },
    ]);
    // The tables are those of this release again.
    await resetFixtures(db);
    const options = {
      wantsDemo: false,
      saysDemo: false,
      host: '127.0.0.1',
      size: 'S',
      firstAdmin: undefined,
    } as const;
    expect(await prepareDatabase(db, options, FACTS.now)).toBe('own');
  });
});
