import { randomUUID } from 'node:crypto';

import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';

import type { Db } from '../db/database';
import {
  discardParts,
  FileGoneError,
  storeParts,
  type StoredFile,
} from '../db/file-parts';
import { blob, pictureObject } from '../db/schema';
import {
  discardObjects,
  isKeptFor,
  keepObject,
  readFile,
  removeLeft,
  sendToStore,
  type Files,
} from './files';

export interface Moved {
  moved: number;
  /** Hashes of files that are missing or damaged; they stay as they are. */
  lost: string[];
  /** Objects that the store still has, although nobody needs them. */
  remaining: number;
}

interface Moving {
  now: Date;
  /** Told now and then how many files are moved. */
  progress: (moved: number) => void;
}

const FILES_AT_ONCE = 100;

/**
 * Moves all files of the database into the store, one after the other. Each is
 * read back before its rows are deleted, so that a move may break off anywhere
 * and be begun again. Rejects with a `PictureStoreError` when the store does not
 * take one.
 */
export async function moveToStore(
  files: Files,
  { now, progress }: Moving,
): Promise<Moved> {
  const moveOne = async (file: StoredFile) => {
    const key = await sendToStore(files, file, now);
    const isKept = await files.db.transaction(async (tx) => {
      if (!(await isUnmoved(tx, file))) return false;
      await keepObject(tx, key, file.fileId);
      return true;
    });
    // Deleted meanwhile, or moved by another process.
    if (!isKept) await discardObjects(files, [key], now);
    return isKept;
  };
  const done = await moveEach(files.db, 'rows', moveOne, progress);
  return { ...done, remaining: 0 };
}

/** Locks the file's row where it still lies in the database. */
async function isUnmoved(tx: Db, { fileId }: StoredFile): Promise<boolean> {
  const found = await tx
    .select({ fileId: blob.fileId })
    .from(blob)
    .where(eq(blob.fileId, fileId))
    .for('update');
  const kept = await tx.$count(
    pictureObject,
    and(eq(pictureObject.fileId, fileId), eq(pictureObject.state, 'kept')),
  );
  return found.length > 0 && kept === 0;
}

/**
 * Moves all files of the store into the database. The object is removed once the
 * rows are there and have its hash.
 */
export async function moveToDatabase(
  files: Files,
  { now, progress }: Moving,
): Promise<Moved> {
  const { db } = files;
  const moveOne = async (file: StoredFile, objectKey: string) => {
    const range = { from: 0, to: file.size - 1 };
    const bytes = readFile(files, { ...file, objectKey }, range);
    const newId = randomUUID();
    try {
      const copy = await storeParts(db, newId, bytes, now);
      if (copy.sha256 !== file.sha256) {
        throw new FileGoneError('The object has other bytes.');
      }
      await db.transaction(async (tx) => {
        const left = await tx
          .update(pictureObject)
          .set({ state: 'left' })
          .where(
            and(
              eq(pictureObject.key, objectKey),
              eq(pictureObject.state, 'kept'),
            ),
          )
          .returning({ key: pictureObject.key });
        if (left.length === 0) return;
        await tx
          .update(blob)
          .set({ fileId: newId })
          .where(eq(blob.fileId, file.fileId));
      });
    } finally {
      // Those of a file that was deleted meanwhile, or is damaged.
      await discardParts(db, [newId]);
    }
    return true;
  };
  const done = await moveEach(db, 'objects', moveOne, progress);
  return { ...done, remaining: await removeLeft(files, now) };
}

/** Calls `moveOne` with each file that lies in one of the two places. */
async function moveEach(
  db: Db,
  from: 'rows' | 'objects',
  moveOne: (file: StoredFile, objectKey: string) => Promise<boolean>,
  progress: (moved: number) => void,
): Promise<Pick<Moved, 'moved' | 'lost'>> {
  let moved = 0;
  const lost: string[] = [];
  const isThere = from === 'rows' ? isNull : isNotNull;
  for (let last = ''; ;) {
    const some = await db
      .select({
        fileId: blob.fileId,
        size: blob.size,
        sha256: blob.sha256,
        objectKey: pictureObject.key,
      })
      .from(blob)
      .leftJoin(pictureObject, isKeptFor())
      .where(and(gt(blob.sha256, last), isThere(pictureObject.key)))
      .orderBy(asc(blob.sha256))
      .limit(FILES_AT_ONCE);
    for (const { objectKey, ...file } of some) {
      try {
        if (await moveOne(file, objectKey ?? '')) moved += 1;
      } catch (thrown) {
        if (!(thrown instanceof FileGoneError)) throw thrown;
        lost.push(file.sha256);
      }
      last = file.sha256;
    }
    progress(moved);
    if (some.length < FILES_AT_ONCE) return { moved, lost };
  }
}
