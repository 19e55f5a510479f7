import { expect, it } from 'vitest';

import { wilson } from '@/domain/questions/interval';

// R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
// Medicine 17, 1998, table I, the score method without continuity correction.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [29, 29, 0.883, 1],
])('%i of %i lies between %f and %f', (hits, size, low, high) => {
  const interval = wilson(hits, size);
  expect(interval?.low).toBeCloseTo(low, 4);
  expect(interval?.high).toBeCloseTo(high, 4);
});

it('says nothing where nobody answered', () => {
  expect(wilson(0, 0)).toBeUndefined();
});
