import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { getTableName, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { restartIdentities } from '../db/restart-identities';
import { setting } from '../db/schema';
import { FILL_LOCK } from '../start/first-start';
import {
  BACKED_UP,
  BackupError,
  LEFT_OUT,
  DAMAGED,
  listMigrations,
  type Manifest,
} from './format';
import { readLines } from './read-lines';

const ROWS_PER_INSERT = 2_000;
/** Any backup may unpack to this. */
const UNPACKED_BYTES = 1024 ** 3;
/** Larger ones to so many times their size; rows get some 10 times smaller. */
const UNPACKED_TIMES = 100;
/** Rows with pictures in them are stored in smaller groups. */
const MAX_INSERT_LENGTH = 8 * 1024 * 1024;

/**
 * Fills an empty database from the file `path`, in one transaction: either all
 * of it is there afterwards or nothing. A file of an older release is stored as
 * it was then and goes through the migrations since. Give it a handle without a
 * time limit. Rejects with a `BackupError` when the database has rows, or the
 * file is damaged, cut off or of a newer release, or unpacks to more than `maxBytes`
 * (absent: `maxUnpackedBytes` of its size).
 */
export async function restoreBackup(
  db: Db,
  path: string,
  say: (line: string) => void,
  limit: { maxBytes?: number | undefined } = {},
): Promise<void> {
  const maxBytes = limit.maxBytes ?? maxUnpackedBytes((await stat(path)).size);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FILL_LOCK})`);
    await requireEmpty(tx);
    // Of a reader that gives up, the pipeline says only that it was aborted.
    let reason: unknown;
    await pipeline(
      createReadStream(path),
      createGunzip(),
      async (bytes: AsyncIterable<Buffer>) =>
        load(tx, within(bytes, maxBytes), say).catch((thrown: unknown) => {
          reason = thrown;
          throw thrown;
        }),
    ).catch((thrown: unknown) => explain(reason ?? thrown));
    await restartIdentities(tx);
  });
  // PGlite has no autovacuum to do this later, and plans badly without it.
  await db.execute(sql`vacuum analyze`);
}

/** To how many bytes a backup of this size may unpack. */
export function maxUnpackedBytes(fileBytes: number): number {
  return Math.max(UNPACKED_BYTES, UNPACKED_TIMES * fileBytes);
}

/** A small file of equal rows would fill the disk of the database. */
async function* within(
  bytes: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new BackupError(
        `The file unpacks to more than ${maxBytes} bytes, far more than a backup of its size. If it is yours, say restore with --unpacked-gb N.`,
      );
    }
    yield chunk;
  }
}

async function load(
  tx: Db,
  bytes: AsyncIterable<Buffer>,
  say: (line: string) => void,
): Promise<void> {
  let finish = async () => {};
  let into = '';
  let columns: string[] = [];
  let rows: string[] = [];
  let length = 0;
  const flush = async () => {
    if (rows.length > 0) await insert(tx, into, columns, rows);
    rows = [];
    length = 0;
  };
  for await (const part of readLines(bytes)) {
    switch (part.kind) {
      case 'manifest':
        finish = await prepareSchema(tx, part.manifest);
        break;
      case 'table':
        await flush();
        ({ name: into, columns } = part);
        say(into);
        break;
      case 'row':
        rows.push(part.text);
        length += part.text.length;
        if (rows.length >= ROWS_PER_INSERT || length >= MAX_INSERT_LENGTH) {
          await flush();
        }
        break;
      case 'end':
        await flush();
    }
  }
  await finish();
}

async function insert(
  tx: Db,
  name: string,
  columns: string[],
  rows: string[],
): Promise<void> {
  const table = sql.identifier(name);
  const list = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  await tx.execute(
    sql`insert into ${table} (${list}) select ${list}
      from json_populate_recordset(null::${table}, ${`[${rows.join(',')}]`}::json)`,
  );
}

async function requireEmpty(tx: Db): Promise<void> {
  const table = await findRows(tx);
  if (table === undefined) return;
  throw new BackupError(
    `The database is not empty: there are rows in ${table}. Restore into a new one.`,
  );
}

/**
 * The name of a table that has rows; undefined for a database that a backup can be
 * restored into.
 */
export async function findRows(db: Db): Promise<string | undefined> {
  for (const { table } of BACKED_UP) {
    // What the servers on a database share says nothing of an election.
    if (table === setting) continue;
    const found = await db
      .select({ one: sql`1` })
      .from(table)
      .limit(1);
    if (found.length > 0) return getTableName(table);
  }
  return undefined;
}

/**
 * Makes the tables, which are empty, those of the backup's release. Gives what
 * is to be done once they are filled: the migrations since.
 */
async function prepareSchema(
  tx: Db,
  { schema }: Manifest,
): Promise<() => Promise<void>> {
  const migrations = listMigrations();
  const at = migrations.findIndex(
    ({ folderMillis, hash }) =>
      folderMillis === schema.at && hash === schema.hash,
  );
  if (at < 0) {
    throw new BackupError(
      'The backup is of a newer release than this one, or of another product. Install that release first.',
    );
  }
  const run = async (part: typeof migrations) => {
    for (const statement of part.flatMap((migration) => migration.sql)) {
      await tx.execute(sql.raw(statement));
    }
  };
  const later = migrations.slice(at + 1);
  if (later.length > 0) {
    const all = [...BACKED_UP.map(({ table }) => table), ...LEFT_OUT];
    await tx.execute(sql`drop table ${sql.join(all, sql`, `)}`);
    await run(migrations.slice(0, at + 1));
  }
  return () => run(later);
}

/** zlib's own words would tell nobody what to do. */
function explain(thrown: unknown): never {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
  if (String(code).startsWith('Z_')) {
    throw new BackupError(DAMAGED);
  }
  throw thrown;
}
