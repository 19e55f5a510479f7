import type { Answer, ChosenOption } from './answer';

/** A form as the lists know it (specification section 3 "Form metadata"). */
export interface FormMeta {
  id: number;
  code: string;
  /** Shown as the form's name: the host keeps no other (contract section 5, row 12). */
  description: string;
  title?: string;
  diaspora: boolean;
  draft: boolean;
  currentVersion: number;
  order: number;
}

/** The sections of one form, fetched on their own. */
export interface FormBody {
  id: number;
  /** The list's version when the body was fetched: a newer one asks for a new body. */
  version: number;
  sections: Section[];
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

/** The host's question types (contract 4.1). */
export const QuestionType = {
  multiple: 0,
  single: 1,
  singleWithText: 2,
  multipleWithText: 3,
} as const;
export type QuestionType = (typeof QuestionType)[keyof typeof QuestionType];

/** One option at most: types 1 and 2 (contract 6.7 corrects the specification's 0 and 4). */
export function isSingleChoice(type: QuestionType): boolean {
  return type === QuestionType.single || type === QuestionType.singleWithText;
}

/** Chosen options by question id, then by option id (specification section 3). */
export type ThreadAnswers = ReadonlyMap<
  number,
  ReadonlyMap<number, ChosenOption>
>;

/** Keys a thread's answers for look-up. */
export function answersById(answers: readonly Answer[]): ThreadAnswers {
  return new Map(
    answers.map((answer) => [
      answer.questionId,
      new Map(answer.options.map((option) => [option.optionId, option])),
    ]),
  );
}

/** A chosen option is flagged when the form flags it or the host said so. */
export function isFlagged(option: Option, chosen: ChosenOption): boolean {
  return option.flagged || chosen.flagged;
}

/** A question is flagged when a flagged option of it is chosen (contract 6.7). */
export function isQuestionFlagged(
  question: Question,
  answers: ThreadAnswers,
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
  answers: ThreadAnswers,
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
