import 'fake-indexeddb/auto';

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { markRead } from '@/data/threads/details';
import { markThreads } from '@/data/triage/triage-marks';
import type { ThreadRow } from '@/db/cache';
import { databases } from '@/db/open';
import { QueuePage } from '@/features/answers/queue/queue-page';
import { listShortcuts } from '@/ui/keyboard/shortcut-table';

import { aThreadRow, chosen } from '../../../support/builders';
import { failPulls } from '../../../support/fake-sync';
import { holdWrites } from '../../../support/held-writes';
import { prepareScreen } from '../../../support/screen';
import {
  aDetail,
  cacheBasics,
  cacheDetail,
  cacheThreads,
} from '../cached-threads';
import { answersRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/urgents/queue', element: <QueuePage /> },
  ...answersRoutes,
]);

const MINUTE = 60_000;
const QUEUE = '/urgents/queue';

/** The urgent thread of a station, the newer the lower its number. */
function urgent(station: number): ThreadRow {
  return aThreadRow({
    list: 'urgent',
    key: `41:${station}`,
    pollingStationId: station,
    pollingStationName: `Alba Sebeș ${100 + station}`,
    lastModified: Date.now() - station * MINUTE,
  });
}

async function cacheUrgent(
  stations: readonly number[],
  freshness?: Parameters<typeof cacheThreads>[2],
) {
  const rows = stations.map(urgent);
  await cacheThreads('urgent', rows, freshness);
  for (const { key, observerId, pollingStationId } of rows) {
    await cacheDetail(aDetail({ key, observerId, pollingStationId }));
  }
}

beforeEach(cacheBasics);

async function isOpen(station: number, progress: string) {
  await screen.findByRole('heading', {
    level: 2,
    name: new RegExp(`Sebeș ${100 + station}$`),
  });
  await screen.findByText(progress, { selector: 'output' });
  await screen.findByRole('button', { name: 'Rezolvată' });
}

async function hasFocus(station: number) {
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(
      new RegExp(`Sebeș ${100 + station}$`),
    ),
  );
}

function press(key: string, init: KeyboardEventInit = {}) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
}

async function stateOf(station: number) {
  const row = await databases().intent.triage.get(`41:${station}`);
  return row?.history[0]?.state;
}

