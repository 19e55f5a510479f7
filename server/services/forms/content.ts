import { eq, inArray } from 'drizzle-orm';

import type { Db } from '../../db/database';
import { saveRows } from '../../db/save-rows';
import { formSection, option, question } from '../../db/schema';
import { TextRefusal } from '../../http/problems/problem';
import { beginFeedAnewIfTicked } from '../feed';
import { refreshThreadsOfOptions } from '../threads';
import { FORM_LIMITS } from '../../schemas/forms';
import type { SectionInput } from './input';

/**
 * Merges sections into a form. Parts with an id under the same parent are
 * changed, all others added, and missing ones stay (docs/api-contract.md 4.1).
 * Runs one statement per kind of row, because a form may have a thousand
 * questions. 422 when the form had too many parts then. Call it in the transaction
 * that locks the form's row.
 */
export async function mergeContent(
  tx: Db,
  formId: number,
  sections: SectionInput[],
): Promise<void> {
  refuseRepeatedIds(sections);
  const known = await readKnown(tx, formId);
  const sectionIds = await saveRows(
    tx,
    formSection,
    sections.map((section) => ({
      id: idIf(section.id, known.sections.get(section.id ?? 0) === formId),
      formId,
      code: section.code,
      description: section.description,
      orderNumber: section.orderNumber,
    })),
  );

  refuseTooMany('sections', known.sections, sectionIds);

  const questions = sections.flatMap((section, at) =>
    section.questions.map((asked) => ({
      asked,
      sectionId: sectionIds[at] ?? 0,
    })),
  );
  const questionIds = await saveRows(
    tx,
    question,
    questions.map(({ asked, sectionId }) => ({
      id: idIf(asked.id, known.questions.get(asked.id ?? 0) === sectionId),
      sectionId,
      code: asked.code,
      text: asked.text,
      hint: asked.hint,
      questionType: asked.questionType,
      orderNumber: asked.orderNumber,
    })),
  );

  refuseTooMany('questions', known.questions, questionIds);

  const options = questions.flatMap(({ asked }, at) =>
    asked.options.map((offered) => {
      const questionId = questionIds[at] ?? 0;
      const before = known.options.get(offered.id ?? 0);
      return {
        id: idIf(offered.id, before?.questionId === questionId),
        questionId,
        text: offered.text,
        isFreeText: offered.isFreeText,
        flagged: offered.flagged,
        orderNumber: offered.orderNumber,
      };
    }),
  );
  const optionIds = await saveRows(tx, option, options);
  refuseTooMany('options', known.options, optionIds);
  // A changed flag of an option changes the flagged answers that its threads
  // count.
  const turned = options.flatMap(({ id, flagged }) =>
    id && known.options.get(id)?.flagged !== flagged ? [id] : [],
  );
  await refreshThreadsOfOptions(tx, turned);
  await beginFeedAnewIfTicked(tx, turned);
}

/**
 * The parts of the stored form, each with its parent, which it cannot leave.
 */
async function readKnown(tx: Db, formId: number) {
  const sections = await tx
    .select({ id: formSection.id, formId: formSection.formId })
    .from(formSection)
    .where(eq(formSection.formId, formId));
  const inForm = inArray(
    question.sectionId,
    sections.map(({ id }) => id),
  );
  const questions = await tx
    .select({ id: question.id, sectionId: question.sectionId })
    .from(question)
    .where(inForm);
  const options = await tx
    .select({
      id: option.id,
      questionId: option.questionId,
      flagged: option.flagged,
    })
    .from(option)
    .innerJoin(question, eq(question.id, option.questionId))
    .where(inForm);
  return {
    sections: new Map(sections.map((row) => [row.id, row.formId])),
    questions: new Map(questions.map((row) => [row.id, row.sectionId])),
    options: new Map(options.map((row) => [row.id, row])),
  };
}

/** @param before ids of the parts that the form had; @param saved those of this save. */
function refuseTooMany(
  what: 'sections' | 'questions' | 'options',
  before: ReadonlyMap<number, unknown>,
  saved: readonly number[],
): void {
  const most = FORM_LIMITS[what];
  if (new Set([...before.keys(), ...saved]).size <= most) return;
  throw new TextRefusal(422, `A form may have at most ${most} ${what}.`);
}

function idIf(id: number | undefined, isKnown: boolean): number | undefined {
  return isKnown ? id : undefined;
}

/**
 * Throws when a part comes twice, as it would be changed in two ways at once.
 */
function refuseRepeatedIds(sections: SectionInput[]): void {
  const questions = sections.flatMap((section) => section.questions);
  const options = questions.flatMap((asked) => asked.options);
  for (const parts of [sections, questions, options]) {
    const seen = new Set<number>();
    for (const { id } of parts) {
      if (id === undefined) continue;
      if (seen.has(id)) throw new TextRefusal(400, `The id ${id} comes twice.`);
      seen.add(id);
    }
  }
}
