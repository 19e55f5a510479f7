import 'fake-indexeddb/auto';

import { beforeEach, expect, it, vi } from 'vitest';

import { createForm, updateForm } from '@/data/forms/change-forms';
import { cancelOp, confirmSent, retryOp } from '@/data/outbox/change-ops';
import { resolveConflict } from '@/data/outbox/resolve-conflict';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import type { FormInput } from '@/domain/forms/form';
import type { Op } from '@/domain/outbox/op';
import { newOp } from '@/domain/outbox/op';

import { anActor, aSection } from '../../support/builders';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

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
  if (!creation) throw new Error('Nothing was enqueued');
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

it.each([
  ['cancelled', cancelOp],
  ['retried', retryOp],
  ['confirmed', confirmSent],
])(
  'an op that took the place of the one on screen is not %s with it',
  async (_what, decide) => {
    const { intent, actor } = databases();
    const args = {
      id: 41,
      base: { name: 'Maria Ionel', phone: '0700000041' },
      patch: { name: 'Ana' },
    };
    const enqueued = { actor, at: Date.now(), opId: 'seen' };
    await intent.outbox.add({
      ...newOp('observer.update', args, enqueued),
      state: 'conflict',
      failure: { kind: 'missing' },
    });
    const [seen] = await intent.outbox.toArray();
    if (!seen) throw new Error('Nothing was enqueued');
    // Another tab adds the observer again: that op has the number of this one.
    await resolveConflict(seen, { to: 'again', pin: '135790' });
    const before = await intent.outbox.toArray();
    expect(before.map(({ kind }) => kind)).toEqual([
      'observer.create',
      'observer.update',
    ]);
    expect(await decide(seen)).toBe(false);
    expect(await intent.outbox.toArray()).toEqual(before);
  },
);
