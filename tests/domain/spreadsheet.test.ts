import { expect, it } from 'vitest';

import { harmless, harmlessInCsv, plainCell } from '@/domain/spreadsheet';

it.each([
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://example.org")', '\'=HYPERLINK("http://example.org")'],
  ['+40700000041', "'+40700000041"],
  ['-5', "'-5"],
  ['@sum', "'@sum"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['\n=1', "'\n=1"],
  ...['＝1', '＋1', '－1', '＠a'].map((text): [string, string] => [
    text,
    `'${text}`,
  ]),
  // Harmless where they stand.
  ['Ana = Maria', 'Ana = Maria'],
  ['<b>Ana</b>', '<b>Ana</b>'],
  ["'Ana'", "'Ana'"],
  ['0700000041', '0700000041'],
  ['', ''],
])('%j becomes the cell %j, and back', (text, cell) => {
  expect(harmless(text)).toBe(cell);
  expect(plainCell(cell)).toBe(text);
});

it.each([
  ['a;=1+1', "a;'=1+1"],
  ['a; -1', "a; '-1"],
  ['a\n@b', "a\n'@b"],
  ['\t=1', "'\t'=1"],
  ['=1;=2', "'=1;'=2"],
  ['Ana; Dan', 'Ana; Dan'],
])('%j becomes the cell %j of a CSV, and back', (text, cell) => {
  expect(harmlessInCsv(text)).toBe(cell);
  expect(plainCell(cell)).toBe(text);
});

it('leaves the apostrophe of a name alone when it reads', () => {
  expect(plainCell("'O")).toBe("'O");
});
