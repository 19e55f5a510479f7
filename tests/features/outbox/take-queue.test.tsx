import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import {
  createObserver,
  updateObserver,
} from '@/data/observers/change-observers';
import { exportOutbox } from '@/data/outbox/queue-file';
import { markThreads } from '@/data/triage/triage-marks';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { fingerprint } from '@/domain/outbox/fingerprint';
import { OutboxPage } from '@/features/outbox/outbox-page';

import {
  anActor,
  anObserver,
  anObserverRow,
  aThreadRow,
} from '../../support/builders';
import { isDisabled } from '../../support/controls';
import { sync } from '../../support/fake-sync';
import {
  aCall,
  aCallRow,
  aPlanRow,
  aSavedView,
} from '../../support/local-work';
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
  expect(dialog.textContent).not.toContain('deja importat');
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
  expect(again.textContent).toMatch(
    /Fișierul a fost deja importat pe acest dispozitiv: \d\d:\d\d\.Modificări care sunt deja aici: 2 din 2\./,
  );
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

/** The list items that say what becomes of the rows of the file. */
async function saidRows() {
  const dialog = await screen.findByRole('dialog');
  const rows = dialog.querySelectorAll('ol > li');
  return [...rows].map((item) => item.textContent);
}

it('shows calls, the plan and saved views, with how they will stand, and takes them with the changes', async () => {
  const { intent } = databases();
  const at = new Date(2026, 10, 20, 10, 20).getTime();
  await rename('Maria Ionescu');
  await intent.calls.bulkPut([
    aCallRow({ log: [aCall({ calledAt: at }), aCall({ calledAt: 1 })] }),
    aCallRow({ observerId: 42, log: [aCall({ calledAt: at })] }),
  ]);
  await intent.plan.put(aPlanRow({ importedAt: at }));
  await intent.views.bulkPut([
    aSavedView(),
    aSavedView({ id: 'v-2', name: 'Alba', isDeleted: true }),
  ]);
  const file = await takenAway();
  await databases().cache.observers.put(anObserverRow());
  open();
  const dialog = await choose(file);
  for (const said of [
    'O modificare este nouă aici.',
    '2 observatori au apeluri noi aici.',
    'Planul observatorilor din fișier se importă.',
    '2 vizualizări salvate sunt noi sau modificate.',
  ]) {
    expect(within(dialog).getByText(said)).toBeTruthy();
  }
  expect(await saidRows()).toEqual([
    'nouăModifică observatorul Maria Ionel',
    'se importăMaria Ionel 2 apeluri, ultimul la 20 nov., 10:20',
    'se importăObservatorul cu id-ul 42 un apel, la 20 nov., 10:20',
    'se importăPlanul observatorilor plan.csv, importat la 20 nov., 10:20, un rând',
    'se importăCluj ',
    'se importăAlba ștearsă',
  ]);

  fireEvent.click(
    screen.getByRole('button', { name: 'Importă tot ce este nou' }),
  );
  await screen.findByText(
    'Acum sunt și aici: apeluri către 2 observatori, planul observatorilor și 2 vizualizări salvate.',
  );
  await screen.findByText('O modificare este acum în coadă.');
  expect(await databases().intent.calls.count()).toBe(2);
  expect(await databases().intent.plan.count()).toBe(1);
  expect(await databases().intent.views.count()).toBe(2);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  const again = await choose(file);
  for (const said of [
    '2 observatori au doar apeluri care sunt deja aici.',
    'Planul observatorilor este deja aici.',
    '2 vizualizări salvate sunt deja aici.',
  ]) {
    expect(within(again).getByText(said)).toBeTruthy();
  }
  const take = screen.getByRole('button', { name: /^Importă modificările/ });
  expect(isDisabled(take)).toBe(true);
});

it('says which of two plans stays, and which view was changed later here', async () => {
  const at = new Date(2026, 10, 20, 10, 20).getTime();
  const later = new Date(2026, 10, 20, 11, 0).getTime();
  await databases().intent.plan.put(
    aPlanRow({ fileName: 'vechi.csv', importedAt: at }),
  );
  await databases().intent.views.put(aSavedView({ changedAt: at }));
  const older = await takenAway();
  await databases().intent.plan.put(
    aPlanRow({ fileName: 'nou.csv', importedAt: later }),
  );
  const newer = await takenAway();

  await databases().intent.plan.put(
    aPlanRow({ fileName: 'nou.csv', importedAt: later }),
  );
  await databases().intent.views.put(
    aSavedView({ name: 'Cluj, de azi', changedAt: later }),
  );
  open();
  const dialog = await choose(older);
  expect(dialog.textContent).toContain(
    'Planul observatorilor de aici este mai nou decât cel din fișier: rămâne.',
  );
  expect(dialog.textContent).toContain(
    'O vizualizare salvată a fost modificată aici mai târziu: rămâne așa.',
  );
  expect(await saidRows()).toEqual([
    'nu se importăPlanul observatorilor rămâne nou.csv, importat la 20 nov., 11:00, un rând',
    'nu se importăCluj, de azi ',
  ]);
  const take = screen.getByRole('button', { name: /^Importă modificările/ });
  expect(isDisabled(take)).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Renunță' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));

  await databases().intent.plan.put(
    aPlanRow({ fileName: 'vechi.csv', importedAt: at }),
  );
  await choose(newer);
  expect(await saidRows()).toEqual([
    'se importăPlanul observatorilor nou.csv, importat la 20 nov., 11:00, un rând; înlocuiește vechi.csv, importat la 20 nov., 10:20',
  ]);
});

it('names by its place what it cannot read', async () => {
  const bad = [aCallRow({ observerId: 43 }), aCallRow({ log: [] })];
  await databases().intent.calls.bulkPut(bad);
  await databases().intent.plan.put(aPlanRow({ lines: [] }));
  await databases().intent.views.put(aSavedView({ name: '' }));
  open();
  const dialog = await choose(await takenAway());
  for (const said of [
    'Un observator are apeluri noi aici.',
    'Apelurile către un observator nu pot fi citite: nu se importă.',
    'Planul observatorilor nu poate fi citit: nu se importă.',
    'O vizualizare salvată nu poate fi citită: nu se importă.',
  ]) {
    expect(within(dialog).getByText(said)).toBeTruthy();
  }
  expect(await saidRows()).toEqual([
    'nu se poate citiApelurile de pe rândul 1 ',
    expect.stringMatching(/^se importăObservatorul cu id-ul 43 un apel, la /),
    'nu se poate citiPlanul observatorilor ',
    'nu se poate citiVizualizarea 1 ',
  ]);
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
