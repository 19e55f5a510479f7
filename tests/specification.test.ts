import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

interface Row {
  section: string;
  sentence: string;
  proof: string;
}

const folder = 'tests/specification';
const tables = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** The rows of a table of the specification: section, sentence, test. */
function rowsOf(table: string): Row[] {
  const lines = readFileSync(join(folder, table), 'utf8').split('\n');
  return lines
    .filter((line) => /^\| *\d/.test(line))
    .map((line) => {
      const [, section = '', sentence = '', ...rest] = line.split(/(?<!\\)\|/);
      const proof = rest.slice(0, -1).join('|').trim();
      return { section: section.trim(), sentence: sentence.trim(), proof };
    });
}

/** Why a row proves nothing; undefined when its test exists. */
function fault({ proof }: Row): string | undefined {
  if (/^(cannot hold|reason): .{10,}/.test(proof)) return undefined;
  const [file = '', ...names] = proof.split(' › ');
  if (!existsSync(file)) return `no file ${file}`;
  const name = names.at(-1);
  if (!name) return 'no test is named';
  const source = readFileSync(file, 'utf8').replaceAll("\\'", "'");
  return source.includes(name) ? undefined : `no test "${name}" in ${file}`;
}

describe('every sentence of the specification names a test that exists', () => {
  it.each(tables)('%s', (table) => {
    const rows = rowsOf(table);
    expect(rows.length).toBeGreaterThan(0);
    const faults = rows.flatMap((row) => {
      const found = fault(row);
      return found ? [`${row.section} ${row.sentence}: ${found}`] : [];
    });
    expect(faults).toEqual([]);
  });
});
