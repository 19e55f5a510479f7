import { expect, it } from 'vitest';

import { nextFlagged } from '@/features/answers/detail/next-flagged';

import { aForm } from '../../../support/builders';

const tabs = [
  { form: aForm({ id: 1 }), flagged: [11, 12] },
  { form: aForm({ id: 2 }), flagged: [] },
  { form: aForm({ id: 3 }), flagged: [31] },
];

it.each([
  ['the first of the open form', undefined, 3, 31],
  ['the first of all where the open form has none', undefined, 2, 11],
  ['the next of the same form', { formId: 1, questionId: 11 }, 1, 12],
  ['on to the next form', { formId: 1, questionId: 12 }, 1, 31],
  ['round again', { formId: 3, questionId: 31 }, 3, 11],
])('goes to %s', (_, last, openForm, expected) => {
  expect(nextFlagged(tabs, last, openForm)?.questionId).toBe(expected);
});

it('goes nowhere without flags', () => {
  expect(nextFlagged([], undefined, undefined)).toBeUndefined();
});
