import 'fake-indexeddb/auto';

import { beforeEach, expect, it, vi } from 'vitest';

import { undoImport } from '@/data/observers/import-undo';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';

import { anActor, anObserverRow } from '../../support/builders';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const imported = Array.from({ length: 294 }, (_, at) =>
  anObserverRow({
    id: 100 + at,
    name: `Observator ${at}`,
    phone: `07000${at}`,
    numberOfNotes: 0,
    numberOfPollingStations: 0,
  }),
);

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  await databases().cache.observers.bulkPut(imported);
  return closeDatabases;
});

it('an import of 294 observers is taken back as a whole', async () => {
  expect(await undoImport(imported)).toEqual({ changed: 0 });
  const ops = await databases().intent.outbox.orderBy('seq').toArray();
  expect(ops.map(({ kind, args }) => [kind, args.id])).toEqual(
    imported.map(({ id }) => ['observer.delete', id]),
  );
});

it('what stops half way has deleted nobody', async () => {
  const { outbox } = databases().intent;
  let stored = 0;
  outbox.hook('creating', () => {
    stored += 1;
    if (stored === 150) throw new Error('The page is closed');
  });
  await expect(undoImport(imported)).rejects.toThrow();
  expect(stored).toBe(150);
  expect(await outbox.count()).toBe(0);
});
