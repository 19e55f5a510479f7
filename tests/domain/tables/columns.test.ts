import { describe, expect, it } from 'vitest';

import { findColumns } from '@/domain/tables/columns';

const layout = {
  columns: ['phone', 'pin', 'name', 'givenName'] as const,
  optional: ['givenName'] as const,
  names: {
    phone: ['phone', 'telefon', 'tel'],
    pin: ['pin', 'parola'],
    name: ['name', 'nume'],
    givenName: ['prenume'],
  },
  looks: {
    phone: (cell: string) => /^0\d{9}$/.test(cell),
    pin: (cell: string) => /^\d{4,8}$/.test(cell),
    name: (cell: string) => /^\D+$/.test(cell),
  },
};

function find(...rows: string[][]) {
  const { columns, ...found } = findColumns(rows, layout);
  return { ...found, columns: columns.map(({ column }) => column) };
}

const ana = ['0700000051', '1111', 'Ana'];

describe('the columns of a file', () => {
  it.each([
    ['by heads', [['Telefon', 'PIN', 'Nume'], ana], ['phone', 'pin', 'name']],
    [
      'by heads of several words',
      [['Nr. tel.', 'Cod PIN', 'Numele – nume'], ana],
      ['phone', 'pin', 'name'],
    ],
    [
      'by heads, one of which is not read',
      [
        ['Nr.', 'Telefon', 'PIN', 'Nume'],
        ['1', ...ana],
      ],
      [undefined, 'phone', 'pin', 'name'],
    ],
    [
      'with a name in two columns',
      [
        ['Telefon', 'PIN', 'Nume', 'Prenume'],
        [...ana, 'Maria'],
      ],
      ['phone', 'pin', 'name', 'givenName'],
    ],
  ])('are known for sure %s', (_, rows, columns) => {
    expect(find(...rows)).toMatchObject({ isSure: true, columns, missing: [] });
  });

  it.each([
    [
      'without heads, by their cells',
      [['1111', '0700000051', 'Ana']],
      ['pin', 'phone', 'name'],
    ],
    [
      'without heads, one of them by what is left',
      [['=1+1', '0700000051', '1111']],
      ['name', 'phone', 'pin'],
    ],
    [
      'with a head in other words, by its cells',
      [['Telefon', 'Cod secret', 'Nume'], ana],
      ['phone', 'pin', 'name'],
    ],
    [
      'with all heads in other words, by their cells',
      [
        ['Persoana', 'Contact', 'Cod secret'],
        ['Ana', '0700000051', '1111'],
      ],
      ['name', 'phone', 'pin'],
    ],
    [
      'with two heads of one field',
      [
        ['Telefon', 'Telefon', 'PIN', 'Nume'],
        ['0700000051', ...ana],
      ],
      ['phone', undefined, 'pin', 'name'],
    ],
  ])('are guessed %s', (_, rows, columns) => {
    expect(find(...rows)).toMatchObject({ isSure: false, columns });
  });

  it.each([
    [
      'a title above the heads',
      [['Observatori 2026'], ['Telefon', 'PIN', 'Nume'], ana],
      2,
    ],
    [
      'a title that has a head in it',
      [['Lista: telefon'], ['Telefon', 'PIN', 'Nume'], ana],
      2,
    ],
    [
      'heads in other words',
      [
        ['Persoana', 'Contact', 'Cod secret'],
        ['Ana', '0700000051', '1111'],
      ],
      1,
    ],
    ['no heads', [ana], 0],
    ['no heads, with a name alone in the first row', [['Ana'], ['Dan']], 0],
  ])('begin below %s', (_, rows, skipped) => {
    expect(find(...rows).skipped).toBe(skipped);
  });

  it('are those that a person chose', () => {
    const rows = [['a', 'b', 'c'], ana];
    const chosen = ['name', 'phone', 'pin'] as const;
    expect(findColumns(rows, layout, chosen)).toMatchObject({
      isSure: true,
      skipped: 1,
      missing: [],
    });
  });

  it('are named with what they have, for a person who decides', () => {
    const { columns, missing } = findColumns(
      [['Telefon', 'Alias', 'Nume'], ana.with(1, 'x1'), ana.with(1, 'x2')],
      layout,
    );
    expect(missing).toEqual(['pin']);
    expect(columns[1]).toEqual({
      head: 'Alias',
      samples: ['x1', 'x2'],
      column: undefined,
    });
  });
});
