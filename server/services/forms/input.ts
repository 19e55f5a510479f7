import type * as v from 'valibot';

import { TextRefusal } from '../../http/problems/problem';
import { isObject, REQUIRED } from '../../http/requests/fields';
import type { SentForm } from '../../schemas/forms';

export type FormInput = ReturnType<typeof toFormInput>;
export type SectionInput = NonNullable<FormInput['sections']>[number];

/**
 * A form as the database stores it. A part without an order number gets the
 * number of its position. `sections` is undefined when the content is not
 * touched (docs/api-contract.md 4.1).
 */
export function toFormInput({
  formSections,
  ...head
}: v.InferOutput<typeof SentForm>) {
  return {
    ...head,
    sections: formSections?.map(({ questions, ...section }, at) => ({
      ...section,
      orderNumber: section.orderNumber ?? at + 1,
      questions: questions.map(({ optionsToQuestions, ...asked }, at) => ({
        ...asked,
        hint: asked.hint ?? null,
        orderNumber: asked.orderNumber ?? at + 1,
        options: optionsToQuestions.map((option, at) => ({
          ...option,
          orderNumber: option.orderNumber ?? at + 1,
        })),
      })),
    })),
  };
}

/**
 * A 400 whose text names the part that lacks a value or has one that is too
 * long or out of range. A form without a code, by which phones know it, and
 * values of another type get the usual refusal.
 */
export function refuseForm(
  issue: v.BaseIssue<unknown>,
): TextRefusal | undefined {
  const { path = [], message, type } = issue;
  const place = placeOf(path);
  const what = String(path.at(-1)?.key);
  const isCode = place === FORM && what === 'code';
  if (message === REQUIRED && !isCode) {
    return new TextRefusal(400, `${place}: the ${what} is missing.`);
  }
  if (type === 'max_length' && 'requirement' in issue) {
    return new TextRefusal(
      400,
      `${place}: the ${what} may have at most ${String(issue.requirement)} characters.`,
    );
  }
  if (type === 'min_value' || type === 'max_value') {
    return new TextRefusal(400, `${place}: the type must be 0, 1, 2 or 3.`);
  }
  return undefined;
}

const FORM = 'The form';

/** Name of the part at a path of the body: its code, or its position. */
function placeOf(path: readonly v.IssuePathItem[]): string {
  const parts = path.flatMap(({ type, input }) =>
    type === 'object' ? [input] : [],
  );
  const [section = 0, question = 0, option = 0] = path.flatMap(({ key }) =>
    typeof key === 'number' ? key : [],
  );
  if (parts.length < 2) return FORM;
  if (parts.length === 2) {
    return `Section '${codeOf(parts[1]) ?? section + 1}'`;
  }
  const asked = `Question '${codeOf(parts[2]) || question + 1}'`;
  return parts.length === 3 ? asked : `${asked}, option ${option + 1}`;
}

function codeOf(part: unknown): string | undefined {
  const { code } = isObject(part) ? part : {};
  return typeof code === 'string' ? code : undefined;
}
