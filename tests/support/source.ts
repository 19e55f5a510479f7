import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ESTree } from 'vite';
import { parseSync, Visitor } from 'vite';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** One source file: path from the root with `/`, and its text. */
export interface Source {
  path: string;
  text: string;
}

/** Every TypeScript file under a folder of the repository. */
export function sourcesIn(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Parses a file; a syntax error is a bug of the file and throws. */
export function parse({ path, text }: Source): ESTree.Program {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return program;
}

/**
 * What a file imports: static, type-only, dynamic and re-exported modules, types
 * named by `import('...')`, and workers or files named by
 * `new URL('...', import.meta.url)`.
 */
export function importsOf(source: Source): string[] {
  const found: string[] = [];
  const note = (node: ESTree.Node | null | undefined) => {
    if (node?.type !== 'Literal') return;
    if (typeof node.value === 'string') found.push(node.value);
  };
  new Visitor({
    ImportDeclaration: (node) => note(node.source),
    ExportNamedDeclaration: (node) => note(node.source),
    ExportAllDeclaration: (node) => note(node.source),
    ImportExpression: (node) => note(node.source),
    TSImportType: (node) => note(node.source),
    NewExpression({ callee, arguments: [url, base] }) {
      const isUrl = callee.type === 'Identifier' && callee.name === 'URL';
      const isBeside =
        base?.type === 'MemberExpression' &&
        base.object.type === 'MetaProperty';
      if (isUrl && isBeside) note(url);
    },
  }).visit(parse(source));
  return found;
}

/**
 * Where an import leads, as a path from the root without its ending; undefined
 * for a package.
 */
export function targetOf(from: Source, specifier: string): string | undefined {
  if (specifier.startsWith('@/')) return `src/${specifier.slice(2)}`;
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(from.path), specifier);
}

/** The names along `a.b(c).d`, the outermost first: a, b, d. */
export function chainOf(node: ESTree.Node): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression':
      return node.property.type === 'Identifier'
        ? [...chainOf(node.object), node.property.name]
        : chainOf(node.object);
    case 'CallExpression':
      return chainOf(node.callee);
    case 'ChainExpression':
    case 'AwaitExpression':
      return chainOf(
        node.type === 'AwaitExpression' ? node.argument : node.expression,
      );
    default:
      return [];
  }
}
