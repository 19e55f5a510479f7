import 'fake-indexeddb/auto';

import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { useObserver } from '@/data/observers/observers';
import type { CursorRow } from '@/db/cache';
import { databases } from '@/db/open';

import { prepareDatabases } from '../../support/own-databases';
import { until } from '../../support/until';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const phone = '0700000041';

prepareDatabases();

it.each<[string, Partial<CursorRow>, boolean]>([
  ['was answered, and has none', { asOf: 5 }, true],
  ['was torn', { asOf: 5, seen: 0 }, false],
  ['failed', { asOf: 5, failure: { kind: 'server' } }, false],
  ['was never answered', {}, false],
])('after a look-up that %s, "no such observer": %j', async (_, asked, is) => {
  const resource = `observer:${phone}`;
  await databases().cache.cursors.put({ resource, triedAt: 5, ...asked });
  const { result } = renderHook(() => useObserver(phone));
  await until(() => expect(result.current?.isUnknown).toBe(is));
});
