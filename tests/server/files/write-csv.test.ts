import { expect, it } from 'vitest';

import { toCsv } from '../../../server/files/write-csv';

it.each(['=1', '+1', '-1', '@a', '\t=1', '＝1', '＋1', '－1', '＠a'])(
  'writes %j as text that no spreadsheet program runs',
  (text) => expect(toCsv([[text]])).toBe(`'${text}\r\n`),
);

it('guards text behind a line break, and leaves other text alone', () => {
  expect(toCsv([['\n=1', '\r=1', 'Ana = Maria', 12, -5]])).toBe(
    `"'\n=1","'\r=1",Ana = Maria,12,-5\r\n`,
  );
});
