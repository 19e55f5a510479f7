// @vitest-environment happy-dom
import 'fake-indexeddb/auto';

import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react';
import { createInstance } from 'i18next';
import { toast } from 'react-hot-toast/headless';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ObserverRow } from '@/db/cache';
import { databases, deleteDatabases, openFor } from '@/db/open';
import { ProfilePage } from '@/features/observers/profile-page';
import { session } from '@/state/session';
import { hasUnsaved } from '@/state/unsaved';
import { Toaster } from '@/ui/toaster';

import ro from '../../../public/assets/i18n/ro.json' with { type: 'json' };
import { anActor, anObserver } from '../../support/builders';

interface Result {
  ok: boolean;
  failure?: { kind: string };
}

const worker = vi.hoisted(() => ({
  pull: async (): Promise<Result> => ({ ok: true }),
}));
vi.mock('@/workers/client', () => ({
  sync: { push: async () => {}, pullObserver: () => worker.pull() },
}));

const phone = '0700000041';

function row(changes: Partial<ObserverRow> = {}): ObserverRow {
  return { ...anObserver(), nameFold: 'maria ionel', missing: 0, ...changes };
}

beforeAll(async () => {
  await createInstance()
    .use(initReactI18next)
    .init({
      lng: 'ro',
      resources: { ro: { translation: ro } },
      interpolation: { escapeValue: false },
      // A key that is missing fails the test instead of showing its name.
      saveMissing: true,
      missingKeyHandler: (_languages, _namespace, key) => {
        throw new Error(`No words for ${key}`);
      },
    });
});

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  await databases().cache.observers.put(row());
  worker.pull = async () => ({ ok: true });
  signInAs(true);
  return () => {
    cleanup();
    toast.remove();
    vi.restoreAllMocks();
    databases().cache.close();
    databases().intent.close();
    openFor({ ...anActor, sub: 'nobody' });
  };
});

function signInAs(organizer: boolean) {
  const user = { sub: anActor.sub, idNgo: 1, userType: 'NgoAdmin', organizer };
  Object.assign(session, { token: 'a.b.c', user });
}

function open(path = `/observatori/profil/edit/${phone}`) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route
          path="/observatori/profil/:state/:id?"
          element={<ProfilePage />}
        />
        <Route path="/answers" element={<p>Raportări</p>} />
      </Routes>
      <Toaster closeLabel="Închide" />
    </MemoryRouter>,
  );
}

async function field(label: string): Promise<HTMLInputElement> {
  const found = await screen.findByLabelText(new RegExp(`^${label}`));
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`${label} is no input`);
}

function type(input: HTMLInputElement, value: string) {
  fireEvent.input(input, { target: { value } });
}

function saveButton() {
  return screen.getByRole('button', { name: 'Salvează' });
}

function isDisabled(button: HTMLElement) {
  return button.getAttribute('aria-disabled') === 'true';
}

async function wishes() {
  const ops = await databases().intent.outbox.toArray();
  return ops.flatMap((op) => (op.kind === 'observer.update' ? [op.args] : []));
}

