import { expect, it } from 'vitest';

import type { CursorRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import { cacheShare } from '@/data/device/cache-share';

function aCursor(changes: Partial<CursorRow>): CursorRow {
  return { resource: 'observers', triedAt: 1, asOf: 1, ...changes };
}

it.each([
  ['never asked', 0, undefined, false, undefined],
  ['never told how long it is', 3, aCursor({}), false, undefined],
  ['filled', 2, aCursor({ total: 5 }), false, { cached: 2, total: 5 }],
  ['whole', 5, aCursor({ total: 5, sweptAt: 1 }), true, undefined],
  // More rows than the server has: some are gone and were not missed often enough.
  ['whole and older', 6, aCursor({ total: 5, sweptAt: 1 }), true, undefined],
  [
    'torn before any clean reading',
    3,
    aCursor({ total: 5, seen: 3 }),
    false,
    { cached: 3, total: 5 },
  ],
  [
    'torn after a clean reading: all that is cached counts',
    5,
    aCursor({ total: 5, sweptAt: 1, seen: 3 }),
    false,
    { cached: 5, total: 5 },
  ],
  [
    'torn by a total that moved',
    5,
    aCursor({ total: 5, sweptAt: 1, seen: 5 }),
    false,
    { cached: 5, total: 5 },
  ],
])('a list that was %s', (_, count, cursor, whole, said) => {
  expect(isWhole(cursor)).toBe(whole);
  expect(cacheShare(count, cursor)).toEqual(said);
});
