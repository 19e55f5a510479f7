import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { getTableName, sql } from 'drizzle-orm';
import * as v from 'valibot';

import type { Db } from '../db/database';
import { FileGoneError, PART_BYTES } from '../db/file-parts';
import { blob, filePart, pictureObject } from '../db/schema';
import { latestMigrationOf } from '../db/schema-state';
import {
  holdObjects,
  isKeptFor,
  readWhole,
  type Files,
} from '../pictures/files';
import {
  PictureStoreError,
  type PictureStore,
} from '../pictures/picture-store';
import { groupBy } from '../group-by';
import {
  BACKED_UP,
  BackupError,
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
  /** Where files lie that are not in the database. */
  store?: PictureStore | undefined;
}

/**
 * Writes everything into the file `path`, as it is at one instant, while others
 * go on writing. A database of an older release is written in the tables of that
 * release. The file has its name only when it is whole and on the disk.
 * Give it a handle without a time limit. Rejects with the driver's error, that of
 * the file system, or a `BackupError` where a table is missing or the store of
 * the pictures does not answer, and leaves nothing behind then. A picture that is
 * gone from the store, or damaged, is left out, with a line that says so.
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
        // The same rows make the same file, wherever the database is.
        await tx.execute(sql`set local time zone 'UTC'`);
        await holdObjects(tx);
        const gzip = createGzip({ level: GZIP_LEVEL });
        // A stream of a path makes its file later, after a failure even behind the `rm`.
        const file = await open(draft, 'wx', 0o600);
        await pipeline(linesOf(tx, facts), gzip, file.createWriteStream());
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    await sync(draft, 'r+');
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    if (!(error instanceof PictureStoreError)) throw error;
    throw new BackupError(
      `${error.message} (${error.said}) A backup would lack pictures, so none is made.`,
    );
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
  const manifest = await manifestOf(tx, facts);
  yield hashed(line(manifest));
  const expected = tablesOf(manifest);
  const columnsOf = await readColumns(tx);
  for (const { table, rowsAtOnce, where } of BACKED_UP) {
    const name = getTableName(table);
    const columns = columnsOf.get(name);
    if (!columns && expected.has(name)) {
      throw new BackupError(
        `The table ${name} is missing in the database, or this user may not read it. A backup would lack its rows, so none is made.`,
      );
    }
    // Of a later release than the database.
    if (!columns) continue;
    yield hashed(line([name, columns]));
    let count = 0;
    await tx.execute(
      sql`declare backup no scroll cursor for
        select row_to_json(${table})::text as line from ${table} where ${where ?? sql`true`}`,
    );
    // Before its files were cut into parts, a row had a whole film.
    const holdsFiles = table === blob && columns.includes('bytes');
    for (;;) {
      const fetch = sql.raw(`fetch ${holdsFiles ? 1 : rowsAtOnce} from backup`);
      const rows = rowsOf(await tx.execute(fetch));
      if (rows.length === 0) break;
      yield hashed(rows.map((row) => `${String(row['line'])}\n`).join(''));
      count += rows.length;
    }
    await tx.execute(sql`close backup`);
    if (table === filePart && columnsOf.has(getTableName(pictureObject))) {
      for await (const part of partsOfObjects(tx, facts)) {
        yield hashed(line(part));
        count += 1;
      }
    }
    counts[name] = count;
    facts.say(`${name}: ${count}`);
  }
  yield line([END, counts, hash.digest('hex')]);
}

/** Rows of `file_part`, as `row_to_json` writes them, of files in the store. */
async function* partsOfObjects(tx: Db, { store, say }: BackupFacts) {
  for await (const { storedAt, bytes, ...file } of readObjects(
    { db: tx, store },
    say,
  )) {
    for (let number = 0; number * PART_BYTES < bytes.length; number++) {
      const start = number * PART_BYTES;
      const part = bytes.subarray(start, start + PART_BYTES);
      yield {
        file_id: file.fileId,
        number,
        bytes: `\\x${part.toString('hex')}`,
        stored_at: storedAt.toISOString(),
      };
    }
  }
}

/** The files of the store with their bytes, one after the other, and only whole ones. */
async function* readObjects(files: Files, say: BackupFacts['say']) {
  const rows = await files.db
    .select({
      fileId: blob.fileId,
      size: blob.size,
      sha256: blob.sha256,
      objectKey: pictureObject.key,
      storedAt: pictureObject.storedAt,
    })
    .from(blob)
    .innerJoin(pictureObject, isKeptFor())
    .orderBy(blob.sha256);
  for (const row of rows) {
    const bytes = await readWhole(files, row).catch((thrown: unknown) => {
      if (!(thrown instanceof FileGoneError)) throw thrown;
      say(`The backup lacks a picture: ${thrown.message}`);
      return undefined;
    });
    if (bytes) yield { ...row, bytes };
  }
}

const Column = v.object({ table: v.string(), column: v.string() });

/** The columns of every table of the database, by its name. */
async function readColumns(tx: Db): Promise<Map<string, string[]>> {
  const rows = rowsOf(
    await tx.execute(sql`
      select table_name::text as table, column_name::text as column
      from information_schema.columns where table_schema = 'public'
      order by table_name, ordinal_position`),
  ).map((row) => v.parse(Column, row));
  const tables = groupBy(rows, ({ table }) => table);
  return new Map(
    [...tables].map(([name, of]) => [name, of.map(({ column }) => column)]),
  );
}

/** Names the migration that the database has, not the last of this release. */
async function manifestOf(
  tx: Db,
  { app, now }: BackupFacts,
): Promise<Manifest> {
  const at = await latestMigrationOf(tx);
  const last = listMigrations().find(({ folderMillis }) => folderMillis === at);
  if (!last) {
    throw new BackupError(
      'The schema of the database is of no release that this one knows.',
    );
  }
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    schema: { at: last.folderMillis, hash: last.hash },
    app,
    createdAt: now.toISOString(),
  };
}

/** The tables that the migrations up to that of the manifest make. */
function tablesOf({ schema }: Manifest): Set<string> {
  const texts = listMigrations()
    .filter(({ folderMillis }) => folderMillis <= schema.at)
    .flatMap((migration) => migration.sql);
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^\s*create table "(\w+)"/gim)].map(
        ([, name = '']) => name,
      ),
    ),
  );
}
