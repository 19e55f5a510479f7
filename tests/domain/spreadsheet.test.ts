import * as fc from 'fast-check';
import { parse } from 'papaparse';
import { afterEach, expect, it, vi } from 'vitest';

import { dateCell, harmless, plainCell, toCsv } from '@/domain/spreadsheet';

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

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['Europe/Bucharest', '2026-11-22T12:32:00Z', '2026-11-22T14:32:00Z'],
  ['Europe/Bucharest', '2026-07-01T22:30:00Z', '2026-07-02T01:30:00Z'],
  ['America/New_York', '2026-11-22T02:00:00Z', '2026-11-21T21:00:00Z'],
  ['UTC', '2026-11-22T12:32:00Z', '2026-11-22T12:32:00Z'],
])('a workbook shows the clock of %s: %s as %s', (zone, at, shown) => {
  vi.stubEnv('TZ', zone);
  // The writer puts down the hour of Greenwich.
  expect(dateCell(Date.parse(at)).value.toISOString()).toBe(
    new Date(shown).toISOString(),
  );
});

it('leaves the apostrophe of a name alone when it reads', () => {
  expect(plainCell("'O")).toBe("'O");
});

it('writes what every reader of CSV reads back', () => {
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

it('quotes commas, quotes and line breaks alone', () => {
  expect(toCsv([['a,b', 'say "x"', 'two\nlines', 'plain', 12]])).toBe(
    '"a,b","say ""x""","two\nlines",plain,12\r\n',
  );
});
