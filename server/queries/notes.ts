import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';

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
import { groupBy } from '../group-by';
import { isKeptFor } from '../pictures/files';
import { isOfThreads, type ThreadIds } from './thread-ids';

interface NoteFilter {
  observerId: number;
  pollingStationId: number | undefined;
  questionId: number | undefined;
}

/**
 * The notes of an observer, oldest first, with their files
 * (docs/api-contract.md 4.3).
 */
export function listNotes(db: Db, filter: NoteFilter) {
  const { observerId, pollingStationId, questionId } = filter;
  return listWhere(
    db,
    and(
      eq(note.observerId, observerId),
      pollingStationId === undefined
        ? undefined
        : eq(note.pollingStationId, pollingStationId),
      questionId === undefined ? undefined : eq(note.questionId, questionId),
    ),
  );
}

/** The same of these threads. */
export function listNotesOfThreads(db: Db, threads: readonly ThreadIds[]) {
  return listWhere(db, isOfThreads(note, threads));
}

export type NoteRow = Awaited<ReturnType<typeof listWhere>>[number];

async function listWhere(db: Db, where: SQL | undefined) {
  const notes = await db
    .select({
      id: note.id,
      observerId: note.observerId,
      pollingStationId: note.pollingStationId,
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
    .where(where)
    .orderBy(asc(note.lastModified), asc(note.id));
  const files = groupBy(
    await listFiles(
      db,
      notes.map(({ id }) => id),
    ),
    ({ noteId }) => noteId,
  );
  return notes.map((row) => ({ ...row, files: files.get(row.id) ?? [] }));
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
