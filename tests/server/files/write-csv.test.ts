import { expect, it } from 'vitest';

import { toCsv } from '../../../server/files/write-csv';

it.each(['=1', '+1', '-1', '@a', '\t=1', '＝1', '＋1', '－1', '＠a'])(
  'writes %j as text that no spreadsheet program runs',
  (text) => expect(toCsv([[text]])).toMatch(/^"'/),
);

it.each([
  ['a;=1+1', `"a;'=1+1"`],
  ['a; -1', `"a; '-1"`],
  ['a\t=1', `"a\t'=1"`],
  ['a\n@b', `"a\n'@b"`],
  ['\n=1', `"'\n'=1"`],
])('guards %j also where other signs separate cells', (text, cell) => {
  expect(toCsv([[text]])).toBe(`${cell}\r\n`);
});

it('has quotes around all but words and numbers', () => {
  const row = ['Ana = Maria', '0700000041', 'a"b', '', undefined, 12, -5, true];
  expect(toCsv([row])).toBe(`"Ana = Maria",0700000041,"a""b",,,12,-5,True\r\n`);
});
