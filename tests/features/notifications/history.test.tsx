import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import type { Notification } from '@/domain/notification';
import type { OpState } from '@/domain/outbox/op';
import { newOp } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';
import { HistoryPage } from '@/features/notifications/history/history-page';

import { failWith, sync } from '../../support/fake-sync';
import { elsewhere, prepareScreen, signInAs } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/notifications/history', element: <HistoryPage /> },
  elsewhere,
]);

const now = Date.now();

function history(query = '') {
  return open(`/notifications/history${query}`);
}

function sent(changes: Partial<Notification> = {}): Notification {
  return {
    id: 9,
    title: 'Reminder',
    body: 'Form C, please.',
    channel: 'Firebase',
    senderAccount: 'ana@example.org',
    senderNgoName: 'Vot Liber',
    sentObserverIds: [41, 42, 57],
    insertedAt: new Date(2026, 9, 15, 10, 5).getTime(),
    ...changes,
  };
}

/** @param seen what a torn reading met; absent after a clean one. */
async function cacheRows(
  rows: Notification[],
  total = rows.length,
  seen?: number,
) {
  const { cache } = databases();
  await cache.notifications.bulkPut(rows);
  await cache.cursors.put({
    resource: 'notifications',
    triedAt: now,
    asOf: now,
    total,
    ...(seen === undefined ? { sweptAt: now } : { seen }),
  });
}

async function enqueueUnsent(state: OpState, recipients?: number[]) {
  const op = newOp(
    'notification.send',
    {
      id: -1,
      title: 'Nouă',
      message: 'Nu a plecat',
      recipientCount: 1,
      expiresAt: now,
      ...(recipients ? { recipients } : {}),
    },
    { actor: 'me', at: now, opId: `op-${state}` },
  );
  await databases().intent.outbox.add({ ...op, state });
}

async function rows() {
  const table = await screen.findByRole('table');
  const [, ...body] = within(table).getAllByRole('row');
  return body.map((row) =>
    [...row.children].map((cell) => cell.textContent?.trim()),
  );
}

describe('what was sent', () => {
  it('stands in the columns of the specification, with the way back', async () => {
    await cacheRows([sent()]);
    history();
    const table = await screen.findByRole('table');
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'Trimisă de',
      'ONG',
      'Titlu',
      'Mesaj',
      'Trimisă către',
      'Trimisă la ora',
    ]);
    const [row = []] = await rows();
    expect(row.slice(0, 5)).toEqual([
      'ana@example.org',
      'Vot Liber',
      'Reminder',
      'Form C, please.',
      '3 observatori',
    ]);
    const back = screen.getByRole('link', { name: 'Notificări' });
    expect(back.getAttribute('href')).toBe('/notifications');
  });

  it('shows the short time, and the full date in a tooltip', async () => {
    await cacheRows([sent()]);
    history();
    const table = await screen.findByRole('table');
    const time = table.querySelector('time');
    expect(time?.firstElementChild?.textContent).toBe('15 oct., 10:05');
    if (time) fireEvent.pointerEnter(time.parentElement ?? time);
    expect(
      (await screen.findByRole('tooltip', {}, { timeout: 3000 })).textContent,
    ).toMatch(/15 octombrie 2026.*10:05/);
  });

  it('is unspecified where the server says nothing, or a date before 1970', async () => {
    await cacheRows([
      sent({
        title: '',
        body: '',
        senderAccount: '',
        senderNgoName: '',
        sentObserverIds: [],
        insertedAt: Date.UTC(1, 0, 1) - 2e12,
      }),
    ]);
    history();
    const unspecified = 'Nespecificat';
    expect(await rows()).toEqual([
      [
        unspecified,
        unspecified,
        unspecified,
        unspecified,
        '0 observatori',
        unspecified,
      ],
    ]);
  });

  it.each([
    [1, 'un observator'],
    [2, '2 observatori'],
    [38, '38 de observatori'],
  ])('to %i is %s', async (count, words) => {
    const ids = Array.from({ length: count }, (_, id) => id + 1);
    await cacheRows([sent({ sentObserverIds: ids })]);
    history();
    expect((await rows())[0]?.[4]).toBe(words);
  });

  it('stands newest first, whatever the order of the server', async () => {
    await cacheRows([
      sent({ id: 1, title: 'A', insertedAt: 1_000 }),
      sent({ id: 2, title: 'B', insertedAt: 3_000 }),
      sent({ id: 3, title: 'C', insertedAt: 2_000 }),
    ]);
    history();
    expect((await rows()).map((row) => row[2])).toEqual(['B', 'C', 'A']);
  });

  it('is text, markup and all', async () => {
    await cacheRows([sent({ body: '<img src=x onerror=alert(1)>' })]);
    history();
    expect((await rows())[0]?.[3]).toBe('<img src=x onerror=alert(1)>');
    expect(document.querySelector('table img')).toBe(null);
  });

  it('comes in pages of a hundred, named in the address', async () => {
    await cacheRows(
      Array.from({ length: 250 }, (_, at) =>
        sent({ id: at + 1, title: `Nr. ${at + 1}`, insertedAt: at + 1 }),
      ),
    );
    sync.pullNotifications.mockImplementation(failWith({ kind: 'offline' }));
    const { address } = history();
    expect(await screen.findByText('Afișate 1–100 din 250')).toBeTruthy();
    expect((await rows())[0]?.[2]).toBe('Nr. 250');
    fireEvent.click(screen.getByRole('button', { name: 'Pagina 3' }));
    expect(await screen.findByText('Afișate 201–250 din 250')).toBeTruthy();
    await waitFor(async () => expect((await rows())[0]?.[2]).toBe('Nr. 50'));
    expect(await rows()).toHaveLength(50);
    expect(address()).toBe('/notifications/history?page=3');
    expect(sync.pullNotifications).toHaveBeenCalledTimes(1);
  });

  it('shows the last page for one that there is not', async () => {
    await cacheRows([sent({ id: 1, title: 'Nr. 1', insertedAt: 1 })]);
    sync.pullNotifications.mockImplementation(failWith({ kind: 'offline' }));
    history('?page=9');
    await waitFor(async () => expect((await rows())[0]?.[2]).toBe('Nr. 1'));
    expect(await screen.findByText('Afișate 1–1 din 1')).toBeTruthy();
  });

  it('without a date stands where its number places it', async () => {
    const { insertedAt: _, ...undated } = sent();
    await cacheRows([
      sent({ id: 1, title: 'A', insertedAt: 1_000 }),
      { ...undated, id: 2, title: 'B' },
      sent({ id: 3, title: 'C', insertedAt: 3_000 }),
      { ...undated, id: 4, title: 'D' },
    ]);
    history();
    expect((await rows()).map((row) => row[2])).toEqual(['D', 'C', 'B', 'A']);
  });

  it('that was not all met is neither whole nor up to date', async () => {
    await cacheRows([sent()], 250, 1);
    history();
    expect((await rows())[0]?.[2]).toBe('Reminder');
    expect(screen.getAllByText('1 din 250')).toHaveLength(2);
    expect(screen.queryByText(/actualizat la/)).toBe(null);
  });

  it('of which nothing was met is not said to be none', async () => {
    await cacheRows([], 250, 0);
    history();
    await waitFor(() =>
      expect(sync.pullNotifications).toHaveBeenCalledTimes(1),
    );
    await databases().cache.cursors.toArray();
    expect(screen.queryByText('Nicio notificare trimisă')).toBe(null);
  });
});

