import 'fake-indexeddb/auto';

import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import Papa from 'papaparse';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import {
  createObserver,
  deleteObserver,
} from '@/data/observers/change-observers';
import type { ConnectionState } from '@/db/cache';
import { databases } from '@/db/open';
import { tidy } from '@/domain/words';
import { preferences } from '@/state/preferences';

import { anObserverRow } from '../../../support/builders';
import { cacheObservers } from '../../../support/cached';
import {
  field,
  isDisabled,
  pressWhenAble,
  reasonOf,
  type,
} from '../../../support/controls';
import { failWith, sync } from '../../../support/fake-sync';
import { prepareScreen, signInAs } from '../../../support/screen';
import { listRoutes } from '../routes';
import { catchSavedFiles } from '../../../support/saved-files';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(listRoutes);

const hour = 60 * 60_000;

const stefan = anObserverRow({
  id: 1,
  name: 'Ștefan Țîrlea',
  phone: '+40 722 000 001',
  lastSeen: Date.now() - 3 * hour,
  numberOfPollingStations: 2,
});
const ana = anObserverRow({
  id: 2,
  name: 'Ana Pop',
  phone: '0722000002',
  lastSeen: Date.now() - 1.5 * hour,
  numberOfPollingStations: 10,
});
const dan = anObserverRow({
  id: 3,
  name: 'dan Ionel',
  phone: '0733000003',
  numberOfPollingStations: 0,
});

beforeEach(async () => {
  preferences.observersView = 'list';
});

async function names(): Promise<string[]> {
  const table = await screen.findByRole('table');
  // A hundred rows take long when each is asked for its role.
  return [...table.querySelectorAll('tbody th')].map(
    (cell) => cell.textContent,
  );
}

async function expectNames(expected: string[]) {
  await waitFor(async () => expect(await names()).toEqual(expected));
}

async function rowOf(name: string): Promise<HTMLElement> {
  const cell = await screen.findByRole('rowheader', { name: new RegExp(name) });
  const row = cell.closest('tr');
  if (!row) throw new Error(`${name} has no row`);
  return row;
}

async function openMenu(name: string) {
  const button = await screen.findByRole('button', {
    name: `Alte acțiuni: ${name}`,
  });
  fireEvent.click(button);
  return within(await screen.findByRole('menu'));
}

