import { eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { attachment, blob, note } from '../db/schema';
import { ProblemError } from '../http/problems/problem';

/** What the notes of one observer may hold, or do hold. */
export interface Uploads {
  files: number;
  bytes: number;
}

export const MEGABYTE = 1024 * 1024;

/** Twenty pictures an hour, all day, and a film of each third. */
export const DEFAULT_QUOTA: Uploads = { files: 500, bytes: 2048 * MEGABYTE };

/** What an observer has sent; a file that was sent twice counts twice. */
export async function countUploads(
  db: Db,
  observerId: number,
): Promise<Uploads> {
  const [row] = await db
    .select({
      files: sql`count(*)`.mapWith(Number),
      bytes: sql`coalesce(sum(${blob.size}), 0)`.mapWith(Number),
    })
    .from(attachment)
    .innerJoin(note, eq(note.id, attachment.noteId))
    .innerJoin(blob, eq(blob.sha256, attachment.sha256))
    .where(eq(note.observerId, observerId));
  return row ?? { files: 0, bytes: 0 };
}

/** Throws a 413 that names the limit when it is passed. */
export function requireQuota(quota: Uploads, { files, bytes }: Uploads): void {
  if (files > quota.files) {
    throw new ProblemError(
      413,
      `An observer may send ${quota.files} files in all.`,
    );
  }
  if (bytes > quota.bytes) {
    throw new ProblemError(
      413,
      `The files of an observer may have ${Math.floor(quota.bytes / MEGABYTE)} MB in all.`,
    );
  }
}
