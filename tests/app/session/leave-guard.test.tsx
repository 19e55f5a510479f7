import 'fake-indexeddb/auto';

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import { ProfilePage } from '@/features/observers/profile/profile-page';
import { CountyEditPage } from '@/features/polling-stations/county-edit-page';
import { hasUnsaved, useUnsaved } from '@/state/unsaved';

import { aCounty, anObserverRow } from '../../support/builders';
import { deferred } from '../../support/deferred';
import { guarded } from '../../support/guarded';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const routes = guarded([
  {
    path: '/observatori/profil/:state/:id?',
    element: <ProfilePage />,
  },
  { path: '/polling-stations/nou', element: <CountyEditPage /> },
  {
    path: '/polling-stations/:countyId/edit',
    element: <CountyEditPage />,
  },
  { path: '*', element: <p>Altundeva</p> },
]);
const { open } = prepareScreen(routes);

/** Each form with a field to change, and whether what was typed is kept as a draft. */
const forms = [
  ['a profile', '/observatori/profil/edit/0700000041', 'Nume', true],
  ['a new profile', '/observatori/profil/new', 'Nume', true],
  ['a county', '/polling-stations/1/edit', 'Județ', false],
  ['a new county', '/polling-stations/nou', 'Județ', false],
] as const;

beforeEach(async () => {
  const { cache } = databases();
  await cache.counties.put(aCounty());
  await cache.observers.put(anObserverRow());
});

async function change(label: string) {
  const field = await screen.findByLabelText(new RegExp(`^${label}`));
  fireEvent.input(field, { target: { value: 'Altul' } });
  await waitFor(() => expect(hasUnsaved()).toBe(true));
  return field;
}

const button = (name: string) => screen.getByRole('button', { name });
const question = () => screen.queryByRole('alertdialog');
const elsewhere = () => screen.findByText('Altundeva');

describe.each(forms)('%s', (_name, path, label, isKept) => {
  it('with changes is not left unasked; staying loses nothing', async () => {
    const { go } = open(path);
    const field = await change(label);
    await act(() => go('/statistics'));
    const keep = screen.queryByRole('button', { name: /păstrează/ });
    expect(question()?.textContent?.includes('se pierd')).toBe(!isKept);
    expect(keep !== null).toBe(isKept);
    fireEvent.click(button('Rămâi'));
    await waitFor(() => expect(question()).toBeNull());
    expect(location.pathname).toBe(path);
    expect(field).toHaveProperty('value', 'Altul');
  });

  it('can be left with its changes given up, and is left unasked without any', async () => {
    const { go, back } = open(path);
    await screen.findByLabelText(new RegExp(`^${label}`));
    await act(() => go('/statistics'));
    await elsewhere();
    await act(() => back());
    await change(label);
    await act(() => go('/statistics'));
    fireEvent.click(
      await screen.findByRole('button', { name: 'Renunță la modificări' }),
    );
    await elsewhere();
    await waitFor(() => expect(hasUnsaved()).toBe(false));
  });

  it('cancelled is an answer already: nothing is asked', async () => {
    open(path);
    await change(label);
    fireEvent.click(button('Renunță'));
    await elsewhere();
    expect(question()).toBeNull();
  });
});

it.each([
  ['/observatori/profil/edit/0700000041', 'Nume'],
  ['/polling-stations/1/edit', 'Județ'],
])('%s is saved and left unasked', async (path, label) => {
  open(path);
  await change(label);
  const save = button('Salvează');
  await waitFor(() => {
    expect(save.getAttribute('aria-disabled')).not.toBe('true');
    expect(save.hasAttribute('disabled')).toBe(false);
  });
  fireEvent.click(save);
  await elsewhere();
  expect(question()).toBeNull();
  expect(await databases().intent.outbox.count()).toBe(1);
});

it('stays until what was given up is forgotten, and says when it cannot be', async () => {
  let forget = deferred<void>();
  function Editor() {
    useUnsaved(
      true,
      async () => true,
      () => forget.promise,
    );
    return <p>Editor</p>;
  }
  const [frame] = routes;
  const editor = { path: '/editor', element: <Editor /> };
  const children = [editor, ...(frame?.children ?? [])];
  const { go } = open('/editor', guarded(children));
  await screen.findByText('Editor');
  await act(() => go('/statistics'));
  fireEvent.click(button('Renunță la modificări'));
  await waitFor(() =>
    expect(question()?.getAttribute('aria-busy')).toBe('true'),
  );
  fireEvent.click(button('Rămâi'));
  forget.reject(new Error('The device is full'));
  await screen.findByRole('alert');

  forget = deferred<void>();
  fireEvent.click(button('Renunță la modificări'));
  forget.resolve();
  await elsewhere();
});

it('a change of the query is no leaving', async () => {
  const { go } = open('/polling-stations/nou');
  await change('Județ');
  await act(() => go('?text=a'));
  expect(question()).toBeNull();
  expect(location.search).toBe('?text=a');
});

describe('the buttons of the browser', () => {
  /** A county is changed; the step before it and the one after it are known. */
  async function openBetween() {
    const stage = open('/statistics');
    await elsewhere();
    await act(() => stage.go('/polling-stations/nou'));
    await screen.findByLabelText(/^Județ/);
    await act(() => stage.go('/answers'));
    await elsewhere();
    await act(stage.back);
    return { ...stage, field: await change('Județ') };
  }

  it.each(['back', 'forward'] as const)(
    '%s is asked about, and the address stays where the input is',
    async (which) => {
      const stage = await openBetween();
      await act(stage[which]);
      expect(question()).not.toBeNull();
      expect(location.pathname).toBe('/polling-stations/nou');
      fireEvent.click(button('Rămâi'));
      await waitFor(() => expect(question()).toBeNull());
      expect(stage.field.isConnected).toBe(true);
      expect(stage.field).toHaveProperty('value', 'Altul');
      expect(location.pathname).toBe('/polling-stations/nou');

      // Asked again the next time, and then agreed to.
      await act(stage[which]);
      fireEvent.click(button('Renunță la modificări'));
      await elsewhere();
      expect(location.pathname).toBe(
        which === 'back' ? '/statistics' : '/answers',
      );
      // What was agreed to holds for one step.
      await act(which === 'back' ? stage.forward : stage.back);
      await change('Județ');
      await act(stage[which]);
      expect(question()).not.toBeNull();
    },
  );

  it('an address with another hash is no step to another screen', async () => {
    // The router tells developers of an entry that it did not make.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { back } = await openBetween();
    // As the browser does for what is typed into the address: an entry without a state.
    history.pushState(null, '', '#main');
    await act(() => window.dispatchEvent(new PopStateEvent('popstate')));
    expect(question()).toBeNull();
    await act(back);
    expect(question()).toBeNull();
    await act(back);
    expect(question()).not.toBeNull();
    expect(location.pathname).toBe('/polling-stations/nou');
  });
});
