import { expect, it } from 'vitest';

import { parseCsv, parseTabs } from '../../../server/files/parse-csv';

class Refusal extends Error {}

function parse(text: string, separator: ',' | '\t' = ',') {
  const rows: string[][] = [];
  const refuse = (reason: string) => new Refusal(reason);
  parseCsv(text, separator, refuse, (cells) => rows.push(cells));
  return rows;
}

it.each([
  ['nothing', '', []],
  ['one cell', 'a', [['a']]],
  ['a line end at the end', 'a,b\n', [['a', 'b'], ['']]],
  ['a separator alone', ',', [['', '']]],
  [
    'LF, CRLF and CR in one text',
    'a,b\nc,d\r\n\re,',
    [['a', 'b'], ['c', 'd'], [''], ['e', '']],
  ],
  ['CR alone, with quotes', '"a",b\rc,"d"\r', [['a', 'b'], ['c', 'd'], ['']]],
  ['quotes', '"a,b","e""f""",""', [['a,b', 'e"f"', '']]],
  ['quotes around a quote', '"""",""""""', [['"', '""']]],
  [
    'the same cell with quotes and without',
    '"a ""b""","a ""b"""\nb,c',
    [
      ['a "b"', 'a "b"'],
      ['b', 'c'],
    ],
  ],
  ['line ends in quotes', '"a\r\nb","c\rd"\re', [['a\nb', 'c\nd'], ['e']]],
  ['blanks behind a closing quote', '"a"  ,b', [['a', 'b']]],
  ['a NUL', 'a\0b,"c\0"', [['a\0b', 'c\0']]],
  [
    'too few and too many cells',
    'a,b\nc\nd,e,f',
    [['a', 'b'], ['c'], ['d', 'e', 'f']],
  ],
])('reads %s', (_, text, rows) => {
  expect(parse(text)).toEqual(rows);
});

it.each([
  ['a\n"b\nc', 'Row 2: a quote is opened and never closed.'],
  ['"', 'Row 1: a quote is opened and never closed.'],
  ['a,"""', 'Row 1: a quote is opened and never closed.'],
  ['"a""', 'Row 1: a quote is opened and never closed.'],
  ['a\r\nb "c" d', 'Row 2: there is a quote in a cell'],
  ['a, "b"', 'Row 1: there is a quote in a cell'],
  ['a,"b ""c"""\nd, "e, f"', 'Row 2: there is a quote in a cell'],
  // Such a quote swallows nothing, but what is behind it is no cell.
  ['a,b"c\n"', 'Row 1: there is a quote in a cell'],
  ['"a" b', 'Row 1: there is text after a closing quote.'],
  ['"a"b"\n"c', 'Row 1: there is text after a closing quote.'],
  ['a\r\rb\n"c" ', 'Row 4: there is text after a closing quote.'],
  // A cell with line ends is one row, as a spreadsheet numbers it.
  ['x\n"a\r\rb",c\n"d"e', 'Row 3: there is text after a closing quote.'],
])('refuses %j', (text, reason) => {
  expect(() => parse(text)).toThrow(Refusal);
  expect(() => parse(text)).toThrow(reason);
});

it('takes a quote inside of a cell as it is where tabs separate', () => {
  expect(parse('a\tb "c" d\t"e"\n', '\t')).toEqual([
    ['a', 'b "c" d', 'e'],
    [''],
  ]);
  expect(() => parse('a\t"b\nc\td', '\t')).toThrow(/Row 1: .*never closed/);
});

it('takes every quote as it is in lines with tabs', () => {
  const rows: string[][] = [];
  parseTabs('"a\tb"\r\n\rc\t"d"\t"\n', (cells) => rows.push(cells));
  expect(rows).toEqual([['"a', 'b"'], [''], ['c', '"d"', '"'], ['']]);
});

it('reads very long lines and very many quotes', () => {
  const long = 'x'.repeat(5_000_000);
  expect(parse(`a,${long}`)).toEqual([['a', long]]);
  expect(parse('a,'.repeat(500_000))[0]).toHaveLength(500_001);
  const quotes = '""'.repeat(500_000);
  expect(parse(`"${quotes}"`)).toEqual([['"'.repeat(500_000)]]);
  expect(() => parse(`"${quotes}`)).toThrow('Row 1: a quote is opened');
  const cells = Array.from({ length: 100_000 }, (_, at) => `"""${at}"""`);
  expect(parse(cells.join(','))[0]).toHaveLength(100_000);
});
