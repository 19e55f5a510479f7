import 'fake-indexeddb/auto';

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import { flushEditors, isAllStored } from '@/state/unsaved';

import { anObserver, anObserverRow } from '../../../support/builders';
import { field, pressLater, type } from '../../../support/controls';
import { prepareScreen } from '../../../support/screen';
import { profileRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(profileRoutes);
const { phone } = anObserver();
const edited = `/observatori/profil/edit/${phone}`;
const added = '/observatori/profil/new';

beforeEach(async () => {
  await databases().cache.observers.put(anObserverRow());
});

/** The page is torn down, as a 401, a reload or a crash after the pause does. */
async function end() {
  cleanup();
  await waitFor(async () =>
    expect(await databases().intent.drafts.count()).toBe(1),
  );
}

function drafts() {
  return databases().intent.drafts.toArray();
}

describe.each([
  ['an edited profile', edited],
  ['a new profile', added],
])('%s that was cut short', (_name, at) => {
  it('is offered again, and goes on with what was typed', async () => {
    open(at);
    type(await field('Nume'), 'Ana Începută');
    await end();

    open(at);
    await screen.findByText(/^Textul scris la \d\d:\d\d a fost salvat/);
    await screen.findByText(/Ana Începută/);
    expect(screen.queryByLabelText(/^Nume/)).toBeNull();
    await pressLater('Continuă cu acest text');
    expect((await field('Nume')).value).toBe('Ana Începută');
  });

  it('is forgotten when its user starts over', async () => {
    open(at);
    type(await field('Nume'), 'Ana Începută');
    await end();
    open(at);
    await pressLater('Începe din nou');
    expect((await field('Nume')).value).not.toBe('Ana Începută');
    expect(await drafts()).toEqual([]);
  });

  it('is forgotten when its user cancels', async () => {
    open(at);
    type(await field('Nume'), 'Ana Începută');
    await end();
    open(at);
    await pressLater('Continuă cu acest text');
    await pressLater('Renunță');
    await screen.findByText('Lista observatorilor');
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('is forgotten with the save itself', async () => {
    open(at);
    type(await field('Nume'), 'Ana Salvată');
    type(await field('Telefon'), '0700 000 111');
    await end();
    open(at);
    await pressLater('Continuă cu acest text');
    if (at === added) type(await field('PIN'), '1234');
    await waitFor(() =>
      expect(
        screen
          .getByRole('button', { name: 'Salvează' })
          .getAttribute('aria-disabled'),
      ).toBeNull(),
    );
    await pressLater('Salvează');
    await screen.findByText('Lista observatorilor');
    const [op] = await databases().intent.outbox.toArray();
    expect(JSON.stringify(op)).toContain('Ana Salvată');
    expect(await drafts()).toEqual([]);
  });
});

describe('a PIN', () => {
  it('is never part of a draft, and has to be typed again', async () => {
    open(edited);
    type(await field('Nume'), 'Ana Începută');
    fireEvent.click(await screen.findByRole('checkbox'));
    type(await field('PIN'), '7391');
    await end();
    await waitFor(async () =>
      expect(await drafts()).toMatchObject([{ input: { hadPin: true } }]),
    );
    expect(JSON.stringify(await drafts())).not.toContain('7391');

    open(edited);
    await pressLater('Continuă cu acest text');
    expect((await field('PIN')).value).toBe('');
    screen.getByText('PIN-ul nu se salvează automat: scrie-l din nou.');
  });

  it('that is being typed is called safe by nobody', async () => {
    open(added);
    type(await field('Nume'), 'Ana');
    expect(isAllStored()).toBe(true);
    type(await field('PIN'), '73');
    expect(isAllStored()).toBe(false);
    expect(await flushEditors()).toBe(false);
  });
});

it('says that the observer changed since the draft began', async () => {
  open(edited);
  type(await field('Nume'), 'Ana Începută');
  await end();
  await databases().cache.observers.put(anObserverRow({ name: 'Ioana' }));
  open(edited);
  await screen.findByText(/Datele s-au schimbat între timp/);
  await pressLater('Continuă cu acest text');
  await screen.findByText('Datele s-au schimbat între timp.');
  expect((await field('Nume')).value).toBe('Ana Începută');
});

it('finds the draft of an addition that the server has numbered since', async () => {
  const { intent } = databases();
  await intent.drafts.put({
    draftKey: 'observer:-7',
    updatedAt: Date.now(),
    input: { name: 'Ana Numărată', phone, hadPin: false },
    base: { name: 'Maria Ionel', phone },
  });
  await intent.idMap.put({ id: -7, realId: 41 });
  open(edited);
  await pressLater('Continuă cu acest text');
  expect((await field('Nume')).value).toBe('Ana Numărată');
  await pressLater('Renunță');
  await screen.findByText('Lista observatorilor');
  await waitFor(async () => expect(await drafts()).toEqual([]));
});

it('does not ask about a draft that says what the observer has already', async () => {
  await databases().intent.drafts.put({
    draftKey: 'observer:41',
    updatedAt: Date.now(),
    input: { name: 'Maria Ionel', phone, hadPin: false },
    base: { name: 'Maria', phone },
  });
  open(edited);
  expect((await field('Nume')).value).toBe('Maria Ionel');
  await waitFor(async () => expect(await drafts()).toEqual([]));
});
