import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { isStartBroken, removeWrongFiles } from '@/sw/kept-files';

const origin = 'https://vot.example.org';

/** A cache with these files: a text, and whether it came as a page. */
function keep(files: Record<string, [text: string, isPage?: boolean]>) {
  const rows = new Map(
    Object.entries(files).map(([path, file]) => [origin + path, file]),
  );
  const addressOf = (key: RequestInfo | URL) =>
    new URL(key instanceof Request ? key.url : String(key), origin).href;
  return {
    paths: () => [...rows.keys()].map((url) => url.slice(origin.length)),
    keys: async () => [...rows.keys()].map((url) => new Request(url)),
    match: async (key: RequestInfo | URL) => {
      const [text, isPage = false] = rows.get(addressOf(key)) ?? [];
      const type = isPage ? 'text/html; charset=utf-8' : 'text/javascript';
      if (text === undefined) return undefined;
      return new Response(text, { headers: { 'Content-Type': type } });
    },
    delete: async (key: RequestInfo | URL) => rows.delete(addressOf(key)),
  };
}

const page =
  '<title>Monitorizare Vot</title><script src="/assets/boot-1.js"></script>' +
  '<script type="module" crossorigin src="/assets/index-1.js"></script>';
const portal: [string, boolean] = ['<title>Wi-Fi</title>', true];

it.each<[string, Parameters<typeof keep>[0], boolean]>([
  [
    'its own files',
    {
      '/index.html?__WB_REVISION__=1': [page, true],
      '/assets/boot-1.js': ['boot'],
      '/assets/index-1.js': ['main'],
      '/assets/other-1.js': portal,
    },
    false,
  ],
  ['no page', { '/assets/boot-1.js': ['boot'] }, false],
  ['a portal for its page', { '/index.html?__WB_REVISION__=1': portal }, true],
  [
    'a portal for a script that its page needs',
    {
      '/index.html?__WB_REVISION__=1': [page, true],
      '/assets/boot-1.js': ['boot'],
      '/assets/index-1.js': portal,
    },
    true,
  ],
])('an older build keeps %s', async (_, files, isBroken) => {
  expect(await isStartBroken(keep(files))).toBe(isBroken);
});

it('only files that this build made are taken over', async () => {
  const hash = (text: string) =>
    `sha384-${createHash('sha384').update(text).digest('base64')}`;
  const kept = keep({
    '/assets/a.js': ['a'],
    '/assets/b.js': portal,
    '/index.html?__WB_REVISION__=1': portal,
    '/assets/older.js': ['older'],
  });
  const hashes = new Map([
    [`${origin}/assets/a.js`, hash('a')],
    [`${origin}/assets/b.js`, hash('b')],
    [`${origin}/assets/c.js`, hash('c')],
    [`${origin}/index.html?__WB_REVISION__=1`, hash(page)],
  ]);
  await removeWrongFiles(kept, hashes);
  expect(kept.paths()).toEqual(['/assets/a.js', '/assets/older.js']);
});
