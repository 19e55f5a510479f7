import { expect, it } from 'vitest';

import type { FormBody, Question } from '@/domain/forms/form';
import {
  countThatFill,
  firstOf,
  groupQuestions,
} from '@/features/answers/detail/questions/question-groups';

const question = (id: number): Question => ({
  id,
  code: `Q${id}`,
  text: '',
  questionType: 1,
  options: [],
});

const body: FormBody = {
  id: 1,
  version: 1,
  sections: [
    {
      id: 1,
      code: 'S1',
      description: '',
      questions: [1, 2, 3].map(question),
    },
    { id: 2, code: 'S2', description: '', questions: [4, 5].map(question) },
    { id: 3, code: 'S3', description: '', questions: [] },
  ],
};

it.each([
  ['no flags: the form as it is', [], false, 'S1:1,2,3 S2:4,5'],
  ['one section: its title once', [3], false, 'S1:3,1,2 S2:4,5'],
  ['a later section first', [5], false, 'S2:5 S1:1,2,3 S2:4'],
  ['two sections with flags', [2, 4], false, 'S1:2 S2:4 S1:1,3 S2:5'],
  ['only flagged', [2, 4], true, 'S1:2 S2:4'],
  ['only flagged without any', [], true, ''],
  ['all flagged', [1, 2, 3, 4, 5], false, 'S1:1,2,3 S2:4,5'],
])('%s', (_, first, isOnly, expected) => {
  const groups = groupQuestions(body, new Set(first), isOnly);
  const text = groups
    .map(
      ({ section, questions }) =>
        `${section.code}:${questions.map(({ id }) => id).join(',')}`,
    )
    .join(' ');
  expect(text).toBe(expected);
  expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
});

it.each([
  ['no height', 0, 0],
  ['a part of a card', 1, 1],
  ['one card', 48, 1],
  ['a card and a part of one', 49, 2],
  ['more than all', 9_999, 5],
])('%s is filled by so many questions', (_, height, count) => {
  const groups = groupQuestions(body, new Set(), false);
  expect(countThatFill(groups, height)).toBe(count);
});

it('options make a question taller', () => {
  const options = [1, 2, 3].map((id) => ({
    id,
    text: '',
    isFreeText: false,
    flagged: false,
  }));
  const section = {
    id: 1,
    code: 'S1',
    description: '',
    questions: [1, 2, 3].map((id) => ({ ...question(id), options })),
  };
  const groups = groupQuestions(
    { ...body, sections: [section] },
    new Set(),
    false,
  );
  expect(countThatFill(groups, 120)).toBe(1);
  expect(countThatFill(groups, 121)).toBe(2);
});

it.each([
  [0, ''],
  [2, '1,2'],
  [3, '1,2,3'],
  [4, '1,2,3 4'],
  [99, '1,2,3 4,5'],
])('the first %i questions are %s', (count, expected) => {
  const groups = firstOf(groupQuestions(body, new Set(), false), count);
  const text = groups
    .map(({ questions }) => questions.map(({ id }) => id).join(','))
    .join(' ');
  expect(text).toBe(expected);
});
