import { expect, it } from 'vitest';

import { openWorkbook } from '../../../server/files/workbook';
import { readXlsx } from '../../support/read-xlsx';

it('keeps every text as it is, without signs that XML cannot hold', async () => {
  const texts: [written: string, read: string][] = [
    ['Text', 'Text'],
    // Names of properties that every object has.
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['_x000D_', '_x000D_'],
    ['=1+1', '=1+1'],
    ['a\u0001b', 'ab'],
    ['constructor', 'constructor'],
  ];
  const book = openWorkbook();
  book.add(
    'Note',
    texts.map(([written]) => [written]),
  );
  const file = await book.finish();
  expect(await readXlsx(new Response(file))).toEqual({
    Note: texts.map(([, read]) => [read]),
  });
});
