import 'fake-indexeddb/auto';

import { beforeEach, expect, it, vi } from 'vitest';

import { createForm, updateForm } from '@/data/forms';
import { cancelOp } from '@/data/outbox/outbox';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import type { FormInput } from '@/domain/forms/form';
import type { Op } from '@/domain/outbox/op';

import { anActor, aSection } from '../../support/builders';

vi.mock('@/workers/client', () => ({ sync: { push: async () => {} } }));

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return closeDatabases;
});

const input: FormInput = {
  title: 'Numărare',
  code: 'C',
  description: 'Numărare',
  diaspora: false,
  draft: true,
  currentVersion: 0,
  order: 1,
  sections: [aSection()],
};

it('what is changed of something new goes with it when it is dropped', async () => {
  const { outbox } = databases().intent;
  await createForm(input);
  const [creation] = await outbox.toArray();
  if (!creation) throw new Error('Nothing was kept');
  // It went out and was refused: from then on changes wait behind it.
  const refused = { ...creation, state: 'rejected', attempts: 1 } as Op;
  await outbox.put(refused);
  const meta = { ...input, id: creation.args.id };
  const base = { meta, sections: input.sections };
  await updateForm(base, { ...input, description: 'Altfel' });
  expect(await outbox.count()).toBe(2);
  await cancelOp(refused);
  const states = (await outbox.toArray()).map(({ state }) => state);
  expect(states).toEqual(['cancelled', 'cancelled']);
});
