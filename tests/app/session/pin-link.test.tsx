import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { App } from '@/app/app';
import { prepareFirstScreen } from '@/app/first-screen';
import type { Failure, Reply } from '@/domain/outbox/outcome';
import { setToken } from '@/state/session';

import { press, type } from '../../support/controls';
import { deferred } from '../../support/deferred';
import { answerWith, failWith, sync } from '../../support/fake-sync';
import { speak } from '../../support/texts';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));
const signedInPart = vi.hoisted(() => ({ load: vi.fn() }));
vi.mock('@/app/signed-in-part', () => ({
  loadSignedIn: signedInPart.load,
  loadSignedInPart: signedInPart.load,
  SignedInPart: () => {
    throw new Error('The signed-in part was drawn.');
  },
}));

const CODE = 'AAAAAAAAAAAAAAAAAAAAAA';
const token = `e30.${btoa(JSON.stringify({ sub: 'ana', IdNgo: 1 }))}.sig`;
const GONE: Failure = { kind: 'refused', status: 410 };

beforeEach(async () => {
  speak('ro');
  localStorage.clear();
  setToken('');
  Object.assign(window, { isSecureContext: true });
  history.replaceState(null, '', `/pin#${CODE}`);
  sync.setPinByCode.mockImplementation(answerWith(true));
  return () => {
    cleanup();
    setToken('');
  };
});

async function send(pin: string, again = pin) {
  type(await screen.findByLabelText(/^PIN nou/), pin);
  type(screen.getByLabelText(/^PIN-ul încă o dată/), again);
  press('Setează PIN-ul');
}

describe('a link for a PIN', () => {
  it('lets an observer set the PIN, and says what comes next', async () => {
    render(<App />);
    await send(' 9753 ', '9753');
    await screen.findByText('PIN-ul este setat.');
    screen.getByText(/autentifică-te cu numărul tău de telefon/);
    expect(sync.setPinByCode).toHaveBeenCalledWith(CODE, '9753', '');
    expect(document.title).toMatch(/^Alege-ți PIN-ul/);
    expect(screen.queryByLabelText(/^PIN nou/)).toBeNull();
    expect(JSON.stringify({ ...localStorage })).not.toContain(CODE);
  });

  it.each([
    ['974', '974', 'Scrie cel puțin 4 cifre.'],
    ['', '', 'Scrie cel puțin 4 cifre.'],
    ['97 53', '97 53', 'PIN-ul are doar cifre.'],
    ['9753', '9754', 'Cele două PIN-uri nu sunt la fel.'],
  ])('does not send %j and %j', async (pin, again, words) => {
    render(<App />);
    await send(pin, again);
    await screen.findByText(words);
    expect(sync.setPinByCode).not.toHaveBeenCalled();
  });

  it('sends once, however often the button is pressed', async () => {
    const reply = deferred<Reply<unknown>>();
    sync.setPinByCode.mockReturnValue(reply.promise);
    render(<App />);
    await send('9753');
    fireEvent.submit(screen.getByRole('form'));
    reply.resolve({ ok: true, status: 200, value: true });
    await screen.findByText('PIN-ul este setat.');
    expect(sync.setPinByCode).toHaveBeenCalledTimes(1);
  });

  it.each<[Failure, RegExp]>([
    [GONE, /^Linkul nu mai este bun/],
    [{ kind: 'missing', status: 404 }, /^Linkul nu mai este bun/],
    [{ kind: 'refused', status: 400 }, /^Serverul nu a acceptat acest PIN/],
    [{ kind: 'offline' }, /^Serverul nu poate fi contactat/],
    [{ kind: 'timeout' }, /^Serverul nu poate fi contactat/],
    [{ kind: 'unreadable' }, /^Răspunsul nu a venit de la server/],
    [{ kind: 'busy', status: 429 }, /^Prea multe încercări/],
    [{ kind: 'server', status: 500 }, /^Serverul a avut o eroare/],
    [{ kind: 'noWorker' }, /^Sincronizarea nu a putut porni/],
  ])('after %j stays and says why', async (failure, words) => {
    sync.setPinByCode.mockImplementation(failWith(failure));
    render(<App />);
    await send('9753');
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    sync.setPinByCode.mockImplementation(answerWith(true));
    press('Setează PIN-ul');
    await screen.findByText('PIN-ul este setat.');
  });

  it('says to ask for another link when it is not good any more', async () => {
    sync.setPinByCode.mockImplementation(failWith(GONE));
    render(<App />);
    await send('9753');
    await screen.findByText(/^A fost deja folosit.*Cere alt link/);
  });

  it('says that the PIN may be set when the request before had no answer', async () => {
    sync.setPinByCode.mockImplementation(failWith({ kind: 'timeout' }));
    render(<App />);
    await send('9753');
    await screen.findByText(/nu poate fi contactat/);
    sync.setPinByCode.mockImplementation(failWith(GONE));
    press('Setează PIN-ul');
    await screen.findByText(/^Poate că PIN-ul a fost setat/);
  });

  it('without a code says that it is not whole', async () => {
    history.replaceState(null, '', '/pin');
    render(<App />);
    await screen.findByText('Linkul nu este întreg.');
    expect(screen.queryByLabelText(/^PIN nou/)).toBeNull();
  });

  it('begins anew with another link in the same tab', async () => {
    sync.setPinByCode.mockImplementation(failWith(GONE));
    render(<App />);
    await send('9753');
    await screen.findByText('Linkul nu mai este bun.');
    history.replaceState(null, '', '/pin#another');
    act(() => void window.dispatchEvent(new Event('hashchange')));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    sync.setPinByCode.mockImplementation(answerWith(true));
    await send('8642');
    await screen.findByText('PIN-ul este setat.');
    expect(sync.setPinByCode).toHaveBeenLastCalledWith('another', '8642', '');
  });

  it('is shown in English, too', async () => {
    speak('en');
    render(<App />);
    await screen.findByRole('heading', { name: 'Choose your PIN' });
    screen.getByRole('button', { name: 'Set the PIN' });
  });

  it('is shown to staff who are signed in, and loads nothing of theirs', async () => {
    setToken(token);
    await prepareFirstScreen();
    render(<App />);
    await screen.findByLabelText(/^PIN nou/);
    expect(signedInPart.load).not.toHaveBeenCalled();
    expect(sync.start).not.toHaveBeenCalled();
    expect(location.pathname).toBe('/pin');
    expect(location.hash).toBe(`#${CODE}`);
  });
});
