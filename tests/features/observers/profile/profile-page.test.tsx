import 'fake-indexeddb/auto';

import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { config, CONFIG_KEY } from '@/config';
import { databases } from '@/db/open';
import { unseal } from '@/db/seal';
import { markCalled } from '@/data/coverage/calls';
import {
  createObserver,
  updateObserver,
} from '@/data/observers/change-observers';
import { loadConfig } from '@/state/deployment';
import { hasUnsaved } from '@/state/unsaved';

import { anObserverRow } from '../../../support/builders';
import {
  field,
  isDisabled,
  pressWhenAble,
  type,
} from '../../../support/controls';
import { failWith, sync } from '../../../support/fake-sync';
import { storedOpsOf } from '../../../support/ops';
import { prepareScreen, signInAs } from '../../../support/screen';
import { profileRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(profileRoutes);

const phone = '0700000041';
const edited = `/observatori/profil/edit/${phone}`;

beforeEach(async () => {
  await databases().cache.observers.put(anObserverRow());
});

function saveButton() {
  return screen.getByRole('button', { name: 'Salvează' });
}

async function mutations() {
  const ops = await storedOpsOf('observer.update');
  return ops.map(({ args }) => args);
}

describe('editing', () => {
  it('keeps name and phone, tidied, says so and returns to the list', async () => {
    open(edited);
    type(await field('Nume'), '  Ana   Pop ');
    type(await field('Telefon'), ' 0700 000 111 ');
    await screen.findByText('Se salvează ca 0700000111.');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    expect(hasUnsaved()).toBe(true);
    fireEvent.click(saveButton());

    await screen.findByText('Modificările au fost salvate');
    screen.getByText('Salvat pe acest dispozitiv');
    await screen.findByText('Lista observatorilor');
    expect(await mutations()).toEqual([
      {
        id: 41,
        base: { name: 'Maria Ionel', phone },
        patch: { name: 'Ana Pop', phone: '0700000111' },
      },
    ]);
    await waitFor(() => expect(hasUnsaved()).toBe(false));
  });

  it('shows what waits, under the phone it is to have', async () => {
    await updateObserver(anObserverRow(), {
      name: 'Ana Pop',
      phone: '0700111',
    });
    open('/observatori/profil/edit/0700111');
    expect((await field('Nume')).value).toBe('Ana Pop');
    screen.getByText('în așteptare');
    expect(isDisabled(saveButton())).toBe(true);
  });

  it('never takes its own change for news', async () => {
    open(edited);
    const said: string[] = [];
    const watch = new MutationObserver(() => {
      said.push(document.body.textContent);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    type(await field('Nume'), 'Ana Pop');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(saveButton());
    await screen.findByText('Lista observatorilor');
    watch.disconnect();
    expect(said.join()).not.toContain('Datele s-au schimbat între timp.');
  });

  it('says that a change was refused while its form is open', async () => {
    await updateObserver(anObserverRow(), { name: 'Ana Pop', phone });
    open(edited);
    expect((await field('Nume')).value).toBe('Ana Pop');
    const op = await databases().intent.outbox.toCollection().first();
    await act(async () => {
      if (op) await databases().intent.outbox.put({ ...op, state: 'rejected' });
    });
    await screen.findByText('Modificarea ta a fost refuzată.');
    expect((await field('Nume')).value).toBe('Ana Pop');
  });

  it('keeps only what was changed', async () => {
    open(edited);
    type(await field('Nume'), 'Ana Pop');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(saveButton());
    await waitFor(async () => expect(await mutations()).toHaveLength(1));
    expect((await mutations())[0]?.patch).toEqual({
      name: 'Ana Pop',
    });
    expect((await mutations())[0]?.pin).toBeUndefined();
  });

  it('asks for a PIN once the current one is not to be kept, and keeps it sealed', async () => {
    open(edited);
    fireEvent.click(await screen.findByLabelText('Păstrează PIN-ul actual'));
    const pin = await field('PIN');
    expect(pin.type).toBe('password');
    expect(isDisabled(saveButton())).toBe(true);
    type(pin, '9876');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(screen.getByRole('button', { name: 'Arată PIN-ul' }));
    expect((await field('PIN')).type).toBe('text');
    fireEvent.click(saveButton());
    await waitFor(async () => expect(await mutations()).toHaveLength(1));
    const [mutation] = await mutations();
    expect(mutation?.patch).toEqual({});
    expect(mutation?.pin?.data.byteLength).toBeGreaterThan(0);
    expect(JSON.stringify(mutation)).not.toContain('9876');
  });

  it('names the field that is empty, and cannot be saved', async () => {
    open(edited);
    type(await field('Nume'), '   ');
    await screen.findByText('Completează câmpul „Nume”.');
    type(await field('Telefon'), '');
    await screen.findByText('Completează câmpul „Telefon”.');
    expect(isDisabled(saveButton())).toBe(true);
    fireEvent.click(saveButton());
    const form = saveButton().closest('form');
    if (form) fireEvent.submit(form);
    expect(await mutations()).toEqual([]);
  });

  it('names the field whose text is longer than servers take', async () => {
    open(edited);
    type(await field('Nume'), 'x'.repeat(10_000));
    await screen.findByText('Nume: cel mult 200 de caractere.');
    expect(isDisabled(saveButton())).toBe(true);
  });

  it.each([
    ['+40 722 000 051 000 000', 'Telefon: nu este un număr de telefon.'],
    ['0722 000 051 (mama)', 'Telefon: nu este un număr de telefon.'],
    ['7,22E+08', /a scurtat numărul/],
    ['0722 000 051 / 0733 000 051', 'Telefon: mai multe numere.'],
  ])('names the phone that nobody can sign in with: %s', async (typed, why) => {
    open(edited);
    type(await field('Telefon'), typed);
    await screen.findByText(why);
    expect(isDisabled(saveButton())).toBe(true);
  });

  it('leaves a phone alone that nobody changed', async () => {
    await databases().cache.observers.put(
      anObserverRow({ id: 41, phone: '074-17' }),
    );
    open('/observatori/profil/edit/074-17');
    type(await field('Nume'), 'Ana Pop');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(saveButton());
    await screen.findByText('Lista observatorilor');
    expect((await mutations())[0]?.patch).toEqual({ name: 'Ana Pop' });
  });

  it('takes a phone with plus and spaces and shows markup as text', async () => {
    open(edited);
    type(await field('Nume'), '<img src=x onerror=alert(1)>');
    type(await field('Telefon'), '+40 722 000 051');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(saveButton());
    await screen.findByText('Lista observatorilor');
    cleanup();
    open('/observatori/profil/edit/0722000051');
    expect((await field('Nume')).value).toBe('<img src=x onerror=alert(1)>');
    expect((await field('Telefon')).value).toBe('0722000051');
    screen.getByText('<img src=x onerror=alert(1)>', { selector: 'h1 *' });
    expect(document.querySelector('img')).toBeNull();
  });

  it('has nothing to save when only spaces differ', async () => {
    open(edited);
    type(await field('Nume'), ' Maria  Ionel ');
    await screen.findByText('Nu ai schimbat nimic.');
    const form = saveButton().closest('form');
    await act(async () => form && fireEvent.submit(form));
    expect(screen.queryByText('Salvat pe acest dispozitiv')).toBeNull();
    expect(isDisabled(saveButton())).toBe(true);
    expect(await mutations()).toEqual([]);
    expect(hasUnsaved()).toBe(false);
  });

  it('says that nothing was saved when the device cannot keep it', async () => {
    open(edited);
    type(await field('Nume'), 'Ana Pop');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    vi.spyOn(databases().intent.outbox, 'add').mockRejectedValue(
      new Error('QuotaExceededError'),
    );
    fireEvent.click(saveButton());
    await screen.findByText('Modificarea NU este salvată.');
    expect((await field('Nume')).value).toBe('Ana Pop');
    expect(screen.queryByText('Salvat pe acest dispozitiv')).toBeNull();
    expect(hasUnsaved()).toBe(true);
  });

  it('offers news from elsewhere and never types over the user', async () => {
    open(edited);
    type(await field('Nume'), 'Ana Pop');
    // Not even when the address names a phone that is nobody's any more.
    await act(() =>
      databases().cache.observers.put(
        anObserverRow({ name: 'Ioana', phone: '0799' }),
      ),
    );
    await screen.findByText('Datele s-au schimbat între timp.');
    expect((await field('Nume')).value).toBe('Ana Pop');

    fireEvent.click(
      screen.getByRole('button', { name: 'Încarcă datele actuale' }),
    );
    await waitFor(async () =>
      expect((await field('Nume')).value).toBe('Ioana'),
    );
    expect(screen.queryByText('Datele s-au schimbat între timp.')).toBeNull();
  });

  it('goes on with what was written when the user says so', async () => {
    open(edited);
    type(await field('Nume'), 'Ana Pop');
    await act(() =>
      databases().cache.observers.put(anObserverRow({ name: 'Ioana' })),
    );
    fireEvent.click(
      await screen.findByRole('button', { name: 'Continuă cu textul meu' }),
    );
    expect(screen.queryByText('Datele s-au schimbat între timp.')).toBeNull();
    fireEvent.click(saveButton());
    await waitFor(async () => expect(await mutations()).toHaveLength(1));
    expect((await mutations())[0]).toMatchObject({
      base: { name: 'Maria Ionel' },
      patch: { name: 'Ana Pop' },
    });
  });

  it('leaves without keeping anything', async () => {
    open(edited);
    type(await field('Nume'), 'Ana Pop');
    fireEvent.click(screen.getByRole('button', { name: 'Renunță' }));
    await screen.findByText('Lista observatorilor');
    expect(await mutations()).toEqual([]);
    expect(hasUnsaved()).toBe(false);
  });
});

describe('who may not, and what is not there', () => {
  it('shows an admin who is no organizer why nothing can be changed', async () => {
    signInAs(false);
    open(edited);
    expect((await field('Nume')).readOnly).toBe(true);
    expect((await field('Telefon')).readOnly).toBe(true);
    expect(isDisabled(saveButton())).toBe(true);
    screen.getAllByText('Doar organizatorii pot face asta.');
  });

  it('only shows in the state view', async () => {
    open(`/observatori/profil/view/${phone}`);
    expect((await field('Nume')).disabled).toBe(true);
    expect((await field('Telefon')).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Salvează' })).toBeNull();
  });

  it('says that the server knows no such phone, once it was asked', async () => {
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
    await screen.findByText(
      'Serverul nu are niciun observator cu telefonul 000.',
    );
  });

  it('says that it could not be loaded, and tries again', async () => {
    sync.pullObserver.mockImplementation(failWith({ kind: 'offline' }));
    open('/observatori/profil/edit/000');
    await screen.findByText(/Profilul 000 nu a putut fi încărcat/);
    sync.pullObserver.mockImplementation(async () => {
      await databases().cache.observers.put(
        anObserverRow({ id: 42, phone: '000' }),
      );
      return { ok: true };
    });
    await pressWhenAble('Încearcă din nou');
    expect((await field('Telefon')).value).toBe('000');
  });

  it('keeps what is known on the screen when a refresh fails', async () => {
    sync.pullObserver.mockImplementation(failWith({ kind: 'server' }));
    await databases().cache.cursors.put({
      resource: `observer:${phone}`,
      asOf: Date.now(),
      triedAt: Date.now(),
      failure: { kind: 'server' },
    });
    open(edited);
    expect((await field('Nume')).value).toBe('Maria Ionel');
    await screen.findByText(/Neactualizat din .* Serverul a avut o eroare/);
  });
});

describe('adding', () => {
  async function fill(name: string, number: string, pin: string) {
    type(await field('Nume'), name);
    type(await field('Telefon'), number);
    type(await field('PIN'), pin);
  }

  async function additions() {
    const ops = await databases().intent.outbox.toArray();
    return ops.flatMap((op) =>
      op.kind === 'observer.create' ? [op.args] : [],
    );
  }

  it('keeps name, phone and PIN, tidied, and returns to the list', async () => {
    open('/observatori/profil/new');
    expect((await field('PIN')).type).toBe('password');
    expect(isDisabled(saveButton())).toBe(true);
    await fill(' Ana   Pop ', ' 0799 000 001 ', ' 1234 ');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(saveButton());
    await screen.findByText('Observatorul a fost adăugat');
    await screen.findByText('Lista observatorilor');
    const [added] = await additions();
    expect(added?.input).toEqual({ name: 'Ana Pop', phone: '0799000001' });
    expect(JSON.stringify(added)).not.toContain('1234');
    await waitFor(() => expect(hasUnsaved()).toBe(false));
  });

  it('leaves out what nobody sees: directions, zero widths, soft hyphens', async () => {
    open('/observatori/profil/new');
    await fill(
      '\u200EAna\u200B \uFEFFPop\u00AD',
      '\u202A0799\u00A0000\u2060001\u202C',
      '12\u200B34\u200F',
    );
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(saveButton());
    await screen.findByText('Observatorul a fost adăugat');
    const [added] = await additions();
    expect(added?.input).toEqual({ name: 'Ana Pop', phone: '0799000001' });
    const sealed = added?.pin;
    const pin = sealed && (await unseal(databases().intent, sealed));
    expect(pin).toBe('1234');
  });

  it.each(['\u200B', '\u200E \u00A0'])(
    'has no name of nothing but such signs: %j',
    async (name) => {
      open('/observatori/profil/new');
      await fill(name, '0799000001', '1234');
      await screen.findByText('Completează câmpul „Nume”.');
      expect(isDisabled(saveButton())).toBe(true);
    },
  );

  it('takes the phones of the country of this deployment', async () => {
    const settings = new Response('{"phoneCountry":"MD"}');
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(settings);
    localStorage.removeItem(CONFIG_KEY);
    await loadConfig();
    try {
      open('/observatori/profil/new');
      await fill('Ana', '+373 621 12345', '1234');
      await screen.findByText('Se salvează ca 062112345.');
    } finally {
      localStorage.removeItem(CONFIG_KEY);
      Object.assign(config, { phoneCountry: 'RO' });
    }
  });

  it('needs a PIN that is more than spaces', async () => {
    open('/observatori/profil/new');
    await fill('Ana', '0799000001', '   ');
    await screen.findByText('Completează câmpul „PIN”.');
    type(await field('PIN'), '123');
    await screen.findByText('PIN-ul are cel puțin 4 caractere.');
    expect(isDisabled(saveButton())).toBe(true);
  });

  it('warns of a phone that somebody has, and adds all the same', async () => {
    open('/observatori/profil/new');
    await fill('Ana', phone, '1234');
    await screen.findByText('Maria Ionel are deja acest telefon.');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(saveButton());
    await waitFor(async () => expect(await additions()).toHaveLength(1));
    // None of these is the new one, should the reply be lost.
    expect((await additions())[0]?.knownIds).toEqual([41]);
  });

  it('says that nothing was added when the device cannot keep it', async () => {
    open('/observatori/profil/new');
    vi.spyOn(databases().intent.outbox, 'add').mockRejectedValue(
      new Error('QuotaExceededError'),
    );
    await fill('Ana', '0799000001', '1234');
    await waitFor(() => expect(isDisabled(saveButton())).toBe(false));
    fireEvent.click(saveButton());
    await screen.findByText('Modificarea NU este salvată.');
    expect((await field('PIN')).value).toBe('1234');
  });

  it('is shown as not permitted to an admin who is no organizer', async () => {
    signInAs(false);
    open('/observatori/profil/new');
    expect((await field('Nume')).readOnly).toBe(true);
    expect(isDisabled(saveButton())).toBe(true);
    screen.getByText('Doar organizatorii pot face asta.');
  });

  it('can be opened and edited before it was sent', async () => {
    await createObserver({ name: 'Ana', phone: '0799' }, '1234');
    open('/observatori/profil/edit/0799');
    expect((await field('Nume')).value).toBe('Ana');
    screen.getByText('în așteptare');
  });
});

describe('deleting', () => {
  async function askToDelete() {
    open(edited);
    await field('Nume');
    fireEvent.click(screen.getByRole('button', { name: 'Șterge' }));
    return within(
      await screen.findByRole('alertdialog', {
        name: 'Sigur vrei să ștergi observatorul Maria Ionel?',
      }),
    );
  }

  it('asks with the name, keeps the deletion and returns to the list', async () => {
    const question = await askToDelete();
    fireEvent.click(question.getByRole('button', { name: 'Șterge' }));
    await screen.findByText('Observatorul Maria Ionel a fost șters.');
    await screen.findByText('Lista observatorilor');
    const [op] = await databases().intent.outbox.toArray();
    expect(op).toMatchObject({ kind: 'observer.delete', args: { id: 41 } });
  });

  it('does nothing when the question is declined', async () => {
    const question = await askToDelete();
    fireEvent.click(question.getByRole('button', { name: 'Renunță' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await databases().intent.outbox.count()).toBe(0);
  });

  it('says that nothing was deleted when the device cannot keep it', async () => {
    const question = await askToDelete();
    vi.spyOn(databases().intent.outbox, 'add').mockRejectedValue(
      new Error('QuotaExceededError'),
    );
    fireEvent.click(question.getByRole('button', { name: 'Șterge' }));
    await screen.findByText(/Observatorul Maria Ionel NU a fost șters/);
    expect((await field('Nume')).value).toBe('Maria Ionel');
  });

  it('takes an addition back that was not sent', async () => {
    await createObserver({ name: 'Ana', phone: '0799' }, '1234');
    open('/observatori/profil/edit/0799');
    await field('Nume');
    fireEvent.click(screen.getByRole('button', { name: 'Șterge' }));
    const question = within(await screen.findByRole('alertdialog'));
    fireEvent.click(question.getByRole('button', { name: 'Șterge' }));
    await screen.findByText('Lista observatorilor');
    const ops = await databases().intent.outbox.toArray();
    expect(ops.filter(({ endedAt }) => endedAt === undefined)).toEqual([]);
    expect(JSON.stringify(ops)).not.toContain('observer.delete');
  });
});

describe('the calls to the observer', () => {
  const viewed = `/observatori/profil/view/${phone}`;

  it('are listed below what is known, newest first', async () => {
    const now = Date.now();
    await markCalled([41], { outcome: 'noAnswer', note: '' }, now - 1000);
    await markCalled([41], { outcome: 'reached', note: 'Vine' }, now);
    open(viewed);
    const log = await screen.findByRole('region', { name: 'Apeluri' });
    const calls = within(log).getAllByRole('listitem');
    expect(calls.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^A răspuns .*Vine$/),
      expect.stringMatching(/^Nu a răspuns/),
    ]);
  });

  it('have no place while there is none', async () => {
    await markCalled([42], { outcome: 'reached', note: '' });
    open(viewed);
    await field('Nume');
    expect(screen.queryByRole('region', { name: 'Apeluri' })).toBe(null);
  });
});
