import { readMigrationFiles } from 'drizzle-orm/migrator';
import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';

import { MIGRATIONS } from '../db/migrations';
import * as schema from '../db/schema';

/*
 * A backup is one gzip file of lines (docs/operations.md 7.2): the manifest; for
 * each table its name with its columns, then its rows; last the counts, and the
 * SHA-256 of all lines before with their line ends. Rows are JSON objects with
 * the names of the columns, as `row_to_json` writes them; all else are arrays.
 */

export const FORMAT = 'vote-monitoring-backup';
export const FORMAT_VERSION = 1;

export const Manifest = v.object({
  format: v.literal(FORMAT),
  version: v.number(),
  /** The last migration, by its time and the hash of its text. */
  schema: v.object({ at: v.number(), hash: v.string() }),
  app: v.string(),
  createdAt: v.string(),
});

export type Manifest = v.InferOutput<typeof Manifest>;

export const TableLine = v.tuple([v.string(), v.array(v.string())]);

/** The first word of the last line. */
export const END = 'end';

export const EndLine = v.tuple([
  v.literal(END),
  v.record(v.string(), v.number()),
  v.string(),
]);

/** A file that cannot be restored, or a place that cannot take it. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

export const DAMAGED = 'The file is damaged, cut off, or no backup.';

interface BackedUp {
  table: PgTable;
  /** Rows that one read may bring; fewer where rows are big. */
  rowsAtOnce: number;
  where?: SQL | undefined;
}

const ROWS_AT_ONCE = 2_000;
const PARTS_AT_ONCE = 16;

/**
 * The tables of a backup, each after those it refers to. The stored replies are
 * among them: a device that repeats a write after a restore must still find it
 * done.
 */
export const BACKED_UP: readonly BackedUp[] = [
  ...[
    schema.ngo,
    schema.ngoAdmin,
    schema.secondFactor,
    schema.recoveryCode,
    schema.observer,
    schema.county,
    schema.municipality,
    schema.pollingStation,
    schema.form,
    schema.formSection,
    schema.question,
    schema.option,
    schema.answer,
    schema.thread,
    schema.stationInfo,
    schema.note,
    schema.blob,
  ].map((table) => ({ table, rowsAtOnce: ROWS_AT_ONCE })),
  {
    table: schema.filePart,
    rowsAtOnce: PARTS_AT_ONCE,
    // Not those of uploads that are under way, or broke off.
    where: sql`${schema.filePart.fileId} in (select ${schema.blob.fileId} from ${schema.blob})`,
  },
  ...[
    schema.attachment,
    schema.triageMark,
    schema.notification,
    schema.notificationRecipient,
    schema.idempotencyKey,
    schema.auditEntry,
    // Of tokens only hashes, with which nobody can read.
    schema.readToken,
  ].map((table) => ({ table, rowsAtOnce: ROWS_AT_ONCE })),
  {
    table: schema.setting,
    rowsAtOnce: ROWS_AT_ONCE,
    // Whoever finds a backup must not be able to sign tokens.
    where: sql`${schema.setting.key} <> 'jwt-secret'`,
  },
];

/**
 * Sign-ins and their failures say nothing of the election; sessions end with the
 * secret, which is left out, too. The feed begins anew after a restore, so that it
 * need not tell what was removed before. A code for a PIN that was used since would
 * count again. The files of objects are in the backup as parts, as if they lay in the database.
 */
export const LEFT_OUT: readonly PgTable[] = [
  schema.enrolmentCode,
  schema.loginAttempt,
  schema.pictureObject,
  schema.removedAnswer,
  schema.session,
  schema.signInBudget,
  schema.signInOrigin,
];

/** The migrations of this release, in their order. */
export function listMigrations() {
  return readMigrationFiles(MIGRATIONS);
}

/** The `rows` that both drivers answer a raw statement with. */
export function rowsOf(result: unknown): Record<string, unknown>[] {
  return v.parse(
    v.object({ rows: v.array(v.record(v.string(), v.unknown())) }),
    result,
  ).rows;
}
