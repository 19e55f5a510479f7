import { describe, expect, it } from 'vitest';

import type { SettlingRow } from '@/features/answers/list/settled-rows';
import { adoptRows, settleRows } from '@/features/answers/list/settled-rows';

interface Row extends SettlingRow {
  name: string;
}

function row(key: string, order: number, changes: Partial<Row> = {}): Row {
  return { key, order, isUnread: true, name: key, ...changes };
}

const shown = adoptRows('q', [row('a', 30), row('b', 20), row('c', 10)]);

function keys(rows: readonly Row[]) {
  return rows.map(({ key }) => key).join('');
}

describe('nothing moves, and nothing waits', () => {
  it.each([
    ['the same rows', [row('a', 30), row('b', 20), row('c', 10)], 'abc'],
    [
      'rows that come after the last',
      [row('a', 30), row('b', 20), row('c', 10), row('d', 5)],
      'abcd',
    ],
    [
      'the top row changed where it stands',
      [row('a', 40), row('b', 20), row('c', 10)],
      'abc',
    ],
  ])('%s', (_, latest, after) => {
    const next = settleRows(shown, latest, true);
    expect(keys(next.rows)).toBe(after);
    expect(next.news).toBeUndefined();
  });
});

describe('rows keep their places, and the pill counts', () => {
  it.each([
    [
      'a new thread',
      [row('n', 40), row('a', 30), row('b', 20)],
      { fresh: 1, changed: 0 },
    ],
    [
      'three new ones and one that rose',
      [row('x', 70), row('y', 60), row('z', 50), row('c', 40), row('a', 30)],
      { fresh: 3, changed: 1 },
    ],
    [
      'one from another page that was read before',
      [row('r', 40, { isUnread: false }), row('a', 30), row('b', 20)],
      { fresh: 0, changed: 1 },
    ],
    [
      'a row that left, and one that came up from below for it',
      [row('a', 30), row('c', 10), row('d', 5)],
      { fresh: 0, changed: 0 },
    ],
  ])('%s', (_, latest, news) => {
    const next = settleRows(shown, latest, true);
    expect(keys(next.rows)).toBe('abc');
    expect(next.news).toEqual(news);
  });

  it('on a later page what came from above cannot be counted', () => {
    const next = settleRows(
      shown,
      [row('n', 40), row('a', 30), row('b', 20)],
      false,
    );
    expect(next.news).toEqual({ fresh: 0, changed: 0 });
  });
});

it('values of rows in their places follow at once', () => {
  const next = settleRows(
    shown,
    [row('n', 40), row('a', 30, { name: 'new' }), row('b', 20)],
    true,
  );
  expect(next.rows.map(({ name }) => name)).toEqual(['new', 'b', 'c']);
});

it('still counts against what was put on the screen, however often it settles', () => {
  const first = settleRows(shown, [row('b', 40), row('a', 30)], true);
  const second = settleRows(first, [row('b', 40), row('a', 30)], true);
  expect(second.news).toEqual({ fresh: 0, changed: 1 });
});

it('goes back to quiet when the old order is back', () => {
  const moved = settleRows(shown, [row('n', 40), row('a', 30)], true);
  const back = settleRows(
    moved,
    [row('a', 30), row('b', 20), row('c', 10)],
    true,
  );
  expect(back.news).toBeUndefined();
});

it('keeps the very object of a row that did not change: it is not drawn again', () => {
  const next = settleRows(
    shown,
    [row('a', 30), row('b', 20, { name: 'other' }), row('c', 10)],
    true,
  );
  expect(next.rows[0]).toBe(shown.rows[0]);
  expect(next.rows[1]).not.toBe(shown.rows[1]);
});
