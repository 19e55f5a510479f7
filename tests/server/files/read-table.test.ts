import { expect, it } from 'vitest';

import { readTable } from '../../../server/files/read-table';

it('reads rows with their places, without blank ones', async () => {
  expect(await readTable('\n a\tb \n\n"c\nd"\te\n')).toEqual({
    rows: [
      { row: 2, cells: ['a', 'b'] },
      { row: 4, cells: ['c\nd', 'e'] },
    ],
  });
  expect(await readTable('a\t"b\n', { isPlain: true })).toEqual({
    rows: [{ row: 1, cells: ['a', '"b'] }],
  });
  expect(await readTable('a\tb,c', { separator: ',' })).toEqual({
    rows: [{ row: 1, cells: ['a\tb', 'c'] }],
  });
});

it.each([
  [
    'fourteen million line ends',
    '\n'.repeat(14_000_000),
    'more than 1000000 lines',
  ],
  ['too many rows', 'a\n'.repeat(200_001), 'more than 200000 rows'],
  [
    'a quote that never ends',
    `a\n"${'x '.repeat(7_000_000)}`,
    'Row 2: a quote is opened',
  ],
])('refuses %s, and answers others meanwhile', async (_, text, reason) => {
  for (const isPlain of [false, true]) {
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);
    const table = await readTable(text, { isPlain });
    clearInterval(others);
    // In plain lines a quote is a sign like others.
    if (!isPlain || !text.includes('"')) {
      expect(JSON.stringify(table)).toContain(reason);
    }
    expect(turns).toBeGreaterThan(0);
  }
});

it('refuses a row of too many cells', async () => {
  expect(await readTable(`a,b\n${'x,'.repeat(101)}`)).toEqual({
    refused: 'Row 2: there are more than 100 columns.',
  });
});

it('gives up a file that takes too long, and reads the next one', async () => {
  const slow = readTable('x,'.repeat(14_000_000), {}, 1);
  const next = readTable('a,b');
  expect(await slow).toEqual({ refused: 'The file takes too long to read.' });
  expect(await next).toEqual({ rows: [{ row: 1, cells: ['a', 'b'] }] });
});

it('refuses a file for which there is no memory, and reads the next one', async () => {
  const wide = `${'x,'.repeat(15_000_000)}\n`;
  const large = await readTable(wide);
  expect(Object.keys(large)).toEqual(['refused']);
  expect(await readTable('a,b')).toEqual({
    rows: [{ row: 1, cells: ['a', 'b'] }],
  });
}, 30_000);
