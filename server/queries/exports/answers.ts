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

import type { Db } from '../../db/database';
import {
  answer,
  attachment,
  form,
  formSection,
  note,
  option,
  question,
} from '../../db/schema';
import { groupBy } from '../../group-by';
import {
  isOneOf,
  threadsOf,
  type ExportedThread,
  type ExportFilter,
  type ThreadKey,
} from './threads';

/** One ticked option with all columns of a download. */
export type ExportedAnswer = ExportedThread &
  KnownOption & {
    value: string | null;
    lastModified: Date;
    notes: number;
    attachments: number;
  };

/**
 * The answers that match, one row per ticked option, in batches, sorted by
 * observer, station and form (docs/api-contract.md 4.5). Options are few and
 * read once: joining them to each batch would cost more than the answers.
 */
export async function* exportAnswers(
  db: Db,
  filter: ExportFilter,
): AsyncGenerator<ExportedAnswer[]> {
  const options = await readOptions(db);
  for await (const threads of threadsOf(db, filter)) {
    const answers = await answersOf(db, threads, filter);
    const notes = await countNotes(db, threads);
    const byThread = groupBy(answers, threadKey);
    const rows = threads.flatMap((thread) =>
      (byThread.get(threadKey(thread)) ?? [])
        .flatMap((row) => {
          const known = options.get(row.optionId);
          const counts = notes.get(noteKey(row)) ?? NO_NOTES;
          return known ? [{ ...row, ...known, ...thread, ...counts }] : [];
        })
        .toSorted((a, b) => a.place - b.place),
    );
    if (rows.length > 0) yield rows;
  }
}

const NO_NOTES = { notes: 0, attachments: 0 };

type KnownOption = Awaited<ReturnType<typeof listOptions>>[number] & {
  /** The position of the option among those of all forms. */
  place: number;
};

async function readOptions(db: Db): Promise<Map<number, KnownOption>> {
  const rows = await listOptions(db);
  return new Map(rows.map((row, place) => [row.optionId, { ...row, place }]));
}

function listOptions(db: Db) {
  return db
    .select({
      optionId: option.id,
      optionText: option.text,
      questionId: question.id,
      questionText: question.text,
      formId: form.id,
      formCode: form.code,
    })
    .from(option)
    .innerJoin(question, eq(question.id, option.questionId))
    .innerJoin(formSection, eq(formSection.id, question.sectionId))
    .innerJoin(form, eq(form.id, formSection.formId))
    .orderBy(
      asc(form.order),
      asc(form.id),
      asc(formSection.orderNumber),
      asc(formSection.id),
      asc(question.orderNumber),
      asc(question.id),
      asc(option.orderNumber),
      asc(option.id),
    );
}

function answersOf(db: Db, keys: ThreadKey[], { from, to }: ExportFilter) {
  return db
    .select()
    .from(answer)
    .where(
      and(
        isOneOf(keys, answer),
        from ? gte(answer.lastModified, from) : undefined,
        to ? lte(answer.lastModified, to) : undefined,
      ),
    );
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
      noteKey(row),
      { notes, attachments },
    ]),
  );
}

function threadKey(row: ThreadKey): string {
  return `${row.observerId} ${row.pollingStationId}`;
}

function noteKey(row: ThreadKey & { questionId: number | null }): string {
  return `${threadKey(row)} ${row.questionId}`;
}
