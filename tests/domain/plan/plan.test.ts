import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Plan, PlanLine } from '@/domain/plan/plan';
import { isPlan, laterPlan } from '@/domain/plan/plan';

const aLine: PlanLine = { phone: '0700000041', county: 'CJ', station: 7 };

function aPlan(changes: Partial<Plan> = {}): Plan {
  return { fileName: 'plan.csv', importedAt: 1, lines: [aLine], ...changes };
}

describe('a plan out of a file', () => {
  it.each<[string, object]>([
    ['without times', {}],
    ['with both times', { lines: [{ ...aLine, from: 1, to: 2 }] }],
    ['with one of them', { lines: [aLine, { ...aLine, to: 2 }] }],
    ['without a name', { fileName: '' }],
  ])('%s is read', (_what, changes) => {
    expect(isPlan({ ...aPlan(), ...changes })).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'plan'],
    ['without lines', aPlan({ lines: [] })],
    ['whose lines are no list', { ...aPlan(), lines: { 0: aLine } }],
    ['without a file name', { ...aPlan(), fileName: undefined }],
    ['without a time', { ...aPlan(), importedAt: '10:20' }],
    ['with a line that is none', { ...aPlan(), lines: [aLine, null] }],
    ...(
      [
        { phone: '' },
        { phone: 700_000_041 },
        { county: '' },
        { county: undefined },
        { station: '7' },
        { station: 7.5 },
        { from: '10:20' },
        { to: Number.NaN },
      ] as object[]
    ).map((part): [string, unknown] => [
      `one of whose lines has ${Object.entries(part).join()}`,
      { ...aPlan(), lines: [aLine, { ...aLine, ...part }] },
    ]),
  ])('%s is refused', (_what, value) => {
    expect(isPlan(value)).toBe(false);
  });
});

describe('of the plans of two devices', () => {
  it('the one that was imported later counts, as a whole', () => {
    const early = aPlan({ importedAt: 1, lines: [aLine, aLine] });
    const late = aPlan({ importedAt: 2 });
    expect(laterPlan(early, late)).toBe(late);
    expect(laterPlan(late, early)).toBe(late);
  });

  it('one counts in any order of merging, also of one moment', () => {
    const plans = fc.record({
      fileName: fc.constantFrom('a.csv', 'b.csv'),
      importedAt: fc.integer({ min: 1, max: 2 }),
      lines: fc.constantFrom([aLine], [aLine, { ...aLine, station: 8 }]),
    });
    fc.assert(
      fc.property(plans, plans, plans, (a, b, c) => {
        const merged = laterPlan(laterPlan(a, b), c);
        expect(laterPlan(laterPlan(c, b), a)).toEqual(merged);
        expect(laterPlan(a, laterPlan(b, c))).toEqual(merged);
        expect(laterPlan(merged, b)).toEqual(merged);
      }),
    );
  });
});
