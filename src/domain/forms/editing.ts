import type { FormInput, Option, Question, Section } from './form';
import { QuestionType } from './form';

/**
 * One step of the editor: takes the form before, answers the form after. Parts
 * that a step does not touch stay the same objects, so React draws only what
 * changed. A step that finds nothing to do answers the same form.
 */
export type Change = (form: FormInput) => FormInput;

type HeadPatch = Partial<
  Pick<FormInput, 'title' | 'code' | 'description' | 'diaspora'>
>;

/** The form that the editor starts with (docs/specification.md 2). */
export function emptyForm(order: number): FormInput {
  return {
    title: '',
    code: '',
    description: '',
    diaspora: false,
    draft: true,
    currentVersion: 1,
    order,
    sections: [],
  };
}

export function emptySection(id: number, code: string): Section {
  return { id, code, description: '', questions: [] };
}

export function emptyQuestion(id: number, code: string): Question {
  const questionType = QuestionType.single;
  return { id, code, text: '', questionType, options: [] };
}

/** Changes fields of the form itself. */
export function patchForm(patch: HeadPatch): Change {
  return (form) => ({ ...form, ...patch });
}

/** Changes code or title of a section. */
export function patchSection(
  sectionId: number,
  patch: Partial<Pick<Section, 'code' | 'description'>>,
): Change {
  return inSection(sectionId, (section) => ({ ...section, ...patch }));
}

/** Changes code, text or type of a question. */
export function patchQuestion(
  questionId: number,
  patch: Partial<Pick<Question, 'code' | 'text' | 'questionType'>>,
): Change {
  return inQuestion(questionId, (question) => ({ ...question, ...patch }));
}

/** Changes text or marks of an option. */
export function patchOption(
  questionId: number,
  optionId: number,
  patch: Partial<Omit<Option, 'id'>>,
): Change {
  return inOptions(questionId, (options) =>
    replace(options, optionId, (option) => ({ ...option, ...patch })),
  );
}

/** Adds a section after another one, or at the end. */
export function addSection(section: Section, afterId?: number): Change {
  return inSections((sections) => insertAfter(sections, [section], afterId));
}

/** Adds a question to a section, after another one or at the end. */
export function addQuestion(
  sectionId: number,
  question: Question,
  afterId?: number,
): Change {
  return inSection(sectionId, (section) => ({
    ...section,
    questions: insertAfter(section.questions, [question], afterId),
  }));
}

/** Adds options to a question, after another one or at the end. */
export function addOptions(
  questionId: number,
  added: readonly Option[],
  afterId?: number,
): Change {
  return added.length === 0
    ? same
    : inOptions(questionId, (options) => insertAfter(options, added, afterId));
}

/** Removes a section with its questions. */
export function removeSection(sectionId: number): Change {
  return inSections((sections) => without(sections, sectionId));
}

export function removeQuestion(questionId: number): Change {
  return inSections((sections) =>
    mapChanged(sections, (section) => {
      const questions = without(section.questions, questionId);
      return questions === section.questions
        ? section
        : { ...section, questions };
    }),
  );
}

export function removeOption(questionId: number, optionId: number): Change {
  return inOptions(questionId, (options) => without(options, optionId));
}

/** Moves an option before another one of its question, or to the end. */
export function moveOption(
  questionId: number,
  optionId: number,
  beforeId?: number,
): Change {
  return inOptions(questionId, (options) =>
    moveBefore(options, optionId, beforeId),
  );
}

/** Moves an option one place up (-1) or down (1). */
export function stepOption(
  questionId: number,
  optionId: number,
  by: -1 | 1,
): Change {
  return inOptions(questionId, (options) => swap(options, optionId, by));
}

/** A step that changes nothing. */
const same: Change = (form) => form;

/** Runs a step on the list of sections. */
export function inSections(change: (sections: Section[]) => Section[]): Change {
  return (form) => {
    const sections = change(form.sections);
    return sections === form.sections ? form : { ...form, sections };
  };
}

function inSection(id: number, change: (section: Section) => Section): Change {
  return inSections((sections) => replace(sections, id, change));
}

function inQuestion(
  id: number,
  change: (question: Question) => Question,
): Change {
  return inSections((sections) =>
    mapChanged(sections, (section) => {
      const questions = replace(section.questions, id, change);
      return questions === section.questions
        ? section
        : { ...section, questions };
    }),
  );
}

function inOptions(
  questionId: number,
  change: (options: Option[]) => Option[],
): Change {
  return inQuestion(questionId, (question) => {
    const options = change(question.options);
    return options === question.options ? question : { ...question, options };
  });
}

interface Part {
  id: number;
}

function replace<T extends Part>(
  parts: T[],
  id: number,
  change: (part: T) => T,
): T[] {
  return mapChanged(parts, (part) => (part.id === id ? change(part) : part));
}

/** Like `map`, but answers the same list when `change` changed no part. */
function mapChanged<T>(parts: T[], change: (part: T) => T): T[] {
  let isChanged = false;
  const mapped = parts.map((part) => {
    const next = change(part);
    isChanged ||= next !== part;
    return next;
  });
  return isChanged ? mapped : parts;
}

function without<T extends Part>(parts: T[], id: number): T[] {
  const left = parts.filter((part) => part.id !== id);
  return left.length === parts.length ? parts : left;
}

/** Inserts after a part; at the end when there is no such part. */
function insertAfter<T extends Part>(
  parts: readonly T[],
  added: readonly T[],
  afterId?: number,
): T[] {
  const at = parts.findIndex(({ id }) => id === afterId);
  return at === -1
    ? [...parts, ...added]
    : parts.toSpliced(at + 1, 0, ...added);
}

/** Moves a part before another one, or to the end. */
export function moveBefore<T extends Part>(
  parts: T[],
  id: number,
  beforeId?: number,
): T[] {
  const part = parts.find((each) => each.id === id);
  if (!part || id === beforeId) return parts;
  const left = parts.filter((each) => each.id !== id);
  const at = left.findIndex((each) => each.id === beforeId);
  const moved = left.toSpliced(at === -1 ? left.length : at, 0, part);
  return moved.every((each, n) => each === parts[n]) ? parts : moved;
}

/** Moves a part one place up (-1) or down (1); at the edge nothing moves. */
export function swap<T extends Part>(parts: T[], id: number, by: -1 | 1): T[] {
  const at = parts.findIndex((part) => part.id === id);
  const part = parts[at];
  const other = parts[at + by];
  if (!part || !other) return parts;
  return parts.with(at, other).with(at + by, part);
}
