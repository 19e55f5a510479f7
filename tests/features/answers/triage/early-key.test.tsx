import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import { listShortcuts } from '@/ui/keyboard/shortcut-table';

import { aThreadRow } from '../../../support/builders';
import { prepareScreen } from '../../../support/screen';
import {
  aDetail,
  cacheBasics,
  cacheDetail,
  cacheThreads,
} from '../cached-threads';
import { answersRoutes } from '../routes';

const gate = vi.hoisted(() => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
});

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));
// A slow connection, before the scripts are stored.
vi.mock('@/features/answers/triage/triage-bar', async (load) => {
  await gate.opened;
  return load();
});

const { open } = prepareScreen(answersRoutes);

it('a key that is pressed before the bar is loaded decides when it is', async () => {
  await cacheBasics();
  await cacheThreads('urgent', [aThreadRow()]);
  await cacheDetail(aDetail());
  open('/urgents/details/41/7');
  await screen.findByRole('heading', { level: 2 });
  expect(screen.queryByRole('region', { name: 'Stare' })).toBeNull();
  expect(listShortcuts().flatMap(({ keys }) => keys.flat())).toContain('3');
  fireEvent.keyDown(document.body, { key: '3' });

  gate.open();
  await waitFor(async () =>
    expect(await databases().intent.triage.get('41:7')).toMatchObject({
      history: [{ state: 'resolved' }],
    }),
  );
  const state = await screen.findByRole('button', { name: 'Rezolvată' });
  await waitFor(() => expect(state.getAttribute('aria-pressed')).toBe('true'));
});
