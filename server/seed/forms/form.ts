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
  /**
   * Texts that observers may write beside the option; only free-text options
   * have any.
   */
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

/**
 * A form as the files of this folder write it; `buildForms` gives it ids and
 * codes.
 */
export interface FormSource {
  code: string;
  description: string;
  diaspora: boolean;
  draft: boolean;
  sections: SectionSource[];
}

/** A section with its title and its questions, in order. */
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

/** Exactly one option; some options take a text. */
export const singleWithText = asking(questionType.singleWithText);

/** Several options; some take a text. */
export const multipleWithText = asking(questionType.multipleWithText);

/** An option that makes the thread urgent. */
export function flag(text: string): OptionSource {
  return { text, isFreeText: false, flagged: true, samples: [] };
}

/** An option beside which observers write a text, and samples of such texts. */
export function free(text: string, ...samples: string[]): OptionSource {
  return { text, isFreeText: true, flagged: false, samples };
}

/** A flagged option beside which observers write a text. */
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
