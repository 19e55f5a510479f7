import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { SharedMark } from '@/domain/triage/shared';
import { unionMarks, marksBeside } from '@/domain/triage/shared';
import type { TriageMark } from '@/domain/triage/triage';
import { triageStateOf } from '@/domain/triage/triage';

const noon = Date.UTC(2026, 10, 22, 12);

function aMark(changes: Partial<TriageMark> = {}): TriageMark {
  return { state: 'new', note: '', setBy: 'ana', setAt: noon, ...changes };
}

function aSharedMark(changes: Partial<SharedMark> = {}): SharedMark {
  return { id: 1, key: '1:1', ...aMark(), receivedAt: noon + 10, ...changes };
}

describe('the union of a device and the server', () => {
  it('has each mark once, the latest in force', () => {
    const local = [aMark({ state: 'resolved', setAt: noon + 5 }), aMark()];
    const shared = [
      aSharedMark(),
      aSharedMark({ id: 2, setBy: 'dan', setAt: noon + 2 }),
    ];
    expect(unionMarks(local, shared)).toEqual([
      { ...aMark({ state: 'resolved', setAt: noon + 5 }), isShared: false },
      { ...aMark({ setBy: 'dan', setAt: noon + 2 }), isShared: true },
      { ...aMark(), isShared: true },
    ]);
  });

  it('takes a mark from a clock that runs ahead for as old as its arrival', () => {
    const ahead = { setAt: noon + 3_600_000, receivedAt: noon };
    const shared = [
      aSharedMark({ id: 1, state: 'falseAlarm', ...ahead }),
      aSharedMark({ id: 2, state: 'resolved', setAt: noon + 1 }),
    ];
    expect(unionMarks([], shared).map(({ state }) => state)).toEqual([
      'resolved',
      'falseAlarm',
    ]);
    // On the device that sent it, too: it is the same mark.
    const own = [aMark({ state: 'falseAlarm', setAt: ahead.setAt })];
    expect(unionMarks(own, shared)).toEqual(unionMarks([], shared));
  });

  it('of equal times has the one in force that is stored later', () => {
    const shared = [
      aSharedMark({ id: 1, state: 'resolved' }),
      aSharedMark({ id: 2, state: 'falseAlarm' }),
    ];
    const waiting = aMark({ state: 'inProgress' });
    expect(unionMarks([waiting], shared).map(({ state }) => state)).toEqual([
      'inProgress',
      'falseAlarm',
      'resolved',
    ]);
  });

  it('has what the server refused last, and not in force', () => {
    const refused = aMark({ state: 'resolved', setAt: noon + 5 });
    const failure = { kind: 'missing' as const, status: 404 };
    const refusals = [{ ...refused, key: '1:1', failure }];
    const known = unionMarks([refused, aMark()], [], refusals);
    expect(known).toEqual([
      { ...aMark(), isShared: false },
      { ...refused, isShared: false, refusal: failure },
    ]);
    expect(triageStateOf(known)).toBe('new');
    // Alone it is not in force either.
    expect(triageStateOf(unionMarks([refused], [], refusals))).toBe('new');
    // From another device of the account it arrived after all.
    const there = [aSharedMark({ ...refused })];
    expect(unionMarks([refused], there, refusals)).toEqual([
      { ...refused, isShared: true, setAt: noon + 5 },
    ]);
  });

  it('is the same on every device that has sent and read everything', () => {
    const marks = fc.array(
      fc.record({
        state: fc.constantFrom('new' as const, 'resolved' as const),
        note: fc.constantFrom('', 'x'),
        setBy: fc.constantFrom('ana', 'dan'),
        setAt: fc.integer({ min: noon, max: noon + 3 }),
      }),
    );
    fc.assert(
      fc.property(marks, marks, (ana, dan) => {
        const sent = [...ana, ...dan].filter(
          (mark, at, all) =>
            all.findIndex((each) => isEqual(each, mark)) === at,
        );
        const shared = sent.map((mark, at) =>
          aSharedMark({ ...mark, id: at + 1 }),
        );
        expect(marksBeside(ana, shared)).toEqual([]);
        expect(unionMarks(ana, shared)).toEqual(unionMarks(dan, shared));
        expect(unionMarks(ana, shared)).toHaveLength(sent.length);
      }),
    );
  });
});

function isEqual(one: TriageMark, other: TriageMark): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