describe('the queue', () => {
  it('opens the first unread one; each decision opens the next, and the end says what was done', async () => {
    await cacheUrgent([1, 2, 3, 4]);
    await markThreads(['41:4'], { state: 'falseAlarm', note: '' });
    const [read] = await databases().cache.threads.toArray();
    await markRead({ key: '41:1', thread: read, isUnknown: false });
    const page = open(QUEUE);
    await isOpen(2, '1 din 3');
    expect(page.address()).toBe('/urgents/queue?thread=41:2');
    press('3');
    await isOpen(3, '2 din 3');
    expect(document.activeElement?.textContent).toMatch(/Sebeș 103$/);
    press('2');
    await isOpen(1, '3 din 3');
    press('4');
    await screen.findByText('Nu așteaptă nicio raportare urgentă');
    await screen.findByText(/Ai decis despre 3 raportări\./);
    expect(await Promise.all([1, 2, 3].map(stateOf))).toEqual([
      'falseAlarm',
      'resolved',
      'inProgress',
    ]);
  });

  it('what is opened is read', async () => {
    await cacheUrgent([1, 2]);
    open(QUEUE);
    await isOpen(1, '1 din 2');
    await waitFor(async () =>
      expect(await databases().intent.reads.toCollection().keys()).toEqual([
        '41:1',
      ]),
    );
  });

  it('has the next thread at hand: it is drawn before the databases answer', async () => {
    await cacheUrgent([1, 2, 3]);
    const { cache, intent } = databases();
    const read = vi.spyOn(cache.details, 'bulkGet');
    open(QUEUE);
    await isOpen(1, '1 din 3');
    await waitFor(() => expect(read.mock.calls.flat(2)).toContain('41:2'));
    // Behind all that was asked before.
    await act(async () => {
      await Promise.all(read.mock.results.map(({ value }) => value));
      await Promise.all([cache.cursors.count(), intent.outbox.count()]);
    });
    read.mockReturnValue(new Dexie.Promise(() => {}));
    press('3');
    await isOpen(2, '2 din 3');
    expect(screen.queryAllByRole('tab')).not.toEqual([]);
  });

  it('the next thread takes the elements over, and nothing that was chosen or typed in the last one', async () => {
    await cacheUrgent([1, 2]);
    for (const station of [1, 2]) {
      await cacheDetail(
        aDetail({
          key: `41:${station}`,
          pollingStationId: station,
          notes: [{ text: 'x'.repeat(186), attachments: [] }],
          answers: [
            {
              questionId: 205,
              options: [chosen({ optionId: 899 + 2 * station })],
            },
          ],
        }),
      );
    }
    open(QUEUE);
    await isOpen(1, '1 din 2');
    // Both were on the screen: the next one is at hand.
    press('j');
    await isOpen(2, '2 din 2');
    await screen.findByRole('article');
    press('k');
    await isOpen(1, '1 din 2');
    const card = await screen.findByRole('article');
    const note = () =>
      screen.getByRole<HTMLInputElement>('textbox', { name: 'Notă scurtă' });
    fireEvent.change(note(), { target: { value: 'sun mâine' } });
    fireEvent.click(screen.getByRole('button', { name: 'vezi mai mult' }));
    fireEvent.click(screen.getByRole('button', { name: /^Ascunde not/ }));
    press('j');
    await isOpen(2, '2 din 2');
    expect(screen.getByRole('article')).toBe(card);
    expect(card.textContent).toContain('Altfelales');
    expect(card.textContent).toContain('Daneales');
    expect(note().value).toBe('');
    screen.getByRole('button', { name: /^Ascunde not/ });
    screen.getByRole('button', { name: 'vezi mai mult' });
  });

  it('passes over with j, goes back with k, and offers at the end what was passed over', async () => {
    await cacheUrgent([1, 2]);
    open(QUEUE);
    await isOpen(1, '1 din 2');
    press('j');
    await isOpen(2, '2 din 2');
    press('k');
    await isOpen(1, '1 din 2');
    press('j');
    await isOpen(2, '2 din 2');
    press('3');
    await screen.findByText('Mai așteaptă o raportare urgentă');
    fireEvent.click(screen.getByRole('button', { name: 'Continuă cu ele' }));
    await isOpen(1, '1 din 1');
    expect(await stateOf(1)).toBeUndefined();
    await hasFocus(1);
  });

  it('goes back from its end to the heading of the thread', async () => {
    await cacheUrgent([1]);
    open(QUEUE);
    await isOpen(1, '1 din 1');
    press('3');
    await screen.findByText('Nu așteaptă nicio raportare urgentă');
    press('k');
    await hasFocus(1);
  });

  it('a decision that is taken back opens its thread again', async () => {
    await cacheUrgent([1, 2]);
    open(QUEUE);
    await isOpen(1, '1 din 2');
    press('3');
    await isOpen(2, '2 din 2');
    fireEvent.click(await screen.findByText('Anulează decizia'));
    await isOpen(1, '1 din 2');
    expect(await stateOf(1)).toBe('new');
    press('4');
    await isOpen(2, '2 din 2');
    expect(await stateOf(1)).toBe('falseAlarm');
  });

  it('stays at the thread whose decision cannot be stored, and says so', async () => {
    await cacheUrgent([1, 2]);
    open(QUEUE);
    await isOpen(1, '1 din 2');
    vi.spyOn(databases().intent.triage, 'bulkPut').mockRejectedValueOnce(
      new Error('closed'),
    );
    press('3');
    await screen.findByText(/^NU s-a salvat/);
    await isOpen(1, '1 din 2');
    press('3');
    await isOpen(2, '2 din 2');
  });

  it('a decision that is stored late leaves the reviewer at the thread that is open by then', async () => {
    await cacheUrgent([1, 2, 3]);
    const page = open(QUEUE);
    await isOpen(1, '1 din 3');
    const held = holdWrites();
    press('3');
    press('j');
    await isOpen(2, '2 din 3');
    press('j');
    await isOpen(3, '3 din 3');
    expect(await stateOf(1)).toBeUndefined();
    held.release();
    await screen.findByText('Rezolvată: salvat pe acest dispozitiv');
    expect(await stateOf(1)).toBe('resolved');
    await isOpen(3, '3 din 3');
    expect(page.address()).toBe('/urgents/queue?thread=41:3');
    press('4');
    await screen.findByText('Mai așteaptă o raportare urgentă');
    expect(await Promise.all([2, 3].map(stateOf))).toEqual([
      undefined,
      'falseAlarm',
    ]);
  });

  it('a key that is held down decides about one thread', async () => {
    await cacheUrgent([1, 2, 3]);
    open(QUEUE);
    await isOpen(1, '1 din 3');
    press('3');
    await isOpen(2, '2 din 3');
    press('3', { repeat: true });
    press('j');
    await isOpen(3, '3 din 3');
    expect(await stateOf(2)).toBeUndefined();
  });

  it('new ones come last, and what another tab closes ahead is left out', async () => {
    await cacheUrgent([2, 3, 4]);
    open(QUEUE);
    await isOpen(2, '1 din 3');
    await cacheUrgent([1, 2, 3, 4]);
    await screen.findByText('1 din 4');
    await markThreads(['41:3'], { state: 'resolved', note: '' });
    await screen.findByText('1 din 3');
    press('j');
    await isOpen(4, '2 din 3');
    press('j');
    await isOpen(1, '3 din 3');
  });

  it('a reload stays at the open thread', async () => {
    await cacheUrgent([1, 2, 3]);
    open(`${QUEUE}?thread=41:3`);
    await isOpen(3, '1 din 3');
    press('3');
    await isOpen(1, '2 din 3');
  });

  it('the list of shortcuts names its keys; Escape ends it', async () => {
    await cacheUrgent([1]);
    const page = open(QUEUE);
    await isOpen(1, '1 din 1');
    const keys = listShortcuts().flatMap(({ keys: own }) => own.flat());
    expect(keys).toEqual(
      expect.arrayContaining(['1', '2', '3', '4', 'j', 'k', 'Esc']),
    );
    press('Escape');
    await waitFor(() => expect(page.address()).toBe('/answers?urgente=true'));
  });

  it.each(['the button', 'q'])(
    'is begun from the urgent list with %s',
    async (way) => {
      await cacheUrgent([1]);
      open('/answers?urgente=true');
      const start = await screen.findByRole('link', {
        name: 'Ia urgentele pe rând',
      });
      if (way === 'q') press('q');
      else fireEvent.click(start);
      await isOpen(1, '1 din 1');
    },
  );
});

