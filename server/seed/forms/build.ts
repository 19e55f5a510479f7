import { counting } from './counting';
import { abroad } from './diaspora';
import type { QuestionType } from './form';
import { opening } from './opening';
import { secondRound } from './second-round';
import { voting } from './voting';

export interface OptionRow {
  id: number;
  questionId: number;
  text: string;
  isFreeText: boolean;
  flagged: boolean;
  orderNumber: number;
  /** Texts that observers may write beside the option; not stored. */
  samples: string[];
}

export interface QuestionRow {
  id: number;
  sectionId: number;
  code: string;
  text: string;
  questionType: QuestionType;
  orderNumber: number;
}

interface SectionRow {
  id: number;
  formId: number;
  code: string;
  description: string;
  orderNumber: number;
}

interface FormRow {
  id: number;
  code: string;
  title: string;
  description: string;
  currentVersion: number;
  diaspora: boolean;
  draft: boolean;
  order: number;
}

/** A question with its options, for an observer to fill in. */
export interface AskedQuestion {
  question: QuestionRow;
  options: OptionRow[];
}

export interface BuiltForms {
  forms: FormRow[];
  sections: SectionRow[];
  questions: QuestionRow[];
  options: OptionRow[];
  /** The questions of a form, in the order in which they are asked. */
  asked: Map<string, AskedQuestion[]>;
}

/**
 * Gives ids and codes to the demo forms: A opening, B voting, C counting, D
 * abroad (published) and E (draft). Ids and order numbers start at 1. Sections
 * are coded `A1`, questions `A1.1` (a section code has at most 4 characters,
 * docs/api-contract.md 4.1). Each call gives the same rows.
 */
export function buildForms(): BuiltForms {
  const built: BuiltForms = {
    forms: [],
    sections: [],
    questions: [],
    options: [],
    asked: new Map(),
  };
  for (const source of [opening, voting, counting, abroad, secondRound]) {
    const form: FormRow = {
      id: built.forms.length + 1,
      code: source.code,
      title: source.description,
      description: source.description,
      currentVersion: 1,
      diaspora: source.diaspora,
      draft: source.draft,
      order: built.forms.length + 1,
    };
    built.forms.push(form);
    const asked: AskedQuestion[] = [];
    built.asked.set(form.code, asked);

    for (const [sectionIndex, part] of source.sections.entries()) {
      const section: SectionRow = {
        id: built.sections.length + 1,
        formId: form.id,
        code: `${form.code}${sectionIndex + 1}`,
        description: part.description,
        orderNumber: sectionIndex + 1,
      };
      built.sections.push(section);

      for (const [
        questionIndex,
        { text, type, options },
      ] of part.questions.entries()) {
        const question: QuestionRow = {
          id: built.questions.length + 1,
          sectionId: section.id,
          code: `${section.code}.${questionIndex + 1}`,
          text,
          questionType: type,
          orderNumber: questionIndex + 1,
        };
        built.questions.push(question);
        const firstOption = built.options.length + 1;
        const rows = options.map(
          ({ text, isFreeText, flagged, samples }, index): OptionRow => ({
            id: firstOption + index,
            questionId: question.id,
            text,
            isFreeText,
            flagged,
            orderNumber: index + 1,
            samples,
          }),
        );
        built.options.push(...rows);
        asked.push({ question, options: rows });
      }
    }
  }
  return built;
}
