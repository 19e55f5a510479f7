import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { Layout } from '@/app/shell/layout';
import { createObserver } from '@/data/observers/change-observers';
import { databases } from '@/db/open';
import type { Observer } from '@/domain/observers/observer';
import { putIntoTextBlock } from '@/domain/search/text-block';

import {
  aCounty,
  anObserverRow,
  aThreadRow,
  aUser,
} from '../../support/builders';
import { prepareScreen, signInAs } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const routes = [
  {
    element: <Layout user={aUser()} />,
    children: [{ path: '*', element: <h1>Ecran</h1> }],
  },
];
const { open } = prepareScreen(routes);

const people: Partial<Observer>[] = [
  { id: 41, name: 'Maria Ionel', phone: '0700000041' },
  { id: 42, name: 'Șerban Țurcanu', phone: '0700000042' },
  { id: 40, name: 'Ana Maria Pop', phone: '0711 000 043' },
];

beforeEach(async () => {
  const { cache } = databases();
  await cache.counties.bulkPut([
    aCounty(),
    aCounty({ id: 2, code: 'BN', name: 'Bistrița-Năsăud', order: 2 }),
  ]);
  await cache.observers.bulkPut(
    people.map((changes) => anObserverRow(changes)),
  );
  const bistrita = {
    observerId: 42,
    observerName: 'Șerban Țurcanu',
    pollingStationId: 8,
    pollingStationName: 'Bistrița-Năsăud 12',
    county: 'BN',
  };
  await cache.threads.bulkPut([
    aThreadRow({ order: 0 }),
    aThreadRow({ order: 1, list: 'urgent' }),
    aThreadRow({ order: 2, ...bistrita }),
  ]);
});

const key = (name: string, target: Element, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key: name, ...init });

async function openPalette(at = '/statistics') {
  open(at);
  await screen.findByRole('heading', { level: 1 });
  key('k', document.body, { ctrlKey: true });
  const field = await screen.findByRole('combobox');
  const search = (text: string) =>
    fireEvent.change(field, { target: { value: text } });
  return { field, search };
}

function found(group: string): (string | null)[] {
  const box = screen.queryByRole('group', { name: group });
  if (!box) return [];
  return within(box)
    .getAllByRole('option')
    .map((option) => option.textContent);
}

it('opens on Ctrl+K with the focus in its field, and offers the screens', async () => {
  const { field } = await openPalette();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(found('Ecrane')).toContain('Raportări urgente');
  expect(found('Ecrane')).toContain('Importă observatori');
  expect(found('Observatori')).toEqual([]);
});

it('opens by the button in the bar, and by a slash where no screen has that key', async () => {
  open('/statistics');
  await screen.findByRole('heading', { level: 1 });
  fireEvent.click(screen.getByRole('button', { name: 'Găsește orice' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Închide' }));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBe(null));
  key('/', document.body);
  await screen.findByRole('combobox');
});

it('finds what observers wrote, and leads to all of it', async () => {
  const { textBlocks } = databases().cache;
  const notes = Array.from({ length: 8 }, (_, at) => ({
    text: `Coadă la ora ${at}`,
    attachments: [],
  }));
  const thread = { observerId: 42, pollingStationId: 8, notes };
  await textBlocks.put(putIntoTextBlock(0, undefined, [thread]));
  const { search } = await openPalette();
  search('coada ora');
  await waitFor(() => expect(found('Scris de observatori')).toHaveLength(6));
  expect(found('Scris de observatori')[0]).toBe(
    'Coadă la ora 0Bistrița-Năsăud 12, Șerban Țurcanu',
  );
  const all = screen.getByText('Toate rezultatele pentru „coada ora”: 8');
  fireEvent.click(all);
  expect(location.pathname + location.search).toBe('/search?q=coada%20ora');
});

it('offers only the screens that the role may use', async () => {
  signInAs(false);
  await openPalette();
  expect(found('Ecrane')).toContain('Coadă de trimitere');
  expect(found('Ecrane')).not.toContain('Importă observatori');
});

it('finds observers whatever case and diacritics, also by phone', async () => {
  const { search } = await openPalette();
  search('serban TUR');
  await waitFor(() =>
    expect(found('Observatori')).toEqual(['Șerban Țurcanu0700000042']),
  );
  expect(found('Raportări')).toEqual(['Bistrița-Năsăud 12Șerban Țurcanu']);
  search('maria');
  await waitFor(() =>
    expect(found('Observatori')).toEqual([
      'Maria Ionel0700000041',
      'Ana Maria Pop0711 000 043',
    ]),
  );
  search('0711000');
  await waitFor(() =>
    expect(found('Observatori')).toEqual(['Ana Maria Pop0711 000 043']),
  );
});

it('finds an observer that was added here and is not sent', async () => {
  await createObserver({ name: 'Dorin Nou', phone: '0722' }, '1234');
  const { search } = await openPalette();
  search('dorin');
  await waitFor(() => expect(found('Observatori')).toEqual(['Dorin Nou0722']));
});

it('finds a county with its newest threads, and threads by their station', async () => {
  const { search } = await openPalette();
  search('bistrita');
  await waitFor(() => expect(found('Județe')).toEqual(['Bistrița-NăsăudBN']));
  expect(found('Raportări')).toEqual(['Bistrița-Năsăud 12Șerban Țurcanu']);
  search('sebes 12');
  // In both lists, shown once.
  await waitFor(() =>
    expect(found('Raportări')).toEqual(['Alba Sebeș 12Maria Ionel, urgentă']),
  );
  search('alba');
  await waitFor(() => expect(found('Județe')).toEqual(['AlbaAB']));
  expect(found('Raportări')).toEqual(['Alba Sebeș 12Maria Ionel, urgentă']);
});

it('never shows more than a few of a kind', async () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    anObserverRow({ id: 100 + at, name: `Ilie ${at}`, phone: `08${at}` }),
  );
  await databases().cache.observers.bulkPut(many);
  const { search } = await openPalette();
  search('ilie');
  await waitFor(() => expect(found('Observatori')).toHaveLength(6));
});

it('says that nothing kept fits, once what observers wrote was searched, too', async () => {
  await databases().cache.meta.put({ k: 'areAnswersPacked', v: true });
  const { search } = await openPalette();
  search('zzz');
  await screen.findByText('Nu s-a găsit nimic pentru „zzz”');
});

it('goes by arrows and Enter, names the active line, and closes', async () => {
  const { field, search } = await openPalette();
  search('maria');
  await waitFor(() => expect(found('Observatori')).toHaveLength(2));
  key('ArrowUp', field);
  const active = () =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(active()?.textContent).toContain('Ana Maria Pop');
  expect(active()?.getAttribute('aria-selected')).toBe('true');
  key('Enter', field);
  await waitFor(() =>
    expect(location.pathname).toBe('/observatori/profil/view/0711%20000%20043'),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});

it('waits with Enter for what fits the text, never takes what fitted before', async () => {
  const { field, search } = await openPalette();
  search('maria');
  await waitFor(() => expect(found('Observatori')).toHaveLength(2));
  search('serban');
  key('Enter', field);
  await waitFor(() => expect(location.pathname).toBe('/answers/details/42/8'));
});

it('closes on Escape and stays where it was', async () => {
  const { field } = await openPalette();
  key('Escape', field);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/statistics');
});
