import 'fake-indexeddb/auto';

import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { RouteHandle } from '@/app/navigation/route-handle';

import { Link } from '@/ui/link';

import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

let prepare = vi.fn<() => Promise<void>>();

const handle: RouteHandle = {
  title: 'coverage.title',
  prepare: () => prepare(),
};

const { open } = prepareScreen([
  {
    path: '/',
    element: (
      <>
        <h1>Acasă</h1>
        <Link href="/coverage?by=observer">Observatori</Link>
        <Link href="/forms">Formulare</Link>
      </>
    ),
  },
  { path: '/coverage', element: <h1>Acoperire</h1>, handle },
  { path: '/forms', element: <h1>Formulare</h1> },
]);

const heading = () => screen.getByRole('heading').textContent;

/** A step to a screen whose preparation is in the hands of the test. */
async function begin() {
  let end = () => {};
  let fail = (_: Error) => {};
  prepare = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        end = resolve;
        fail = reject;
      }),
  );
  const stage = open('/');
  await screen.findByRole('heading', { name: 'Acasă' });
  await act(() => stage.go('/coverage'));
  return { ...stage, end: () => end(), fail: () => fail(new Error('No rows')) };
}

it('the screen before stays until the next one is prepared', async () => {
  const { end } = await begin();
  expect(heading()).toBe('Acasă');
  await act(end);
  expect(heading()).toBe('Acoperire');
});

it('what cannot be prepared is drawn all the same', async () => {
  const { fail } = await begin();
  await act(fail);
  expect(heading()).toBe('Acoperire');
});

it('and so is what takes too long', async () => {
  await begin();
  await screen.findByRole('heading', { name: 'Acoperire' });
});

it('another step does not wait, and is not undone when the first one is prepared', async () => {
  const { go, end } = await begin();
  await act(() => go('/forms'));
  expect(heading()).toBe('Formulare');
  await act(end);
  expect(heading()).toBe('Formulare');
});

it('a change of the address on the same screen waits for nothing', async () => {
  const { go, end } = await begin();
  await act(end);
  await act(() => go('/coverage?by=observer'));
  expect(prepare).toHaveBeenCalledTimes(1);
});

it.each(['pointerOver', 'focus'] as const)(
  'a link is prepared at %s, and nothing is said when that fails',
  async (event) => {
    prepare = vi.fn(() => Promise.reject(new Error('No rows')));
    open('/');
    for (const name of ['Formulare', 'Observatori']) {
      fireEvent[event](screen.getByRole('link', { name }));
    }
    expect(prepare).toHaveBeenCalledTimes(1);
    await act(async () => {});
    expect(heading()).toBe('Acasă');
  },
);
