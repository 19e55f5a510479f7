import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

import { CacheDatabase } from '@/db/cache';

import type { Source } from './support/source';
import {
  chainOf,
  importsOf,
  parse,
  root,
  sourcesIn,
  targetOf,
} from './support/source';

/** Who may import whom, besides itself: the table of the design, as it stands there. */
const TABLE: Record<string, readonly string[]> = {
  domain: [],
  config: [],
  paths: [],
  ui: [],
  lib: [],
  sw: [],
  api: ['domain', 'config'],
  db: ['domain'],
  workers: ['api', 'db', 'domain', 'config'],
  state: ['domain', 'config'],
  data: ['workers/client', 'db', 'domain', 'config'],
  components: ['ui', 'data', 'state', 'lib', 'domain', 'config', 'paths'],
  features: [
    'data',
    'state',
    'components',
    'ui',
    'lib',
    'domain',
    'config',
    'paths',
  ],
  app: [
    'features',
    'data',
    'state',
    'components',
    'ui',
    'domain',
    'config',
    'paths',
  ],
  boot: ['state', 'config', 'paths'],
  main: ['app', 'features', 'data', 'state', 'ui', 'domain', 'config', 'paths'],
  server: [],
};

const app = sourcesIn('src');
const server = sourcesIn('server');

const routes = app.find(({ path }) => path === 'src/app/routes.tsx');
const SEGMENTS = [...(routes?.text ?? '').matchAll(/'\/([a-z-]+)/g)];
const ROUTE = new RegExp(
  `^/(${SEGMENTS.map(([, segment]) => segment).join('|')})(?![\\w.-])`,
);

/** The row of the table a path belongs to: `src/data/forms` is `data`. */
function partOf(path: string): string {
  const [top = '', second = ''] = path.split('/');
  return top === 'src' ? second.replace(/\.\w+$/, '') : top;
}

/** What may not be shared inside a part: each feature stands alone. */
function unitOf(path: string): string {
  const part = partOf(path);
  return part === 'features' ? path.split('/').slice(1, 3).join('/') : part;
}

/** The imports of a file that the table does not allow. */
function strayImports(source: Source): string[] {
  const mine = partOf(source.path);
  const allowed = TABLE[mine];
  if (!allowed) return [`${source.path} is in no folder of the design`];
  return importsOf(source)
    .filter((specifier) => {
      const target = targetOf(source, specifier);
      // The folder of the repository itself is no module.
      if (target === undefined || target === '.') return false;
      if (unitOf(target) === unitOf(source.path)) return false;
      const isSibling = specifier.startsWith('.');
      const isAllowed = allowed.some(
        (name) => partOf(target) === name || target === `src/${name}`,
      );
      return isSibling || !isAllowed || partOf(target) === 'server';
    })
    .map((specifier) => `${source.path} imports ${specifier}`);
}

const WRITES = /^(put|add|delete|update|modify|clear|upsert|bulk(?!Get)\w+)$/;
const CACHE_TABLES = new Set(
  new CacheDatabase('names-only').tables
    .map((table) => table.name)
    // Both databases have one; a write to it is seen by the word `cache`.
    .filter((name) => name !== 'meta'),
);

/** Calls that write into a table of the cache. */
function cacheWrites(source: Source): string[] {
  const found: string[] = [];
  const isCache = (names: string[]) =>
    names.includes('cache') ||
    (!names.includes('intent') && names.some((name) => CACHE_TABLES.has(name)));
  new Visitor({
    CallExpression({ callee, arguments: args }) {
      if (callee.type !== 'MemberExpression') return;
      const names = chainOf(callee);
      const method = names.at(-1) ?? '';
      const [mode] = args;
      const isWriting =
        method === 'transaction' &&
        mode?.type === 'Literal' &&
        mode.value !== 'r';
      const isStray = isWriting
        ? args.some((arg) => isCache(chainOf(arg)))
        : WRITES.test(method) && isCache(names.slice(0, -1));
      if (isStray) found.push(`${source.path}: ${names.join('.')}`);
    },
  }).visit(parse(source));
  return found;
}

/** Default exports, and files that only pass on what others export. */
function badExports(source: Source): string[] {
  const { body } = parse(source);
  const isBarrel =
    body.length > 0 &&
    body.every(
      (node) =>
        node.type === 'ExportAllDeclaration' ||
        (node.type === 'ExportNamedDeclaration' && node.source !== null) ||
        node.type === 'ImportDeclaration',
    ) &&
    body.some((node) => node.type !== 'ImportDeclaration');
  const hasDefault = body.some(
    (node) =>
      node.type === 'ExportDefaultDeclaration' ||
      (node.type === 'ExportNamedDeclaration' &&
        node.specifiers.some(
          ({ exported }) =>
            exported.type === 'Identifier' && exported.name === 'default',
        )),
  );
  return [
    ...(isBarrel ? [`${source.path} is a barrel`] : []),
    ...(hasDefault ? [`${source.path} exports a default`] : []),
  ];
}

/** Calls of `send` that do not say POST, PUT or DELETE in so many words. */
function quietSends(source: Source): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [options] }) {
      if (chainOf(callee).at(-1) !== 'send') return;
      if (callee.type !== 'MemberExpression') return;
      const method =
        options?.type === 'ObjectExpression'
          ? options.properties.find(
              (each) =>
                each.type === 'Property' &&
                each.key.type === 'Identifier' &&
                each.key.name === 'method',
            )
          : undefined;
      const value =
        method?.type === 'Property' && method.value.type === 'Literal'
          ? method.value.value
          : undefined;
      if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(String(value))) {
        found.push(source.path);
      }
    },
  }).visit(parse(source));
  return found;
}

