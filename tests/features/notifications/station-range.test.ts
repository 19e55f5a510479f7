import { describe, expect, it } from 'vitest';

import { checkRange } from '@/features/notifications/compose/station-range';

const max = 612;

describe('the range of polling stations', () => {
  it.each([
    ['', '', { from: 1, to: 612 }],
    ['10', '', { from: 10, to: 612 }],
    ['', '320', { from: 1, to: 320 }],
    [' 5 ', '5', { from: 5, to: 5 }],
    ['0012', '612', { from: 12, to: 612 }],
  ])('reads %j to %j', (from, to, range) => {
    expect(checkRange({ from, to }, max)).toEqual({ ok: true, ...range });
  });

  it.each([
    ['0', '', { from: 'number' }],
    ['-1', '', { from: 'number' }],
    ['1.5', '', { from: 'number' }],
    ['abc', '', { from: 'number' }],
    ['', '613', { to: 'number' }],
    ['', '9999999999999', { to: 'number' }],
    ['a', 'b', { from: 'number', to: 'number' }],
    ['20', '10', { to: 'order' }],
  ])('does not read %j to %j, and says which field', (from, to, errors) => {
    expect(checkRange({ from, to }, max)).toEqual({ ok: false, errors });
  });
});
