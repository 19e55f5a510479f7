import { describe, expect, it } from 'vitest';

import type { Answer } from '@/domain/answers/answer';
import type { FormBody, Question } from '@/domain/forms/form';
import {
  answersById,
  completeness,
  findQuestion,
  isQuestionFlagged,
  isSingleChoice,
  QuestionType,
} from '@/domain/forms/form';

import { aForm, aSection, chosen } from '../../support/builders';

/** The question of `aSection`: 902 is its flagged option. */
const question: Question = {
  id: 205,
  code: 'A1.1',
  text: 'Urna este sigilată?',
  questionType: QuestionType.singleWithText,
  options: aSection().questions.flatMap(({ options }) => options),
};

/** The same question under another id, as a form has many. */
function questionLike(id: number): Question {
  return { ...question, id, code: `A1.${id}` };
}

it.each([
  [QuestionType.multiple, false],
  [QuestionType.single, true],
  [QuestionType.singleWithText, true],
  [QuestionType.multipleWithText, false],
])(
  'type %i takes one option at most: %j (docs/api-contract.md 6.7)',
  (type, isSingle) => {
    expect(isSingleChoice(type)).toBe(isSingle);
  },
);

describe('a flagged question (docs/api-contract.md 6.7)', () => {
  it.each<[string, Answer[], boolean]>([
    ['nothing was answered', [], false],
    [
      'the flagged option is chosen',
      [{ questionId: 205, options: [chosen({ optionId: 902 })] }],
      true,
    ],
    [
      'only options without a flag are chosen',
      [{ questionId: 205, options: [chosen({ optionId: 901 })] }],
      false,
    ],
    [
      'the server flags an option that the form does not',
      [{ questionId: 205, options: [chosen({ flagged: true })] }],
      true,
    ],
    [
      'one of two chosen options is flagged',
      [
        {
          questionId: 205,
          options: [chosen({ optionId: 903 }), chosen({ optionId: 902 })],
        },
      ],
      true,
    ],
    [
      'the flagged option is chosen in another question',
      [{ questionId: 206, options: [chosen({ optionId: 902 })] }],
      false,
    ],
    [
      'the chosen option left the form',
      [{ questionId: 205, options: [chosen({ optionId: 9, flagged: true })] }],
      false,
    ],
    ['it was answered with nothing', [{ questionId: 205, options: [] }], false],
  ])('when %s', (_name, answers, expected) => {
    expect(isQuestionFlagged(question, answersById(answers))).toBe(expected);
  });
});

describe('completeness of a form', () => {
  const body: FormBody = {
    id: 12,
    version: 1,
    sections: [
      { ...aSection(), questions: [question, questionLike(206)] },
      { ...aSection(), id: 32, questions: [questionLike(207)] },
      { ...aSection(), id: 33, questions: [] },
    ],
  };

  it.each<[string, Answer[], number, number]>([
    ['nothing', [], 0, 0],
    ['one question', [{ questionId: 205, options: [chosen()] }], 1, 0],
    [
      'two questions, one flagged, in two sections',
      [
        { questionId: 205, options: [chosen({ optionId: 902 })] },
        { questionId: 207, options: [chosen({ optionId: 901 })] },
      ],
      2,
      1,
    ],
    [
      'questions of another form',
      [{ questionId: 999, options: [chosen({ flagged: true })] }],
      0,
      0,
    ],
  ])('counts %s', (_name, answers, answered, flagged) => {
    const form = aForm({ id: 12, code: 'A' });
    expect(completeness(form, body, answersById(answers))).toEqual({
      formId: 12,
      code: 'A',
      questions: 3,
      answered,
      flagged,
    });
  });

  it('of a form without questions is nothing of nothing', () => {
    const empty = { ...body, sections: [] };
    expect(completeness(aForm(), empty, new Map())).toMatchObject({
      questions: 0,
      answered: 0,
      flagged: 0,
    });
  });

  it('finds questions in every section and no others', () => {
    expect(findQuestion(body, 207)?.code).toBe('A1.207');
    expect(findQuestion(body, 205)?.code).toBe('A1.1');
    expect(findQuestion(body, 999)).toBeUndefined();
  });
});
