import * as fc from 'fast-check';
import { parse, unparse } from 'papaparse';
import { describe, expect, it } from 'vitest';

import { readCsv, toCsv, usualWidth } from '@/domain/csv';

describe('a table as text', () => {
  it.each([
    ['', []],
    ['a', [['a']]],
    ['a,b\n', [['a', 'b']]],
    ['a,b\r\n\r\nc,\rd', [['a', 'b'], [''], ['c', ''], ['d']]],
    [
      'a,b\nc,',
      [
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    [',', [['', '']]],
    ['"a,b","c\r\nd","e""f"""', [['a,b', 'c\r\nd', 'e"f"']]],
    ['"",""\n""', [['', ''], ['']]],
    ['"a"  ,b', [['a', 'b']]],
    ['b "c" d, "e"', [['b "c" d', ' "e"']]],
  ])('is read: %j', (text, rows) => {
    expect(readCsv(text)).toEqual({ rows });
  });

  it.each([
    ['a,b\n"c,d\ne,f', [['a', 'b']], 2],
    ['"', [], 1],
    ['"a""', [], 1],
    ['a,"b" c\nd,"e"', [], 1],
    [
      'a,b\n"c\nd",e\nf,"g"h',
      [
        ['a', 'b'],
        ['c\nd', 'e'],
      ],
      3,
    ],
  ])('is read up to the row with a wrong quote: %j', (text, rows, badRow) => {
    expect(readCsv(text)).toEqual({ rows, badRow });
  });

  it.each([
    ['semicolons', 'a;b\nc;d', ['a', 'b']],
    ['tabs', 'a\tb\nc\td', ['a', 'b']],
    ['a comma in one row of semicolons', 'a;b\n1,5;c\nd;e', ['a', 'b']],
    ['decimal commas beside semicolons', 'a;1,5;b\nc;2,5;d', ['a', '1,5', 'b']],
    ['semicolons in quotes', 'a,b\nc,"d;e;f"', ['a', 'b']],
    ['quotes around cells of semicolons', '"a";"b"\n"c";"d"', ['a', 'b']],
    ['one column', 'a\nb', ['a']],
  ])('is told by its rows: %s', (_, text, first) => {
    expect(readCsv(text).rows[0]).toEqual(first);
  });

  it('is read as a well-behaved program wrote it, with each separator', () => {
    const sign = fc.constantFrom(
      'a',
      '"',
      ',',
      ';',
      '\t',
      '\n',
      '\r',
      ' ',
      'ș',
    );
    const row = fc.array(fc.string({ unit: sign }), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(',', '\t', ';'),
        (rows, delimiter) => {
          const text = unparse(rows, { delimiter, quotes: true });
          expect(readCsv(text)).toEqual({ rows });
        },
      ),
    );
  });

  it('is read with very many quotes, closed or not', () => {
    const cell = '""'.repeat(500_000);
    expect(readCsv(`a,"${cell}`)).toEqual({ rows: [], badRow: 1 });
    expect(readCsv(`a,"${cell}"`).rows[0]?.[1]).toHaveLength(500_000);
  });

  it('has the width that most of the first rows have', () => {
    expect(usualWidth([])).toBe(0);
    expect(usualWidth([['a'], ['a', 'b'], ['c', 'd']])).toBe(2);
  });
});

describe('rows', () => {
  it('are written so that every reader of CSV reads them back', () => {
    const cells = fc.array(fc.string(), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), (rows) => {
        const { data } = parse<string[]>(toCsv(rows), {
          delimiter: ',',
          newline: '\r\n',
        });
        // The last line ends like the others: a reader sees one empty line more.
        expect(data.slice(0, -1)).toEqual(rows);
      }),
    );
  });

  it('have quotes where commas, quotes and line breaks are, alone', () => {
    expect(toCsv([['a,b', 'say "x"', 'two\nlines', 'plain', 12]])).toBe(
      '"a,b","say ""x""","two\nlines",plain,12\r\n',
    );
  });
});
