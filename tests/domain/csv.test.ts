import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { toCsv } from '@/domain/csv';

describe('rows', () => {
  it('are written so that every reader of CSV reads them back', () => {
    const cells = fc.array(fc.string(), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), (rows) => {
        const { data } = Papa.parse<string[]>(toCsv(rows), {
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
