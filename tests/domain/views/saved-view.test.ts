import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { SavedView } from '@/domain/views/saved-view';
import {
  isNameTaken,
  isSavedView,
  mergeViews,
  shownViews,
  VIEW_NAME_MAX,
} from '@/domain/views/saved-view';

function aView(changes: Partial<SavedView> = {}): SavedView {
  return {
    id: 'a',
    name: 'Cluj',
    query: 'county=CJ',
    isPinned: false,
    order: 1,
    changedAt: 1000,
    ...changes,
  };
}

const someViews = fc.array(
  fc
    .record({
      id: fc.constantFrom('a', 'b'),
      name: fc.constantFrom('Cluj', 'Alba'),
      changedAt: fc.integer({ min: 1, max: 3 }),
      isDeleted: fc.constantFrom(undefined, true, false),
    })
    .map(aView),
  { maxLength: 6 },
);

describe('views of several devices', () => {
  it('merge to the same in any order and number of times', () => {
    const byId = (views: SavedView[]) =>
      views.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    fc.assert(
      fc.property(someViews, someViews, (one, other) => {
        const merged = byId(mergeViews(one, other));
        expect(byId(mergeViews(other, one))).toEqual(merged);
        expect(byId(mergeViews(merged, one))).toEqual(merged);
      }),
    );
  });

  it('count as they were changed last, and of one moment as deleted', () => {
    const old = aView({ isPinned: true });
    const renamed = aView({ name: 'Cluj-Napoca', changedAt: 2000 });
    expect(mergeViews([renamed], [old])).toEqual([renamed]);
    const gone = aView({ isDeleted: true });
    expect(mergeViews([old], [gone])).toEqual([gone]);
  });
});

it('views are shown in their order, without deleted ones', () => {
  const views = [
    aView({ id: 'c', order: 2 }),
    aView({ id: 'b', order: 1 }),
    aView({ id: 'a', order: 1 }),
    aView({ id: 'd', order: 0, isDeleted: true }),
  ];
  expect(shownViews(views).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

it('a name is taken by another view in any casing, not by the view itself', () => {
  expect(isNameTaken([aView()], ' cluj ')).toBe(true);
  expect(isNameTaken([aView()], 'Cluj', 'a')).toBe(false);
  expect(isNameTaken([aView()], 'Alba')).toBe(false);
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['no name', aView({ name: ' ' })],
  ['a name that is too long', aView({ name: 'a'.repeat(VIEW_NAME_MAX + 1) })],
  ['no id', aView({ id: '' })],
  ['a time that is none', aView({ changedAt: 0.5 })],
  ['an order that is none', aView({ order: Number.NaN })],
])('%s is no view', (_, value) => {
  expect(isSavedView(aView())).toBe(true);
  expect(isSavedView(value)).toBe(false);
});
