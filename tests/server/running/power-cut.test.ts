import fs from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { OpenDatabase } from '../../../server/db/database';
import {
  PART_BYTES,
  readParts,
  storeParts,
} from '../../../server/db/file-parts';
import { openDatabase } from '../../../server/db/open';
import { blob } from '../../../server/db/schema';
import { keepFile } from '../../../server/pictures/files';
import { unpackImage } from '../support/pglite-image';

/** Enough for the log to reach a second file, and then some. */
const WRITES = 60;
const KILOBYTE = 'x'.repeat(1024);

/** Only Linux tells the path of an open file. */
describe.runIf(process.platform === 'linux')('when the power fails', () => {
  let folder = '';
  let dataDir = '';
  /** What is on the disk in the worst case: nothing that nobody waited for. */
  let disk = '';
  let database: OpenDatabase | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-power-'));
    dataDir = join(folder, 'data');
    disk = join(folder, 'disk');
    await unpackImage(join(dataDir, 'db'));
    await cp(dataDir, disk, { recursive: true });
    const { fsyncSync } = fs;
    vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
      fsyncSync(file);
      reach(fs.readlinkSync(`/proc/self/fd/${file}`));
    });
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A file reaches the disk with its contents, a folder with its names. */
  function reach(path: string): void {
    const copy = join(disk, relative(dataDir, path));
    if (!fs.statSync(path).isDirectory()) {
      fs.mkdirSync(dirname(copy), { recursive: true });
      fs.copyFileSync(path, copy);
      return;
    }
    fs.mkdirSync(copy, { recursive: true });
    const names = new Set(fs.readdirSync(path));
    for (const name of fs.readdirSync(copy)) {
      if (!names.has(name)) fs.rmSync(join(copy, name), { recursive: true });
    }
  }

  it('everything that was acknowledged is there', async () => {
    database = await openDatabase({ dataDir });
    const { db } = database;
    await db.execute(sql`create table kept (id int primary key, text text)`);
    for (let id = 1; id <= WRITES; id += 1) {
      await db.transaction(async (tx) => {
        const text = KILOBYTE.repeat(id);
        await tx.execute(sql`insert into kept values (${id}, ${text})`);
        await tx.execute(sql`update kept set text = '' where id < ${id}`);
      });
      if (id === WRITES / 2) await db.execute(sql`checkpoint`);
    }
    // Not acknowledged: one transaction is under way when the power fails.
    let after: OpenDatabase | undefined;
    await db
      .transaction(async (tx) => {
        await tx.execute(sql`insert into kept values (0, 'never')`);
        const saved = join(folder, 'saved');
        await cp(disk, saved, { recursive: true });
        vi.restoreAllMocks();
        after = await openDatabase({ dataDir: saved });
        tx.rollback();
      })
      .catch(() => {});
    const rows = await after?.db.execute(sql`
      select id, length(text) as length from kept order by id`);
    await after?.close();
    expect(Object(rows).rows).toEqual(
      Array.from({ length: WRITES }, (_, at) => ({
        id: at + 1,
        length: at + 1 === WRITES ? KILOBYTE.length * WRITES : 0,
      })),
    );
  }, 60_000);

  it('a file that was acknowledged is whole, and another one nowhere', async () => {
    database = await openDatabase({ dataDir });
    const { db } = database;
    const now = new Date('2026-11-22T09:00:00Z');
    const bytes = new Uint8Array(3 * PART_BYTES + 7).fill(7);
    const file = await storeParts(db, 'kept', [bytes], now);
    await storeParts(db, 'under way', [bytes], now);
    await db.transaction((tx) => keepFile(tx, file));
    vi.restoreAllMocks();
    const after = await openDatabase({ dataDir: disk });
    const read: Uint8Array[] = [];
    const whole = { from: 0, to: bytes.length - 1 };
    for await (const part of readParts(after.db, file, whole)) read.push(part);
    const files = await after.db.select({ fileId: blob.fileId }).from(blob);
    await after.close();
    expect(Buffer.concat(read).equals(bytes)).toBe(true);
    expect(files).toEqual([{ fileId: 'kept' }]);
  }, 60_000);
});
