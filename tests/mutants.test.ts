import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyMutant } from './mutants/apply';
import { mutants } from './mutants/list';
import type { Mutant } from './mutants/mutant';
import { describedIn, rowsOf } from './mutants/table';
import { parse, root, sourcesIn } from './support/source';

const tests = sourcesIn('tests').map(({ path }) => path);

/** What keeps a mutant from being put into the code and noticed there. */
function troubleWith(mutant: Mutant): string[] {
  const { file, find, replace, suites, stories = 0 } = mutant;
  if (find === replace) return ['it changes nothing'];
  if (suites.length + stories === 0) return ['nothing is to notice it'];
  if (!existsSync(join(root, file))) return [`${file} is not there`];
  const applied = applyMutant(mutant, readFileSync(join(root, file), 'utf8'));
  if (!applied.ok) return [applied.trouble];
  // A file that does not even parse fails every suite and shows nothing.
  parse({ path: file, text: applied.text });
  return suites
    .filter((suite) => !tests.some((path) => path.startsWith(suite)))
    .map((suite) => `${suite} is no suite`);
}

it('can put each mutant into the code as it is now', () => {
  const troubles = mutants.flatMap((mutant) =>
    troubleWith(mutant).map((trouble) => `${mutant.name}: ${trouble}`),
  );
  expect(troubles).toEqual([]);
});

it('has a name of its own for every mutant', () => {
  const names = mutants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it('has every mutant in the table, and no other', () => {
  const page = join(import.meta.dirname, 'mutants', 'README.md');
  const rows = rowsOf(readFileSync(page, 'utf8'));
  const described = rows.map((row, at) => {
    const [start] = mutants.slice(at, at + 1).map(describedIn);
    return start && row.startsWith(start) ? start : row;
  });
  expect(described).toEqual(mutants.map(describedIn));
});
