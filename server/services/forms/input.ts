import type { Fields } from '../../http/fields';
import { required } from '../../http/fields';
import { TextRefusal } from '../../http/problem';

/** The longest texts of a form's parts (docs/api-contract.md 8, 15). */
const MAX_SECTION_CODE = 4;
const MAX_SECTION_DESCRIPTION = 200;
const MAX_TEXT = 1000;

const QUESTION_TYPES = 4;

/** An option as a client saves it; `id` is undefined or unknown for a new one. */
export interface OptionInput {
  id: number | undefined;
  text: string;
  isFreeText: boolean;
  flagged: boolean;
  orderNumber: number;
}

export interface QuestionInput {
  id: number | undefined;
  code: string;
  text: string;
  hint: string | null;
  questionType: number;
  orderNumber: number;
  options: OptionInput[];
}

export interface SectionInput {
  id: number | undefined;
  code: string;
  description: string;
  orderNumber: number;
  questions: QuestionInput[];
}

export interface FormInput {
  id: number | undefined;
  code: string;
  /** Undefined: not sent, a stored one stays. */
  title: string | undefined;
  description: string;
  diaspora: boolean;
  draft: boolean;
  currentVersion: number;
  order: number;
  /** Undefined: the content is not touched (docs/api-contract.md 4.1). */
  sections: SectionInput[] | undefined;
}

/**
 * Reads the body of a form's create or update (docs/api-contract.md 4.1).
 * Throws 400 with
 * a text that names the part for what is missing or too long; empty texts pass
 * but for the form's code, by which phones know it.
 */
export function readForm(body: Fields): FormInput {
  const code = required('Code', body.text('code')?.trim());
  const description = body.text('description');
  if (description === undefined) throw missing('The form', 'description');
  return {
    id: idOf(body),
    code,
    title: body.text('title'),
    description,
    diaspora: body.boolean('diaspora') ?? false,
    draft: body.boolean('draft') ?? false,
    currentVersion: body.integer('currentVersion') ?? 0,
    order: body.integer('order') ?? 0,
    sections: body.list('formSections')?.map(readSection),
  };
}

function readSection(body: Fields, at: number): SectionInput {
  const code = body.text('code');
  const place = `Section '${code ?? at + 1}'`;
  if (code === undefined) throw missing(place, 'code');
  const description = body.text('description');
  if (description === undefined) throw missing(place, 'description');
  checkLength(place, 'code', code, MAX_SECTION_CODE);
  checkLength(place, 'description', description, MAX_SECTION_DESCRIPTION);
  return {
    id: idOf(body),
    code,
    description,
    orderNumber: body.integer('orderNumber') ?? at + 1,
    questions: (body.list('questions') ?? []).map(readQuestion),
  };
}

function readQuestion(body: Fields, at: number): QuestionInput {
  const code = body.text('code') ?? '';
  const place = `Question '${code || at + 1}'`;
  const text = body.text('text');
  if (text === undefined) throw missing(place, 'text');
  checkLength(place, 'text', text, MAX_TEXT);
  const questionType = body.integer('questionType') ?? 0;
  if (questionType < 0 || questionType >= QUESTION_TYPES) {
    throw new TextRefusal(400, `${place}: the type must be 0, 1, 2 or 3.`);
  }
  return {
    id: idOf(body),
    code,
    text,
    hint: body.text('hint') ?? null,
    questionType,
    orderNumber: body.integer('orderNumber') ?? at + 1,
    options: (body.list('optionsToQuestions') ?? []).map((option, index) =>
      readOption(option, index, place),
    ),
  };
}

function readOption(body: Fields, at: number, question: string): OptionInput {
  const place = `${question}, option ${at + 1}`;
  const text = body.text('text');
  if (text === undefined) throw missing(place, 'text');
  checkLength(place, 'text', text, MAX_TEXT);
  return {
    id: idOf(body, 'id', 'optionId', 'idOption'),
    text,
    isFreeText: body.boolean('isFreeText') ?? false,
    flagged: body.boolean('flagged') ?? false,
    orderNumber: body.integer('orderNumber') ?? at + 1,
  };
}

/** 0 and below mean "new" (docs/api-contract.md 4.1). */
function idOf(body: Fields, ...names: string[]): number | undefined {
  const id = body.integer(...(names.length ? names : ['id']));
  return id !== undefined && id > 0 ? id : undefined;
}

function checkLength(place: string, what: string, text: string, max: number) {
  if (text.length <= max) return;
  throw new TextRefusal(
    400,
    `${place}: the ${what} may have at most ${max} characters.`,
  );
}

function missing(place: string, what: string): TextRefusal {
  return new TextRefusal(400, `${place}: the ${what} is missing.`);
}
