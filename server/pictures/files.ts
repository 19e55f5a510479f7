import { createHash, randomUUID } from 'node:crypto';

import { and, eq, inArray, lt, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import {
  FileGoneError,
  readParts,
  requireParts,
  type StoredFile,
} from '../db/file-parts';
import { blob, filePart, pictureObject } from '../db/schema';
import {
  PictureStoreError,
  type ByteRange,
  type PictureStore,
} from './picture-store';

/*
 * Files lie in the database, as parts, or in the store, as one object each;
 * `picture_object` says which, file by file (docs/decisions/0129).
 */

/** The two places of files. */
export interface Files {
  db: Db;
  /** Absent: all files are stored in the database. */
  store: PictureStore | undefined;
}

/** A file, and the key of its object where it lies in the store. */
export interface PlacedFile extends StoredFile {
  objectKey?: string | null | undefined;
}

/**
 * No object arrives for longer: a write has far less time. Until then it may
 * come after it was removed, so its row stays.
 */
const ARRIVING_MS = 60 * 60 * 1000;

/** So many objects are removed at once. */
const REMOVED_AT_ONCE = 8;

/** Key of an advisory lock (any constant): a backup has it while it reads objects. */
export const BACKUP_LOCK = 7_301;

/**
 * Copies a file, whose parts are stored, into the store. Nobody sees the object
 * until `keepFile` or a move says that the file lies there. @returns its key;
 * rejects with a `PictureStoreError` when it is not there whole.
 */
export async function sendToStore(
  { db, store }: Files,
  file: StoredFile,
  now: Date,
): Promise<string> {
  const key = randomUUID();
  const { fileId, size } = file;
  await db
    .insert(pictureObject)
    .values({ key, fileId, state: 'arriving', storedAt: now });
  const parts = readParts(db, file, { from: 0, to: size - 1 });
  await required(store).put(key, file, parts);
  return key;
}

/** Whether a file with this hash is stored already. */
export async function hasFile(db: Db, sha256: string): Promise<boolean> {
  return (await db.$count(blob, eq(blob.sha256, sha256))) > 0;
}

/**
 * Makes a whole file of the parts, or of the object that holds the same; equal
 * files are stored once, and those of the second are of no use then. Call it in
 * the transaction that refers to the file. Rejects when a part is missing, or
 * the object was removed.
 */
export async function keepFile(tx: Db, file: PlacedFile): Promise<void> {
  const { fileId, size, sha256, objectKey } = file;
  const added = await tx
    .insert(blob)
    .values({ sha256, size, fileId })
    .onConflictDoNothing({ target: blob.sha256 })
    .returning({ sha256: blob.sha256 });
  if (added.length === 0) return;
  if (!objectKey) return requireParts(tx, file);
  await keepObject(tx, objectKey, fileId);
}

/** From here on the file lies in the store, and its parts are gone. */
export async function keepObject(
  tx: Db,
  key: string,
  fileId: string,
): Promise<void> {
  const kept = await tx
    .update(pictureObject)
    .set({ state: 'kept' })
    .where(and(eq(pictureObject.key, key), eq(pictureObject.state, 'arriving')))
    .returning({ key: pictureObject.key });
  if (kept.length === 0) throw new Error('The object of the file was removed.');
  await tx.delete(filePart).where(eq(filePart.fileId, fileId));
}

/**
 * The bytes of a file, wherever it lies, also when it is moved meanwhile.
 * Throws a `FileGoneError` when they are not there, a `PictureStoreError` when
 * the store does not give them.
 */
export async function* readFile(
  files: Files,
  file: PlacedFile,
  { from, to }: ByteRange,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let placed = file;
  let at = from;
  while (at <= to) {
    try {
      for await (const chunk of await open(files, placed, { from: at, to })) {
        at += chunk.length;
        yield chunk;
      }
    } catch (thrown) {
      if (!(thrown instanceof FileGoneError)) throw thrown;
      const moved = await findPlace(files.db, file.sha256);
      if (!moved || isSamePlace(moved, placed)) throw thrown;
      placed = { ...file, ...moved };
    }
  }
}

/**
 * The bytes of a whole file, at most 30 MiB. Rejects with a `FileGoneError` also
 * when they are not those that were stored.
 */
export async function readWhole(
  files: Files,
  file: PlacedFile,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const range = { from: 0, to: file.size - 1 };
  for await (const chunk of readFile(files, file, range)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash === file.sha256) return bytes;
  throw new FileGoneError(`The file ${file.sha256} is damaged.`);
}

async function open({ db, store }: Files, file: PlacedFile, range: ByteRange) {
  const { objectKey, size } = file;
  return objectKey
    ? required(store).read(objectKey, size, range)
    : readParts(db, file, range);
}

type Place = Pick<PlacedFile, 'fileId' | 'objectKey'>;

async function findPlace(db: Db, sha256: string): Promise<Place | undefined> {
  const [row] = await db
    .select({ fileId: blob.fileId, objectKey: pictureObject.key })
    .from(blob)
    .leftJoin(pictureObject, isKeptFor())
    .where(eq(blob.sha256, sha256));
  return row;
}

function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.fileId === other.fileId &&
    (one.objectKey ?? undefined) === (other.objectKey ?? undefined)
  );
}

