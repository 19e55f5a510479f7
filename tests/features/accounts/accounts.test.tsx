import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Reply } from '@/domain/outbox/outcome';
import { AccountsPage } from '@/features/accounts/accounts-page';
import { MyAccountPage } from '@/features/accounts/my-account-page';

import { isDisabled, type } from '../../support/controls';
import { deferred } from '../../support/deferred';
import { reachServer } from '../../support/connection';
import { answerWith, failWith, sync } from '../../support/fake-sync';
import { prepareScreen, signInAs } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/accounts', element: <AccountsPage /> },
  { path: '/account', element: <MyAccountPage /> },
]);

const ana = {
  id: 7,
  ngoId: 2,
  ngo: 'Grupul Civic Lupa',
  account: 'ana@demo.org',
  isActive: true,
  isOrganizer: false,
  lastSignInAt: Date.parse('2026-11-22T09:00:00Z'),
};
const olga = {
  ...ana,
  id: 3,
  ngoId: 1,
  ngo: 'Asociația Observă Votul',
  account: 'olga@demo.org',
  isOrganizer: true,
};
const organisations = [
  { id: 1, shortName: 'O', name: olga.ngo, organizer: true, isActive: true },
  { id: 2, shortName: 'L', name: ana.ngo, organizer: false, isActive: true },
  { id: 5, shortName: 'N', name: 'Nouă', organizer: false, isActive: true },
];
const PASSWORD = 'o parolă destul de lungă';

async function press(name: RegExp | string, role = 'button') {
  const control = await screen.findByRole(role, { name });
  await waitFor(() => expect(isDisabled(control)).toBe(false));
  fireEvent.click(control);
}

const dialog = () => screen.getByRole('dialog');
const confirm = (name: RegExp | string) =>
  within(dialog()).getByRole('button', { name });

