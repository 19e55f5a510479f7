import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { expect, it } from 'vitest';

import { root } from './support/source';

const roots = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const pages = [
  ...roots,
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
  'tests/e2e/faults/README.md',
];

const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The numbers that the headings of a page begin with. */
function numbersIn(path: string): Set<string> {
  const headings = textOf(path).matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm);
  return new Set([...headings].map(([, number = '']) => number));
}

it('links to files that are there, on every page', () => {
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map(([, link = '']) => join(dirname(page), link))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(pages.length).toBeGreaterThan(roots.length);
  expect(missing).toEqual([]);
});

it('cites pages and headings of docs/ that are there', () => {
  const folders = ['src', 'server', 'tests', 'scripts', 'docs'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|tsx|css|mjs|md)$/.test(path))
      .map((path) => join(folder, path)),
  );
  const wrong: string[] = [];
  let count = 0;
  for (const file of files) {
    if (file === relative(root, import.meta.filename)) continue;
    const cited = textOf(file).matchAll(
      /docs\/([a-z-]+\.md)((?:(?:[\s,*]|and )+\d+(?:\.\d+)*)*)/g,
    );
    for (const [text, name = '', list = ''] of cited) {
      count += 1;
      const page = join('docs', name);
      const isThere = existsSync(join(root, page));
      const numbers = list.match(/\d+(?:\.\d+)*/g) ?? [];
      if (!isThere || !numbers.every((each) => numbersIn(page).has(each))) {
        wrong.push(`${file}: ${text}`);
      }
    }
    // The rows of its tables and its sentences have no numbers.
    const parts = textOf(file).matchAll(
      /api-contract\.md[^)\n]*(?:\n \*[^)\n]*)?\b(?:rows?|items?)[\s*]+\d+/g,
    );
    wrong.push(...[...parts].map(([text]) => `${file}: ${text}`));
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(0);
});
