import { describe, expect, it } from 'vitest';

import type { Sort } from '@/ui/table/sort';
import { ordered, readSort, sortText } from '@/ui/table/sort';

const up: Sort = { key: 'name', direction: 'ascending' };
const down: Sort = { key: 'name', direction: 'descending' };

describe('a sort in an address', () => {
  it.each([
    ['name', up],
    ['-name', down],
  ])('%s is read and written', (text, sort) => {
    expect(readSort(text)).toEqual(sort);
    expect(sortText(sort)).toBe(text);
  });

  it.each([null, ''])('%j is none', (text) => {
    expect(readSort(text)).toBeUndefined();
  });
});

interface Row {
  name?: string;
  count?: number;
}
const values = {
  name: ({ name }: Row) => name,
  count: ({ count }: Row) => count,
};
const rows: Row[] = [
  { name: 'Șoimi', count: 10 },
  { count: 9 },
  { name: 'Sălaj' },
  { name: 'Timiș', count: 2 },
];
const sorted = (sort: Sort | undefined) =>
  ordered(rows, values, sort, 'ro').map((row) => rows.indexOf(row));

describe('rows in order', () => {
  it('words by the alphabet of the language, absent ones last', () => {
    expect(sorted(up)).toEqual([2, 0, 3, 1]);
  });

  it('the other way, absent ones still last', () => {
    expect(sorted(down)).toEqual([3, 0, 2, 1]);
  });

  it('numbers by their value', () => {
    expect(sorted({ key: 'count', direction: 'ascending' })).toEqual([
      3, 1, 0, 2,
    ]);
  });

  it.each([undefined, 'age', 'constructor'])(
    'as they came by a column that is %j',
    (key) => {
      const sort = key === undefined ? undefined : { ...up, key };
      expect(sorted(sort)).toEqual([0, 1, 2, 3]);
    },
  );
});
