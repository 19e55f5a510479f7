import { expect, it } from 'vitest';

import { ageOf } from '@/features/answers/age';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = Date.UTC(2026, 10, 22, 14, 32);

it.each([
  ['the same minute', now + 59_999, { unit: 'now' }],
  ['a clock that runs fast', now + 5 * MINUTE, { unit: 'now' }],
  [
    'the last moment of the minute before',
    now - 1,
    { unit: 'minutes', minutes: 1 },
  ],
  ['59 minutes', now - HOUR + MINUTE, { unit: 'minutes', minutes: 59 }],
  ['an hour', now - HOUR, { unit: 'hours', hours: 1, minutes: '00' }],
  [
    'two digits of minutes',
    now - 3 * HOUR - 2 * MINUTE,
    { unit: 'hours', hours: 3, minutes: '02' },
  ],
  [
    'just under a day',
    now - 24 * HOUR + MINUTE,
    { unit: 'hours', hours: 23, minutes: '59' },
  ],
  ['a day', now - 24 * HOUR, { unit: 'days', days: 1 }],
  ['nine days', now - 9 * 24 * HOUR - HOUR, { unit: 'days', days: 9 }],
])('says the age of %s', (_, at, age) => {
  expect(ageOf(at, now)).toEqual(age);
});
