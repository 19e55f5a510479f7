import { expect, it } from 'vitest';

import { readRecipients } from '@/domain/notification';

it.each([
  ['[41,42]', [41, 42]],
  ['[41, 41, 42]', [41, 42]],
  ['[]', []],
  ['', undefined],
  ['41', undefined],
  ['[41,"42"]', undefined],
  ['[41,null]', undefined],
  ['[4.5]', undefined],
  ['[41', undefined],
  ['{"ids":[41]}', undefined],
])('recipients %s (specification section 5)', (text, ids) => {
  expect(readRecipients(text)).toEqual(ids);
});
