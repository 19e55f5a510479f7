import { describe, expect, it } from 'vitest';

import { findInMenu, stepInMenu } from '@/ui/overlay/menu-keys';

const labels = ['Modifică', 'Trimite notificare', 'Resetează', 'Șterge'];

describe('the keys of a menu', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 1, 2],
    ['ArrowDown', 3, 0],
    ['ArrowUp', -1, 3],
    ['ArrowUp', 2, 1],
    ['ArrowUp', 0, 3],
    ['Home', 2, 0],
    ['End', 1, 3],
    ['Enter', 1, undefined],
  ])('%s leads from item %i to %s', (key, at, next) => {
    expect(stepInMenu(key, at, 4)).toBe(next);
  });

  it.each([
    ['t', -1, 1],
    ['re', 0, 2],
    ['s', 0, 3],
    ['x', 0, -1],
  ])('the letters %s lead from item %i to %i', (typed, at, next) => {
    expect(findInMenu(labels, at, typed)).toBe(next);
  });

  it('the same letter again leads to the next item, and around', () => {
    const colours = ['Red', 'Green', 'Rose'];
    expect(findInMenu(colours, 0, 'r')).toBe(2);
    expect(findInMenu(colours, 2, 'rr')).toBe(0);
  });

  it('more letters stay at the item that begins with them', () => {
    expect(findInMenu(['Rose', 'Rot'], 0, 'ro')).toBe(0);
  });
});
