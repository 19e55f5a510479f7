import { and, asc, eq, isNull, or } from 'drizzle-orm';

import type { Db } from '../db/database';
import { form, formSection, option, question } from '../db/schema';

/**
 * Which forms somebody of this organisation sees: all but the drafts of others
 * (docs/decisions/0076). Undefined, for an organizer: all.
 */
export function isSeenBy(ngoId: number | undefined) {
  return ngoId === undefined
    ? undefined
    : or(isNull(form.ngoId), eq(form.ngoId, ngoId));
}

/**
 * The drafts or the published forms that are seen by `ngoId`, by `order`; without the
 * forms for the diaspora when `diaspora` is false (docs/api-contract.md 4.1).
 */
export function listForms(
  db: Db,
  filter: {
    draft: boolean;
    diaspora: boolean | undefined;
    ngoId?: number | undefined;
  },
) {
  return db
    .select()
    .from(form)
    .where(
      and(
        eq(form.draft, filter.draft),
        filter.diaspora === false ? eq(form.diaspora, false) : undefined,
        isSeenBy(filter.ngoId),
      ),
    )
    .orderBy(asc(form.order), asc(form.id));
}

/**
 * A form's sections with their questions and options, each in its order; also
 * the sections without questions. Undefined when `ngoId` sees no such form.
 */
export async function findWholeForm(db: Db, formId: number, ngoId?: number) {
  const [found] = await db
    .select()
    .from(form)
    .where(and(eq(form.id, formId), isSeenBy(ngoId)));
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
 * original server (docs/api-contract.md 4.1). Undefined when `ngoId` sees no such
 * form.
 */
export async function findFormContent(db: Db, formId: number, ngoId?: number) {
  const whole = await findWholeForm(db, formId, ngoId);
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
