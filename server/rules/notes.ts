import { createHash } from 'node:crypto';

import { and, asc, eq, inArray } from 'drizzle-orm';

import type { Db } from '../db/open';
import {
  attachment,
  blob,
  county,
  form,
  formSection,
  municipality,
  note,
  pollingStation,
  question,
} from '../db/schema';
import { invalid } from '../http/problem';
import { fileTypeOf } from './file-type';

export interface NoteFilter {
  observerId: number;
  pollingStationId: number | undefined;
  questionId: number | undefined;
}

/** An uploaded file, as it arrived. */
export interface NoteFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

export interface NewNote {
  observerId: number;
  pollingStationId: number;
  questionId: number | undefined;
  text: string | undefined;
  files: NoteFile[];
}

/**
 * The notes of an observer, oldest first, with their files
 * (docs/api-contract.md 4.3).
 */
export async function listNotes(db: Db, filter: NoteFilter) {
  const { observerId, pollingStationId, questionId } = filter;
  const notes = await db
    .select({
      id: note.id,
      text: note.text,
      questionId: note.questionId,
      countyCode: county.code,
      municipalityCode: municipality.code,
      pollingStationNumber: pollingStation.number,
      formCode: form.code,
      formId: form.id,
    })
    .from(note)
    .innerJoin(pollingStation, eq(pollingStation.id, note.pollingStationId))
    .innerJoin(municipality, eq(municipality.id, pollingStation.municipalityId))
    .innerJoin(county, eq(county.id, pollingStation.countyId))
    .leftJoin(question, eq(question.id, note.questionId))
    .leftJoin(formSection, eq(formSection.id, question.sectionId))
    .leftJoin(form, eq(form.id, formSection.formId))
    .where(
      and(
        eq(note.observerId, observerId),
        pollingStationId === undefined
          ? undefined
          : eq(note.pollingStationId, pollingStationId),
        questionId === undefined ? undefined : eq(note.questionId, questionId),
      ),
    )
    .orderBy(asc(note.lastModified), asc(note.id));
  const files = await listFiles(
    db,
    notes.map(({ id }) => id),
  );
  return notes.map((row) => ({
    ...row,
    files: files.filter(({ noteId }) => noteId === row.id),
  }));
}

/**
 * Stores a note with its files; equal files are kept once. Call it in a
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

/** One file with its contents; undefined when there is none. */
export async function findFile(db: Db, attachmentId: number) {
  const [row] = await db
    .select({
      fileName: attachment.fileName,
      contentType: attachment.contentType,
      sha256: blob.sha256,
      bytes: blob.bytes,
    })
    .from(attachment)
    .innerJoin(blob, eq(blob.sha256, attachment.sha256))
    .where(eq(attachment.id, attachmentId));
  return row;
}

function listFiles(db: Db, noteIds: number[]) {
  return db
    .select({
      id: attachment.id,
      noteId: attachment.noteId,
      fileName: attachment.fileName,
    })
    .from(attachment)
    .where(inArray(attachment.noteId, noteIds))
    .orderBy(asc(attachment.id));
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
