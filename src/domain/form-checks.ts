import type { FormInput, FormMeta, Question, Section } from './form';
import { removedParts } from './form';
import { SECTION_CODE_MAX } from './form-codes';
import { movedQuestions } from './form-ids';

/**
 * What keeps a form from being saved. Title, code and description are required
 * (specification section 5); the lengths are what the host's database takes,
 * beyond them it answers 500 (contract 4.1).
 */
export interface Problem {
  field: 'title' | 'code' | 'description' | 'text';
  rule: 'required' | 'tooLong';
  /** Most characters that fit, for `tooLong`. */
  limit?: number;
  /** Characters that are there. */
  length: number;
  place: Place;
}

/** Where something is; the codes are for the words, `partId` to go there. */
export type Place =
  | { part: 'form' }
  | { part: 'section'; partId: number; code: string }
  | { part: 'question'; partId: number; code: string }
  | { part: 'option'; partId: number; optionId: number; code: string };

export const SECTION_TITLE_MAX = 200;
export const TEXT_MAX = 1000;

/** Everything that keeps the form from being saved, in reading order. */
export function problemsOf(form: FormInput): Problem[] {
  const head = (['title', 'code', 'description'] as const).flatMap(
    (field): Problem[] =>
      form[field].trim() === ''
        ? [{ field, rule: 'required', length: 0, place: { part: 'form' } }]
        : [],
  );
  return [...head, ...form.sections.flatMap(problemsOfSection)];
}

function problemsOfSection(section: Section): Problem[] {
  const { id: partId, code, description, questions } = section;
  const place = { part: 'section', partId, code } as const;
  return [
    ...tooLong('code', code, SECTION_CODE_MAX, place),
    ...tooLong('description', description, SECTION_TITLE_MAX, place),
    ...questions.flatMap(problemsOfQuestion),
  ];
}

function problemsOfQuestion(question: Question): Problem[] {
  const { id: partId, code, text, options } = question;
  const problems = tooLong('text', text, TEXT_MAX, {
    part: 'question',
    partId,
    code,
  });
  for (const { id: optionId, text } of options) {
    const place = { part: 'option', partId, optionId, code } as const;
    problems.push(...tooLong('text', text, TEXT_MAX, place));
  }
  return problems;
}

function tooLong(
  field: Problem['field'],
  value: string,
  limit: number,
  place: Place,
): Problem[] {
  const { length } = value;
  return length > limit
    ? [{ field, rule: 'tooLong', limit, length, place }]
    : [];
}

/** What is allowed but asks for a look before publishing (product.md section 7). */
export type Warning =
  | { kind: 'formCodeTaken'; code: string }
  | {
      kind: 'duplicateSection' | 'duplicateQuestion';
      code: string;
      partId: number;
    }
  | { kind: 'emptySection'; code: string; partId: number }
  | { kind: 'noOptions'; code: string; partId: number }
  | { kind: 'keptOption'; text: string }
  | { kind: 'movedQuestion'; code: string; partId: number };

/**
 * Looks through a form before it is published.
 * @param base its sections as the host has them; none for a new form.
 * @param others the other forms' metadata: two with one code break the phones' list.
 */
export function warningsOf(
  form: FormInput,
  base: readonly Section[],
  others: readonly Pick<FormMeta, 'code'>[],
): Warning[] {
  const { code, sections } = form;
  const questions = sections.flatMap((section) => section.questions);
  const isTaken = others.some((other) => other.code === code.trim());
  return [
    ...(isTaken ? [{ kind: 'formCodeTaken', code } as const] : []),
    ...repeated(sections).map(({ id, code }): Warning => ({
      kind: 'duplicateSection',
      code,
      partId: id,
    })),
    ...repeated(questions).map(({ id, code }): Warning => ({
      kind: 'duplicateQuestion',
      code,
      partId: id,
    })),
    // The host builds sections from their questions: one without is not given back.
    ...sections
      .filter((section) => section.questions.length === 0)
      .map(({ id, code }): Warning => ({
        kind: 'emptySection',
        code,
        partId: id,
      })),
    ...questions
      .filter(({ options }) => options.length === 0)
      .map(({ id, code }): Warning => ({
        kind: 'noOptions',
        code,
        partId: id,
      })),
    // There is no call to remove an option (contract 4.1).
    ...removedParts(base, sections).options.map(({ text }): Warning => ({
      kind: 'keptOption',
      text,
    })),
    ...movedQuestions(base, sections).map(({ id, code }): Warning => ({
      kind: 'movedQuestion',
      code,
      partId: id,
    })),
  ];
}

/** The second and later ones of those that share a code; blank codes are not codes. */
function repeated<T extends { code: string }>(parts: readonly T[]): T[] {
  const seen = new Set<string>();
  return parts.filter(({ code }) => {
    const key = code.trim();
    if (key === '') return false;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}
