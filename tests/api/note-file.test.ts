import { expect, it } from 'vitest';

import { isFileEmpty, receiveFile } from '@/api/note-file';

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

it.each<[string, () => Response, string | number]>([
  ['a picture', () => new Response('abc'), 3],
  ['nothing in it', () => new Response(''), 'unusable'],
  [
    'more than a phone makes',
    () => new Response('a', { headers: { 'Content-Length': '30000001' } }),
    'unusable',
  ],
  ['a refusal', () => new Response(null, { status: 403 }), 'refused'],
])('receives %s', async (_, answer, expected) => {
  let sent: RequestInit | undefined;
  const file = await receiveFile(async (_src, init) => {
    sent = init;
    return answer();
  }, address);
  expect(typeof file === 'string' ? file : file.size).toBe(expected);
  // No copy stays with the browser, nobody says who asks, and it ends some day.
  expect(sent).toMatchObject({ credentials: 'omit', cache: 'no-store' });
  expect(sent?.signal?.aborted).toBe(false);
});

it('receives nothing from a server that is out of reach', async () => {
  const away = async () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await receiveFile(away, address)).toBe('away');
});
