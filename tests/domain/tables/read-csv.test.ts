import { describe, expect, it } from 'vitest';

import { readCsv } from '@/domain/tables/read-csv';

describe('a table as text', () => {
  it.each([
    ['nothing', '', []],
    ['one cell', 'a', [['a']]],
    ['a line end at the end', 'a,b\n', [['a', 'b'], ['']]],
    ['a separator alone', ',', [['', '']]],
    ['blank lines', 'a,b\n\n\nc,d', [['a', 'b'], [''], [''], ['c', 'd']]],
    [
      'LF, CRLF and CR in one text',
      'a,b\nc,d\r\ne,\rf,g',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', ''],
        ['f', 'g'],
      ],
    ],
    ['CR alone, with quotes', 'a,"b"\r"c",d\r', [['a', 'b'], ['c', 'd'], ['']]],
    [
      'CRLF after quotes, then LF',
      '"a","b"\r\n"c","d"\n"e","f"',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
      ],
    ],
    ['a byte order mark', '\uFEFF"a",b', [['a', 'b']]],
    ['quotes', '"a,b","e""f""",""', [['a,b', 'e"f"', '']]],
    ['quotes around a quote', '"""",""""""', [['"', '""']]],
    [
      'line ends in quotes',
      '"a\r\nb","c\rd"\re,f',
      [
        ['a\nb', 'c\nd'],
        ['e', 'f'],
      ],
    ],
    [
      'blanks behind a closing quote',
      '"a"  ,"b" \nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a quote in the middle of a cell', 'a "b" c,d"e', [['a "b" c', 'd"e']]],
    [
      'a quote behind a blank',
      'a, "b"\nc,d',
      [
        ['a', ' "b"'],
        ['c', 'd'],
      ],
    ],
    ['a NUL', 'a\0b,"c\0"', [['a\0b', 'c\0']]],
    [
      'too few and too many cells',
      'a,b,c\nd\ne,f,g,h\n,',
      [['a', 'b', 'c'], ['d'], ['e', 'f', 'g', 'h'], ['', '']],
    ],
  ])('is read: %s', (_, text, rows) => {
    expect(readCsv(text)).toEqual({ ok: true, rows });
  });

  it.each([
    ['a quote that is never closed', 'a,b\n"c,d\ne,f', 2],
    ['a quote that is never closed, in the last cell', 'a,b\nc,"d', 2],
    ['a quote that is never closed, behind blank lines', 'a,b\n\r\n\r"c', 4],
    ['a quote alone', '"', 1],
    ['three quotes', 'a,"""', 1],
    ['a quote written twice at the end', '"a""', 1],
    ['text behind a closing quote', 'a,"b" c\nd,"e"', 1],
    ['blanks behind the last quote of a text', 'a,b\nc,"d" ', 2],
    ['a quote that the next row opens again', 'a,"b\nc,"d"\ne,f', 1],
    // A cell with a line break is one row, as a spreadsheet numbers it.
    ['text behind a quote, below two lines in quotes', 'a,"b\nc"\nd,"e"f', 2],
    ['two bad rows', 'a,b\n"c"d,e\n"f"g,h', 2],
  ])('names its row with %s', (_, text, badRow) => {
    expect(readCsv(text)).toEqual({ ok: false, badRow });
  });

  it.each([
    ['semicolons', 'a;b\nc;d', ['a', 'b']],
    ['bars', 'a|b\nc|d', ['a', 'b']],
    ['a bar in cells of commas', 'a,b|c\nd,e', ['a', 'b|c']],
    ['tabs', 'a\tb\nc\td', ['a', 'b']],
    ['a comma in one row of semicolons', 'a;b\n1,5;c\nd;e', ['a', 'b']],
    ['decimal commas beside semicolons', 'a;1,5;b\nc;2,5;d', ['a', '1,5', 'b']],
    [
      'commas in all rows but the header',
      'a;b;c\nd;e, f;g\nh;i, j;k',
      ['a', 'b', 'c'],
    ],
    ['semicolons in quotes', 'a,b\nc,"d;e;f"', ['a', 'b']],
    ['quotes around cells of semicolons', '"a";"b"\n"c";"d"', ['a', 'b']],
    ['line ends in quotes', 'a;"b\nc"\nd;"e\nf"', ['a', 'b\nc']],
    ['CR alone', 'a;b\rc;d\r', ['a', 'b']],
    ['one row, then blank lines', 'a;b\n\n\n\n', ['a', 'b']],
    ['one column', 'a\nb', ['a']],
    ['a row of another width', 'a;b;c\nd\ne;f;g', ['a', 'b', 'c']],
  ])('is told by its rows: %s', (_, text, first) => {
    expect(readCsv(text)).toMatchObject({ ok: true, rows: { 0: first } });
  });

  it('is read with very long lines and cells', () => {
    const long = 'x'.repeat(5_000_000);
    expect(readCsv(`a,${long}\n"${long}",b`)).toEqual({
      ok: true,
      rows: [
        ['a', long],
        [long, 'b'],
      ],
    });
    const wide = readCsv('a,'.repeat(500_000));
    expect(wide.ok && wide.rows[0]).toHaveLength(500_001);
  });

  it('is read with very many quotes, closed or not', () => {
    const cell = '""'.repeat(500_000);
    expect(readCsv(`a,"${cell}`)).toEqual({ ok: false, badRow: 1 });
    expect(readCsv(`a,"${cell}"`)).toEqual({
      ok: true,
      rows: [['a', '"'.repeat(500_000)]],
    });
    expect(readCsv(`a,b\n${'"c"d,'.repeat(100_000)}`)).toEqual({
      ok: false,
      badRow: 2,
    });
  });
});
