import type { Answer, ChosenOption } from '@/domain/answers/answer';

/** A form as the lists know it (docs/specification.md 3 "Form metadata"). */
export interface FormMeta {
  id: number;
  code: string;
  /**
   * Shown as the form's name: the server has no other (docs/api-contract.md 5).
   */
  description: string;
  title?: string | undefined;
  diaspora: boolean;
  draft: boolean;
  currentVersion: number;
  order: number;
}

/** What the editor submits; parts that are new have negative ids. */
export interface FormInput {
  title: string;
  code: string;
  description: string;
  diaspora: boolean;
  draft: boolean;
  currentVersion: number;
  order: number;
  sections: Section[];
}

/** The sections of one form, fetched on their own. */
export interface FormBody {
  id: number;
  /**
   * The form list's version when the body was fetched; a newer version there
   * means that this body is out of date.
   */
  version: number;
  sections: Section[];
  /** Epoch ms since when this version is known. */
  since?: number | undefined;
  /**
   * The body was read late enough after `since` that no cache of the server
   * could still answer with an older one.
   */
  isConfirmed?: true | undefined;
  /**
   * The body is what this device saved: the server may answer with older
   * sections for a while.
   */
  isOwn?: true | undefined;
  /** Of our own save: the form list has told a newer version since. */
  isNewer?: true | undefined;
  /**
   * Of our own save: fingerprints of the contents that it and the saves shortly
   * before and after it replaced. A cache of the server may serve them again.
   */
  replaced?: string[] | undefined;
}

export interface Section {
  id: number;
  code: string;
  description: string;
  questions: Question[];
}

export interface Question {
  id: number;
  code: string;
  text: string;
  questionType: QuestionType;
  options: Option[];
}

export interface Option {
  id: number;
  text: string;
  isFreeText: boolean;
  flagged: boolean;
}

/** The server's question types (docs/api-contract.md 4.1). */
export const QuestionType = {
  multiple: 0,
  single: 1,
  singleWithText: 2,
  multipleWithText: 3,
} as const;
export type QuestionType = (typeof QuestionType)[keyof typeof QuestionType];

/**
 * One option at most: types 1 and 2 (docs/api-contract.md 6.7 corrects the
 * specification's 0 and 4).
 */
export function isSingleChoice(type: QuestionType): boolean {
  return type === QuestionType.single || type === QuestionType.singleWithText;
}

/**
 * Chosen options by question id, then by option id (docs/specification.md 3).
 */
export type ThreadAnswers = ReadonlyMap<
  number,
  ReadonlyMap<number, ChosenOption>
>;

/** All that counting needs of `ThreadAnswers`. */
type FlaggedAnswers = ReadonlyMap<
  number,
  ReadonlyMap<number, Pick<ChosenOption, 'flagged'>>
>;

/** Chosen options of a thread, for look-up by question and option. */
export function answersById<Chosen extends Pick<ChosenOption, 'optionId'>>(
  answers: readonly (Pick<Answer, 'questionId'> & {
    options: readonly Chosen[];
  })[],
): ReadonlyMap<number, ReadonlyMap<number, Chosen>> {
  return new Map(
    answers.map((answer) => [
      answer.questionId,
      new Map(answer.options.map((option) => [option.optionId, option])),
    ]),
  );
}

/** A chosen option is flagged when the form flags it or the server said so. */
export function isFlagged(
  option: Option,
  chosen: Pick<ChosenOption, 'flagged'>,
): boolean {
  return option.flagged || chosen.flagged;
}

/**
 * A question is flagged when a flagged option of it is chosen
 * (docs/api-contract.md 6.7).
 */
export function isQuestionFlagged(
  question: Question,
  answers: FlaggedAnswers,
): boolean {
  const chosen = answers.get(question.id);
  if (!chosen) return false;
  return question.options.some((option) => {
    const choice = chosen.get(option.id);
    return choice !== undefined && isFlagged(option, choice);
  });
}

export function findQuestion(
  body: FormBody,
  questionId: number,
): Question | undefined {
  for (const section of body.sections) {
    const question = section.questions.find(({ id }) => id === questionId);
    if (question) return question;
  }
  return undefined;
}

/** How far a thread fills one form. */
export interface Completeness {
  formId: number;
  code: string;
  questions: number;
  answered: number;
  flagged: number;
}

