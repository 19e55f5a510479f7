import type { FormInput, FormMeta, Question, Section } from './form';
import { removedParts } from './form';
import { SECTION_CODE_MAX } from './codes';
import { movedQuestions } from './ids';
import type { PartKey } from './outline';
import { questionKey, sectionKey } from './outline';

/**
 * A reason why a form cannot be saved. Title, code and description are required
 * (docs/specification.md 5). The lengths are those of the server's columns: it
 * answers 500 to longer texts (docs/api-contract.md 4.1).
 */
export interface Problem {
  field: 'title' | 'code' | 'description' | 'text';
  rule: 'required' | 'tooLong';
  /** Most characters that fit, for `tooLong`. */
  limit?: number | undefined;
  /** Characters that are there. */
  length: number;
  place: Place;
}

/** Where the problem or warning is; `code` is of the section or question. */
type Place =
  | { kind: 'form' }
  | { kind: 'section' | 'question' | 'option'; code: string };

export const SECTION_TITLE_MAX = 200;
export const TEXT_MAX = 1000;

/** Everything that keeps the form from being saved, in reading order. */
export function problemsOf(form: FormInput): Problem[] {
  const head = (['title', 'code', 'description'] as const).flatMap(
    (field): Problem[] =>
      form[field].trim() === ''
        ? [{ field, rule: 'required', length: 0, place: { kind: 'form' } }]
        : [],
  );
  return [...head, ...form.sections.flatMap(problemsOfSection)];
}

function problemsOfSection(section: Section): Problem[] {
  const { code, description, questions } = section;
  const place = { kind: 'section', code } as const;
  return [
    ...tooLong('code', code, SECTION_CODE_MAX, place),
    ...tooLong('description', description, SECTION_TITLE_MAX, place),
    ...questions.flatMap(problemsOfQuestion),
  ];
}

function problemsOfQuestion({ code, text, options }: Question): Problem[] {
  return [
    ...tooLong('text', text, TEXT_MAX, { kind: 'question', code }),
    ...options.flatMap((option) =>
      tooLong('text', option.text, TEXT_MAX, { kind: 'option', code }),
    ),
  ];
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

/**
 * Something that is allowed but should be looked at before publishing
 * (docs/product.md).
 */
export type Warning =
  | { kind: 'formCodeTaken'; code: string }
  | {
      kind: 'duplicateSection' | 'duplicateQuestion';
      code: string;
      part: PartKey;
    }
  | { kind: 'emptySection'; code: string; part: PartKey }
  | { kind: 'noOptions'; code: string; part: PartKey }
  | { kind: 'optionStays'; text: string }
  | { kind: 'movedQuestion'; code: string; part: PartKey };

/**
 * What a person should look at before the form is published. `base` are the
 * sections as the server has them (none for a new form), `others` the other
 * forms: two forms with one code break the list on the phones.
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
    ...repeated(sections).map((each): Warning => ({
      kind: 'duplicateSection',
      code: each.code,
      part: sectionKey(each),
    })),
    ...repeated(questions).map((each): Warning => ({
      kind: 'duplicateQuestion',
      code: each.code,
      part: questionKey(each),
    })),
    // The server builds sections from their questions, so it does not give back
    // a section without questions.
    ...sections
      .filter((section) => section.questions.length === 0)
      .map((each): Warning => ({
        kind: 'emptySection',
        code: each.code,
        part: sectionKey(each),
      })),
    ...questions
      .filter(({ options }) => options.length === 0)
      .map((each): Warning => ({
        kind: 'noOptions',
        code: each.code,
        part: questionKey(each),
      })),
    // There is no call to remove an option (docs/api-contract.md 4.1).
    ...removedParts(base, sections).options.map(({ text }): Warning => ({
      kind: 'optionStays',
      text,
    })),
    ...movedQuestions(base, sections).map((each): Warning => ({
      kind: 'movedQuestion',
      code: each.code,
      part: questionKey(each),
    })),
  ];
}

/**
 * The parts whose code an earlier part has already. A blank code repeats
 * nothing.
 */
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
