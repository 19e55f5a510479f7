import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Call, CallLog } from '@/domain/calls/call';
import {
  addCall,
  CALL_LOG_MAX,
  CALL_NOTE_MAX,
  CALL_OUTCOMES,
  isCall,
  isUncalledSince,
  mergeCalls,
} from '@/domain/calls/call';

function aCall(changes: Partial<Call> = {}): Call {
  return {
    outcome: 'noAnswer',
    note: '',
    calledBy: 'ana@demo.org',
    calledAt: 1000,
    ...changes,
  };
}

/** Of few values, so that devices often know the same call, or two of one moment. */
const someCalls = fc
  .array(
    fc
      .record({
        outcome: fc.constantFrom(...CALL_OUTCOMES),
        calledBy: fc.constantFrom('ana@demo.org', 'dan@demo.org'),
        calledAt: fc.integer({ min: 1, max: 30 }),
      })
      .map(aCall),
    { maxLength: 60 },
  )
  .map((calls) => mergeCalls([], calls));

describe('calls of several devices', () => {
  it('merge to the same in any order, grouping and number of times', () => {
    fc.assert(
      fc.property(someCalls, someCalls, someCalls, (a, b, c) => {
        const merged = mergeCalls(mergeCalls(a, b), c);
        expect(mergeCalls(a, mergeCalls(b, c))).toEqual(merged);
        expect(mergeCalls(mergeCalls(c, b), a)).toEqual(merged);
        expect(mergeCalls(merged, merged)).toEqual(merged);
        expect(mergeCalls(merged, b)).toEqual(merged);
      }),
    );
  });

  it('are all in the log, newest first, also two of one moment', () => {
    const early = aCall({ calledAt: 1000 });
    const late = aCall({ outcome: 'reached', calledAt: 2000 });
    const other = aCall({ calledBy: 'dan@demo.org', calledAt: 1000 });
    const log = mergeCalls([early], [late, other]);
    expect(log[0]).toEqual(late);
    expect(log).toHaveLength(3);
    expect(log).toEqual(expect.arrayContaining([early, other]));
  });

  it('are remembered up to a limit, the newest', () => {
    const many = Array.from({ length: CALL_LOG_MAX + 20 }, (_, at) =>
      aCall({ calledAt: at }),
    );
    const log = mergeCalls(many.slice(0, 70), many.slice(50));
    expect(log).toHaveLength(CALL_LOG_MAX);
    expect(log[0]).toEqual(many.at(-1));
    expect(log.at(-1)).toEqual(many[20]);
  });
});

describe('one more call', () => {
  const { calledAt: _, ...call } = aCall({ outcome: 'reached' });

  it('is dated now', () => {
    expect(addCall([], call, 5000)).toEqual([{ ...call, calledAt: 5000 }]);
  });

  it('is the newest also by a clock that is behind', () => {
    const log: CallLog = [aCall({ calledAt: 9000 })];
    expect(addCall(log, call, 5000)).toEqual([
      { ...call, calledAt: 9001 },
      ...log,
    ]);
  });
});

it('nobody was called since a moment whose last call is older, or who has none', () => {
  const log = [aCall({ calledAt: 2000 }), aCall({ calledAt: 10 })];
  expect(isUncalledSince(log, 2001)).toBe(true);
  expect(isUncalledSince(log, 2000)).toBe(false);
  expect(isUncalledSince(undefined, 0)).toBe(true);
});

describe('a call of a file', () => {
  it('is taken with every outcome, and a note as long as one can be', () => {
    for (const outcome of CALL_OUTCOMES) {
      expect(isCall(aCall({ outcome }))).toBe(true);
    }
    // Characters, not halves of them.
    expect(isCall(aCall({ note: '📞'.repeat(CALL_NOTE_MAX) }))).toBe(true);
  });

  it.each([
    ['no object', 'call'],
    ['null', null],
    ['an unknown outcome', { ...aCall(), outcome: 'busy' }],
    ['no outcome', { ...aCall(), outcome: undefined }],
    ['a note that is no text', { ...aCall(), note: 5 }],
    ['no note', { ...aCall(), note: undefined }],
    ['too long a note', aCall({ note: 'a'.repeat(CALL_NOTE_MAX + 1) })],
    ['nobody who called', aCall({ calledBy: '' })],
    ['an account that is no text', { ...aCall(), calledBy: 7 }],
    ['no time', { ...aCall(), calledAt: undefined }],
    ['a time that is text', { ...aCall(), calledAt: '1000' }],
    ['a part of a millisecond', aCall({ calledAt: 0.5 })],
    ['no number', aCall({ calledAt: Number.NaN })],
  ])('is refused with %s', (_what, value) => {
    expect(isCall(value)).toBe(false);
  });
});
