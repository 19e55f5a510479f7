import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { extensions } from '@/domain/extensions';

import { DEMO, EXTENSIONS } from '../../server/schemas/extensions';
import { root } from '../support/source';

it('knows the extensions of our server, and no others', () => {
  const offered = Object.keys({ ...EXTENSIONS, ...DEMO });
  expect([...extensions].sort()).toEqual(offered.sort());
});

it('has every extension in the contract', () => {
  const contract = readFileSync(join(root, 'docs/api-contract.md'), 'utf8');
  const [, shown = ''] =
    /### 10\.1[^]*?```json\n(.*?)\n```/.exec(contract) ?? [];
  expect(JSON.parse(shown)).toEqual(EXTENSIONS);
});