/** Calls of the browser's own `fetch`. */
function fetches(source: Source): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee }) {
      const names = chainOf(callee).join('.');
      if (
        /^((window|self|globalThis)\.)?fetch$/.test(names) ||
        /^(createFetch|ofetch(\.\w+)?)$/.test(names)
      ) {
        found.push(source.path);
      }
    },
    NewExpression({ callee }) {
      const name = chainOf(callee).at(-1) ?? '';
      if (/^(XMLHttpRequest|EventSource|WebSocket)$/.test(name)) {
        found.push(source.path);
      }
    },
  }).visit(parse(source));
  return found;
}

/** Packages that a file takes without package.json naming them for production. */
function undeclared(source: Source, declared: ReadonlySet<string>): string[] {
  return importsOf(source)
    .filter((name) => targetOf(source, name) === undefined)
    .filter((name) => !name.startsWith('node:'))
    .map((name) => {
      const parts = name.split('/');
      return parts.slice(0, name.startsWith('@') ? 2 : 1).join('/');
    })
    .filter((name) => !declared.has(name))
    .map((name) => `${source.path} imports ${name}`);
}

/** Strings that begin with the first segment of a route. */
function routeLiterals(source: Source): string[] {
  const found: string[] = [];
  const note = (text: string) => {
    if (ROUTE.test(text)) found.push(`${source.path}: ${text}`);
  };
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') note(value);
    },
    TemplateLiteral({ quasis: [first] }) {
      note(first?.value.raw ?? '');
    },
  }).visit(parse(source));
  return found;
}

function file(path: string, text: string): Source {
  return { path, text };
}

