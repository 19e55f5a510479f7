import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { TriageMark } from '@/domain/triage/triage';
import {
  addMark,
  countStates,
  isTriageMark,
  mergeMarks,
  TRIAGE_HISTORY_MAX,
  TRIAGE_NOTE_MAX,
  TRIAGE_STATES,
  triageStateOf,
} from '@/domain/triage/triage';

function aMark(changes: Partial<TriageMark> = {}): TriageMark {
  return {
    state: 'inProgress',
    note: '',
    setBy: 'ana@demo.org',
    setAt: 1000,
    ...changes,
  };
}

/** Of few values, so that devices often know the same mark, or two of one moment. */
const someMarks = fc.array(
  fc
    .record({
      state: fc.constantFrom(...TRIAGE_STATES),
      setBy: fc.constantFrom('ana@demo.org', 'dan@demo.org'),
      setAt: fc.integer({ min: 1, max: 4 }),
    })
    .map(aMark),
  { maxLength: 10 },
);
const limit = fc.constantFrom(3, TRIAGE_HISTORY_MAX);

describe('marks of several devices', () => {
  it('merge to the same in any order, grouping and number of times', () => {
    fc.assert(
      fc.property(someMarks, someMarks, someMarks, limit, (a, b, c, most) => {
        const merge = (
          one: readonly TriageMark[],
          other: readonly TriageMark[],
        ) => mergeMarks(one, other, most);
        const merged = merge(merge(a, b), c);
        expect(merge(a, merge(b, c))).toEqual(merged);
        expect(merge(merge(c, b), a)).toEqual(merged);
        expect(merge(merged, merged)).toEqual(merged);
        expect(merge(merged, b)).toEqual(merged);
      }),
    );
  });

  it('are all in the history, the later one in force', () => {
    const mine = aMark({ state: 'resolved', setAt: 1000 });
    const theirs = aMark({ state: 'falseAlarm', setAt: 2000 });
    for (const merged of [
      mergeMarks([mine], [theirs]),
      mergeMarks([theirs], [mine]),
    ]) {
      expect(merged).toEqual([theirs, mine]);
      expect(triageStateOf(merged)).toBe('falseAlarm');
    }
  });

  it('of one moment are both kept', () => {
    const [mine, theirs] = [aMark(), aMark({ setBy: 'dan@demo.org' })];
    expect(mergeMarks([mine], [theirs])).toHaveLength(2);
  });
});

describe('a decision', () => {
  it('is in force over every mark that was seen, also where the clock is behind', () => {
    fc.assert(
      fc.property(someMarks, fc.integer({ min: 0, max: 9 }), (marks, now) => {
        const history = mergeMarks(marks, []);
        const { setAt: _, ...decision } = aMark({ state: 'resolved' });
        const next = addMark(history, decision, now);
        expect(triageStateOf(next)).toBe('resolved');
        expect(next).toHaveLength(history.length + 1);
        expect(next[0]?.setAt).toBeGreaterThanOrEqual(now);
      }),
    );
  });

  it('has the time of the clock where that is later', () => {
    expect(addMark([aMark()], aMark(), 5000)[0]?.setAt).toBe(5000);
  });

  it('pushes the oldest one out of a full history', () => {
    let history = mergeMarks([], []);
    for (let at = 0; at <= TRIAGE_HISTORY_MAX; at += 1) {
      history = addMark(history, aMark(), at);
    }
    expect(history).toHaveLength(TRIAGE_HISTORY_MAX);
    expect(history.at(-1)?.setAt).toBe(2);
  });
});

it.each([
  [{}, true],
  [{ note: '🗳'.repeat(TRIAGE_NOTE_MAX) }, true],
  [{ note: 'x'.repeat(TRIAGE_NOTE_MAX + 1) }, false],
  [{ note: undefined }, false],
  [{ state: 'done' }, false],
  [{ setBy: '' }, false],
  [{ setAt: Infinity }, false],
  [{ setAt: '1000' }, false],
])('a mark with %j can be stored: %s', (changes, expected) => {
  expect(isTriageMark({ ...aMark(), ...changes })).toBe(expected);
});

it.each([[undefined], [null], ['resolved'], [[]]])('%j is no mark', (value) => {
  expect(isTriageMark(value)).toBe(false);
});

it('threads are counted by state, without a mark as new', () => {
  const histories = new Map([
    ['1:1', [aMark({ state: 'resolved' }), aMark({ state: 'falseAlarm' })]],
    ['9:9', [aMark()]],
  ]);
  expect(countStates(['1:1', '2:2'], histories)).toEqual({
    new: 1,
    inProgress: 0,
    resolved: 1,
    falseAlarm: 0,
  });
});
