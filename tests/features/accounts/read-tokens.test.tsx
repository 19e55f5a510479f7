import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { endTokenAtServer } from '@/data/offers';
import { databases } from '@/db/open';
import { dayAfter, endOfDay } from '@/domain/calendar-day';
import type { Reply } from '@/domain/outbox/outcome';
import { TOKEN_DAYS, TOKEN_MAX_DAYS } from '@/domain/read-token';
import { AccountsPage } from '@/features/accounts/accounts-page';

import { isDisabled, type } from '../../support/controls';
import { deferred } from '../../support/deferred';
import { answerWith, failWith, sync } from '../../support/fake-sync';
import { prepareScreen, signInAs } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/accounts', element: <AccountsPage /> },
]);

const PATH = '/accounts?by=token';
const TOKEN = 'vmr_a-token-of-the-tests';
const HOUR_MS = 3_600_000;

const dashboard = {
  id: 5,
  name: 'Panou de rezultate',
  ngo: 'Grupul Civic Lupa',
  madeBy: 'olga@demo.org',
  madeAt: Date.parse('2026-11-22T09:00:00Z'),
  endsAt: Date.now() + HOUR_MS,
  lastUsedAt: Date.parse('2026-11-23T07:00:00Z'),
};
const old = {
  ...dashboard,
  id: 6,
  name: 'Studiu vechi',
  ngo: undefined,
  endsAt: Date.now() - HOUR_MS,
  lastUsedAt: undefined,
};
const organisations = [
  {
    id: 2,
    shortName: 'L',
    name: dashboard.ngo,
    organizer: false,
    isActive: true,
  },
];

beforeEach(async () => {
  // A logout forgets what the server of another test offered.
  await endTokenAtServer('', '');
  sync.readExtensions.mockImplementation(answerWith(['accounts', 'feed']));
  sync.readAccounts.mockImplementation(
    answerWith({ accounts: [], organisations }),
  );
  sync.readReadTokens.mockImplementation(answerWith([dashboard, old]));
  sync.makeReadToken.mockImplementation(answerWith({ token: TOKEN }));
});

async function press(name: RegExp | string, role = 'button') {
  const control = await screen.findByRole(role, { name });
  await waitFor(() => expect(isDisabled(control)).toBe(false));
  fireEvent.click(control);
}

const dialog = () =>
  screen.queryByRole('alertdialog') ?? screen.getByRole('dialog');
const confirm = (name: RegExp | string) =>
  within(dialog()).getByRole('button', { name });

/** Fills in the dialog, but for the date. */
async function fillIn(ngo = '2') {
  await press('Creează o cheie de citire');
  type(screen.getByLabelText(/^Nume/), ' Presă ');
  fireEvent.change(screen.getByLabelText(/^Organizație/), {
    target: { value: ngo },
  });
}

it('is offered by the accounts only where the server offers it', async () => {
  sync.readExtensions.mockImplementation(answerWith(['accounts']));
  open(PATH);
  await screen.findByRole('link', { name: 'Organizații' });
  await waitFor(() => expect(sync.readAccounts).toHaveBeenCalled());
  expect(screen.queryByRole('link', { name: 'Chei de citire' })).toBeNull();
  expect(sync.readReadTokens).not.toHaveBeenCalled();
});

it('is reached from the accounts', async () => {
  open('/accounts');
  await press('Chei de citire', 'link');
  await screen.findByText('Panou de rezultate');
});

it('says of each token what it reads, who made it, its last use and its end', async () => {
  open(PATH);
  const first = await screen.findByRole('row', { name: /Panou de rezultate/ });
  expect(first.textContent).toContain('Grupul Civic Lupa');
  expect(first.textContent).toContain('olga@demo.org');
  expect(first.textContent).toContain('22 noiembrie 2026');
  expect(first.textContent).toContain('23 noiembrie 2026');
  expect(first.textContent).not.toContain('expirată');
  const second = screen.getByRole('row', { name: /Studiu vechi/ });
  expect(second.textContent).toContain('Toate organizațiile');
  expect(second.textContent).toContain('niciodată');
  expect(second.textContent).toContain('expirată');
});

it('says that it could not load, never that there is none', async () => {
  sync.readReadTokens.mockImplementation(failWith({ kind: 'offline' }));
  open(PATH);
  await screen.findByText('Cheile de citire nu au putut fi încărcate');
  expect(screen.queryByText('Nicio cheie de citire')).toBeNull();
  sync.readReadTokens.mockImplementation(answerWith([]));
  await press('Încearcă din nou');
  await screen.findByText('Nicio cheie de citire');
});

it('is remembered without a connection, and says what it could not load', async () => {
  await databases().cache.meta.put({ k: 'offers', v: ['accounts', 'feed'] });
  sync.readExtensions.mockImplementation(failWith({ kind: 'offline' }));
  sync.readReadTokens.mockImplementation(failWith({ kind: 'offline' }));
  open(PATH);
  await screen.findByText('Cheile de citire nu au putut fi încărcate');
});

