// @vitest-environment happy-dom
import 'fake-indexeddb/auto';

import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, expect, it, vi } from 'vitest';

import { createObserver, updateObserver } from '@/data/observers';
import { exportOutbox } from '@/data/outbox/queue-file';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { fingerprint } from '@/domain/outbox/fingerprint';
import { OutboxPage } from '@/features/outbox/outbox-page';
import { Toaster } from '@/ui/overlay/toaster';

import { anActor, anObserver } from '../../support/builders';
import { speak } from '../../support/texts';

const worker = vi.hoisted(() => ({ bells: 0 }));
vi.mock('@/workers/client', () => ({
  sync: {
    push: async () => {
      worker.bells += 1;
    },
  },
}));

configure({ asyncUtilTimeout: 5000 });

beforeEach(async () => {
  await speak('ro');
  await deleteDatabases(anActor);
  openFor(anActor);
  return () => {
    cleanup();
    toast.remove();
    openFor({ ...anActor, sub: 'nobody' });
  };
});

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
  worker.bells = 0;
  return new File([text], 'trimiteri.json', { type: 'application/json' });
}

function openPage() {
  render(
    <>
      <OutboxPage />
      <Toaster closeLabel="Închide" />
    </>,
  );
}

async function choose(file: File) {
  const input = await screen.findByLabelText('Fișierul cu coada');
  fireEvent.change(input, { target: { files: [file] } });
  return screen.findByRole('dialog');
}

async function kept() {
  return databases().intent.outbox.toArray();
}

it('shows what is in the file before anything is taken, then takes it once', async () => {
  await rename('Maria Ionescu');
  await createObserver({ name: 'Nouă Venită', phone: '0700000043' }, '135790');
  const file = await takenAway();
  openPage();
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
  expect(await kept()).toEqual([]);
  expect(worker.bells).toBe(0);

  fireEvent.click(screen.getByRole('button', { name: 'Importă 2 modificări' }));
  await waitFor(async () =>
    expect((await kept()).map(({ state }) => state)).toEqual([
      'unknown',
      'rejected',
    ]),
  );
  expect(
    await screen.findByText('2 modificări sunt acum în coadă.'),
  ).toBeTruthy();
  expect(worker.bells).toBe(1);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  const again = await choose(file);
  expect(again.textContent).toContain('2 modificări sunt deja aici.');
  const take = screen.getByRole('button', { name: /^Importă modificările/ });
  expect(take.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(take);
  expect(await kept()).toHaveLength(2);
});

it('names the rows that it leaves out', async () => {
  await rename('Maria Ionescu');
  const file = await takenAway(([row]) => [
    row,
    { ...Object(row), opId: 'op-b', actor: 'altcineva' },
    { ...Object(row), opId: 'op-c', args: {} },
    'nimic',
  ]);
  openPage();
  const dialog = await choose(file);
  const said = dialog.textContent;
  expect(said).toContain('O modificare este nouă aici.');
  expect(said).toContain('O modificare este a altui cont: nu se importă.');
  expect(said).toContain('2 modificări nu pot fi citite: nu se importă.');
  expect(said).toContain('nu poate fi citităRândul 3 Modifică observatorul');
  expect(said).toContain('nu poate fi citităRândul 4');
  fireEvent.click(screen.getByRole('button', { name: 'Importă modificarea' }));
  await waitFor(async () => expect(await kept()).toHaveLength(1));
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
  openPage();
  const dialog = await choose(file);
  expect(within(dialog).getByText(words)).toBeTruthy();
  const take = screen.getByRole('button', { name: /^Importă modificările/ });
  expect(take.getAttribute('aria-disabled')).toBe('true');
  expect(await kept()).toEqual([]);
});

it('says when this device could not keep it, and takes nothing', async () => {
  await rename('Maria Ionescu');
  const file = await takenAway();
  openPage();
  await choose(file);
  vi.spyOn(databases().intent.outbox, 'bulkAdd').mockImplementation(() => {
    throw new Error('The disk is full');
  });
  fireEvent.click(screen.getByRole('button', { name: 'Importă modificarea' }));
  expect(await screen.findByText(/^Nimic nu a fost importat/)).toBeTruthy();
  expect(await kept()).toEqual([]);
});
