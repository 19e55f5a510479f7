import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { getTableName, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';

import type { Db } from '../db/database';
import {
  BACKED_UP,
  END,
  FORMAT,
  FORMAT_VERSION,
  listMigrations,
  rowsOf,
  type Manifest,
} from './format';

/** Pictures hardly get smaller, and the rest does at any level. */
const GZIP_LEVEL = 3;

interface BackupFacts {
  app: string;
  now: Date;
  say: (line: string) => void;
}

/**
 * Writes everything into the file `path`, as it is at one instant, while others
 * go on writing. The file has its name only when it is whole and on the disk.
 * Give it a handle without a time limit. Rejects with the driver's error or
 * that of the file system, and leaves nothing behind then.
 */
export async function writeBackup(
  db: Db,
  path: string,
  facts: BackupFacts,
): Promise<void> {
  const draft = `${path}.part`;
  await rm(draft, { force: true });
  try {
    await db.transaction(
      async (tx) => {
        const gzip = createGzip({ level: GZIP_LEVEL });
        const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
        await pipeline(linesOf(tx, facts), gzip, file);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    await sync(draft, 'r+');
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // Windows opens no folders, and has nothing to do here.
  if (process.platform !== 'win32') await sync(dirname(path), 'r');
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  await file.sync().finally(() => file.close());
}

/** The lines of the file, many in one text. */
async function* linesOf(tx: Db, facts: BackupFacts): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  const line = (value: unknown) => `${JSON.stringify(value)}\n`;
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  yield hashed(line(manifestOf(facts)));
  for (const { table, rowsAtOnce, where } of BACKED_UP) {
    const name = getTableName(table);
    const columns = getTableConfig(table).columns.map((column) => column.name);
    yield hashed(line([name, columns]));
    let count = 0;
    await tx.execute(
      sql`declare backup no scroll cursor for
        select row_to_json(${table})::text as line from ${table} where ${where ?? sql`true`}`,
    );
    for (;;) {
      const fetch = sql.raw(`fetch ${rowsAtOnce} from backup`);
      const rows = rowsOf(await tx.execute(fetch));
      if (rows.length === 0) break;
      yield hashed(rows.map((row) => `${String(row['line'])}\n`).join(''));
      count += rows.length;
    }
    await tx.execute(sql`close backup`);
    counts[name] = count;
    facts.say(`${name}: ${count}`);
  }
  yield line([END, counts, hash.digest('hex')]);
}

function manifestOf({ app, now }: BackupFacts): Manifest {
  const last = listMigrations().at(-1);
  if (!last) throw new Error('There are no migrations.');
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    schema: { at: last.folderMillis, hash: last.hash },
    app,
    createdAt: now.toISOString(),
  };
}
