/**
 * `npm run house [-- --list]`: the counts of the house, from the text of the
 * TypeScript of `src` and `server` alone; `--list` prints which they are, too.
 * The counts are signs of what is hard to read or to move. They have no limits,
 * and the script never fails because of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from './run.mjs';

/** Above this a function needs a table of contents. */
const LONG_LINES = 80;
/** Above this a function is split. */
const TOO_LONG_LINES = 120;
const SMALL_FILE_LINES = 40;

const { dirname } = posix;
const { values } = parseArgs({ options: { list: { type: 'boolean' } } });

const sources = readSources(['src', 'server']);
const imports = importsBetween(sources);
const counts = [
  { name: 'files', count: sources.size },
  { name: 'lines', count: sum([...sources.values()].map(linesOf)) },
  ...countsOfFunctions(),
  ...countsOfImports(),
  ...countsOfFolders(),
];
for (const { name, found = [], count = found.length } of counts) {
  console.log(`${name.padEnd(50)} ${String(count).padStart(6)}`);
}
if (values.list) {
  for (const { name, found = [] } of counts) {
    if (found.length === 0) continue;
    console.log(`\n${name}:\n${found.map((line) => `  ${line}`).join('\n')}`);
  }
}

/** The text of each source file by its path from the root; migrations are made by a tool and left out. */
function readSources(folders) {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
      .filter((path) => !path.includes('migrations/')),
  );
  return new Map(
    paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

/** Lines of a text that ends with a line break. */
function linesOf(text) {
  return text.split('\n').length - 1;
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * Functions above 80 and above 120 lines, the longest first; those above 120
 * count in both.
 */
function countsOfFunctions() {
  const functions = [...sources]
    .flatMap(([path, text]) => functionsOf(path, text))
    .filter(({ length }) => length > LONG_LINES)
    .sort((one, other) => other.length - one.length);
  const tooLong = functions.filter(({ length }) => length > TOO_LONG_LINES);
  return [
    {
      name: `functions above ${LONG_LINES} lines`,
      found: functions.map(
        ({ length, name, path }) => `${length} ${name} ${path}`,
      ),
    },
    {
      name: `functions above ${TOO_LONG_LINES} lines`,
      count: tooLong.length,
    },
  ];
}

/**
 * The functions that begin at the left margin, with their lines from the name
 * to the closing bracket, both counted. Functions inside of functions count as
 * part of them.
 */
function functionsOf(path, text) {
  const lines = text.split('\n');
  return lines.flatMap((line, start) => {
    const name = functionNameIn(line);
    if (name === undefined) return [];
    return [{ path, name, length: endOfFunction(lines, start) - start + 1 }];
  });
}

/** The name of the function or arrow function that a line declares at the left margin. */
function functionNameIn(line) {
  const [, name] =
    /^(?:export )?(?:default )?(?:async )?function\*? (\w+)/.exec(line) ??
    /^(?:export )?const (\w+) = .*(?:=>|memo\(|forwardRef\()/.exec(line) ??
    [];
  return name;
}

/** The number of the first line at the left margin that closes a bracket and does not go on with the signature. */
function endOfFunction(lines, start) {
  const isEnd = (line) => /^[})]/.test(line) && !goesOnWithSignature(line);
  const length = lines.slice(start).findIndex(isEnd);
  return length === -1 ? lines.length : start + length;
}

/**
 * `): Promise<void> {`, `}: Props) {` and `}) {` close parameters, not the
 * function. A line `) {` is taken for the end: a function whose parameters stand
 * on lines of their own and that has no return type counts as short.
 */
function goesOnWithSignature(line) {
  return /^\) *:|^\}\s*[:)].*\{$|^\}: /.test(line);
}

/**
 * What each file imports of the other ones: static, type-only and dynamic
 * imports and re-exports.
 */
function importsBetween(files) {
  const found = new Map();
  for (const [path, text] of files) {
    const named = text.matchAll(
      /(?:\bfrom|\bimport\(|\bimport)\s*['"]([^'"]+)['"]/g,
    );
    const targets = [...named].map(([, name]) => targetOf(path, name));
    const others = targets.filter((target) => target && target !== path);
    found.set(path, new Set(others));
  }
  return found;
}

/** The file that an import leads to; undefined for a package and for what is no source file. */
function targetOf(path, name) {
  if (!name.startsWith('@/') && !name.startsWith('.')) return undefined;
  const target = name.startsWith('@/')
    ? `src/${name.slice(2)}`
    : posix.join(dirname(path), name);
  return [
    target,
    target.replace(/\.js$/, '.ts'),
    `${target}.ts`,
    `${target}.tsx`,
    `${target}.mjs`,
  ].find((candidate) => sources.has(candidate));
}

/**
 * Circles of files that import each other; small files with one importer, which
 * may belong into it.
 */
function countsOfImports() {
  const importers = new Map();
  for (const [path, targets] of imports) {
    for (const target of targets) {
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const small = [...sources]
    .filter(([, text]) => linesOf(text) < SMALL_FILE_LINES)
    .filter(([path]) => importers.get(path)?.length === 1)
    .map(([path]) => `${path}, of ${importers.get(path)}`);
  return [
    {
      name: 'circles of files that import each other',
      found: circles().map((files) => `${files.length}: ${files.join(' ')}`),
    },
    {
      name: `files below ${SMALL_FILE_LINES} lines with a single importer`,
      found: small,
    },
  ];
}

/**
 * The largest sets of two files or more in which each file reaches each other
 * one through imports.
 */
function circles() {
  const reached = new Map(
    [...sources.keys()].map((path) => [path, reachedFrom(path)]),
  );
  const placed = new Set();
  const found = [];
  for (const [path, targets] of reached) {
    if (placed.has(path) || !targets.has(path)) continue;
    const circle = [...targets].filter((other) => reached.get(other).has(path));
    for (const each of circle) placed.add(each);
    found.push(circle.sort());
  }
  return found;
}

/** Every file that a file imports, directly or through others; itself only in a circle. */
function reachedFrom(path) {
  const reached = new Set();
  const left = [path];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const target of imports.get(next)) {
      if (reached.has(target)) continue;
      reached.add(target);
      left.push(target);
    }
  }
  return reached;
}

/**
 * Pairs of folders of which each has a file that imports one of the other; of
 * these the pairs of which neither folder contains the other. The folder with
 * the most files of its own, without those of its subfolders.
 */
function countsOfFolders() {
  const pairs = foldersThatImportEachOther();
  const inWords = (pair) => pair.join(' and ');
  const apart = pairs.filter(
    ([one, other]) => !isInside(one, other) && !isInside(other, one),
  );
  const sizes = new Map();
  for (const path of sources.keys()) {
    const folder = dirname(path);
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  const widest = Math.max(...sizes.values());
  return [
    {
      name: 'pairs of folders that import each other',
      found: pairs.map(inWords),
    },
    {
      name: '  of which neither contains the other',
      found: apart.map(inWords),
    },
    {
      name: 'files of the widest folder',
      found: [...sizes.keys()].filter((path) => sizes.get(path) === widest),
      count: widest,
    },
  ];
}

function foldersThatImportEachOther() {
  const folders = new Map();
  for (const [path, targets] of imports) {
    const folder = dirname(path);
    const others = folders.get(folder) ?? new Set();
    for (const target of targets) others.add(dirname(target));
    folders.set(folder, others);
  }
  return [...folders].flatMap(([folder, others]) =>
    [...others]
      .filter((other) => folder < other && folders.get(other)?.has(folder))
      .map((other) => [folder, other]),
  );
}

function isInside(folder, other) {
  return folder.startsWith(`${other}/`);
}
