import 'fake-indexeddb/auto';

import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { Layout } from '@/app/shell/layout';

import { aUser } from '../../support/builders';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

function Broken(): never {
  throw new Error('No such row');
}

const { open } = prepareScreen([
  {
    element: <Layout user={aUser()} />,
    children: [
      { path: '/', element: <h1>Acasă</h1> },
      { path: '/broken', element: <Broken /> },
    ],
  },
  { path: '/wall', element: <Broken /> },
]);

beforeEach(() => {
  // React tells of each error that a page catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const crash = () => screen.findByRole('heading', { name: /A apărut o eroare/ });

it('a screen that breaks says so inside the frame, and the next one is drawn', async () => {
  const { go, back } = open('/broken');
  await crash();
  expect(screen.getByText(/No such row/)).toBeDefined();
  screen.getByRole('navigation', { name: 'Navigare principală' });
  await act(() => go('/'));
  await screen.findByRole('heading', { name: 'Acasă' });
  await act(back);
  await crash();
});

it('a screen without the frame says so, too', async () => {
  open('/wall');
  await crash();
  fireEvent.click(screen.getByRole('link', { name: /pagina principală/ }));
  await screen.findByRole('heading', { name: 'Acasă' });
});