/** Counts questions, answered and flagged ones of a form in a thread. */
export function completeness(
  form: FormMeta,
  body: FormBody,
  answers: FlaggedAnswers,
): Completeness {
  const questions = body.sections.flatMap((section) => section.questions);
  return {
    formId: form.id,
    code: form.code,
    questions: questions.length,
    answered: questions.filter(({ id }) => answers.has(id)).length,
    flagged: questions.filter((each) => isQuestionFlagged(each, answers))
      .length,
  };
}

/** All that a person sees of a form's sections, so without ids. */
export function contentOf(sections: readonly Section[]) {
  return sections.map(({ code, description, questions }) => ({
    code,
    description,
    questions: questions.map((question) => ({
      code: question.code,
      text: question.text,
      questionType: question.questionType,
      options: question.options.map(({ text, isFreeText, flagged }) => ({
        text,
        isFreeText,
        flagged,
      })),
    })),
  }));
}

/**
 * Gives parts whose ids the server does not have the ids of equal parts there that
 * no other part of the form has. New ones (negative ids) were added by an earlier
 * request whose reply was lost; others were deleted meanwhile and added again. A
 * second PUT would add them once more (docs/api-contract.md 4.1 "merge").
 */
export function adoptIds(
  mine: readonly Section[],
  theirs: readonly Section[],
): Section[] {
  return pair(mine, theirs, isSameSection).map(([section, server]) => ({
    ...section,
    questions: pair(
      section.questions,
      server?.questions ?? [],
      isSameQuestion,
    ).map(([question, servers]) => ({
      ...question,
      options: pair(question.options, servers?.options ?? [], isSameOption).map(
        ([option]) => option,
      ),
    })),
  }));
}

function isSameSection(a: Section, b: Section): boolean {
  return a.code === b.code && a.description === b.description;
}

function isSameQuestion(a: Question, b: Question): boolean {
  return (
    a.code === b.code && a.text === b.text && a.questionType === b.questionType
  );
}

function isSameOption(a: Option, b: Option): boolean {
  return (
    a.text === b.text &&
    a.isFreeText === b.isFreeText &&
    a.flagged === b.flagged
  );
}

/**
 * Pairs each part of `mine` with its counterpart: by id, or by equal content
 * when `theirs` does not have the id.
 */
function pair<T extends { id: number }>(
  mine: readonly T[],
  theirs: readonly T[],
  isSame: (a: T, b: T) => boolean,
): [T, T | undefined][] {
  const claimed = new Set(mine.map(({ id }) => id));
  return mine.map((part) => {
    const server =
      theirs.find(({ id }) => id === part.id) ??
      theirs.find((each) => !claimed.has(each.id) && isSame(part, each));
    if (!server) return [part, undefined];
    claimed.add(server.id);
    return [{ ...part, id: server.id }, server];
  });
}

/**
 * Parts that `base` has and `mine` does not have: the push deletes them on the
 * server.
 */
export interface RemovedParts {
  sections: Section[];
  questions: { sectionId: number; question: Question }[];
  /**
   * Options stay on the server, which has no call to remove one
   * (docs/api-contract.md 4.1).
   */
  options: Option[];
}

/**
 * Compares by id. Questions and options inside a removed part are not listed
 * again.
 */
export function removedParts(
  base: readonly Section[],
  mine: readonly Section[],
): RemovedParts {
  const removed: RemovedParts = { sections: [], questions: [], options: [] };
  const ours = new Map(mine.map((section) => [section.id, section]));
  const questions = new Map(
    mine.flatMap((section) => section.questions).map((each) => [each.id, each]),
  );
  for (const section of base) {
    if (!ours.has(section.id)) {
      removed.sections.push(section);
      continue;
    }
    for (const question of section.questions) {
      const now = questions.get(question.id);
      if (!now) {
        removed.questions.push({ sectionId: section.id, question });
        continue;
      }
      const options = new Set(now.options.map(({ id }) => id));
      removed.options.push(
        ...question.options.filter(({ id }) => !options.has(id)),
      );
    }
  }
  return removed;
}

/** Whether two forms have the same content, ids aside. */
export function isSameContent(
  a: readonly Section[],
  b: readonly Section[],
): boolean {
  return JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b));
}
