import { expect, it } from 'vitest';

import { largest } from '../../server/largest';

const numberOf = ({ order }: { order: number }) => order;

it('is that of as many rows as there may be', () => {
  const rows = Array.from({ length: 1_000_000 }, (_, order) => ({ order }));
  expect(largest(rows, numberOf)).toBe(999_999);
});

it('is 0 where there are none', () => {
  expect(largest([], numberOf)).toBe(0);
});
