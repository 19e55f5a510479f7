import { and, asc, eq, gt, gte, ilike, inArray, lte } from 'drizzle-orm';

import { breathe } from '../../db/breathe';
import { contains } from '../../db/contains';
import type { Db } from '../../db/database';
import {
  answer,
  county,
  form,
  formSection,
  municipality,
  note,
  observer,
  option,
  pollingStation,
  question,
} from '../../db/schema';
import { listFiles } from '../notes';
import { isOneOf, type ExportFilter } from './threads';

const NOTES_PER_BATCH = 500;

export type ExportedNote = Awaited<ReturnType<typeof notesAfter>>[number];

/**
 * The notes that match, by id and in batches, each with its files and the
 * answer to its question (docs/api-contract.md 4.5). Notes on a station as a
 * whole are included.
 */
export async function* exportNotes(
  db: Db,
  filter: ExportFilter,
): AsyncGenerator<ExportedNote[]> {
  let last = 0;
  for (;;) {
    await breathe();
    const batch = await notesAfter(db, filter, last);
    if (batch.length > 0) yield batch;
    if (batch.length < NOTES_PER_BATCH) return;
    last = batch.at(-1)?.id ?? 0;
  }
}

async function notesAfter(db: Db, filter: ExportFilter, last: number) {
  const { ngoId, observerId, phone, countyCode, from, to } = filter;
  const number = filter.pollingStationNumber;
  const rows = await db
    .select({
      id: note.id,
      text: note.text,
      lastModified: note.lastModified,
      observerId: observer.id,
      observerPhone: observer.phone,
      observerName: observer.name,
      ngoId: observer.ngoId,
      pollingStationId: pollingStation.id,
      pollingStationNumber: pollingStation.number,
      municipalityCode: municipality.code,
      countyCode: county.code,
      questionId: note.questionId,
      questionCode: question.code,
      questionText: question.text,
      formCode: form.code,
    })
    .from(note)
    .innerJoin(observer, eq(observer.id, note.observerId))
    .innerJoin(pollingStation, eq(pollingStation.id, note.pollingStationId))
    .innerJoin(municipality, eq(municipality.id, pollingStation.municipalityId))
    .innerJoin(county, eq(county.id, pollingStation.countyId))
    .leftJoin(question, eq(question.id, note.questionId))
    .leftJoin(formSection, eq(formSection.id, question.sectionId))
    .leftJoin(form, eq(form.id, formSection.formId))
    .where(
      and(
        gt(note.id, last),
        eq(observer.isTestObserver, false),
        ngoId === undefined ? undefined : eq(observer.ngoId, ngoId),
        observerId === undefined ? undefined : eq(observer.id, observerId),
        phone ? ilike(observer.phone, contains(phone)) : undefined,
        countyCode ? eq(county.code, countyCode) : undefined,
        number && number > 0 ? eq(pollingStation.number, number) : undefined,
        from ? gte(note.lastModified, from) : undefined,
        to ? lte(note.lastModified, to) : undefined,
      ),
    )
    .orderBy(asc(note.id))
    .limit(NOTES_PER_BATCH);
  if (rows.length === 0) return [];
  const files = await listFiles(
    db,
    rows.map(({ id }) => id),
  );
  const answers = await answersOf(db, rows);
  return rows.map((row) => ({
    ...row,
    files: files.filter(({ noteId }) => noteId === row.id),
    answers: answers.filter(
      (one) =>
        one.questionId === row.questionId &&
        one.observerId === row.observerId &&
        one.pollingStationId === row.pollingStationId,
    ),
  }));
}

function answersOf(
  db: Db,
  notes: {
    observerId: number;
    pollingStationId: number;
    questionId: number | null;
  }[],
) {
  return db
    .select({
      observerId: answer.observerId,
      pollingStationId: answer.pollingStationId,
      questionId: answer.questionId,
      text: option.text,
      value: answer.value,
    })
    .from(answer)
    .innerJoin(option, eq(option.id, answer.optionId))
    .where(
      and(
        isOneOf(notes, answer),
        inArray(
          answer.questionId,
          notes.flatMap(({ questionId }) => questionId ?? []),
        ),
      ),
    )
    .orderBy(asc(option.orderNumber), asc(option.id));
}
