import { and, asc, eq, inArray } from 'drizzle-orm';

import type { Db } from '../db/database';
import {
  attachment,
  blob,
  county,
  form,
  formSection,
  municipality,
  note,
  pictureObject,
  pollingStation,
  question,
} from '../db/schema';
import { isKeptFor } from '../pictures/files';

interface NoteFilter {
  observerId: number;
  pollingStationId: number | undefined;
  questionId: number | undefined;
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

/** One file without its contents, and its thread; undefined when there is none. */
export async function findFile(db: Db, attachmentId: number) {
  const [row] = await db
    .select({
      fileName: attachment.fileName,
      contentType: attachment.contentType,
      sha256: blob.sha256,
      size: blob.size,
      fileId: blob.fileId,
      objectKey: pictureObject.key,
      observerId: note.observerId,
      pollingStationId: note.pollingStationId,
    })
    .from(attachment)
    .innerJoin(note, eq(note.id, attachment.noteId))
    .innerJoin(blob, eq(blob.sha256, attachment.sha256))
    .leftJoin(pictureObject, isKeptFor())
    .where(eq(attachment.id, attachmentId));
  return row;
}

/** The files of these notes by id, without their contents. */
export function listFiles(db: Db, noteIds: number[]) {
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
