import { and, count, eq, inArray } from 'drizzle-orm';

import type { Db } from '../../db/database';
import { answer, form, formSection, note, question } from '../../db/schema';
import { CrashingError, TextRefusal } from '../../http/problems/problem';
import { holdForm } from './save';

/** What a form, section or question was. */
interface Deleted {
  code: string | null;
  text: string | null;
}

/** What a section was, with how many questions went with it. */
interface DeletedSection extends Deleted {
  questions: number;
}

interface DeletedForm extends DeletedSection {
  sections: number;
}

/**
 * Deletes a draft without answers and notes, with all its content. 400 with a
 * text otherwise (docs/api-contract.md 4.1). Call it in a transaction.
 */
export async function deleteForm(tx: Db, id: number): Promise<DeletedForm> {
  const stored = await holdForm(tx, id);
  if (!stored) throw new TextRefusal(400, 'There is no such form.');
  if (!stored.draft) {
    throw new TextRefusal(400, 'The form is published: unpublish it first.');
  }
  const questions = await questionsOf(tx, { formId: id });
  const used = await usesOf(tx, questions);
  if (used) throw new TextRefusal(400, `The form has ${used}.`);
  const sections = await tx.$count(formSection, eq(formSection.formId, id));
  const deleted = tellOf(
    await tx
      .delete(form)
      .where(eq(form.id, id))
      .returning({ code: form.code, text: form.description }),
  );
  return { ...deleted, sections, questions: questions.length };
}

/** Deletes a section with its questions, and tells what it was; 400 with a text when it is in use. */
export async function deleteSection(
  tx: Db,
  id: number,
): Promise<DeletedSection> {
  await holdFormOf(tx, id);
  const questions = await questionsOf(tx, { sectionId: id });
  const used = await usesOf(tx, questions);
  if (used) {
    const reason = `The section has questions with ${used}.`;
    // The original server looks for answers only, and fails on notes.
    if (used === 'notes') throw new CrashingError(reason, 'crashes', true);
    throw new TextRefusal(400, reason);
  }
  const deleted = tellOf(
    await tx
      .delete(formSection)
      .where(eq(formSection.id, id))
      .returning({ code: formSection.code, text: formSection.description }),
  );
  return { ...deleted, questions: questions.length };
}

/** Deletes one question of a section, and tells what it was; 400 with a text when it is in use. */
export async function deleteQuestion(
  tx: Db,
  sectionId: number,
  id: number,
): Promise<Deleted> {
  await holdFormOf(tx, sectionId);
  const ids = await questionsOf(tx, { sectionId });
  if (!ids.includes(id)) {
    throw new TextRefusal(400, 'There is no such question in this section.');
  }
  const used = await usesOf(tx, [id]);
  if (used) throw new TextRefusal(400, `The question has ${used}.`);
  return tellOf(
    await tx
      .delete(question)
      .where(eq(question.id, id))
      .returning({ code: question.code, text: question.text }),
  );
}

function tellOf([deleted]: Deleted[]): Deleted {
  if (!deleted) throw new Error('What was held is gone.');
  return deleted;
}

async function holdFormOf(tx: Db, sectionId: number): Promise<void> {
  const [section] = await tx
    .select({ formId: formSection.formId })
    .from(formSection)
    .where(eq(formSection.id, sectionId));
  if (!section) throw new TextRefusal(400, 'There is no such section.');
  await holdForm(tx, section.formId);
}

async function questionsOf(
  tx: Db,
  within: { formId?: number | undefined; sectionId?: number | undefined },
): Promise<number[]> {
  const { formId, sectionId } = within;
  const rows = await tx
    .select({ id: question.id })
    .from(question)
    .innerJoin(formSection, eq(formSection.id, question.sectionId))
    .where(
      and(
        formId === undefined ? undefined : eq(formSection.formId, formId),
        sectionId === undefined ? undefined : eq(formSection.id, sectionId),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Which of answers and notes refer to these questions; undefined: neither. */
async function usesOf(
  tx: Db,
  questionIds: number[],
): Promise<'answers' | 'notes' | undefined> {
  for (const [name, table] of [
    ['answers', answer],
    ['notes', note],
  ] as const) {
    const [found] = await tx
      .select({ n: count() })
      .from(table)
      .where(inArray(table.questionId, questionIds));
    if (found?.n) return name;
  }
  return undefined;
}
