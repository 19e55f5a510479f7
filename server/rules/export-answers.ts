import {
  and,
  asc,
  count,
  countDistinct,
  eq,
  gte,
  isNotNull,
  lte,
} from 'drizzle-orm';

import type { Db } from '../db/open';
import {
  answer,
  attachment,
  county,
  form,
  formSection,
  municipality,
  note,
  observer,
  option,
  pollingStation,
  question,
} from '../db/schema';
import {
  isOneOf,
  threadsOf,
  type ExportFilter,
  type ThreadKey,
} from './export-filter';

export type ExportedAnswer = Awaited<ReturnType<typeof answersOf>>[number];

/**
 * The answers that match, one row per ticked option, in batches and in the
 * order of observers, stations and forms (contract 4.5).
 */
export async function* exportAnswers(
  db: Db,
  filter: ExportFilter,
): AsyncGenerator<ExportedAnswer[]> {
  for await (const keys of threadsOf(db, filter)) {
    const answers = await answersOf(db, keys, filter);
    if (answers.length > 0) yield answers;
  }
}

async function answersOf(db: Db, keys: ThreadKey[], filter: ExportFilter) {
  const { from, to } = filter;
  const rows = await db
    .select({
      observerId: observer.id,
      observerPhone: observer.phone,
      observerName: observer.name,
      ngoId: observer.ngoId,
      pollingStationId: pollingStation.id,
      pollingStationNumber: pollingStation.number,
      countyCode: county.code,
      municipalityCode: municipality.code,
      formId: form.id,
      formCode: form.code,
      isDraft: form.draft,
      questionId: question.id,
      questionText: question.text,
      optionText: option.text,
      value: answer.value,
      lastModified: answer.lastModified,
    })
    .from(answer)
    .innerJoin(observer, eq(observer.id, answer.observerId))
    .innerJoin(pollingStation, eq(pollingStation.id, answer.pollingStationId))
    .innerJoin(municipality, eq(municipality.id, pollingStation.municipalityId))
    .innerJoin(county, eq(county.id, pollingStation.countyId))
    .innerJoin(question, eq(question.id, answer.questionId))
    .innerJoin(option, eq(option.id, answer.optionId))
    .innerJoin(formSection, eq(formSection.id, question.sectionId))
    .innerJoin(form, eq(form.id, formSection.formId))
    .where(
      and(
        isOneOf(keys, answer),
        from ? gte(answer.lastModified, from) : undefined,
        to ? lte(answer.lastModified, to) : undefined,
      ),
    )
    .orderBy(
      asc(answer.observerId),
      asc(answer.pollingStationId),
      asc(form.order),
      asc(form.id),
      asc(formSection.orderNumber),
      asc(formSection.id),
      asc(question.orderNumber),
      asc(question.id),
      asc(option.orderNumber),
      asc(option.id),
    );
  const notes = await countNotes(db, keys);
  return rows.map((row) => ({
    ...row,
    ...(notes.get(keyOf(row)) ?? { notes: 0, attachments: 0 }),
  }));
}

/** Notes and files on each question of these threads. */
async function countNotes(db: Db, keys: ThreadKey[]) {
  const rows = await db
    .select({
      observerId: note.observerId,
      pollingStationId: note.pollingStationId,
      questionId: note.questionId,
      notes: countDistinct(note.id),
      attachments: count(attachment.id),
    })
    .from(note)
    .leftJoin(attachment, eq(attachment.noteId, note.id))
    .where(and(isOneOf(keys, note), isNotNull(note.questionId)))
    .groupBy(note.observerId, note.pollingStationId, note.questionId);
  return new Map(
    rows.map(({ notes, attachments, ...row }) => [
      keyOf(row),
      { notes, attachments },
    ]),
  );
}

function keyOf(row: ThreadKey & { questionId: number | null }): string {
  return `${row.observerId} ${row.pollingStationId} ${row.questionId}`;
}
