import { expect, it, vi } from 'vitest';

import { endTokenAtServer, loadOffers } from '@/data/offers';

import { answerWith, failWith, sync } from '../support/fake-sync';

vi.mock('@/workers/client', () => import('../support/fake-sync'));

it('tells the server of a logout where it offers sessions, and only there', async () => {
  await endTokenAtServer('a.b.c', '');
  expect(sync.signOut).not.toHaveBeenCalled();

  sync.readExtensions.mockImplementation(answerWith(['triage', 'sessions']));
  await loadOffers();
  await endTokenAtServer('a.b.c', 'https://server.test');
  expect(sync.signOut).toHaveBeenCalledWith('a.b.c', 'https://server.test');

  // The next user asks anew.
  await endTokenAtServer('d.e.f', '');
  expect(sync.signOut).toHaveBeenCalledTimes(1);
});

it('asks again what is offered after no answer, never after one', async () => {
  sync.readExtensions.mockImplementation(failWith({ kind: 'offline' }));
  await loadOffers();
  sync.readExtensions.mockImplementation(answerWith(['sessions']));
  await loadOffers();
  await loadOffers();
  expect(sync.readExtensions).toHaveBeenCalledTimes(2);
});
