import 'fake-indexeddb/auto';

import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { aThreadRow } from '../../../support/builders';
import { prepareScreen } from '../../../support/screen';
import {
  aDetail,
  cacheBasics,
  cacheDetail,
  cacheThreads,
} from '../cached-threads';
import { answersRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));
vi.mock('@/features/answers/triage/triage-bar', () => {
  throw new Error('There is no connection');
});

const { open } = prepareScreen(answersRoutes);

it('a thread whose bar could not be loaded is read all the same, and says so', async () => {
  await cacheBasics();
  await cacheThreads('urgent', [aThreadRow()]);
  await cacheDetail(aDetail());
  open('/urgents/details/41/7');
  await screen.findByText(/^Starea nu poate fi schimbată acum/);
  expect(await screen.findAllByRole('tab')).not.toEqual([]);
});