describe('the import table', () => {
  it('finds sources to look at', () => {
    expect(app.length).toBeGreaterThan(50);
    expect(server.length).toBeGreaterThan(50);
  });

  it('holds for every import of src and server', () => {
    expect([...app, ...server].flatMap(strayImports)).toEqual([]);
  });

  it.each([
    ['src/domain/a.ts', `import { config } from '@/config';`],
    ['src/domain/a.ts', `import type { Op } from '@/db/intent';`],
    ['src/config.ts', `import { tidy } from '@/domain/words';`],
    ['src/ui/a.tsx', `import type { Form } from '@/domain/forms/form';`],
    ['src/lib/a.ts', `import { formatFull } from '@/ui/format';`],
    ['src/data/a.ts', `import { zip } from '@/lib/zip';`],
    ['src/sw/sw.ts', `import '../domain/form';`],
    ['src/api/a.ts', `export * from '@/db/open';`],
    ['src/db/a.ts', `import { config } from '@/config';`],
    ['src/workers/a.ts', `import { useForms } from '@/data/forms/forms';`],
    ['src/state/a.ts', `import { databases } from '@/db/open';`],
    ['src/data/a.ts', `const { sync } = await import('@/workers/sync');`],
    ['src/data/a.ts', `type S = import('@/workers/sync').Sync;`],
    [
      'src/data/a.ts',
      `new Worker(new URL('../workers/sync.worker.ts', import.meta.url));`,
    ],
    ['src/data/a.ts', `import { getForms } from '@/api/forms';`],
    ['src/data/a.ts', `import { useForms } from '../state/session';`],
    ['src/features/a/b.tsx', `import { sync } from '@/workers/client';`],
    ['src/features/a/b.tsx', `import { databases } from '@/db/open';`],
    ['src/features/a/b.tsx', `import { C } from '@/features/c/c-page';`],
    ['src/features/a/b.tsx', `import { C } from '../c/c-page';`],
    ['src/features/a/b.tsx', `import { i18n } from '@/app/i18n';`],
    ['src/app/a.tsx', `import { getForms } from '@/api/forms';`],
    ['src/app/a.tsx', `import { data } from '../data/forms';`],
    ['src/main.tsx', `import { openFor } from '@/db/open';`],
    ['src/new-folder/a.ts', `export const a = 1;`],
    ['server/a.ts', `import { tidy } from '@/domain/words';`],
    ['server/a.ts', `import { tidy } from '@/domain/words';`],
    ['src/app/a.tsx', `import { createApp } from '../../server/app';`],
  ])('refuses in %s: %s', (path, text) => {
    expect(strayImports(file(path, text))).toHaveLength(1);
  });

  it.each([
    ['src/data/a.ts', `import { sync } from '@/workers/client';`],
    ['src/features/a/b.tsx', `import { C } from './c'; import '@/ui/x';`],
    ['src/features/a/parts/b.tsx', `import { C } from '../c';`],
    ['src/features/a/b.ts', `const { zip } = await import('@/lib/zip');`],
    ['src/main.tsx', `import { App } from '@/app/app'; import '@/ui/x.css';`],
    ['src/workers/client.ts', `import type { Sync } from './sync';`],
    ['server/routes/a.ts', `import { x } from '../queries/x';`],
  ])('allows in %s: %s', (path, text) => {
    expect(strayImports(file(path, text))).toEqual([]);
  });
});