describe('editing', () => {
  it('keeps name and phone, tidied, and shows that they wait', async () => {
    open();
    type(await field('Nume'), '  Ana   Pop ');
    type(await field('Telefon'), ' 0700 111 ');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    expect(hasUnsaved()).toBe(true);
    fireEvent.click(saveButton());

    await screen.findByText('Salvat pe acest dispozitiv');
    expect(await wishes()).toEqual([
      {
        id: 41,
        base: { name: 'Maria Ionel', phone },
        patch: { name: 'Ana Pop', phone: '0700 111' },
      },
    ]);
    await screen.findByText('în așteptare');
    expect((await field('Nume')).value).toBe('Ana Pop');
    expect((await field('Telefon')).value).toBe('0700 111');
    expect(isDisabled(saveButton())).toBe(true);
    await waitFor(() => expect(hasUnsaved()).toBe(false));
  });

  it('never takes its own change for news, but a refusal of it', async () => {
    open();
    const said: string[] = [];
    const watch = new MutationObserver(() => {
      said.push(document.body.textContent);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    type(await field('Nume'), 'Ana Pop');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(saveButton());
    await screen.findByText('în așteptare');
    watch.disconnect();
    expect(said.join()).not.toContain('Datele s-au schimbat între timp.');

    const op = await databases().intent.outbox.toCollection().first();
    await act(async () => {
      if (op) await databases().intent.outbox.put({ ...op, state: 'rejected' });
    });
    await screen.findByText('Schimbarea ta a fost refuzată.');
    expect((await field('Nume')).value).toBe('Ana Pop');
  });

  it('keeps only what was changed', async () => {
    open();
    type(await field('Nume'), 'Ana Pop');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(saveButton());
    await waitFor(async () => expect(await wishes()).toHaveLength(1));
    expect((await wishes())[0]?.patch).toEqual({ name: 'Ana Pop' });
  });

  it('names the field that is empty, and cannot be saved', async () => {
    open();
    type(await field('Nume'), '   ');
    await screen.findByText('Completează câmpul „Nume”.');
    type(await field('Telefon'), '');
    await screen.findByText('Completează câmpul „Telefon”.');
    expect(isDisabled(saveButton())).toBe(true);
    fireEvent.click(saveButton());
    const form = saveButton().closest('form');
    if (form) fireEvent.submit(form);
    expect(await wishes()).toEqual([]);
  });

  it('has nothing to save when only spaces differ', async () => {
    open();
    type(await field('Nume'), ' Maria  Ionel ');
    await screen.findByText('Nu ai schimbat nimic.');
    const form = saveButton().closest('form');
    await act(async () => form && fireEvent.submit(form));
    expect(screen.queryByText('Salvat pe acest dispozitiv')).toBeNull();
    expect(isDisabled(saveButton())).toBe(true);
    expect(await wishes()).toEqual([]);
    expect(hasUnsaved()).toBe(false);
  });

  it('says that nothing was saved when the device cannot keep it', async () => {
    open();
    type(await field('Nume'), 'Ana Pop');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    vi.spyOn(databases().intent.outbox, 'add').mockRejectedValue(
      new Error('QuotaExceededError'),
    );
    fireEvent.click(saveButton());
    await screen.findByText('Schimbarea NU este salvată.');
    expect((await field('Nume')).value).toBe('Ana Pop');
    expect(screen.queryByText('Salvat pe acest dispozitiv')).toBeNull();
    expect(hasUnsaved()).toBe(true);
  });

  it('offers news from elsewhere and never types over the user', async () => {
    open();
    type(await field('Nume'), 'Ana Pop');
    // Not even when the address names a phone that is nobody's any more.
    await act(() =>
      databases().cache.observers.put(row({ name: 'Ioana', phone: '0799' })),
    );
    await screen.findByText('Datele s-au schimbat între timp.');
    expect((await field('Nume')).value).toBe('Ana Pop');

    fireEvent.click(
      screen.getByRole('button', { name: 'Încarcă datele de acum' }),
    );
    await waitFor(async () =>
      expect((await field('Nume')).value).toBe('Ioana'),
    );
    expect(screen.queryByText('Datele s-au schimbat între timp.')).toBeNull();
  });

  it('goes on with what was written when the user says so', async () => {
    open();
    type(await field('Nume'), 'Ana Pop');
    await act(() => databases().cache.observers.put(row({ name: 'Ioana' })));
    fireEvent.click(
      await screen.findByRole('button', { name: 'Continuă cu ce am scris' }),
    );
    expect(screen.queryByText('Datele s-au schimbat între timp.')).toBeNull();
    fireEvent.click(saveButton());
    await waitFor(async () => expect(await wishes()).toHaveLength(1));
    expect((await wishes())[0]).toMatchObject({
      base: { name: 'Maria Ionel' },
      patch: { name: 'Ana Pop' },
    });
  });

  it('leaves without keeping anything', async () => {
    open();
    type(await field('Nume'), 'Ana Pop');
    fireEvent.click(screen.getByRole('button', { name: 'Renunță' }));
    await screen.findByText('Raportări');
    expect(await wishes()).toEqual([]);
    expect(hasUnsaved()).toBe(false);
  });
});

describe('who may not, and what is not there', () => {
  it('shows an admin who is no organizer why nothing can be changed', async () => {
    signInAs(false);
    open();
    expect((await field('Nume')).readOnly).toBe(true);
    expect((await field('Telefon')).readOnly).toBe(true);
    expect(isDisabled(saveButton())).toBe(true);
    screen.getByText('Doar organizatorul poate schimba datele observatorilor.');
  });

  it('only shows in the state view', async () => {
    open(`/observatori/profil/view/${phone}`);
    expect((await field('Nume')).readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: 'Salvează' })).toBeNull();
  });

  it('says that adding comes with another screen', async () => {
    open('/observatori/profil/new');
    await screen.findByText(/Observatorii noi se adaugă/);
  });

  it('says that the host knows no such phone, once it was asked', async () => {
    open('/observatori/profil/edit/000');
    // Long enough to have read the databases: not kept is not unknown.
    await expect(
      screen.findByText(/nu are niciun observator/, {}, { timeout: 300 }),
    ).rejects.toThrow();
    await act(() =>
      databases().cache.cursors.put({
        resource: 'observer:000',
        asOf: Date.now(),
        triedAt: Date.now(),
      }),
    );
    await screen.findByText('Gazda nu are niciun observator cu telefonul 000.');
  });

  it('says that it could not be loaded, and tries again', async () => {
    worker.pull = async () => ({ ok: false, failure: { kind: 'offline' } });
    open('/observatori/profil/edit/000');
    await screen.findByText(/Profilul 000 nu a putut fi încărcat/);
    worker.pull = async () => {
      await databases().cache.observers.put(row({ id: 42, phone: '000' }));
      return { ok: true };
    };
    fireEvent.click(screen.getByRole('button', { name: 'Încearcă din nou' }));
    expect((await field('Telefon')).value).toBe('000');
  });

  it('keeps what is known on the screen when a refresh fails', async () => {
    worker.pull = async () => ({ ok: false, failure: { kind: 'server' } });
    await databases().cache.cursors.put({
      resource: `observer:${phone}`,
      asOf: Date.now(),
      triedAt: Date.now(),
    });
    open();
    expect((await field('Nume')).value).toBe('Maria Ionel');
    await screen.findByText(
      /Nu s-a mai actualizat din .* Gazda a avut o eroare/,
    );
  });
});
