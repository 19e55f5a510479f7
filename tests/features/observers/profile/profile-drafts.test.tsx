// @vitest-environment happy-dom
import 'fake-indexeddb/auto';

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import { ProfilePage } from '@/features/observers/profile/profile-page';
import { flushEditors, isAllStored } from '@/state/unsaved';

import { anObserver } from '../../../support/builders';
import { prepareStage } from '../../../support/stage';
import { aRow } from '../stage';

vi.mock('@/workers/client', () => ({
  sync: { push: async () => {}, pullObserver: async () => ({ ok: true }) },
}));

const { open } = prepareStage();
const { phone } = anObserver();
const edited = `/observatori/profil/edit/${phone}`;
const added = '/observatori/profil/new';

beforeEach(async () => {
  await databases().cache.observers.put(aRow());
});

function visit(at: string) {
  open(
    [
      { path: '/observatori/profil/:state/:id?', element: <ProfilePage /> },
      { path: '/observatori', element: <p>Lista observatorilor</p> },
    ],
    at,
  );
}

async function field(label: string): Promise<HTMLInputElement> {
  const found = await screen.findByLabelText(new RegExp(`^${label}`));
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`${label} is no input`);
}

async function type(label: string, value: string) {
  fireEvent.input(await field(label), { target: { value } });
}

async function press(name: string) {
  fireEvent.click(await screen.findByRole('button', { name }));
}

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
    visit(at);
    await type('Nume', 'Ana Începută');
    await end();

    visit(at);
    await screen.findByText(/^Textul scris la \d\d:\d\d a fost salvat/);
    await screen.findByText(/Ana Începută/);
    expect(screen.queryByLabelText(/^Nume/)).toBeNull();
    await press('Continuă cu acest text');
    expect((await field('Nume')).value).toBe('Ana Începută');
  });

  it('is forgotten when its user starts over', async () => {
    visit(at);
    await type('Nume', 'Ana Începută');
    await end();
    visit(at);
    await press('Începe din nou');
    expect((await field('Nume')).value).not.toBe('Ana Începută');
    expect(await drafts()).toEqual([]);
  });

  it('is forgotten when its user cancels', async () => {
    visit(at);
    await type('Nume', 'Ana Începută');
    await end();
    visit(at);
    await press('Continuă cu acest text');
    await press('Renunță');
    await screen.findByText('Lista observatorilor');
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('is forgotten with the save itself', async () => {
    visit(at);
    await type('Nume', 'Ana Salvată');
    await type('Telefon', '0700 111');
    await end();
    visit(at);
    await press('Continuă cu acest text');
    if (at === added) await type('PIN', '1234');
    await waitFor(() =>
      expect(
        screen
          .getByRole('button', { name: 'Salvează' })
          .getAttribute('aria-disabled'),
      ).toBeNull(),
    );
    await press('Salvează');
    await screen.findByText('Lista observatorilor');
    const [op] = await databases().intent.outbox.toArray();
    expect(JSON.stringify(op)).toContain('Ana Salvată');
    expect(await drafts()).toEqual([]);
  });
});

describe('a PIN', () => {
  it('is never part of a draft, and has to be typed again', async () => {
    visit(edited);
    await type('Nume', 'Ana Începută');
    fireEvent.click(await screen.findByRole('checkbox'));
    await type('PIN', '7391');
    await end();
    await waitFor(async () =>
      expect(await drafts()).toMatchObject([{ input: { hadPin: true } }]),
    );
    expect(JSON.stringify(await drafts())).not.toContain('7391');

    visit(edited);
    await press('Continuă cu acest text');
    expect((await field('PIN')).value).toBe('');
    screen.getByText('PIN-ul nu se salvează automat: scrie-l din nou.');
  });

  it('that is being typed is called safe by nobody', async () => {
    visit(added);
    await type('Nume', 'Ana');
    expect(isAllStored()).toBe(true);
    await type('PIN', '73');
    expect(isAllStored()).toBe(false);
    expect(await flushEditors()).toBe(false);
  });
});

it('says that the observer changed since the draft began', async () => {
  visit(edited);
  await type('Nume', 'Ana Începută');
  await end();
  await databases().cache.observers.put(aRow({ name: 'Ioana' }));
  visit(edited);
  await screen.findByText(/Datele s-au schimbat între timp/);
  await press('Continuă cu acest text');
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
  visit(edited);
  await press('Continuă cu acest text');
  expect((await field('Nume')).value).toBe('Ana Numărată');
  await press('Renunță');
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
  visit(edited);
  expect((await field('Nume')).value).toBe('Maria Ionel');
  await waitFor(async () => expect(await drafts()).toEqual([]));
});