describe('what is not sent yet', () => {
  it('stands on top with its state', async () => {
    await cacheRows([sent()]);
    await enqueueUnsent('queued');
    await enqueueUnsent('inflight', [41]);
    await enqueueUnsent('needsConfirm', [41, 42]);
    await enqueueUnsent('rejected', [41]);
    await enqueueUnsent('done');
    await enqueueUnsent('cancelled');
    history();
    const shown = (await rows()).map((row) => [row[2], row[4], row[5]]);
    expect(shown.slice(0, 4)).toEqual([
      ['Nouă', 'un observator', 'refuzat'],
      ['Nouă', '2 observatori', 'de rezolvat'],
      ['Nouă', 'un observator', 'se trimite'],
      ['Nouă', 'toți observatorii', 'în așteptare'],
    ]);
    expect(shown[4]?.[0]).toBe('Reminder');
    expect(shown).toHaveLength(5);
    const mark = screen.getByRole('link', { name: 'în așteptare' });
    expect(mark.getAttribute('href')).toBe('/outbox');
  });

  it('is not repeated on the next pages', async () => {
    await enqueueUnsent('queued');
    await cacheRows(
      Array.from({ length: 101 }, (_, at) =>
        sent({ id: at + 1, title: `Nr. ${at + 1}`, insertedAt: at + 1 }),
      ),
    );
    history('?page=2');
    expect((await rows()).map((row) => row[2])).toEqual(['Nr. 1']);
  });
});

describe('truthful states', () => {
  const failed = (failure: Failure) =>
    sync.pullNotifications.mockImplementation(async () => ({
      ok: false,
      failure,
    }));

  it('says "none" only when the server said so', async () => {
    history();
    expect(screen.queryByText('Nicio notificare trimisă')).toBe(null);
    await cacheRows([]);
    expect(await screen.findByText('Nicio notificare trimisă')).toBeTruthy();
  });

  it('says that it is not permitted, and signs nobody out', async () => {
    signInAs(false);
    failed({ kind: 'forbidden', status: 403 });
    const { address } = history();
    expect(
      await screen.findByText('Istoricul notificărilor nu a putut fi încărcat'),
    ).toBeTruthy();
    expect(screen.getByText('Contul tău nu are acest drept.')).toBeTruthy();
    expect(screen.queryByText('Încearcă din nou')).toBe(null);
    expect(address()).toBe('/notifications/history');
  });

  it('keeps the rows when a refresh fails, and says since when', async () => {
    await cacheRows([sent()]);
    await databases().cache.cursors.update('notifications', {
      failure: { kind: 'offline' },
    });
    failed({ kind: 'offline' });
    history();
    expect((await rows())[0]?.[2]).toBe('Reminder');
    expect(
      await screen.findByText(/^Neactualizat din .+ Nu există/),
    ).toBeTruthy();
    expect(
      screen.getByRole('button', { name: 'Încearcă din nou' }),
    ).toBeTruthy();
  });
});
