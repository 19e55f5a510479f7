import { describe, expect, it } from 'vitest';

import { clampPage, maxPage, pageWindow } from '@/ui/table/page-window';

describe('page window (docs/specification.md 2, docs/api-contract.md 6.14)', () => {
  it.each([
    // page, max, pages, ellipsis before, ellipsis after
    [1, 0, [], false, false],
    [1, 1, [1], false, false],
    [1, 2, [1, 2], false, false],
    [1, 3, [1, 2, 3], false, false],
    [1, 4, [1, 2, 3], false, true],
    [2, 4, [1, 2, 3, 4], false, false],
    [3, 5, [1, 2, 3, 4, 5], false, false],
    [3, 6, [1, 2, 3, 4, 5], false, true],
    [4, 6, [2, 3, 4, 5, 6], true, false],
    [4, 7, [2, 3, 4, 5, 6], true, true],
    [4, 13, [2, 3, 4, 5, 6], true, true],
    [10, 13, [8, 9, 10, 11, 12], true, true],
    [11, 13, [9, 10, 11, 12, 13], true, false],
    [13, 13, [11, 12, 13], true, false],
    [99, 13, [11, 12, 13], true, false],
    [0, 13, [1, 2, 3], false, true],
  ])('page %i of %i', (page, max, pages, gapBefore, gapAfter) => {
    expect(pageWindow(page, max)).toEqual({ pages, gapBefore, gapAfter });
  });

  it.each([
    [0, 100, 0],
    [1, 100, 1],
    [100, 100, 1],
    [101, 100, 2],
    [1243, 100, 13],
  ])('%i rows by %i make %i pages', (total, size, max) => {
    expect(maxPage(total, size)).toBe(max);
  });

  it('keeps a page inside what exists', () => {
    expect([clampPage(0, 5), clampPage(3, 5), clampPage(9, 5)]).toEqual([
      1, 3, 5,
    ]);
    expect(clampPage(4, 0)).toBe(1);
  });
});
