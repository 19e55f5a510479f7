import { expect, it } from 'vitest';

import { decideTogether, standingOf } from '@/domain/triage/bulk';
import type { TriageMark } from '@/domain/triage/triage';

function aMark(changes: Partial<TriageMark> = {}): TriageMark {
  return { state: 'inProgress', note: '', setBy: 'ana', setAt: 1, ...changes };
}

const histories = new Map([
  ['b', [aMark({ note: 'Sunat' })]],
  ['c', [aMark({ state: 'resolved' })]],
  ['d', [aMark({ state: 'falseAlarm', note: 'Sunat' }), aMark()]],
]);

it('each thread keeps its note, and one that has the state is left out', () => {
  expect(decideTogether(['a', 'b', 'c', 'd'], 'resolved', histories)).toEqual([
    { state: 'resolved', note: '', keys: ['a'] },
    { state: 'resolved', note: 'Sunat', keys: ['b', 'd'] },
  ]);
});

it('the way back has the state and the note of each', () => {
  expect(standingOf(['a', 'b', 'd', 'x'], histories)).toEqual([
    { state: 'new', note: '', keys: ['a', 'x'] },
    { state: 'inProgress', note: 'Sunat', keys: ['b'] },
    { state: 'falseAlarm', note: 'Sunat', keys: ['d'] },
  ]);
});
