import { and, asc, eq } from 'drizzle-orm';

import type { Db } from '../db/database';
import { form, formSection, option, question } from '../db/schema';

/**
 * The drafts or the published forms, by `order`; without the forms for the
 * diaspora when `diaspora` is false (docs/api-contract.md 4.1).
 */
export function listForms(
  db: Db,
  filter: { draft: boolean; diaspora: boolean | undefined },
) {
  return db
    .select()
    .from(form)
    .where(
      and(
        eq(form.draft, filter.draft),
        filter.diaspora === false ? eq(form.diaspora, false) : undefined,
      ),
    )
    .orderBy(asc(form.order), asc(form.id));
}

/**
 * A form's sections with their questions and options, each in its order; also
 * the sections without questions. Undefined when there is no such form.
 */
export async function findWholeForm(db: Db, formId: number) {
  const [found] = await db.select().from(form).where(eq(form.id, formId));
  if (!found) return undefined;
  const rows = await db
    .select({ section: formSection, question, option })
    .from(formSection)
    .leftJoin(question, eq(question.sectionId, formSection.id))
    .leftJoin(option, eq(option.questionId, question.id))
    .where(eq(formSection.formId, formId))
    .orderBy(
      asc(formSection.orderNumber),
      asc(formSection.id),
      asc(question.orderNumber),
      asc(question.id),
      asc(option.orderNumber),
      asc(option.id),
    );
  return { form: found, sections: groupRows(rows) };
}

type WholeForm = NonNullable<Awaited<ReturnType<typeof findWholeForm>>>;

/**
 * A form as it is answered: a section without questions is left out, as on the
 * original server (docs/api-contract.md 4.1). Undefined when there is no such
 * form.
 */
export async function findFormContent(db: Db, formId: number) {
  const whole = await findWholeForm(db, formId);
  return whole && withoutEmptySections(whole);
}

export function withoutEmptySections({ form, sections }: WholeForm): WholeForm {
  const asked = sections.filter(({ questions }) => questions.length > 0);
  return { form, sections: asked };
}

interface Row {
  section: typeof formSection.$inferSelect;
  question: typeof question.$inferSelect | null;
  option: typeof option.$inferSelect | null;
}

function groupRows(rows: Row[]) {
  const sections = new Map<number, ReturnType<typeof emptySection>>();
  const questions = new Map<number, ReturnType<typeof emptyQuestion>>();
  for (const row of rows) {
    const section = sections.get(row.section.id) ?? emptySection(row);
    sections.set(row.section.id, section);
    if (!row.question) continue;
    let asked = questions.get(row.question.id);
    if (!asked) {
      asked = emptyQuestion(row.question);
      questions.set(row.question.id, asked);
      section.questions.push(asked);
    }
    if (row.option) asked.options.push(row.option);
  }
  return [...sections.values()];
}

function emptySection({ section }: Row) {
  const questions: ReturnType<typeof emptyQuestion>[] = [];
  return { ...section, questions };
}

function emptyQuestion(asked: typeof question.$inferSelect) {
  const options: (typeof option.$inferSelect)[] = [];
  return { ...asked, options };
}
