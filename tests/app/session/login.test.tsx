import {
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { SignedOut } from '@/app/session/signed-out';
import { TOKEN_KEY } from '@/config';
import type { Credentials } from '@/data/session/sign-in';
import type { CodeProblem, FailureKind, Reply } from '@/domain/outbox/outcome';
import { noteWork } from '@/state/unsent-of-users';
import { storeSessionEnd } from '@/state/session-end';

import { deferred } from '../../support/deferred';
import { speak } from '../../support/texts';

const server = vi.hoisted(() => ({
  asked: [] as Credentials[],
  reply: async (): Promise<Reply<string>> => ({
    ok: false,
    failure: { kind: 'offline' },
  }),
}));
vi.mock('@/data/session/sign-in', () => ({
  signIn: (credentials: Credentials) => {
    server.asked.push(credentials);
    return server.reply();
  },
}));

const claims = btoa(JSON.stringify({ sub: 'coordonare', IdNgo: 1 }));
const token = `e30.${claims}.sig`;

beforeEach(async () => {
  await speak('ro');
  server.asked = [];
  localStorage.clear();
  history.replaceState(null, '', '/login');
  return cleanup;
});

function failWith(kind: FailureKind) {
  server.reply = async () => ({ ok: false, failure: { kind } });
}

async function submit(user: string, password: string) {
  render(<SignedOut />);
  fireEvent.change(field('Utilizator'), { target: { value: user } });
  fireEvent.change(field('Parolă'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Autentifică-te' }));
}

function field(name: string): HTMLInputElement {
  const found = screen.getByLabelText(name, { selector: 'input' });
  if (!(found instanceof HTMLInputElement)) throw new Error(name);
  return found;
}

describe('the sign-in', () => {
  it.each<[FailureKind, RegExp]>([
    ['refused', /^Utilizator sau parolă greșită/],
    ['unauthorized', /^Utilizator sau parolă greșită/],
    ['forbidden', /^Utilizator sau parolă greșită/],
    ['offline', /^Serverul nu poate fi contactat/],
    ['timeout', /^Serverul nu poate fi contactat/],
    ['unreadable', /^Răspunsul nu a venit de la server/],
    ['busy', /^Prea multe încercări/],
    ['server', /^Serverul a avut o eroare/],
    ['noWorker', /^Sincronizarea nu a putut porni/],
  ])('after "%s" stays and says why', async (kind, words) => {
    failWith(kind);
    await submit('coordonare', 'gresita');
    const message = await screen.findByRole('alert');
    expect(message.textContent).toMatch(words);
    expect(location.pathname).toBe('/login');
    expect(localStorage.getItem(TOKEN_KEY)).toBe(null);
  });

  it('puts the focus on the password after wrong credentials', async () => {
    failWith('refused');
    await submit('coordonare', 'gresita');
    await screen.findByRole('alert');
    expect(document.activeElement).toBe(field('Parolă'));
  });

  it('leaves the focus where it is when the password was not checked', async () => {
    failWith('offline');
    await submit('coordonare', 'parola');
    await screen.findByRole('alert');
    expect(document.activeElement).not.toBe(field('Parolă'));
  });

  it('stores the token and asks once, however often one presses', async () => {
    const held = deferred<Reply<string>>();
    server.reply = () => held.promise;
    await submit(' coordonare ', ' parola cu spații ');
    const form = screen.getByRole('form', { name: 'Autentificare' });
    fireEvent.submit(form);
    held.resolve({ ok: true, status: 200, value: token });
    await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(token));
    expect(server.asked).toEqual([
      { user: 'coordonare', password: ' parola cu spații ' },
    ]);
  });

  it('does not take something else for a token', async () => {
    server.reply = async () => ({
      ok: true,
      status: 200,
      value: 'not-a-token',
    });
    await submit('coordonare', 'parola');
    const message = await screen.findByRole('alert');
    expect(message.textContent).toMatch(/^Răspunsul nu a venit/);
    expect(localStorage.getItem(TOKEN_KEY)).toBe(null);
  });

  it('asks nobody while a field is empty, and names the field', async () => {
    await submit('', '');
    expect(server.asked).toEqual([]);
    expect(screen.getByText(/„Utilizator”/)).toBeTruthy();
    expect(document.activeElement).toBe(field('Utilizator'));
  });

  describe('of an account with a second factor', () => {
    const answer = (secondFactor: CodeProblem) => {
      server.reply = async () => ({
        ok: false,
        failure: { kind: 'refused', status: 400, secondFactor },
      });
    };

    async function submitPassword() {
      answer('needed');
      await submit('coordonare', 'parola');
      return screen.findByLabelText<HTMLInputElement>(/^Cod/);
    }

    function send(code: string) {
      fireEvent.change(screen.getByLabelText(/^Cod/), {
        target: { value: code },
      });
      fireEvent.submit(screen.getByRole('form', { name: 'Autentificare' }));
    }

    it('asks for the code and sends it with the password', async () => {
      const code = await submitPassword();
      expect(document.activeElement).toBe(code);
      expect(code.inputMode).toBe('numeric');
      expect(code.autocomplete).toBe('one-time-code');
      expect(screen.queryByRole('alert')).toBeNull();
      // Nothing else is asked, and the password stays where it was typed.
      expect(screen.queryByRole('textbox', { name: 'Utilizator' })).toBeNull();
      server.reply = async () => ({ ok: true, status: 200, value: token });
      send(' 123 456 ');
      await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(token));
      expect(server.asked).toEqual([
        { user: 'coordonare', password: 'parola' },
        { user: 'coordonare', password: 'parola', code: '123 456' },
      ]);
    });

    it.each<[CodeProblem, RegExp]>([
      ['wrong', /^Codul nu este corect/],
      ['locked', /^S-au încercat prea multe coduri/],
      ['unreadable', /^Serverul nu mai poate verifica/],
    ])('says beside the field that it is %s', async (problem, words) => {
      await submitPassword();
      answer(problem);
      send('000000');
      const said = await screen.findByText(words);
      const code = screen.getByLabelText(/^Cod/);
      expect(code.getAttribute('aria-invalid')).toBe('true');
      expect(code.getAttribute('aria-describedby')).toContain(
        said.parentElement?.id,
      );
      expect(document.activeElement).toBe(code);
    });

    it('asks nobody without a code, and says so', async () => {
      await submitPassword();
      send('  ');
      await screen.findByText(/„Cod”/);
      expect(server.asked).toHaveLength(1);
    });

    it('goes back to the password, by hand or when it is wrong now', async () => {
      await submitPassword();
      fireEvent.click(screen.getByRole('button', { name: /^Înapoi/ }));
      expect(document.activeElement).toBe(field('Parolă'));
      expect(screen.queryByLabelText(/^Cod/)).toBeNull();
      fireEvent.submit(screen.getByRole('form', { name: 'Autentificare' }));
      await screen.findByLabelText(/^Cod/);
      failWith('refused');
      send('123456');
      const message = await screen.findByRole('alert');
      expect(message.textContent).toMatch(/^Utilizator sau parolă greșită/);
      expect(screen.queryByLabelText(/^Cod/)).toBeNull();
      expect(document.activeElement).toBe(field('Parolă'));
    });

    it('keeps asking for the code while the network is away', async () => {
      await submitPassword();
      failWith('offline');
      send('123456');
      await screen.findByRole('alert');
      expect(screen.getByLabelText(/^Cod/)).toBeTruthy();
    });
  });

  it('lets password managers do their work', () => {
    render(<SignedOut />);
    expect(field('Utilizator').autocomplete).toBe('username');
    expect(field('Parolă').autocomplete).toBe('current-password');
    expect(field('Parolă').type).toBe('password');
  });

  it('says that the session ended and how much waits', () => {
    storeSessionEnd({ reason: 'refused', unsent: 3 });
    render(<SignedOut />);
    const message = screen.getByRole('alert').textContent;
    expect(message).toContain('Sesiunea s-a încheiat.');
    expect(message).toContain('3 modificări așteaptă pe acest dispozitiv');
  });

  it('says that it locked itself, and why', () => {
    storeSessionEnd({ reason: 'age', unsent: 1 });
    render(<SignedOut />);
    const message = screen.getByRole('alert').textContent;
    expect(message).toContain('Ecranul este blocat.');
    expect(message).toContain('1 modificare așteaptă');
  });

  it('counts the work of other accounts and tells nothing of it', () => {
    noteWork('a', { instance: 'a1', unsent: 2 });
    noteWork('b', { instance: 'b1', unsent: 3 });
    storeSessionEnd({ reason: 'refused', unsent: 2 });
    render(<SignedOut />);
    expect(
      screen.getByText('3 modificări netrimise așteaptă pe acest dispozitiv.'),
    ).toBeTruthy();
  });

  it('keeps the wanted place out of the address', () => {
    history.replaceState(null, '', '/statistics');
    render(<SignedOut />);
    expect(location.pathname).toBe('/login');
    expect(history.state).toEqual({ from: '/statistics' });
  });
});
