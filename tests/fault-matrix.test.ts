import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { faultOfProof } from './support/proof';

const folder = 'tests/e2e/faults';

/** The rows of the matrix: a fault, and what proves that it does no harm. */
const rows = readFileSync(join(folder, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => {
    const [, fault = '', proofs = ''] = line.split(/(?<!\\)\|/);
    return {
      fault: fault.trim(),
      proofs: proofs.split('<br>').map((proof) => proof.trim()),
    };
  });

it('names a test that exists, or a reason, for every fault', () => {
  expect(rows.length).toBeGreaterThanOrEqual(27);
  const missing = rows.flatMap(({ fault, proofs }) =>
    proofs.flatMap((proof) => {
      const found = faultOfProof(proof);
      return found ? [`${fault}: ${found}`] : [];
    }),
  );
  expect(missing).toEqual([]);
});

it('leaves out no file of the folder', () => {
  const named = rows.flatMap(({ proofs }) => proofs);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const unnamed = files.filter(
    (name) => !named.some((proof) => proof.startsWith(`${folder}/${name} › `)),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(unnamed).toEqual([]);
});
