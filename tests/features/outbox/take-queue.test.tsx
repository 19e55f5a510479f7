// @vitest-environment happy-dom
import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { createObserver, updateObserver } from '@/data/observers';
import { exportOutbox } from '@/data/outbox/queue-file';
import { markThreads } from '@/data/triage-marks';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { fingerprint } from '@/domain/outbox/fingerprint';
import { OutboxPage } from '@/features/outbox/outbox-page';

import { anActor, anObserver, aThreadRow } from '../../support/builders';
import { isDisabled } from '../../support/controls';
import { sync } from '../../support/fake-sync';
import { prepareScreen } from '../../support/screen';
import { storedOps } from '../../support/ops';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([{ path: '*', element: <OutboxPage /> }]);

async function rename(name: string) {
  await updateObserver(anObserver(), { name, phone: '0700000041' });
}

/** The queue as a file; this device then has nothing of it. */
async function takenAway(
  change: (rows: unknown[]) => unknown[] = (rows) => rows,
): Promise<File> {
  const { check: _, ...content } = JSON.parse(
    await (await exportOutbox()).text(),
  );
  const changed = { ...content, ops: change(content.ops) };
  const text = JSON.stringify({ ...changed, check: fingerprint(changed) });
  closeDatabases();
  await deleteDatabases(anActor);
  openFor(anActor);
  sync.push.mockClear();
  return new File([text], 'trimiteri.json', { type: 'application/json' });
}

async function choose(file: File) {
  const input = await screen.findByLabelText('Fișierul cu coada');
  fireEvent.change(input, { target: { files: [file] } });
  return screen.findByRole('dialog');
}

it('shows what is in the file before anything is taken, then takes it once', async () => {
  await rename('Maria Ionescu');
  await createObserver({ name: 'Nouă Venită', phone: '0700000043' }, '135790');
  const file = await takenAway();
  open();
  const dialog = await choose(file);
  expect(dialog.textContent).toContain('trimiteri.json');
  expect(dialog.textContent).toContain('2 modificări sunt noi aici.');
  expect(dialog.textContent).toContain('Una are un PIN, care a rămas');
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .slice(-2),
  ).toEqual([
    'nouăModifică observatorul Maria Ionel',
    'nouăAdaugă observatorul Nouă Venită',
  ]);
  expect(await storedOps()).toEqual([]);
  expect(sync.push).toHaveBeenCalledTimes(0);

  fireEvent.click(screen.getByRole('button', { name: 'Importă 2 modificări' }));
  await waitFor(async () =>
    expect((await storedOps()).map(({ state }) => state)).toEqual([
      'unknown',
      'rejected',
    ]),
  );
  expect(
    await screen.findByText('2 modificări sunt acum în coadă.'),
  ).toBeTruthy();
  expect(sync.push).toHaveBeenCalledTimes(1);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  const again = await choose(file);
  expect(again.textContent).toContain('2 modificări sunt deja aici.');
  const take = screen.getByRole('button', { name: /^Importă modificările/ });
  expect(isDisabled(take)).toBe(true);
  fireEvent.click(take);
  expect(await storedOps()).toHaveLength(2);
});

it('names the rows that it leaves out', async () => {
  await rename('Maria Ionescu');
  const file = await takenAway(([row]) => [
    row,
    { ...Object(row), opId: 'op-b', actor: 'altcineva' },
    { ...Object(row), opId: 'op-c', args: {} },
    'nimic',
  ]);
  open();
  const dialog = await choose(file);
  const said = dialog.textContent;
  expect(said).toContain('O modificare este nouă aici.');
  expect(said).toContain('O modificare este a altui cont: nu se importă.');
  expect(said).toContain('2 modificări nu pot fi citite: nu se importă.');
  expect(said).toContain('nu poate fi citităRândul 3 Modifică observatorul');
  expect(said).toContain('nu poate fi citităRândul 4');
  fireEvent.click(screen.getByRole('button', { name: 'Importă modificarea' }));
  await waitFor(async () => expect(await storedOps()).toHaveLength(1));
});

it('shows the decisions of the file, with what will be in force, and takes them alone, too', async () => {
  await markThreads(['41:7'], { state: 'resolved', note: '' });
  await markThreads(['42:8'], { state: 'inProgress', note: '' });
  const file = await takenAway();
  await databases().cache.threads.put(aThreadRow());
  open();
  const dialog = await choose(file);
  expect(dialog.textContent).toContain('2 raportări au decizii noi aici.');
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .slice(-2),
  ).toEqual([
    'se importăRezolvată Alba Sebeș 12, Maria Ionel',
    'se importăÎn lucru Secția cu id-ul 8, Observatorul cu id-ul 42',
  ]);
  fireEvent.click(
    screen.getByRole('button', { name: 'Importă tot ce este nou' }),
  );
  await screen.findByText('Acum sunt și aici: decizii despre 2 raportări.');
  expect(screen.queryByText(/nu s-a importat nicio/)).toBe(null);
  expect(await databases().intent.triage.count()).toBe(2);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  const again = await choose(file);
  expect(again.textContent).toContain('2 raportări au doar decizii care sunt');
  const take = screen.getByRole('button', { name: /^Importă modificările/ });
  expect(isDisabled(take)).toBe(true);
});

it.each([
  ['not a queue', () => new File(['telefon,nume'], 'x.csv'), /nu este o coadă/],
  [
    'of another account',
    async () => {
      await rename('Maria Ionescu');
      const file = await takenAway();
      openFor({ ...anActor, sub: 'altcineva@demo.org' });
      return file;
    },
    /este a altui cont/,
  ],
])('refuses a file that is %s', async (_what, makeFile, words) => {
  const file = await makeFile();
  open();
  const dialog = await choose(file);
  expect(within(dialog).getByText(words)).toBeTruthy();
  const take = screen.getByRole('button', { name: /^Importă modificările/ });
  expect(isDisabled(take)).toBe(true);
  expect(await storedOps()).toEqual([]);
});

it('says when this device could not keep it, and takes nothing', async () => {
  await rename('Maria Ionescu');
  const file = await takenAway();
  open();
  await choose(file);
  vi.spyOn(databases().intent.outbox, 'bulkAdd').mockImplementation(() => {
    throw new Error('The disk is full');
  });
  fireEvent.click(screen.getByRole('button', { name: 'Importă modificarea' }));
  expect(await screen.findByText(/^Nimic nu a fost importat/)).toBeTruthy();
  expect(await storedOps()).toEqual([]);
});
