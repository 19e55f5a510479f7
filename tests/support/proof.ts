import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Why a proof proves nothing: "file › group › name", or a reason why there is
 * none, which may end with `see "name"`.
 * @returns undefined when its test exists.
 */
export function faultOfProof(proof: string): string | undefined {
  if (/^(cannot hold|reason): .{10,}/.test(proof)) {
    const title = /see "(.+)"$/.exec(proof)?.[1];
    return title === undefined || sources().some((text) => names(text, title))
      ? undefined
      : `no test "${title}"`;
  }
  const [file = '', ...titles] = proof.split(' › ');
  if (!existsSync(file)) return `no file ${file}`;
  const title = titles.at(-1);
  if (!title) return 'no test is named';
  return names(readFileSync(file, 'utf8'), title)
    ? undefined
    : `no test "${title}" in ${file}`;
}

/** Whether a test, or a group of them, has exactly this title. */
function names(source: string, title: string): boolean {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const quoted = new RegExp(`[([]\\s*(['"\`])${escaped}\\1,`);
  return quoted.test(source.replaceAll("\\'", "'"));
}

let read: string[] | undefined;

/** All files of tests, for those that are named by their title alone. */
function sources(): string[] {
  read ??= readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(join('tests', path), 'utf8'));
  return read;
}
