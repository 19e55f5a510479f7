import { beforeEach, describe, expect, it } from 'vitest';

import {
  forgetAddress,
  keepToLogin,
  leaveLogin,
  returnPath,
} from '@/app/session/guards';

beforeEach(() => history.replaceState(null, '', '/login'));

describe('without a token', () => {
  it('every address is the sign-in, which remembers what was wanted', () => {
    history.replaceState(null, '', '/observatori?page=2');
    keepToLogin();
    expect(location.pathname + location.search).toBe('/login');
    expect(history.state).toEqual({ from: '/observatori?page=2' });
  });

  it('the sign-in itself keeps what it remembers', () => {
    history.replaceState({ from: '/outbox' }, '', '/login');
    keepToLogin();
    expect(history.state).toEqual({ from: '/outbox' });
  });

  it('a logout leaves nothing to return to', () => {
    history.replaceState(null, '', '/observatori/profil/edit/0700');
    forgetAddress();
    keepToLogin();
    leaveLogin();
    expect(location.pathname).toBe('/answers');
  });
});

describe('with a token', () => {
  it('the sign-in leads on to what was wanted', () => {
    history.replaceState({ from: '/urgents/details/1/2' }, '', '/login');
    leaveLogin();
    expect(location.pathname).toBe('/urgents/details/1/2');
    expect(history.state).toBe(null);
  });

  it('the sign-in leads to the answers when nothing was wanted', () => {
    leaveLogin();
    expect(location.pathname).toBe('/answers');
  });

  it('any other address stays', () => {
    history.replaceState(null, '', '/statistics');
    leaveLogin();
    expect(location.pathname).toBe('/statistics');
  });
});

describe('what a history entry may lead to', () => {
  it.each([
    [null, '/answers'],
    [{}, '/answers'],
    [{ from: 7 }, '/answers'],
    [{ from: '' }, '/answers'],
    [{ from: '/login' }, '/answers'],
    [{ from: 'https://elsewhere.example' }, '/answers'],
    [{ from: '//elsewhere.example' }, '/answers'],
    [{ from: String.raw`/\elsewhere.example` }, '/answers'],
    [{ from: '/' }, '/'],
    [{ from: '/answers?urgente=true' }, '/answers?urgente=true'],
  ])('%j leads to %s', (state, path) => {
    expect(returnPath(state)).toBe(path);
  });
});