describe('an empty queue', () => {
  const offline = () => failPulls({ kind: 'offline' });

  it('says that none waits when the whole list is here', async () => {
    await cacheUrgent([1]);
    await markThreads(['41:1'], { state: 'resolved', note: '' });
    open(QUEUE);
    await screen.findByText('Nu așteaptă nicio raportare urgentă');
  });

  it('says how much of the list is here when that is not all', async () => {
    await cacheUrgent([1], { total: 12, sweptAt: undefined });
    await markThreads(['41:1'], { state: 'resolved', note: '' });
    open(QUEUE);
    await screen.findByText(
      'Dintre urgentele salvate pe acest dispozitiv nu așteaptă niciuna',
    );
    await screen.findByText(/1 din 12 urgente sunt pe acest dispozitiv/);
    expect(screen.queryByText(/^Nu așteaptă/)).toBeNull();
  });

  it('says nothing of what waits when nothing was ever loaded', async () => {
    offline();
    open(QUEUE);
    await screen.findByRole('alert');
    await screen.findByText('Raportările nu au putut fi încărcate');
    expect(screen.queryByText(/așteaptă/)).toBeNull();
  });

  it('works without a connection, and says since when the list is old', async () => {
    offline();
    await cacheUrgent([1, 2], { failure: { kind: 'offline' } });
    open(QUEUE);
    await isOpen(1, '1 din 2');
    await screen.findAllByText(/^Neactualizat din/);
    await act(async () => press('3'));
    await isOpen(2, '2 din 2');
  });

  it('says it once: of the thread while one is open, then of the list', async () => {
    offline();
    const failure = { kind: 'offline' } as const;
    await cacheUrgent([1], { failure });
    const { cache } = databases();
    await cache.cursors.update('detail:41:1', { failure });
    const connection = { state: 'offline', since: Date.now() } as const;
    await cache.meta.put({ k: 'connection', v: connection });
    open(QUEUE);
    await isOpen(1, '1 din 1');
    const said = () => screen.queryAllByText(/^Neactualizat din/);
    await waitFor(() => expect(said()).toHaveLength(1));
    expect(
      screen
        .getByRole('region', { name: 'Detalii' })
        .contains(said()[0] ?? null),
    ).toBe(true);
    await act(async () => press('3'));
    await screen.findByText('Nu așteaptă nicio raportare urgentă');
    expect(said()).toHaveLength(1);
  });
});

it('is of one county where the address or the filter of the list names it', async () => {
  await cacheUrgent([1, 2]);
  await cacheThreads('urgent', [
    { ...urgent(1), county: 'AB' },
    { ...urgent(2), county: 'CJ' },
  ]);
  const page = open('/answers?urgente=true&county=CJ');
  await screen.findByRole('link', { name: /Sebeș 102/ });
  press('q');
  await isOpen(2, '1 din 1');
  expect(page.address()).toBe('/urgents/queue?county=CJ&thread=41:2');
  const heading = screen.getByRole('heading', { level: 1 });
  const head = heading.parentElement?.parentElement;
  expect(head?.textContent).toMatch(/CJ.*actualizat la \d\d:\d\d/);
  press('3');
  await screen.findByText(/^(CJ|Cluj): Nu așteaptă nicio raportare urgentă$/);
  expect(page.address()).toBe('/urgents/queue?county=CJ');
  for (const name of ['Încheie', 'La lista de urgente']) {
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe('/answers?urgente=true&county=CJ');
  }
  press('Escape');
  await waitFor(() =>
    expect(page.address()).toBe('/answers?urgente=true&county=CJ'),
  );
});
