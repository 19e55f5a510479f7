import 'fake-indexeddb/auto';

import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { createRoutes } from '@/app/routes';
import { secondFactorWanted } from '@/state/second-factor';

import { aUser } from '../../support/builders';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen(createRoutes(aUser()));

it('an account that needs a second factor sees its set-up at every address, and a way out', async () => {
  const { address } = open('/outbox');
  await screen.findByRole('heading', { name: 'Coadă de trimitere' });
  await act(async () => {
    secondFactorWanted.isMissing = true;
  });
  await screen.findByText(/Organizatorul cere verificarea în doi pași/);
  expect(screen.queryByText('Coadă de trimitere')).toBeNull();
  // The frame stays: the account's menu has the logout.
  screen.getByRole('navigation', { name: 'Navigare principală' });
  await act(async () => {
    secondFactorWanted.isMissing = false;
  });
  await screen.findByRole('heading', { name: 'Coadă de trimitere' });
  expect(address()).toBe('/outbox');
});
