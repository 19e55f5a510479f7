import type { FormInput, Section } from './form';

/**
 * Longest section code that the server's database takes (docs/api-contract.md
 * 4.1).
 */
export const SECTION_CODE_MAX = 4;

/**
 * The code after `previous`: its last number is counted up until the code is free.
 * Undefined when `previous` does not end with a number.
 */
export function nextCode(
  previous: string,
  taken: ReadonlySet<string>,
): string | undefined {
  const match = /^(.*?)(\d{1,9})$/s.exec(previous);
  if (!match) return undefined;
  const [, stem = '', number = '0'] = match;
  return firstFree(stem, Number(number) + 1, taken);
}

/**
 * A code for a new section: after the last section's, or form code and number
 * (A1).
 */
export function suggestSectionCode({ code, sections }: FormInput): string {
  const taken = new Set(sections.map((section) => section.code));
  const last = sections.at(-1)?.code ?? '';
  const suggested = nextCode(last, taken) ?? firstFree(code.trim(), 1, taken);
  return suggested.length > SECTION_CODE_MAX
    ? firstFree('S', 1, taken)
    : suggested;
}

/**
 * A code for a new question: after the code of the question `afterId` (absent:
 * of the last question of the section), or section code and number (A1.1).
 */
export function suggestQuestionCode(
  sections: readonly Section[],
  sectionId: number,
  afterId?: number,
): string {
  const section = sections.find(({ id }) => id === sectionId);
  const taken = questionCodes(sections);
  const before =
    section?.questions.find(({ id }) => id === afterId) ??
    section?.questions.at(-1);
  const next = before && nextCode(before.code, taken);
  return next ?? firstFree(`${section?.code ?? ''}.`, 1, taken);
}

/** A free code for a copy of a form: A2 for A, A3 when that is taken, too. */
export function suggestFormCode(
  code: string,
  codes: readonly string[],
): string {
  const taken = new Set(codes);
  return nextCode(code, taken) ?? firstFree(code, 2, taken);
}

function questionCodes(sections: readonly Section[]): Set<string> {
  return new Set(
    sections.flatMap(({ questions }) => questions.map(({ code }) => code)),
  );
}

function firstFree(
  stem: string,
  from: number,
  taken: ReadonlySet<string>,
): string {
  let number = from;
  while (taken.has(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}
