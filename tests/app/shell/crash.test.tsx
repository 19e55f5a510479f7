import 'fake-indexeddb/auto';

import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { createRoutes } from '@/app/routes';

import { aUser } from '../../support/builders';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

vi.mock('@/app/shell/wall-screen', () => ({ WallScreen: Broken }));
vi.mock('@/features/statistics/statistics-page', () => ({
  StatisticsPage: Broken,
}));
vi.mock('@/features/audit/audit-page', () => ({
  get AuditPage() {
    throw new Error('The network is gone');
  },
}));

function Broken(): never {
  throw new Error('No such row');
}

const { open } = prepareScreen(createRoutes(aUser()));

beforeEach(() => {
  // React and the router tell of each error that a page catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const crash = () => screen.findByRole('heading', { name: /A apărut o eroare/ });
const outbox = () =>
  screen.findByRole('heading', { name: 'Coadă de trimitere' });
const frame = () =>
  screen.getByRole('navigation', { name: 'Navigare principală' });

it('a screen that breaks says so inside the frame, and the next one is drawn', async () => {
  const { go, back } = open('/statistics');
  await crash();
  expect(screen.getByText(/No such row/)).toBeDefined();
  frame();
  await act(() => go('/outbox'));
  await outbox();
  await act(back);
  await crash();
});

it('a screen whose code does not come says so inside the frame, too', async () => {
  const { go, address } = open('/outbox');
  await outbox();
  await act(() => go('/audit'));
  await crash();
  expect(screen.getByText(/The network is gone/)).toBeDefined();
  expect(address()).toBe('/audit');
  frame();
  await act(() => go('/outbox'));
  await outbox();
});

it('a screen without the frame says so alone', async () => {
  open('/wall');
  await crash();
  expect(screen.queryByRole('navigation')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: /pagina principală/ }));
  await screen.findByRole('heading', { name: /Raportări urgente/ });
});
