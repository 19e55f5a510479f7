/** Question types of the wire (docs/api-contract.md 4.1). */
export const questionType = {
  multiple: 0,
  single: 1,
  singleWithText: 2,
  multipleWithText: 3,
} as const;

export type QuestionType = (typeof questionType)[keyof typeof questionType];

interface OptionSource {
  text: string;
  isFreeText: boolean;
  flagged: boolean;
  /** What observers may write beside it; only free-text options have any. */
  samples: string[];
}

interface QuestionSource {
  type: QuestionType;
  text: string;
  /** The usual answer first: the seed draws it most of the time. */
  options: OptionSource[];
}

interface SectionSource {
  description: string;
  questions: QuestionSource[];
}

/** A form as it is written here; ids and codes are given by `buildForms`. */
export interface FormSource {
  code: string;
  description: string;
  diaspora: boolean;
  draft: boolean;
  sections: SectionSource[];
}

/** A section: what it is about and its questions, in order. */
export function section(
  description: string,
  ...questions: QuestionSource[]
): SectionSource {
  return { description, questions };
}

/** Several options may be ticked. */
export const multiple = asking(questionType.multiple);

/** Exactly one option. */
export const single = asking(questionType.single);

/** Exactly one option, of which some want a text. */
export const singleWithText = asking(questionType.singleWithText);

/** Several options, of which some want a text. */
export const multipleWithText = asking(questionType.multipleWithText);

/** An option that makes the thread urgent. */
export function flag(text: string): OptionSource {
  return { text, isFreeText: false, flagged: true, samples: [] };
}

/** An option with a text of the observer's own, and samples of such texts. */
export function free(text: string, ...samples: string[]): OptionSource {
  return { text, isFreeText: true, flagged: false, samples };
}

/** Both: urgent, and the observer says why. */
export function flagFree(text: string, ...samples: string[]): OptionSource {
  return { text, isFreeText: true, flagged: true, samples };
}

function asking(type: QuestionType) {
  return (
    text: string,
    ...options: (string | OptionSource)[]
  ): QuestionSource => ({
    type,
    text,
    options: options.map((option) =>
      typeof option === 'string'
        ? { text: option, isFreeText: false, flagged: false, samples: [] }
        : option,
    ),
  });
}
