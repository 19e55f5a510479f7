import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { openStates } from '@/domain/outbox/op';

import { aThreadRow } from '../../../support/builders';
import { countDatabaseTraffic } from '../../../support/database-traffic';
import { sync } from '../../../support/fake-sync';
import { prepareScreen } from '../../../support/screen';
import {
  aDetail,
  cacheBasics,
  cacheDetail,
  cacheThreads,
} from '../cached-threads';
import { answersRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(answersRoutes);

const PAGE = 10;
const MINUTE = 60_000;

async function cacheTwelvePages() {
  const rows = Array.from({ length: 12 * PAGE }, (_, at) =>
    aThreadRow({
      pollingStationId: at + 1,
      pollingStationName: `Alba Sebeș ${100 + at}`,
      lastModified: Date.now() - (at + 1) * MINUTE,
    }),
  );
  await cacheBasics();
  await cacheThreads('all', rows);
  for (const { key, observerId, pollingStationId } of rows) {
    await cacheDetail(aDetail({ key, observerId, pollingStationId }));
  }
}

const firstThread = () =>
  screen
    .queryAllByRole('link')
    .find((link) => link.dataset['thread'] !== undefined)?.dataset['thread'];

it('one turn of four reads, three times at most; none writes, or asks the server for anything', async () => {
  const { traffic, begin } = countDatabaseTraffic();
  await cacheTwelvePages();
  // What may be opened next is read ahead once the list was answered.
  sync.pullThreads.mockReturnValue(new Promise(() => {}));
  begin();
  open('/answers');
  await waitFor(() => expect(firstThread()).toBe('41:1'));
  await screen.findByText(/^actualizat la/);
  // The figures of the outbox are read last, twice, and a moment apart.
  const figures = () =>
    traffic().requests.filter((request) => request === 'outbox.count');
  await waitFor(() => expect(figures()).toHaveLength(2 * openStates.length));
  sync.pullThreads.mockClear();
  begin();
  const further = ['threads.getAllKeys', 'threads.get', 'threads.getAll'];
  for (const page of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    fireEvent.click(screen.getByRole('button', { name: 'Pagina următoare' }));
    await waitFor(() =>
      expect(firstThread()).toBe(`41:${(page - 1) * PAGE + 1}`),
    );
    // Four pages stand together; the window of the first four is read at the start.
    const isFirst = (page - 1) % 4 === 0;
    // A request that comes late is one too many for the next turn.
    await waitFor(() =>
      expect(traffic().requests).toEqual(isFirst ? further : []),
    );
    expect(traffic()).toMatchObject({
      transactions: isFirst ? 1 : 0,
      commits: 0,
    });
    begin();
  }
  expect(sync.pullThreads).not.toHaveBeenCalled();
});

it('a turn of the page asks the server again after a question that failed', async () => {
  await cacheTwelvePages();
  sync.pullThreads.mockResolvedValueOnce({
    ok: false,
    failure: { kind: 'noWorker' },
  });
  open('/answers');
  await screen.findByText(/Sincronizarea nu a putut porni/);
  expect(sync.pullThreads).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Pagina următoare' }));
  await waitFor(() =>
    expect(screen.queryByText(/Sincronizarea nu a putut porni/)).toBeNull(),
  );
  expect(sync.pullThreads).toHaveBeenCalledTimes(2);
  expect(firstThread()).toBe(`41:${PAGE + 1}`);
});
