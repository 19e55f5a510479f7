import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

interface Row {
  sentence: string;
  proof: string;
}

/** The rows of the table under each heading `## n. ...`, by that heading. */
const sections = readFileSync('tests/specification.md', 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((part) => ({
    heading: part.split('\n')[0] ?? '',
    rows: rowsOf(part),
  }));

function rowsOf(part: string): Row[] {
  const lines = part.split('\n').filter((line) => line.startsWith('| '));
  return lines.flatMap((line) => {
    const [, sentence = '', ...rest] = line.split(/(?<!\\)\|/);
    const proof = rest.slice(0, -1).join('|').trim();
    return proof === 'test' ? [] : [{ sentence: sentence.trim(), proof }];
  });
}

/** Why a row proves nothing; undefined when its test exists. */
function fault({ proof }: Row): string | undefined {
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
  const quoted = new RegExp(`\\(\\s*(['"\`])${escaped}\\1,`);
  return quoted.test(source.replaceAll("\\'", "'"));
}

let read: string[] | undefined;

/** All files of tests, for those that are named by their title alone. */
function sources(): string[] {
  read ??= readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .map((path) => readFileSync(join('tests', path), 'utf8'));
  return read;
}

describe('every sentence of the specification names a test that exists', () => {
  it.each(sections)('$heading', ({ rows }) => {
    expect(rows.length).toBeGreaterThan(0);
    const faults = rows.flatMap((row) => {
      const found = fault(row);
      return found ? [`${row.sentence}: ${found}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('in each section from 2 to 9', () => {
    expect(sections.map(({ heading }) => heading.split('.')[0])).toEqual([
      ...'23456789',
    ]);
  });
});
