import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './run.mjs';

/**
 * Sorts the arguments of a script: a part of the path of a test file under
 * `folder` selects files, anything else is a part of a test's name. Flags stay
 * as they are, for the tool.
 */
export function filtersOf(folder, args = process.argv.slice(2)) {
  const tests = readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.test\.tsx?$/.test(path));
  const isFile = (text) => tests.some((path) => path.includes(text));
  const flags = args.filter((arg) => arg.startsWith('-'));
  const texts = args.filter((arg) => !arg.startsWith('-'));
  return {
    flags,
    files: texts.filter(isFile),
    names: texts.filter((text) => !isFile(text)),
  };
}

/** A regular expression that finds any of the names. */
export function patternOf(names) {
  return names
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');
}
