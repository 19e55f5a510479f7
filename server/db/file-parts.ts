import { createHash } from 'node:crypto';

import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';

import { breathe } from './breathe';
import type { Db } from './database';
import { blob, filePart } from './schema';

/**
 * One statement writes or reads at most so much, so that none holds the
 * embedded database for more than some ten milliseconds. The migration
 * `0006_file_parts` cuts by the same number.
 */
export const PART_BYTES = 256 * 1024;

/** No upload takes so long; parts that belong to no file are left over then. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

/** The bytes of a file are not where they should be, or not whole. */
export class FileGoneError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileGoneError';
  }
}

/** What is known of a file once all of its parts are stored. */
export interface StoredFile {
  fileId: string;
  size: number;
  sha256: string;
}

/**
 * Stores the bytes as the parts of the new file `fileId`, as they come: no more
 * than one part is in memory. Nobody sees the file until a row of `blob` names
 * it. Not in a transaction of a request: others would wait for the whole file.
 * `inTurn` may let the statements of several files wait for each other.
 */
export async function storeParts(
  db: Db,
  fileId: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  now: Date,
  inTurn: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): Promise<StoredFile> {
  const hash = createHash('sha256');
  const part = Buffer.alloc(PART_BYTES);
  let filled = 0;
  let number = 0;
  const flush = async () => {
    // As text: PGlite turns bytes into its own text fifteen times slower.
    const text = part.toString('base64', 0, filled);
    const bytes = sql<Uint8Array>`decode(${text}, 'base64')`;
    const row = { fileId, number, bytes, storedAt: now };
    await inTurn(async () => {
      await db.insert(filePart).values(row);
      await breathe();
    });
    number += 1;
    filled = 0;
  };
  let size = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    size += chunk.length;
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.length;
      at += piece.length;
      if (filled === PART_BYTES) await flush();
    }
  }
  if (filled > 0) await flush();
  return { fileId, size, sha256: hash.digest('hex') };
}

/** Rejects when a part of the file is missing. */
export async function requireParts(tx: Db, file: StoredFile): Promise<void> {
  const [stored] = await tx
    .select({
      size: sql`coalesce(sum(length(${filePart.bytes})), 0)`.mapWith(Number),
    })
    .from(filePart)
    .where(eq(filePart.fileId, file.fileId));
  if (stored?.size !== file.size) {
    throw new Error('Parts of the file are missing.');
  }
}

/**
 * The bytes of a file from `from` up to and including `to`, one part after the
 * other. Throws a `FileGoneError` when a part is missing.
 */
export async function* readParts(
  db: Db,
  { fileId }: Pick<StoredFile, 'fileId'>,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const last = Math.floor(to / PART_BYTES);
  for (let number = Math.floor(from / PART_BYTES); number <= last; number++) {
    const [row] = await db
      .select({ text: sql<string>`encode(${filePart.bytes}, 'base64')` })
      .from(filePart)
      .where(and(eq(filePart.fileId, fileId), eq(filePart.number, number)));
    if (!row) throw new FileGoneError('A part of the file is missing.');
    const start = number * PART_BYTES;
    const bytes = Uint8Array.from(Buffer.from(row.text, 'base64'));
    yield bytes.subarray(Math.max(0, from - start), to + 1 - start);
  }
}

/** Deletes the parts of those of these files that never became whole. */
export async function discardParts(db: Db, fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await db
    .delete(filePart)
    .where(and(inArray(filePart.fileId, fileIds), isOfNoFile(db)));
}

/** Deletes what uploads that broke off with their process left over. */
export async function discardOldParts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LEFT_OVER_MS);
  await db
    .delete(filePart)
    .where(and(lt(filePart.storedAt, before), isOfNoFile(db)));
}

function isOfNoFile(db: Db) {
  const named = db
    .select({ one: sql`1` })
    .from(blob)
    .where(eq(blob.fileId, filePart.fileId));
  return notExists(named);
}