describe('organisations and accounts', () => {
  beforeEach(() => {
    sync.readAccounts.mockImplementation(
      answerWith({ accounts: [olga, ana], organisations }),
    );
  });

  it('shows accounts by name or organisation, without diacritics too', async () => {
    open('/accounts');
    expect(await screen.findAllByRole('rowheader')).toHaveLength(2);
    type(screen.getByLabelText('Cont sau organizație'), 'observa votul');
    await waitFor(() =>
      expect(
        screen.getAllByRole('rowheader').map((row) => row.textContent),
      ).toEqual(['olga@demo.org']),
    );
    type(screen.getByLabelText('Cont sau organizație'), 'nimeni');
    await screen.findByText('Niciun cont pentru această căutare');
  });

  it('says that it could not load, never that there is none', async () => {
    sync.readAccounts.mockImplementation(failWith({ kind: 'offline' }));
    open('/accounts');
    await screen.findByText('Conturile nu au putut fi încărcate');
    const add = screen.getByRole('button', { name: /Adaugă cont/ });
    expect(isDisabled(add)).toBe(true);
    sync.readAccounts.mockImplementation(
      answerWith({ accounts: [ana], organisations }),
    );
    await press('Încearcă din nou');
    await screen.findByText('ana@demo.org');
  });

  it('asks again by itself when the server is reached again', async () => {
    sync.readAccounts.mockImplementation(failWith({ kind: 'offline' }));
    open('/accounts');
    await screen.findByText('Conturile nu au putut fi încărcate');
    sync.readAccounts.mockImplementation(
      answerWith({ accounts: [ana], organisations }),
    );
    await reachServer();
    await screen.findByText('ana@demo.org');
  });

  it('adds an account to an organisation that has none yet', async () => {
    open('/accounts');
    await press(/Adaugă cont/);
    type(screen.getByLabelText(/^Cont \*/), ' dan@demo.org ');
    type(screen.getByLabelText(/^Parolă nouă/), 'scurtă');
    fireEvent.change(screen.getByLabelText(/^Organizație/), {
      target: { value: '5' },
    });
    expect(isDisabled(confirm('Adaugă'))).toBe(true);
    type(screen.getByLabelText(/^Parolă nouă/), PASSWORD);
    fireEvent.click(confirm('Adaugă'));
    await waitFor(() =>
      expect(sync.changeStaff).toHaveBeenCalledWith({
        kind: 'addAccount',
        ngoId: 5,
        account: 'dan@demo.org',
        password: PASSWORD,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sync.readAccounts).toHaveBeenCalledTimes(2);
  });

  it('does not say added when only something on the way said yes', async () => {
    sync.changeStaff.mockImplementation(
      failWith({ kind: 'unproven', status: 200 }),
    );
    open('/accounts');
    await press(/Adaugă cont/);
    type(screen.getByLabelText(/^Cont \*/), 'dan@demo.org');
    type(screen.getByLabelText(/^Parolă nouă/), PASSWORD);
    fireEvent.change(screen.getByLabelText(/^Organizație/), {
      target: { value: '5' },
    });
    fireEvent.click(confirm('Adaugă'));
    const alert = await within(dialog()).findByRole('alert');
    expect(alert.textContent).toContain(
      'Nu se știe dacă serverul a făcut schimbarea: reîncarcă lista și verifică.',
    );
    expect(screen.queryByText(/a fost adăugat/)).toBeNull();
  });

  it('says in words that the last organizer stays', async () => {
    sync.changeStaff.mockImplementation(
      failWith({ kind: 'conflict', status: 409 }),
    );
    open('/accounts');
    await press(/Alte acțiuni: olga/);
    await press('Dezactivează', 'menuitem');
    fireEvent.click(confirm('Dezactivează'));
    const alert = await within(dialog()).findByRole('alert');
    expect(alert.textContent).toContain('ultimul cont activ de organizator');
  });

  it('stays open until the server has answered, and says when nobody knows', async () => {
    const reply = deferred<Reply<unknown>>();
    sync.changeStaff.mockReturnValue(reply.promise);
    open('/accounts');
    await press('Organizații', 'link');
    await press(/Alte acțiuni: Grupul Civic Lupa/);
    await press('Fă organizația organizator', 'menuitem');
    fireEvent.click(confirm('Fă organizația organizator'));
    await waitFor(() =>
      expect(dialog().getAttribute('aria-busy')).toBe('true'),
    );
    fireEvent.keyDown(dialog(), { key: 'Escape' });
    reply.resolve({ ok: false, failure: { kind: 'timeout' } });
    const alert = await within(dialog()).findByRole('alert');
    expect(alert.textContent).toContain('Nu se știe dacă serverul');
    expect(sync.changeStaff).toHaveBeenCalledTimes(1);
  });

  it('adds an organisation with both of its names', async () => {
    open('/accounts?by=organisation');
    await press(/Adaugă organizație/);
    type(screen.getByLabelText(/^Organizație/), ' Vot Curat ');
    expect(isDisabled(confirm('Adaugă'))).toBe(true);
    type(screen.getByLabelText(/^Nume scurt/), ' VC ');
    fireEvent.click(confirm('Adaugă'));
    await waitFor(() =>
      expect(sync.changeStaff).toHaveBeenCalledWith({
        kind: 'addOrganisation',
        name: 'Vot Curat',
        shortName: 'VC',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(sync.readAccounts).toHaveBeenCalledTimes(2));
  });

  it('makes an organisation an organizer, and says what that opens', async () => {
    open('/accounts?by=organisation');
    await press(/Alte acțiuni: Nouă/);
    await press('Fă organizația organizator', 'menuitem');
    expect(dialog().textContent).toContain('datele tuturor organizațiilor');
    fireEvent.click(confirm('Fă organizația organizator'));
    await waitFor(() =>
      expect(sync.changeStaff).toHaveBeenCalledWith({
        kind: 'setOrganizer',
        ngoId: 5,
        isOrganizer: true,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(sync.readAccounts).toHaveBeenCalledTimes(2));
  });

  it('takes the role back, but not from the last organizer', async () => {
    sync.changeStaff.mockImplementation(
      failWith({ kind: 'conflict', status: 409 }),
    );
    open('/accounts?by=organisation');
    await press(/Alte acțiuni: Asociația/);
    await press('Retrage rolul de organizator', 'menuitem');
    fireEvent.click(confirm('Retrage rolul de organizator'));
    const alert = await within(dialog()).findByRole('alert');
    expect(alert.textContent).toContain('ultimul cont activ de organizator');
    expect(sync.readAccounts).toHaveBeenCalledTimes(1);

    sync.changeStaff.mockImplementation(answerWith(undefined));
    fireEvent.click(confirm('Retrage rolul de organizator'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sync.changeStaff).toHaveBeenLastCalledWith({
      kind: 'setOrganizer',
      ngoId: 1,
      isOrganizer: false,
    });
  });

  it('renames an organisation, and says how many accounts each has', async () => {
    const { address } = open('/accounts?by=organisation');
    expect(await screen.findAllByRole('rowheader')).toHaveLength(3);
    const row = screen.getByRole('row', { name: /Grupul Civic Lupa/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(0, 2),
    ).toEqual(['L', '1']);
    await press(/Alte acțiuni: Grupul Civic Lupa/);
    await press('Redenumește', 'menuitem');
    type(screen.getByLabelText(/^Organizație/), ' ');
    expect(isDisabled(confirm('Redenumește'))).toBe(true);
    type(screen.getByLabelText(/^Organizație/), ' Grupul Lupa ');
    fireEvent.click(confirm('Redenumește'));
    await waitFor(() =>
      expect(sync.changeStaff).toHaveBeenCalledWith({
        kind: 'renameOrganisation',
        ngoId: 2,
        name: 'Grupul Lupa',
        shortName: 'L',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(sync.readAccounts).toHaveBeenCalledTimes(2));
    expect(address()).toBe('/accounts?by=organisation');
    type(screen.getByLabelText('Cont sau organizație'), 'nimeni');
    await screen.findByText('Nicio organizație pentru această căutare');
  });

  it('closes an organisation after a question, which warns of the own one', async () => {
    open('/accounts?by=organisation');
    await press(/Alte acțiuni: Asociația/);
    await press('Dezactivează', 'menuitem');
    expect(dialog().textContent).toContain('Este organizația ta');
    fireEvent.click(confirm('Renunță'));
    await press(/Alte acțiuni: Nouă/);
    await press('Dezactivează', 'menuitem');
    expect(dialog().textContent).toContain(
      'sunt deconectați în câteva secunde',
    );
    fireEvent.click(confirm('Dezactivează'));
    await waitFor(() =>
      expect(sync.changeStaff).toHaveBeenCalledWith({
        kind: 'setOrganisationActive',
        ngoId: 5,
        isActive: false,
      }),
    );
  });

  it('ends a session of another account', async () => {
    const session = { id: 's', createdAt: 1, lastSeenAt: 2, isCurrent: false };
    sync.readSessions.mockImplementation(
      answerWith([{ ...session, userAgent: 'Chrome, Android' }]),
    );
    open('/accounts');
    await press(/Alte acțiuni: ana/);
    await press('Unde este conectat', 'menuitem');
    await press(/^Deconectează.*Chrome/);
    const question = await screen.findByRole('dialog', {
      name: 'Deconectezi acest dispozitiv?',
    });
    fireEvent.click(
      within(question).getByRole('button', { name: 'Deconectează' }),
    );
    await waitFor(() =>
      expect(sync.changeStaff).toHaveBeenCalledWith({
        kind: 'endSession',
        sessionId: 's',
        accountId: ana.id,
      }),
    );
    expect(sync.readSessions).toHaveBeenCalledWith(ana.id);
  });

  it('is for organizers', async () => {
    signInAs(false);
    open('/accounts');
    await screen.findByText('Doar organizatorii pot face asta.');
    expect(sync.readAccounts).not.toHaveBeenCalled();
  });
});

describe('the own account', () => {
  const here = {
    id: 'a',
    createdAt: 1,
    lastSeenAt: 2,
    userAgent: 'Firefox, Linux',
    isCurrent: true,
  };
  const there = { ...here, id: 'b', userAgent: '', isCurrent: false };

  it('changes its password, and says when the current one is wrong', async () => {
    sync.changeStaff.mockImplementation(
      failWith({ kind: 'refused', status: 400 }),
    );
    open('/account');
    type(await screen.findByLabelText(/^Parola actuală/), 'demo');
    type(screen.getByLabelText(/^Parola nouă/), PASSWORD);
    await press('Schimbă parola');
    await screen.findByText('Nu este parola actuală.');
    expect(sync.freshen).not.toHaveBeenCalled();

    sync.changeStaff.mockImplementation(answerWith(undefined));
    await press('Schimbă parola');
    await screen.findByText('Parola a fost schimbată. Autentifică-te din nou.');
    expect(sync.changeStaff).toHaveBeenLastCalledWith({
      kind: 'changePassword',
      current: 'demo',
      next: PASSWORD,
    });
    // The next answer of the server ends this session.
    expect(sync.freshen).toHaveBeenCalled();
  });

  it('signs another device out, also one that is out already', async () => {
    sync.readSessions.mockImplementation(answerWith([here, there]));
    sync.changeStaff.mockImplementation(
      failWith({ kind: 'missing', status: 404 }),
    );
    open('/account');
    await screen.findByText('acest dispozitiv');
    await press(/^Deconectează.*Dispozitiv necunoscut/);
    fireEvent.click(confirm('Deconectează'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sync.changeStaff).toHaveBeenCalledWith({
      kind: 'endSession',
      sessionId: 'b',
    });
  });

  it('says that the sessions could not be loaded', async () => {
    sync.readSessions.mockImplementation(failWith({ kind: 'offline' }));
    open('/account');
    await screen.findByText('Lista nu a putut fi încărcată');
    expect(screen.queryByText('Nicio sesiune cunoscută')).toBeNull();
  });
});
