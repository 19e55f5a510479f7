import { expect, it } from 'vitest';

import { isFileEmpty } from '@/api/note-file';

const address = 'https://files.example.org/a.pdf?sig=1';

it.each<[string, () => Response, boolean]>([
  ['a first byte', () => new Response('%', { status: 206 }), false],
  ['no first byte', () => new Response(null, { status: 416 }), true],
  ['the whole file', () => new Response('%PDF'), false],
  ['a whole file without a byte', () => new Response(''), true],
  ['a refusal', () => new Response(null, { status: 403 }), false],
])('a server gives %s, empty or not', async (_, answer, isEmpty) => {
  let sent: [unknown, RequestInit | undefined] | undefined;
  const found = await isFileEmpty(async (src, init) => {
    sent = [src, init];
    return answer();
  }, address);
  expect(found).toBe(isEmpty);
  expect(sent).toMatchObject([address, { headers: { Range: 'bytes=0-0' } }]);
  // The rest of the file is not loaded.
  expect(sent?.[1]?.signal?.aborted).toBe(true);
});

it('nobody can tell without a connection', async () => {
  const found = await isFileEmpty(async () => {
    throw new TypeError('Failed to fetch');
  }, address);
  expect(found).toBe(false);
});