it('makes one, and shows it once with a button that copies it', async () => {
  const writeText = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockResolvedValue();
  open(PATH);
  await fillIn();
  fireEvent.click(confirm('Creează'));
  await screen.findByText(/nu mai este arătată încă o dată/);
  expect(sync.makeReadToken).toHaveBeenCalledWith({
    name: 'Presă',
    ngoId: 2,
    endsAt: endOfDay(dayAfter(Date.now(), TOKEN_DAYS)),
  });
  expect(sync.readReadTokens).toHaveBeenCalledTimes(2);
  const shown = screen.getByLabelText<HTMLInputElement>('Cheia');
  expect(shown.value).toBe(TOKEN);
  expect(shown.readOnly).toBe(true);
  // A press beside the window is no answer: it cannot be shown again.
  expect(dialog().getAttribute('role')).toBe('alertdialog');
  await press('Copiază cheia');
  await screen.findByText('Cheia a fost copiată.');
  expect(writeText).toHaveBeenCalledWith(TOKEN);
  fireEvent.click(confirm('Închide'));
  await waitFor(() => expect(screen.queryByLabelText('Cheia')).toBeNull());
  expect(document.body.textContent).not.toContain(TOKEN);
  expect(JSON.stringify({ ...localStorage })).not.toContain(TOKEN);
});

it('selects the token where the browser does not copy', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new Error('refused'),
  );
  open(PATH);
  await fillIn();
  fireEvent.click(confirm('Creează'));
  const shown = await screen.findByLabelText<HTMLInputElement>('Cheia');
  shown.setSelectionRange(0, 0);
  await press('Copiază cheia');
  await screen.findByText(/copiaz-o de la tastatură/);
  expect([shown.selectionStart, shown.selectionEnd]).toEqual([0, TOKEN.length]);
});

it('reads all organisations only when that was chosen', async () => {
  open(PATH);
  await press('Creează o cheie de citire');
  type(screen.getByLabelText(/^Nume/), 'Presă');
  expect(isDisabled(confirm('Creează'))).toBe(true);
  fireEvent.change(screen.getByLabelText(/^Organizație/), {
    target: { value: 'all' },
  });
  fireEvent.click(confirm('Creează'));
  await waitFor(() =>
    expect(sync.makeReadToken).toHaveBeenCalledWith(
      expect.objectContaining({ ngoId: undefined }),
    ),
  );
});

it('takes no end that is past, or later than the server takes', async () => {
  open(PATH);
  await fillIn();
  const end = screen.getByLabelText(/^Valabilă până la/);
  for (const [days, isRefused] of [
    [-1, true],
    [0, false],
    [TOKEN_MAX_DAYS - 1, false],
    [TOKEN_MAX_DAYS, true],
  ] as const) {
    const day = dayAfter(Date.now(), days);
    fireEvent.change(end, { target: { value: day } });
    expect([days, isDisabled(confirm('Creează'))]).toEqual([days, isRefused]);
  }
  fireEvent.change(end, { target: { value: '' } });
  expect(isDisabled(confirm('Creează'))).toBe(true);
});

it('stays open until the server has answered, with the reason', async () => {
  const reply = deferred<Reply<{ token: string } | undefined>>();
  sync.makeReadToken.mockReturnValue(reply.promise);
  open(PATH);
  await fillIn();
  fireEvent.click(confirm('Creează'));
  await waitFor(() => expect(dialog().getAttribute('aria-busy')).toBe('true'));
  fireEvent.keyDown(dialog(), { key: 'Escape' });
  const detail = 'An organisation may have at most 20 read-only tokens.';
  const failure = { kind: 'refused', status: 422, detail } as const;
  reply.resolve({ ok: false, failure });
  const alert = await within(dialog()).findByRole('alert');
  expect(alert.textContent).toContain('at most 20');
  expect(sync.makeReadToken).toHaveBeenCalledTimes(1);

  sync.makeReadToken.mockImplementation(failWith({ kind: 'timeout' }));
  fireEvent.click(confirm('Creează'));
  await within(dialog()).findByText(/Nu se știe dacă serverul/);
});

it('ends one after a question, also one that has ended already', async () => {
  sync.changeStaff.mockImplementation(
    failWith({ kind: 'missing', status: 404 }),
  );
  open(PATH);
  await press(/^Oprește.*Panou de rezultate/);
  expect(dialog().textContent).toContain('de la următoarea cerere');
  expect(sync.changeStaff).not.toHaveBeenCalled();
  sync.readReadTokens.mockImplementation(answerWith([old]));
  fireEvent.click(confirm('Oprește'));
  await waitFor(() =>
    expect(sync.changeStaff).toHaveBeenCalledWith({
      kind: 'endReadToken',
      tokenId: 5,
    }),
  );
  await waitFor(() =>
    expect(screen.queryByText('Panou de rezultate')).toBeNull(),
  );
});

it('is for organizers', async () => {
  signInAs(false);
  open(PATH);
  await screen.findByText('Doar organizatorii pot face asta.');
  expect(sync.readReadTokens).not.toHaveBeenCalled();
});