/** Joins a file with the object in which it lies. */
export function isKeptFor() {
  return and(
    eq(pictureObject.fileId, blob.fileId),
    eq(pictureObject.state, 'kept'),
  );
}

function required(store: PictureStore | undefined): PictureStore {
  if (store) return store;
  throw new PictureStoreError('refused', 'PICTURES_URL is not set');
}

/** Deletes all files, and leaves those of uploads under way. */
export async function deleteFiles(tx: Db): Promise<void> {
  const named = tx.select({ fileId: blob.fileId }).from(blob);
  await tx.delete(filePart).where(inArray(filePart.fileId, named));
  await tx.delete(blob);
  await tx
    .update(pictureObject)
    .set({ state: 'left' })
    .where(eq(pictureObject.state, 'kept'));
}

/** Removes those of these objects that no file came to need. */
export async function discardObjects(
  files: Files,
  keys: string[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  await files.db
    .update(pictureObject)
    .set({ state: 'left' })
    .where(
      and(
        inArray(pictureObject.key, keys),
        eq(pictureObject.state, 'arriving'),
      ),
    );
  await removeLeft(files, now, keys);
}

/**
 * Removes the objects that nobody needs: of deleted files, and of uploads and
 * moves that broke off with their process. What it cannot remove, the next call
 * tries again.
 */
export async function removeOldObjects(files: Files, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ARRIVING_MS);
  await files.db
    .update(pictureObject)
    .set({ state: 'left' })
    .where(
      and(
        eq(pictureObject.state, 'arriving'),
        lt(pictureObject.storedAt, before),
      ),
    );
  await removeLeft(files, now);
}

/**
 * Keeps the objects that a backup is to read until the end of its transaction: files
 * that are deleted or moved meanwhile are in it, too. Call it before anything is read.
 */
export async function holdObjects(tx: Db): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${BACKUP_LOCK}::int)`,
  );
}

/**
 * Removes the objects that are left, all or those of `keys`. @returns how many
 * the store still has, because it did not remove them or a backup may read them.
 */
export async function removeLeft(
  { db, store }: Files,
  now: Date,
  keys?: string[],
): Promise<number> {
  const left = await db
    .select({ key: pictureObject.key, storedAt: pictureObject.storedAt })
    .from(pictureObject)
    .where(
      and(
        eq(pictureObject.state, 'left'),
        keys && inArray(pictureObject.key, keys),
      ),
    );
  // Objects that a file lay in: a backup that began before may be about to read them.
  if (!keys && left.length > 0 && (await isBackupRunning(db))) {
    return left.length;
  }
  const before = now.getTime() - ARRIVING_MS;
  let failed = 0;
  for (let at = 0; at < left.length; at += REMOVED_AT_ONCE) {
    const some = left.slice(at, at + REMOVED_AT_ONCE);
    const results = await Promise.allSettled(
      some.map(async ({ key }) => required(store).remove(key)),
    );
    const removed = some.filter((_, i) => results[i]?.status === 'fulfilled');
    failed += some.length - removed.length;
    // A store that is away would take its time over each of the others, too.
    if (removed.length === 0) return left.length - at + failed - some.length;
    const gone = removed.filter(({ storedAt }) => storedAt.getTime() < before);
    if (gone.length === 0) continue;
    await db.delete(pictureObject).where(
      inArray(
        pictureObject.key,
        gone.map(({ key }) => key),
      ),
    );
  }
  return failed;
}

/** One that begins after this was asked sees which objects are left. */
async function isBackupRunning(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ isFree: sql<boolean>`is_free` })
    .from(sql`pg_try_advisory_xact_lock(${BACKUP_LOCK}::int) as is_free`);
  return row?.isFree !== true;
}

/** How many files lie in the store. */
export function countObjects(db: Db): Promise<number> {
  return db.$count(pictureObject, sql`${pictureObject.state} = 'kept'`);
}
