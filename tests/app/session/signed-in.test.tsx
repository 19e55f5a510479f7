import { act, cleanup, render, screen } from '@testing-library/react';
import { startTransition, Suspense, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

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

vi.mock('@/app/navigation/app-router', () => ({
  AppRouter: () => <p>the screens</p>,
}));

afterEach(cleanup);

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
