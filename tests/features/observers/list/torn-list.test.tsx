import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';

import { anObserverRow } from '../../../support/builders';
import { cacheObservers } from '../../../support/cached';
import { field, isDisabled } from '../../../support/controls';
import { answerWith, failWith, sync } from '../../../support/fake-sync';
import { prepareScreen } from '../../../support/screen';
import { listRoutes } from '../routes';
import { FakeImportWorker } from '../../../support/import-thread';
import { catchSavedFiles } from '../../../support/saved-files';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(listRoutes);

const ana = anObserverRow({ id: 1, name: 'Ana Pop', phone: '0700000001' });
const dan = anObserverRow({ id: 2, name: 'Dan Ionel', phone: '0700000002' });

/** The last reading of the list met so many of 2,500. */
function tear(seen: number | undefined) {
  const cursor = { resource: 'observers', triedAt: Date.now() };
  return databases().cache.cursors.put({
    ...cursor,
    asOf: Date.now(),
    sweptAt: Date.now(),
    total: 2500,
    seen,
  });
}

beforeEach(async () => {
  vi.stubGlobal('Worker', FakeImportWorker);
  sync.importObservers.mockImplementation(answerWith(1));
  await cacheObservers([ana, dan]);
  await tear(2);
});

it('is not called up to date, and says how much of it is here', async () => {
  open('/observatori');
  await screen.findByText('2 din 2.500');
  screen.getByText('2 observatori încărcați din 2.500; restul se încarcă.');
  expect(screen.queryByText(/actualizat la/)).toBe(null);
  await tear(undefined);
  await screen.findByText(/actualizat la/);
  expect(screen.queryByText('2 din 2.500')).toBe(null);
});

it('is not empty because nobody was met', async () => {
  await databases().cache.observers.clear();
  await tear(0);
  open('/observatori');
  await screen.findByText('0 din 2.500');
  expect(screen.queryByText('Niciun observator')).toBe(null);
});

it('offers to select all of what is here, and says so', async () => {
  open('/observatori');
  fireEvent.click(await screen.findByLabelText('Selectează: Ana Pop'));
  await screen.findByRole('button', {
    name: /^Selectează .* 2.* \(2 din 2\.500\)$/,
  });
});

it('is exported with how much of it is in the file', async () => {
  const saved = catchSavedFiles();
  open('/observatori');
  await screen.findByLabelText('Selectează: Ana Pop');
  fireEvent.click(screen.getByRole('button', { name: 'Exportă' }));
  const csv = { name: 'CSV, 2 observatori' };
  fireEvent.click(await screen.findByRole('menuitem', csv));
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = (await saved[0]?.text()) ?? '';
  expect(text).toContain('2 din 2.500 de pe server');
});

async function chooseFile(rows: string) {
  open('/observatori/import');
  await screen.findByText('Alege un fișier.');
  const ngo = await field('ID-ul ONG-ului');
  fireEvent.change(ngo, { target: { value: '1' } });
  const file = new File([`Phone,Pin,Name\n${rows}`], 'observatori.csv');
  const input = await field('Fișier');
  fireEvent.change(input, { target: { files: [file] } });
}

async function rowOf(line: number): Promise<HTMLElement> {
  const button = await screen.findByLabelText(`Scoate rândul ${line}`);
  const row = button.closest('tr');
  if (!row) throw new Error(`There is no row ${line}`);
  return row;
}

const importButton = () => screen.getByRole('button', { name: /^Importă/ });

it('calls nobody new in an import until it is whole', async () => {
  await chooseFile('0700000051,1111,Nou\n0700000001,1111,Ana Pop');
  const unknown = await rowOf(2);
  within(unknown).getByText('neverificat încă');
  within(await rowOf(3)).getByText('există deja');
  const box = within(unknown).getByRole<HTMLInputElement>('checkbox');
  expect(box.checked).toBe(false);
  expect(isDisabled(importButton())).toBe(true);
  screen.getByText(/^Lista observatorilor nu este încă completă\. Rândurile/);

  await tear(undefined);
  await waitFor(() => expect(box.checked).toBe(true));
  within(unknown).getByText('nou');
  expect(isDisabled(importButton())).toBe(false);
});

it('does not show that a lost import was not applied', async () => {
  await tear(undefined);
  await chooseFile('0700000051,1111,Nou');
  await rowOf(2);
  sync.importObservers.mockImplementation(failWith({ kind: 'timeout' }));
  sync.pullObservers.mockImplementation(async () => {
    await tear(2);
    return { ok: true };
  });
  fireEvent.click(importButton());
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Importă' }));
  const check = { name: 'Verifică pe server' };
  fireEvent.click(await screen.findByRole('button', check));
  await screen.findByText(
    /Lista observatorilor nu a putut fi citită complet, așa că nu arată/,
  );
  // Sent again, the observer would be there twice.
  expect(isDisabled(importButton())).toBe(true);
  expect(sync.importObservers).toHaveBeenCalledTimes(1);
});
