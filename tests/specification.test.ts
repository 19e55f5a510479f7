import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { faultOfProof } from './support/proof';

interface Row {
  sentence: string;
  proof: string;
}

/** The rows of the table under each heading `## n. ...`, by that heading. */
const sections = readFileSync('docs/specification.md', 'utf8')
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

describe('every sentence of the specification names a test that exists', () => {
  it.each(sections)('$heading', ({ rows }) => {
    expect(rows.length).toBeGreaterThan(0);
    const faults = rows.flatMap((row) => {
      const found = faultOfProof(row.proof);
      return found ? [`${row.sentence}: ${found}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('in each section from 1 to 9', () => {
    expect(sections.map(({ heading }) => heading.split('.')[0])).toEqual([
      ...'123456789',
    ]);
  });
});
