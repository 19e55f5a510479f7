import { act, cleanup, render, screen } from '@testing-library/react';
import { startTransition, Suspense, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { SignedIn } from '@/app/session/signed-in';

import { aUser } from '../../support/builders';

const life = vi.hoisted(() => ({
  isOpen: false,
  ready: undefined as Promise<void> | undefined,
}));

vi.mock('@/app/session/session-life', () => ({
  holdDatabases: () => {},
  isSessionOpen: () => life.isOpen,
  openSession() {
    life.ready ??= Promise.resolve().then(() => {
      life.isOpen = true;
    });
    return life.ready;
  },
}));

const read = vi.hoisted(() => vi.fn(() => null));

vi.mock('@/app/routes', () => ({
  createRoutes: () => [
    { path: '*', element: <p>the screens</p> },
    { path: '/another', element: <p>another screen</p>, loader: read },
  ],
}));

beforeEach(() => {
  history.replaceState(null, '', '/');
  return cleanup;
});

function Stage() {
  const [isIn, setIn] = useState(false);
  return isIn ? (
    <SignedIn token="a.b.c" user={aUser()} />
  ) : (
    <button onClick={() => startTransition(() => setIn(true))}>sign in</button>
  );
}

it('a session that opens at once, while React waits for it, is drawn without an error', async () => {
  const onRecoverableError = vi.fn();
  render(<Stage />, { wrapper: Suspense, onRecoverableError });
  await act(async () => screen.getByText('sign in').click());
  await screen.findByText('the screens');
  expect(onRecoverableError).not.toHaveBeenCalled();
});

it('the screens of the next session follow the address, and those of the last one no more', async () => {
  life.isOpen = true;
  const user = aUser();
  const { rerender } = render(<SignedIn key="a" token="a" user={user} />);
  rerender(<SignedIn key="b" token="b" user={user} />);
  await screen.findByText('the screens');
  history.pushState(null, '', '/another');
  await act(async () => {
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await screen.findByText('another screen');
  expect(read).toHaveBeenCalledTimes(1);
});
