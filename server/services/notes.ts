import { createHash } from 'node:crypto';

import { eq } from 'drizzle-orm';

import type { Db } from '../db/database';
import { attachment, blob, note, question } from '../db/schema';
import { fileTypeOf } from '../files/file-type';
import { invalid } from '../http/problem';
import { listFiles } from '../queries/notes';

/** An uploaded file, as it arrived. */
export interface NoteFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

interface NewNote {
  observerId: number;
  pollingStationId: number;
  questionId: number | undefined;
  text: string | undefined;
  files: NoteFile[];
}

/**
 * Stores a note with its files; equal files are stored once. Call it in a
 * transaction; 400 for an unknown question (docs/api-contract.md 4.11).
 */
export async function addNote(tx: Db, added: NewNote, now: Date) {
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
  for (const file of added.files) await addFile(tx, row.id, file);
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

async function addFile(tx: Db, noteId: number, file: NoteFile): Promise<void> {
  const { bytes } = file;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await tx
    .insert(blob)
    .values({ sha256, size: bytes.length, bytes })
    .onConflictDoNothing();
  await tx.insert(attachment).values({
    noteId,
    fileName: file.name,
    contentType: fileTypeOf(file.name, file.type),
    sha256,
  });
}
