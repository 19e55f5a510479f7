import { describe, expect, it } from 'vitest';

import type { FilterFields } from '@/features/answers/list/filter-fields';
import { checkFields, noFilter } from '@/features/answers/list/filter-fields';

function fields(changes: Partial<FilterFields>): FilterFields {
  return { ...noFilter, ...changes };
}

const local = (...parts: [number, number, number, number, number]) =>
  new Date(...parts).getTime();

describe('what can be applied', () => {
  it.each([
    ['nothing', {}, {}],
    ['a county', { county: 'CJ' }, { county: 'CJ' }],
    [
      'a station',
      { pollingStationNumber: ' 142 ' },
      { pollingStationNumber: 142 },
    ],
    [
      'the value 0 is kept (docs/specification.md 5)',
      { pollingStationNumber: '0' },
      { pollingStationNumber: 0 },
    ],
    [
      'part of a phone',
      { phoneObserver: '0700 1' },
      { observerPhone: '0700 1' },
    ],
    ...['0700 000 783', '+40700000783', '0700-000-783', '0700–000–783'].map(
      (phone): [string, Partial<FilterFields>, object] => [
        `a phone as it is written: ${phone}`,
        { phoneObserver: phone },
        { observerPhone: phone },
      ],
    ),
    [
      'a phone with slashes',
      { phoneObserver: '0700/1' },
      { observerPhone: '0700/1' },
    ],
    [
      'a phone with signs that nobody sees',
      { phoneObserver: '\u202A+40700\u00A01\u202C' },
      { observerPhone: '+40700 1' },
    ],
    [
      'from a minute',
      { from: '2026-11-22 06:00' },
      { from: local(2026, 10, 22, 6, 0) },
    ],
    [
      'to the end of its minute',
      { to: '2026-11-22 14:32' },
      { to: local(2026, 10, 22, 14, 32) + 59_999 },
    ],
    ['a state', { triage: 'falseAlarm' }, { triage: 'falseAlarm' }],
    [
      'a whole day',
      { from: '2026-11-22', to: '2026-11-22' },
      {
        from: local(2026, 10, 22, 0, 0),
        to: local(2026, 10, 22, 23, 59) + 59_999,
      },
    ],
  ] satisfies [string, Partial<FilterFields>, object][])(
    '%s',
    (_, typed, filter) => {
      expect(checkFields(fields(typed))).toEqual({ filter, errors: {} });
    },
  );
});

describe('what is named and left out', () => {
  it.each([
    ['a word for a number', { pollingStationNumber: 'abc' }, 'number'],
    ['a fraction', { pollingStationNumber: '1.5' }, 'number'],
    [
      'more than a server can read',
      { pollingStationNumber: '12345678901' },
      'number',
    ],
    ['letters in a phone', { phoneObserver: '07x' }, 'phone'],
    ['no date', { from: 'yesterday' }, 'date'],
    ['a day that does not exist', { from: '2026-02-30 10:00' }, 'date'],
    ['a month that does not exist', { to: '2026-13-01 10:00' }, 'date'],
    ['an hour that does not exist', { to: '2026-11-22 24:10' }, 'date'],
    ['minutes that do not exist', { to: '2026-11-22 10:75' }, 'date'],
    ['a state that there is not', { triage: 'done' }, 'state'],
    ['half a time', { to: '2026-11-22 10' }, 'date'],
  ] satisfies [string, Partial<FilterFields>, string][])(
    '%s',
    (_, typed, error) => {
      const [name] = Object.keys(typed);
      expect(checkFields(fields(typed))).toEqual({
        filter: {},
        errors: { [name ?? '']: error },
      });
    },
  );

  it('a flagged answer is any, or one option by its id', () => {
    expect(checkFields(fields({ flagged: 'true' })).filter.more).toEqual({
      flagged: true,
    });
    expect(checkFields(fields({ flagged: '902' })).filter.more).toEqual({
      flagged: 902,
    });
    expect(checkFields(fields({ notes: '902' })).errors).toEqual({
      notes: 'switch',
    });
  });

  it('an end before its beginning, while the beginning stays', () => {
    const typed = { from: '2026-11-22 10:00', to: '2026-11-22 09:59' };
    expect(checkFields(fields(typed))).toEqual({
      filter: { from: local(2026, 10, 22, 10, 0) },
      errors: { to: 'order' },
    });
  });

  it('one wrong field does not take the others with it', () => {
    const typed = { county: 'CJ', pollingStationNumber: 'x' };
    expect(checkFields(fields(typed)).filter).toEqual({ county: 'CJ' });
  });
});
