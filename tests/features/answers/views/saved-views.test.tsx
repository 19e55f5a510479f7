import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import {
  addView,
  changeView,
  readSavedViews,
} from '@/data/threads/saved-views';
import { pauseWrites, resumeWrites } from '@/data/device/writes';
import { databases } from '@/db/open';

import { aThreadRow } from '../../../support/builders';
import { type } from '../../../support/controls';
import { prepareScreen } from '../../../support/screen';
import { cacheBasics, cacheThreads } from '../cached-threads';
import { answersRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(answersRoutes);

beforeEach(async () => {
  await cacheBasics();
  await cacheThreads(
    'all',
    ['AB', 'AB', 'BH'].map((county, at) =>
      aThreadRow({ key: `41:${at + 1}`, pollingStationId: at + 1, county }),
    ),
  );
});

async function openViews() {
  fireEvent.click(await screen.findByRole('button', { name: 'Vizualizări' }));
  return within(await screen.findByRole('dialog'));
}

async function saveAs(name: string) {
  const dialog = await openViews();
  type(dialog.getByLabelText(/^Nume pentru lista/), name);
  fireEvent.click(dialog.getByRole('button', { name: /^Salvează viz/ }));
  return dialog;
}

async function names() {
  return (await readSavedViews()).map(({ name }) => name);
}

it('the list on the screen is saved with its filter, pinned, and counted from the cached rows', async () => {
  open('/answers?county=AB&page=1');
  const dialog = await saveAs('Alba');
  fireEvent.click(await dialog.findByRole('button', { name: 'Fixează Alba' }));
  const pinned = await screen.findByRole('navigation', {
    name: 'Vizualizări fixate',
  });
  const link = within(pinned).getByRole('link', { name: /^Alba/ });
  expect(link.getAttribute('href')).toBe('/answers?county=AB');
  expect(link.getAttribute('aria-current')).toBe('true');
  await waitFor(() => expect(link.textContent).toBe('Alba2'));
});

it('a pinned view has no count while the list is not whole', async () => {
  await addView({ name: 'Alba', query: 'county=AB' });
  const [view] = await readSavedViews();
  if (!view) throw new Error('There is no view');
  await changeView(view, { isPinned: true });
  const { cursors } = databases().cache;
  await cursors.update('threads:all', { sweptAt: undefined, total: 9 });
  open('/answers');
  const link = await screen.findByRole('link', { name: /^Alba/ });
  expect(link.textContent).toBe('Alba');
  await cursors.update('threads:all', { sweptAt: Date.now(), total: 3 });
  await waitFor(() => expect(link.textContent).toBe('Alba2'));
});

it('two views have not one name, and none has no name', async () => {
  await addView({ name: 'Alba', query: 'county=AB' });
  open('/answers');
  const dialog = await saveAs(' alba ');
  await dialog.findByText('Altă vizualizare are acest nume.');
  type(dialog.getByLabelText(/^Nume pentru lista/), ' ');
  fireEvent.click(dialog.getByRole('button', { name: /^Salvează viz/ }));
  await dialog.findByText('Scrie un nume.');
  expect(await names()).toEqual(['Alba']);
});

it('a view is moved, renamed and deleted, and the deletion can be undone', async () => {
  await addView({ name: 'Alba', query: 'county=AB' });
  await addView({ name: 'Bihor', query: 'county=BH' });
  open('/answers');
  const dialog = await openViews();
  fireEvent.click(dialog.getByRole('button', { name: 'Mută mai sus: Bihor' }));
  await waitFor(async () => expect(await names()).toEqual(['Bihor', 'Alba']));

  fireEvent.click(dialog.getByRole('button', { name: 'Redenumește: Alba' }));
  type(dialog.getByLabelText('Numele nou pentru Alba'), 'Alba Iulia');
  fireEvent.click(dialog.getByRole('button', { name: 'Redenumește' }));
  await waitFor(async () =>
    expect(await names()).toEqual(['Bihor', 'Alba Iulia']),
  );

  fireEvent.click(dialog.getByRole('button', { name: 'Șterge: Bihor' }));
  await waitFor(async () => expect(await names()).toEqual(['Alba Iulia']));
  await screen.findByText('Vizualizare ștearsă: Bihor');
  const [undo] = screen.getAllByRole('button', { name: 'Anulează ștergerea' });
  if (!undo) throw new Error('There is no way back');
  fireEvent.click(undo);
  await waitFor(async () =>
    expect(await names()).toEqual(['Bihor', 'Alba Iulia']),
  );
});

it('a name that cannot be stored stays in its field, and that is said', async () => {
  open('/answers');
  const dialog = await openViews();
  const field = dialog.getByLabelText<HTMLInputElement>(/^Nume pentru lista/);
  type(field, 'Alba');
  pauseWrites();
  fireEvent.click(dialog.getByRole('button', { name: /^Salvează viz/ }));
  await dialog.findByText(/^NU s-a salvat/);
  expect(field.value).toBe('Alba');
  resumeWrites();
});

it('a view with a filter that cannot be read says so', async () => {
  await addView({ name: 'Vechi', query: 'county=AB&weather=rain' });
  const [view] = await readSavedViews();
  if (!view) throw new Error('There is no view');
  await changeView(view, { isPinned: true });
  open(`/answers?${view.query}`);
  const head = screen.getByRole('heading', { level: 1 });
  const sentence = await screen.findByText(
    /Filtrul „weather” nu poate fi citit/,
  );
  // It needs no code that is loaded late, and stands outside what a phone folds away.
  expect(sentence.closest('output')?.previousElementSibling).toBe(
    head.parentElement?.parentElement,
  );
  const pinned = await screen.findByRole('link', { name: /^Vechi/ });
  await waitFor(() =>
    expect(screen.queryAllByText(/^Din .* salvat/)).not.toEqual([]),
  );
  expect(pinned.textContent).toBe('Vechi');
});

it('an address with a value that cannot be read says so', async () => {
  open('/answers?triage=archived&silentFor=soon');
  await screen.findByText(
    /Filtrele Stare: archived; Tăcere peste \(minute\): soon nu pot fi citite/,
  );
});