describe('who writes and who fetches', () => {
  it('only workers write what the server said', () => {
    // `db` writes nothing of the server either: it makes room and removes.
    const others = app.filter(
      ({ path }) =>
        !/^src\/(workers|db)\//.test(path) || path.endsWith('client.ts'),
    );
    expect(others.flatMap(cacheWrites)).toEqual([]);
  });

  it.each([
    'databases().cache.threads.put(row);',
    'await cache.observers.where("id").equals(1).modify({ name });',
    'const { threads } = databases().cache; threads.bulkPut(rows);',
    'databases().cache.meta.delete("ack");',
    'cache.transaction("rw", cache.forms, work);',
    'db.transaction("rw!", databases().cache.forms, work);',
  ])('notices %s', (text) => {
    expect(cacheWrites(file('src/data/a.ts', text))).toHaveLength(1);
  });

  it.each([
    'databases().cache.threads.bulkGet(keys);',
    'intent.reads.put(row);',
    'intent.transaction("rw", intent.outbox, work);',
    'cache.transaction("r", cache.forms, work);',
    'listeners.add(listener);',
  ])('has nothing against %s', (text) => {
    expect(cacheWrites(file('src/data/a.ts', text))).toEqual([]);
  });

  it('only the settings and the worker talk to a server', () => {
    expect(new Set(app.flatMap(fetches))).toEqual(
      new Set([
        // All calls but uploads, with a fetch that it is given.
        'src/api/api-fetch.ts',
        // A file of a note, at its own address; with a fetch that it is given.
        'src/api/note-file.ts',
        // XMLHttpRequest: fetch does not tell how far an upload is.
        'src/api/upload.ts',
        // Settings and texts.
        'src/state/early-answers.ts',
        'src/workers/sync.ts',
      ]),
    );
  });

  it.each([
    `fetch('/api/v1/form')`,
    `window.fetch('/api/v1/form')`,
    `ofetch('/api/v1/form')`,
    `createFetch({ fetch })`,
    `new XMLHttpRequest()`,
  ])('notices %s', (text) => {
    expect(fetches(file('src/features/a/b.ts', text))).toHaveLength(1);
  });

  it('no GET changes anything: a send says POST, PUT, PATCH or DELETE', () => {
    const api = app.filter(
      ({ path }) => path.startsWith('src/api/') && path !== 'src/api/upload.ts',
    );
    expect(api.flatMap(quietSends)).toEqual([]);
  });

  it.each([
    `client.send({ method: 'GET', path })`,
    `client.send({ method, path })`,
    `client.send(options)`,
  ])('refuses %s', (text) => {
    expect(quietSends(file('src/api/a.ts', text))).toHaveLength(1);
  });
});

describe('addresses', () => {
  it('are written in paths.ts and in the table of routes alone', () => {
    const others = app.filter(
      ({ path }) => !['src/paths.ts', 'src/app/routes.tsx'].includes(path),
    );
    expect(others.flatMap(routeLiterals)).toEqual([]);
  });

  it.each([
    `const a = '/observatori';`,
    'const a = `/answers?page=${page}`;',
    `const a = <Link href="/outbox" />;`,
  ])('notices %s', (text) => {
    expect(routeLiterals(file('src/features/a/b.tsx', text))).toHaveLength(1);
  });

  it.each([`const a = '/outboxes';`, `const a = '/sw.js';`])(
    'has nothing against %s',
    (text) => {
      expect(routeLiterals(file('src/features/a/b.tsx', text))).toEqual([]);
    },
  );
});

describe('files and packages', () => {
  it('src has no barrels and no default exports', () => {
    expect(app.flatMap(badExports)).toEqual([]);
  });

  it.each([
    `export * from './a';`,
    `export { a } from './a'; export type { B } from './b';`,
    `export default function f() {}`,
    `const a = 1; export { a as default };`,
  ])('refuses %s', (text) => {
    expect(badExports(file('src/ui/a.ts', text))).toHaveLength(1);
  });

  it('every package is declared where it runs', () => {
    const { dependencies } = readJson('package.json');
    const declared = new Set(Object.keys(dependencies ?? {}));
    expect(declared.size).toBeGreaterThan(10);
    expect([...app, ...server].flatMap((s) => undeclared(s, declared))).toEqual(
      [],
    );
    const planted = file('src/ui/a.ts', `import 'left-pad/deep';`);
    expect(undeclared(planted, declared)).toHaveLength(1);
  });

  it('the lockfile has one copy of Dexie and of React', () => {
    const { packages } = readJson('package-lock.json');
    const paths = Object.keys(packages ?? {});
    for (const name of ['dexie', 'react', 'react-dom']) {
      const copies = paths.filter((p) => p.endsWith(`node_modules/${name}`));
      expect(copies).toEqual([`node_modules/${name}`]);
    }
  });
});

function readJson(path: string): Record<string, Record<string, unknown>> {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
