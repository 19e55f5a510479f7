import { expect, it } from 'vitest';

import { countMet } from '@/workers/pull/sweep';

const MINUTE = 60_000;

/** How many of six rows two torn readings met, the second one so many ms later by the clock. */
function metAfter(ms: number): number {
  let now = 1_000 * MINUTE;
  const engine = { now: () => now };
  countMet(engine, 'observers', [6, 6], new Set([1, 2, 3, 4, 5]));
  now += ms;
  return countMet(engine, 'observers', [6, 6], new Set([2, 3, 4, 5, 6]));
}

it('adds up torn readings of one total for ten minutes', () => {
  expect(metAfter(9 * MINUTE)).toBe(6);
  expect(metAfter(10 * MINUTE)).toBe(5);
});

it('adds up nothing over a clock that was set back', () => {
  expect(metAfter(-MINUTE)).toBe(5);
});
