import { expect, it } from 'vitest';

import { formatBytes } from '@/ui/format';

it.each([
  [0, 'ro', '0 kB'],
  [950, 'en', '1 kB'],
  [3_400, 'en', '3.4 kB'],
  [3_200_000, 'ro', '3,2 MB'],
  [148e6, 'en', '148 MB'],
  [2.1e9, 'ro', '2,1 GB'],
])('%d bytes are written in %s as %s', (bytes, locale, text) => {
  expect(formatBytes(bytes, locale)).toBe(text);
});
