import { eq } from 'drizzle-orm';

import type { Db } from '../db/database';
import { attachment, note, observer, question } from '../db/schema';
import { fileTypeOf } from '../files/file-type';
import { invalid } from '../http/problems/problem';
import type { UploadedFile } from '../http/requests/receive-files';
import { keepFile } from '../pictures/files';
import { listFiles } from '../queries/notes';
import { countUploads, requireQuota, type Uploads } from './upload-quota';

interface NewNote {
  observerId: number;
  pollingStationId: number;
  questionId: number | undefined;
  text: string | undefined;
  files: UploadedFile[];
}

/**
 * Stores a note with its files; equal files are stored once. Call it in a
 * transaction; 400 for an unknown question, 413 when the files are more than
 * the observer's quota (docs/api-contract.md 4.11).
 */
export async function addNote(
  tx: Db,
  added: NewNote,
  { now, quota }: { now: Date; quota: Uploads },
) {
  await checkQuestion(tx, added.questionId);
  const [row] = await tx
    .insert(note)
    .values({
      observerId: added.observerId,
      pollingStationId: added.pollingStationId,
      questionId: added.questionId ?? null,
      text: added.text ?? null,
      lastModified: now,
    })
    .returning({ id: note.id });
  if (!row) throw new Error('The note was not stored.');
  if (added.files.length > 0) {
    await lockObserver(tx, added.observerId);
    for (const file of added.files) await addFile(tx, row.id, file);
    requireQuota(quota, await countUploads(tx, added.observerId));
  }
  return listFiles(tx, [row.id]);
}

async function checkQuestion(tx: Db, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  const found = await tx
    .select({ id: question.id })
    .from(question)
    .where(eq(question.id, id));
  if (found.length === 0) throw invalid('QuestionId', 'There is no such one.');
}

/** Uploads of one observer that end together must see each other's files. */
async function lockObserver(tx: Db, id: number): Promise<void> {
  await tx
    .select({ id: observer.id })
    .from(observer)
    .where(eq(observer.id, id))
    .for('no key update');
}

async function addFile(
  tx: Db,
  noteId: number,
  file: UploadedFile,
): Promise<void> {
  await keepFile(tx, file);
  await tx.insert(attachment).values({
    noteId,
    fileName: file.name,
    contentType: fileTypeOf(file.name, file.type),
    sha256: file.sha256,
  });
}
