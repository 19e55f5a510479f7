import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';

import { CsvError, parseCsv } from '../../../server/files/parse-csv';

it.each([
  ['', []],
  ['a', [['a']]],
  ['a,b\n', [['a', 'b']]],
  ['a,b\r\n\r\nc,\r', [['a', 'b'], [''], ['c', '']]],
  [',', [['', '']]],
  ['"a,b","c\r\nd","e""f"""', [['a,b', 'c\r\nd', 'e"f"']]],
  ['"",""\n""', [['', ''], ['']]],
  ['"a"  ,b', [['a', 'b']]],
])('reads %j', (text, rows) => {
  expect(parseCsv(text, ',')).toEqual(rows);
});

it.each([
  ['a\n"b\nc', 'Line 2: a quote is opened and never closed.'],
  ['"', 'Line 1: a quote is opened and never closed.'],
  ['"a""', 'Line 1: a quote is opened and never closed.'],
  ['a\r\nb "c" d', 'Line 2: there is a quote in a cell'],
  ['a, "b"', 'Line 1: there is a quote in a cell'],
  ['"a" b', 'Line 1: there is text after a closing quote.'],
  [
    'x\n"a\r\rb"c',
    'Line 4: there is text after a closing quote, which was opened in line 2.',
  ],
])('refuses %j', (text, reason) => {
  expect(() => parseCsv(text, ',')).toThrow(CsvError);
  expect(() => parseCsv(text, ',')).toThrow(reason);
});

it('takes a quote inside of a cell as it is where tabs separate', () => {
  expect(parseCsv('a\tb "c" d\t"e"\n', '\t')).toEqual([['a', 'b "c" d', 'e']]);
  expect(() => parseCsv('a\t"b\nc\td', '\t')).toThrow(/Line 1: .*never closed/);
});

it('reads every table that a well-behaved program writes', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '"', ',', '\t', '\n', '\r', ' ', 'ș'),
  });
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      table,
      fc.constantFrom<',' | '\t'>(',', '\t'),
      (rows, delimiter) => {
        const text = Papa.unparse(rows, { delimiter, quotes: true });
        expect(parseCsv(text, delimiter)).toEqual(rows);
      },
    ),
  );
});
