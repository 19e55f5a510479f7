import type { Quirks } from '../quirks';
import type { findFormContent, listForms } from '../rules/form-list';

type FormRow = Awaited<ReturnType<typeof listForms>>[number];
type FormContent = NonNullable<Awaited<ReturnType<typeof findFormContent>>>;

/** A row of the form list (docs/api-contract.md 4.1). */
export function toFormDto(row: FormRow, quirks: Quirks) {
  const { id, code, description, diaspora, order, draft } = row;
  const shared = { id, code, description, diaspora, order, draft };
  const ver = row.currentVersion;
  if (quirks.verOnly) return { ...shared, ver };
  return { ...shared, title: row.title, currentVersion: ver, ver };
}

/**
 * The bare array of sections that is a form's content (docs/api-contract.md
 * 4.1).
 */
export function toSectionDtos(content: FormContent, quirks: Quirks) {
  const { form, sections } = content;
  return sections.map((section) => ({
    uniqueId: `${form.code}${section.code}${section.id}`,
    id: section.id,
    code: section.code,
    description: section.description,
    orderNumber: section.orderNumber,
    questions: section.questions.map((question) => ({
      id: question.id,
      formCode: quirks.singleNames ? null : form.code,
      code: question.code,
      idSection: section.id,
      questionType: question.questionType,
      text: question.text,
      hint: question.hint,
      orderNumber: question.orderNumber,
      optionsToQuestions: inOrder(question.options, quirks).map((option) => ({
        id: option.id,
        ...(quirks.singleNames ? {} : { optionId: option.id }),
        idOption: option.id,
        text: option.text,
        isFreeText: option.isFreeText,
        flagged: option.flagged,
        orderNumber: quirks.optionOrderLost ? 0 : option.orderNumber,
      })),
    })),
  }));
}

/** The original does not store the order: they come as they were created. */
function inOrder<T extends { id: number }>(options: T[], quirks: Quirks): T[] {
  return quirks.optionOrderLost
    ? options.toSorted((a, b) => a.id - b.id)
    : options;
}