describe('the list', () => {
  it('shows how many there are, and name, phone, last login and stations', async () => {
    await cacheObservers([stefan, ana, dan]);
    open('/observatori');
    await rowOf('Ana Pop');
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.textContent).toBe('Observatori 3');
    expect((await rowOf('Ana Pop')).textContent).toContain('0722000002');
    expect((await rowOf('Ana Pop')).textContent).toMatch(/acum 1 h/);
    expect((await rowOf('Ana Pop')).textContent).toContain('10');
    expect((await rowOf('dan Ionel')).textContent).toContain('niciodată');
    screen.getByText(/^actualizat la \d\d:\d\d$/);
  });

  it('is in the order of the names until another is asked for', async () => {
    await cacheObservers([stefan, ana, dan]);
    open('/observatori');
    await expectNames(['Ana Pop', 'dan Ionel', 'Ștefan Țîrlea']);
  });

  it.each([
    ['Nume', ['Ana Pop', 'dan Ionel', 'Ștefan Țîrlea']],
    ['Telefon', ['Ștefan Țîrlea', 'Ana Pop', 'dan Ionel']],
    // Who was never seen comes last, whichever way.
    ['Ultima conectare', ['Ștefan Țîrlea', 'Ana Pop', 'dan Ionel']],
    ['Secții vizitate', ['dan Ionel', 'Ștefan Țîrlea', 'Ana Pop']],
  ])('sorts by %s: first ascending, then the other way', async (label, up) => {
    await cacheObservers([stefan, ana, dan]);
    const { address } = open('/observatori');
    const header = await screen.findByRole('columnheader', { name: label });
    const press = () =>
      fireEvent.click(within(header).getByRole('button', { name: label }));
    press();
    await expectNames(up);
    expect(header.getAttribute('aria-sort')).toBe('ascending');
    press();
    await waitFor(() =>
      expect(header.getAttribute('aria-sort')).toBe('descending'),
    );
    expect(address()).toMatch(/sort=-/);
    const down =
      label === 'Ultima conectare'
        ? ['Ana Pop', 'Ștefan Țîrlea', 'dan Ionel']
        : up.toReversed();
    await expectNames(down);
    press();
    await expectNames(up);
  });

  it('has 100 on a page', async () => {
    const rows = Array.from({ length: 250 }, (_, at) =>
      anObserverRow({ id: at + 1, name: `Obs ${at + 1}`, phone: `07${at}` }),
    );
    await cacheObservers(rows);
    const { address } = open('/observatori');
    await screen.findByText('Afișate 1–100 din 250');
    // Only those in sight are drawn; the head is a row, too.
    const rowCount = () =>
      screen.getByRole('table').getAttribute('aria-rowcount');
    expect(rowCount()).toBe('101');
    fireEvent.click(screen.getByLabelText('Ultima pagină'));
    await screen.findByText('Afișate 201–250 din 250');
    expect(rowCount()).toBe('51');
    expect(address()).toBe('/observatori?page=3');
  });

  it('opens the profile when a row is clicked', async () => {
    await cacheObservers([stefan]);
    const { address } = open('/observatori');
    fireEvent.click(await rowOf('Ștefan'));
    await screen.findByText('elsewhere');
    expect(address()).toBe('/observatori/profil/view/%2B40%20722%20000%20001');
  });

  it('can be seen as cards, and stays so', async () => {
    await cacheObservers([ana]);
    open('/observatori');
    await rowOf('Ana');
    fireEvent.click(screen.getByRole('button', { name: 'Carduri' }));
    const cards = await screen.findByRole('list', { name: /^Observatori/ });
    within(cards).getByRole('link', { name: 'Ana Pop' });
    within(cards).getByRole('link', { name: '0722000002' });
    expect(screen.queryByRole('table')).toBeNull();
    cleanup();
    open('/observatori');
    await screen.findByRole('list', { name: /^Observatori/ });
  });

  it('shows markup in names as text', async () => {
    await cacheObservers([
      anObserverRow({ id: 9, name: '<img src=x onerror=alert(1)>' }),
    ]);
    open('/observatori');
    await expectNames(['<img src=x onerror=alert(1)>']);
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('the states of the list', () => {
  it('says that there are none only when the server said so', async () => {
    open('/observatori');
    await expect(
      screen.findByText('Niciun observator', {}, { timeout: 300 }),
    ).rejects.toThrow();
    await act(() => cacheObservers([]));
    await screen.findByText('Niciun observator');
  });

  it('says why nothing could be loaded, and tries again', async () => {
    sync.pullObservers.mockImplementation(failWith({ kind: 'offline' }));
    open('/observatori');
    await screen.findByText(/nu au putut fi încărcați/);
    sync.pullObservers.mockImplementation(async () => {
      await cacheObservers([ana]);
      return { ok: true };
    });
    await pressWhenAble('Încearcă din nou');
    await rowOf('Ana Pop');
    // What is stored last comes after the rows; the databases close with the test.
    await waitFor(async () =>
      expect(await databases().cache.cursors.get('observers')).toBeDefined(),
    );
  });

  it('says how many are there while the list fills', async () => {
    const { cache } = databases();
    await cache.observers.bulkPut([ana, dan]);
    await cache.cursors.put({ resource: 'observers', triedAt: 1, total: 850 });
    open('/observatori?name=nimeni');
    // Nobody found among a few is not nobody.
    await screen.findByText(
      'S-a căutat în cei 2 observatori salvați pe acest dispozitiv.',
      { exact: false },
    );
    fireEvent.click(
      screen.getAllByRole('button', { name: 'Resetează filtrul' })[0] ??
        document.body,
    );
    await screen.findByText(
      '2 observatori încărcați din 850; restul se încarcă.',
    );
  });
});

describe('the filter', () => {
  it('is a press of / away', async () => {
    open('/observatori');
    const name = await field('Nume');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(name);
  });

  it('finds names without case, diacritics and order, and phones in any spelling', async () => {
    await cacheObservers([stefan, ana, dan]);
    const { address } = open('/observatori');
    await rowOf('Ana');
    type(await field('Nume'), 'TIRLEA  stefan');
    await expectNames(['Ștefan Țîrlea']);
    type(await field('Nume'), '');
    type(await field('Telefon'), '40722000001');
    await expectNames(['Ștefan Țîrlea']);
    await waitFor(() =>
      expect(address()).toBe('/observatori?phone=40722000001'),
    );
  });

  it('can be applied and reset, but not while it is empty', async () => {
    await cacheObservers([stefan, ana, dan]);
    const { address } = open('/observatori?page=1');
    await rowOf('Ana');
    const filter = screen.getByRole('button', { name: 'Filtrează' });
    const reset = screen.getByRole('button', { name: 'Resetează filtrul' });
    expect([filter, reset].every(isDisabled)).toBe(true);
    type(await field('Nume'), 'dan');
    expect([filter, reset].some(isDisabled)).toBe(false);
    fireEvent.click(filter);
    await waitFor(() => expect(address()).toBe('/observatori?name=dan'));
    await expectNames(['dan Ionel']);
    fireEvent.click(reset);
    await waitFor(() => expect(address()).toBe('/observatori'));
    await waitFor(async () => expect(await names()).toHaveLength(3));
    expect((await field('Nume')).value).toBe('');
  });

  it('comes from the address, and follows it', async () => {
    await cacheObservers([stefan, ana, dan]);
    const { back } = open('/observatori?name=ana&phone=0722');
    await expectNames(['Ana Pop']);
    expect((await field('Nume')).value).toBe('ana');
    fireEvent.click(await rowOf('Ana'));
    await screen.findByText('elsewhere');
    await act(() => back());
    expect((await field('Telefon')).value).toBe('0722');
    await expectNames(['Ana Pop']);
  });

  it('is there on return, however quickly a row was opened', async () => {
    await cacheObservers([stefan, ana, dan]);
    const { address, back } = open('/observatori');
    await rowOf('Ana');
    const name = await field('Nume');
    type(name, 'dan');
    fireEvent.blur(name);
    fireEvent.click(await rowOf('dan Ionel'));
    await waitFor(() => expect(address()).toMatch(/profil/));
    back();
    await waitFor(() => expect(address()).toBe('/observatori?name=dan'));
    expect((await field('Nume')).value).toBe('dan');
  });

  it('says what was not found, and offers to try again', async () => {
    await cacheObservers([ana]);
    open('/observatori?name=nimeni');
    await screen.findByText('Niciun rezultat pentru „nimeni”');
    screen.getByText(/Încearcă din nou/);
  });
});

describe('selecting', () => {
  it('counts a page and all that match, and sends them a notification', async () => {
    const rows = Array.from({ length: 120 }, (_, at) =>
      anObserverRow({ id: at + 1, name: `Obs ${at + 1}`, phone: `07${at}` }),
    );
    await cacheObservers(rows);
    const { address } = open('/observatori');
    fireEvent.click(await screen.findByLabelText('Selectează pagina'));
    const bar = within(await screen.findByRole('region', { name: 'Selecție' }));
    bar.getByText('100 de observatori selectați');
    fireEvent.click(
      bar.getByRole('button', { name: 'Selectează toți cei 120' }),
    );
    bar.getByText('120 de observatori selectați');
    // Hidden by docs/specification.md 2, "Data table".
    expect(bar.queryByRole('button', { name: 'Șterge' })).toBeNull();
    fireEvent.click(bar.getByRole('button', { name: 'Trimite notificare' }));
    await screen.findByText('elsewhere');
    expect(address()).toMatch(/^\/notifications\?toObserverIds=\[1,2,3,/);
    const ids: unknown = JSON.parse(address().split('=')[1] ?? '');
    expect(ids).toHaveLength(120);
  });

  it('keeps the selection over pages and filters, and clears it', async () => {
    await cacheObservers([stefan, ana, dan]);
    open('/observatori');
    fireEvent.click(await screen.findByLabelText('Selectează: Ana Pop'));
    await screen.findByText('1 observator selectat');
    type(await field('Nume'), 'stefan');
    await expectNames(['Ștefan Țîrlea']);
    fireEvent.click(screen.getByLabelText('Selectează: Ștefan Țîrlea'));
    const bar = within(await screen.findByRole('region', { name: 'Selecție' }));
    bar.getByText('2 observatori selectați');
    fireEvent.click(bar.getByRole('button', { name: 'Renunță la selecție' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Selecție' })).toBeNull(),
    );
  });

  it('sends no notification to somebody whom the server has not numbered', async () => {
    await cacheObservers([]);
    await createObserver({ name: 'Nou', phone: '0799' }, '1234');
    open('/observatori');
    fireEvent.click(await screen.findByLabelText('Selectează: Nou'));
    const bar = within(await screen.findByRole('region', { name: 'Selecție' }));
    const send = bar.getByRole('button', { name: 'Trimite notificare' });
    expect(isDisabled(send)).toBe(true);
  });

  it('says beforehand who of several gets no notification, and why', async () => {
    await cacheObservers([ana]);
    await createObserver({ name: 'Nou', phone: '0799' }, '1234');
    const { address } = open('/observatori');
    await screen.findByLabelText('Selectează: Nou');
    fireEvent.click(screen.getByLabelText('Selectează pagina'));
    const bar = within(await screen.findByRole('region', { name: 'Selecție' }));
    bar.getByText(/1 fără notificare: adăugarea nu a ajuns încă la server/);
    fireEvent.click(bar.getByRole('button', { name: 'Trimite notificare' }));
    expect(address()).toBe(`/notifications?toObserverIds=[${ana.id}]`);
  });
});

describe('the menu of a row', () => {
  it('leads to edit and notification', async () => {
    await cacheObservers([ana]);
    open('/observatori');
    const menu = await openMenu('Ana Pop');
    expect(
      menu.getByRole('menuitem', { name: 'Modifică' }).getAttribute('href'),
    ).toBe('/observatori/profil/edit/0722000002');
    expect(
      decodeURIComponent(
        menu
          .getByRole('menuitem', { name: 'Trimite notificare' })
          .getAttribute('href') ?? '',
      ),
    ).toBe('/notifications?toObserverIds=[2]');
  });

  it('deletes after a question with the name, and warns that it did', async () => {
    await cacheObservers([ana, dan]);
    open('/observatori');
    const menu = await openMenu('Ana Pop');
    fireEvent.click(menu.getByRole('menuitem', { name: 'Șterge' }));
    const question = within(
      await screen.findByRole('alertdialog', {
        name: 'Sigur vrei să ștergi observatorul Ana Pop?',
      }),
    );
    fireEvent.click(question.getByRole('button', { name: 'Șterge' }));
    const said = await screen.findByText('Observatorul Ana Pop a fost șters.');
    expect(said.closest('[data-tone]')?.getAttribute('data-tone')).toBe(
      'waiting',
    );
    await expectNames(['dan Ionel']);
    const [op] = await databases().intent.outbox.toArray();
    expect(op).toMatchObject({ kind: 'observer.delete', args: { id: 2 } });
  });

  it('says that a deletion could not be kept', async () => {
    await cacheObservers([ana]);
    open('/observatori');
    const menu = await openMenu('Ana Pop');
    fireEvent.click(menu.getByRole('menuitem', { name: 'Șterge' }));
    vi.spyOn(databases().intent.outbox, 'add').mockRejectedValue(
      new Error('QuotaExceededError'),
    );
    const question = within(await screen.findByRole('alertdialog'));
    fireEvent.click(question.getByRole('button', { name: 'Șterge' }));
    const said = await question.findByRole('alert');
    expect(said.textContent).toMatch(/Observatorul Ana Pop NU a fost șters/);
    fireEvent.click(question.getByRole('button', { name: 'Renunță' }));
    await expectNames(['Ana Pop']);
  });

  it('shows a refused deletion with the reason of the server', async () => {
    await cacheObservers([ana]);
    await deleteObserver(ana);
    const [op] = await databases().intent.outbox.toArray();
    if (!op) throw new Error('Nothing was kept');
    await databases().intent.outbox.put({
      ...op,
      state: 'rejected',
      failure: { kind: 'refused', status: 400, detail: 'Are 3 răspunsuri' },
    });
    open('/observatori');
    const row = within(await rowOf('Ana Pop'));
    row.getByText('refuzat');
    const reason = await row.findByRole('link', { name: /Are 3 răspunsuri/ });
    expect(reason.getAttribute('href')).toBe('/outbox');
  });

  it('shows an addition that waits, and one that was refused above the list', async () => {
    await cacheObservers([ana]);
    await createObserver({ name: 'Nou Venit', phone: '0799' }, '1234');
    open('/observatori');
    within(await rowOf('Nou Venit')).getByText('în așteptare');
    const [op] = await databases().intent.outbox.toArray();
    if (!op) throw new Error('Nothing was kept');
    await act(() =>
      databases().intent.outbox.put({
        ...op,
        state: 'rejected',
        failure: { kind: 'refused', detail: 'Nu' },
      }),
    );
    await screen.findByText(
      'Serverul nu a adăugat observatorul Nou Venit, 0799.',
    );
    await expectNames(['Ana Pop']);
    fireEvent.click(screen.getByRole('button', { name: 'Renunță' }));
    await waitFor(() =>
      expect(screen.queryByText(/Serverul nu a adăugat/)).toBeNull(),
    );
  });
});

describe('resetting the password', () => {
  async function ask(pin: string) {
    await cacheObservers([ana]);
    open('/observatori');
    const menu = await openMenu('Ana Pop');
    fireEvent.click(menu.getByRole('menuitem', { name: 'Resetează parola' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Resetează parola: Ana Pop' }),
    );
    type(await field('PIN nou'), pin);
    return dialog.getByRole('button', { name: 'Resetează parola' });
  }

  /** As Enter in the field does. */
  function submit(button: HTMLElement) {
    const form = button.closest('dialog')?.querySelector('form');
    if (!form) throw new Error('There is no form');
    fireEvent.submit(form);
  }

  it.each(['1234', '123456', '  1234  ', '12\u200B34'])(
    'sends %j now and says that it was done',
    async (pin) => {
      const button = await ask(pin);
      submit(button);
      await screen.findByText('Parola observatorului a fost resetată.');
      expect(sync.resetPin.mock.calls).toEqual([['0722000002', tidy(pin)]]);
      expect(await databases().intent.outbox.count()).toBe(0);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  );

  it.each([
    ['', 'PIN-ul are 4 sau 6 cifre.'],
    ['    ', 'PIN-ul are 4 sau 6 cifre.'],
    ['123', 'PIN-ul are 4 sau 6 cifre.'],
    ['12345', 'PIN-ul are 4 sau 6 cifre.'],
    ['1234567', 'PIN-ul are 4 sau 6 cifre.'],
    ['ab c', 'PIN-ul are doar cifre.'],
    ['12 4', 'PIN-ul are doar cifre.'],
    ['12345a', 'PIN-ul are doar cifre.'],
    ['-123', 'PIN-ul are doar cifre.'],
  ])('does not take %j', async (pin, why) => {
    const button = await ask(pin);
    expect(isDisabled(button)).toBe(true);
    expect(reasonOf(button)).toBe(why);
    submit(button);
    expect(sync.resetPin).not.toHaveBeenCalled();
  });

  it('says that it could not, with the reason of the server', async () => {
    sync.resetPin.mockImplementation(
      failWith({ kind: 'missing', status: 404, detail: 'No such phone' }),
    );
    const button = await ask('1234');
    submit(button);
    await screen.findByText('Eroare!');
    screen.getByText(/Parola nu a putut fi resetată\..*No such phone/);
  });

  it('says that nobody knows when the reply is lost, and sends nothing again', async () => {
    sync.resetPin.mockImplementation(failWith({ kind: 'timeout' }));
    const button = await ask('1234');
    submit(button);
    await screen.findByText('Nu se știe dacă parola a fost resetată.');
    expect(sync.resetPin).toHaveBeenCalledTimes(1);
    expect(await databases().intent.outbox.count()).toBe(0);
  });

  it('is not offered without a server', async () => {
    await cacheObservers([ana]);
    const offline: ConnectionState = { state: 'offline', since: 1 };
    await databases().cache.meta.put({ k: 'connection', v: offline });
    open('/observatori');
    const menu = await openMenu('Ana Pop');
    const item = await menu.findByRole('menuitem', {
      name: /Resetează parola/,
    });
    await waitFor(() => expect(isDisabled(item)).toBe(true));
    expect(item.textContent).toContain('Ai nevoie de conexiune');
  });
});

describe('an admin who is no organizer', () => {
  it('sees what is not permitted, and why, and may delete', async () => {
    signInAs(false);
    await cacheObservers([ana]);
    open('/observatori');
    await rowOf('Ana Pop');
    for (const name of ['Importă', 'Adaugă observator', /^Modifică/]) {
      expect(isDisabled(screen.getByRole('button', { name }))).toBe(true);
    }
    screen.getAllByText('Doar organizatorii pot face asta.');
    const menu = await openMenu('Ana Pop');
    const items = menu.getAllByRole('menuitem');
    expect(
      items.filter((item) => !isDisabled(item)).map((item) => item.textContent),
    ).toEqual(['Șterge']);
    fireEvent.keyDown(document.activeElement ?? document.body, {
      key: 'Escape',
    });
    fireEvent.click(screen.getByLabelText('Selectează: Ana Pop'));
    const bar = within(await screen.findByRole('region', { name: 'Selecție' }));
    const send = bar.getByRole('button', { name: 'Trimite notificare' });
    expect(isDisabled(send)).toBe(true);
  });
});

describe('exporting', () => {
  it('saves what matches as CSV, says what it is, and makes formulas harmless', async () => {
    const saved = catchSavedFiles();
    await cacheObservers([
      stefan,
      ana,
      anObserverRow({ id: 4, name: '=HYPERLINK("x")', phone: '@1', ngo: '-2' }),
    ]);
    open('/observatori?phone=1');
    await expectNames(['=HYPERLINK("x")', 'Ștefan Țîrlea']);
    fireEvent.click(screen.getByRole('button', { name: 'Exportă' }));
    fireEvent.click(
      await screen.findByRole('menuitem', { name: 'CSV, 2 observatori' }),
    );
    expect(saved[0]?.name).toMatch(/^observatori-\d{4}-\d\d-\d\d\.csv$/);
    const text = (await saved[0]?.text()) ?? '';
    const rows = Papa.parse<string[]>(text.trim()).data;
    expect(rows[0]?.slice(0, 2)).toEqual(['Nume', 'Telefon']);
    expect(rows[1]?.slice(0, 3)).toEqual([`'=HYPERLINK("x")`, "'@1", "'-2"]);
    expect(rows[2]?.slice(0, 2)).toEqual(['Ștefan Țîrlea', "'+40 722 000 001"]);
    expect(rows[2]?.[3]).toBe(new Date(stefan.lastSeen ?? 0).toISOString());
    expect(rows[3]?.[0]).toMatch(
      /^2 observatori din datele salvate pe acest dispozitiv, actualizate la .*\d\d:\d\d\.$/,
    );
    expect(rows).toHaveLength(4);
  });

  it('has nothing to save when nothing matches', async () => {
    await cacheObservers([ana]);
    open('/observatori?name=nimeni');
    await screen.findByText('Niciun rezultat pentru „nimeni”');
    const button = screen.getByRole('button', { name: 'Exportă' });
    expect(isDisabled(button)).toBe(true);
  });
});

it('reminds of a profile that was typed and never saved, until it is given up', async () => {
  await cacheObservers([ana]);
  await databases().intent.drafts.bulkPut([
    {
      draftKey: 'observer:new',
      updatedAt: Date.now(),
      input: { name: 'Ana Nouă', phone: '', hadPin: false },
    },
    {
      draftKey: 'observer:99',
      updatedAt: Date.now(),
      input: { name: 'Ana Dispărută', phone: '0799', hadPin: false },
      base: { name: 'Ana', phone: '0799' },
    },
  ]);
  open('/observatori');
  await screen.findByText('Ana Nouă');
  const links = screen.getAllByRole('link', { name: 'Continuă cu acest text' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/observatori/profil/edit/0799',
    '/observatori/profil/new',
  ]);
  for (const button of screen.getAllByRole('button', {
    name: 'Șterge acest text',
  })) {
    fireEvent.click(button);
  }
  await waitFor(() => expect(screen.queryByText('Ana Nouă')).toBeNull());
  expect(await databases().intent.drafts.count()).toBe(0);
});

it('ages are by the server’s clock, which is said where this device’s is wrong', async () => {
  await cacheObservers([ana]);
  await databases().cache.meta.put({ k: 'clockOffset', v: hour });
  open('/observatori');
  await screen.findByText(/^Ceasul acestui dispozitiv este în urmă cu 60 /);
  await waitFor(async () =>
    expect((await rowOf('Ana Pop')).textContent).toContain('acum 2'),
  );
});
