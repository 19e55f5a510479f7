import 'fake-indexeddb/auto';

import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { endTokenAtServer, loadOffers, useOffers } from '@/data/offers';
import { databases } from '@/db/open';

import { answerWith, failWith, sync } from '../support/fake-sync';
import { prepareDatabases } from '../support/own-databases';

vi.mock('@/workers/client', () => import('../support/fake-sync'));

prepareDatabases();
afterEach(() => endTokenAtServer('', ''));

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

it('offers without a connection what the server offered last, and then what it offers now', async () => {
  const last = ['sessions', 'places'] as const;
  await databases().cache.meta.put({ k: 'offers', v: last });
  sync.readExtensions.mockImplementation(failWith({ kind: 'offline' }));
  const { result } = renderHook(() => useOffers());
  await waitFor(() => expect([...result.current]).toEqual(last));
  sync.readExtensions.mockImplementation(answerWith(['places']));
  await loadOffers();
  await waitFor(() => expect([...result.current]).toEqual(['places']));
});
