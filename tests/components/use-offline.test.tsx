import 'fake-indexeddb/auto';

import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { useOffline } from '@/components/use-offline';
import { closeDatabases, openFor } from '@/db/open';

import { anActor } from '../support/builders';

vi.mock('@/workers/client', () => import('../support/fake-sync'));

afterEach(() => {
  cleanup();
  closeDatabases();
  vi.restoreAllMocks();
});

it('is known at once where the browser is sure, before anything was read', () => {
  openFor(anActor);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(renderHook(() => useOffline()).result.current).toBe(true);
});
