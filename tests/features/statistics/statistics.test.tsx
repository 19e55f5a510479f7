import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { statisticPage } from '@/db/cache';
import { databases } from '@/db/open';
import type { StatisticKey } from '@/domain/statistic';
import { STATISTIC_KEYS, tally } from '@/domain/statistic';
import { StatisticPage } from '@/features/statistics/statistic-page';
import { StatisticsPage } from '@/features/statistics/statistics-page';

import { aCounty, aForm, aSection, aThreadRow } from '../../support/builders';
import { reachServer } from '../../support/connection';
import { failWith, sync } from '../../support/fake-sync';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const routes = [
  { path: '/statistics', element: <StatisticsPage /> },
  { path: '/statistics/:key', element: <StatisticPage /> },
];
const { open } = prepareScreen(routes);

/** A page of a list as the server would have told it. */
async function cachePage(
  key: StatisticKey,
  page: number,
  pageSize: number,
  count: number,
  total = count,
): Promise<void> {
  const name = statisticPage(key, page, pageSize);
  const values = Array.from({ length: count }, (_, at) => ({
    label: `Județ ${(page - 1) * pageSize + at + 1}`,
    value: 1200 - at,
  }));
  await databases().cache.statistics.put({ name, values, total });
  await databases().cache.cursors.put({
    resource: `statistics:${name}`,
    triedAt: 1,
    asOf: Date.now(),
  });
}

it('asks for the first five of all seven lists', async () => {
  open('/statistics');
  await waitFor(() => expect(sync.pullStatistics).toHaveBeenCalledTimes(7));
  expect(sync.pullStatistics.mock.calls).toEqual(
    STATISTIC_KEYS.map((key) => [{ key, page: 1, pageSize: 5 }]),
  );
});

it('shows the top five of a card with their numbers and its stamp', async () => {
  await cachePage('sesizari-judete', 1, 5, 5, 42);
  open('/statistics');
  const card = await screen.findByRole('region', {
    name: /Top județe cu cele mai multe sesizări/,
  });
  const items = await within(card).findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    '1.Județ 11.200',
    '2.Județ 21.199',
    '3.Județ 31.198',
    '4.Județ 41.197',
    '5.Județ 51.196',
  ]);
  expect(within(card).getByText(/actualizat la/)).toBeTruthy();
});

it('shows markup in a label as text', async () => {
  const label = '<img src=x onerror=alert(1)>';
  await cachePage('sesizari-judete', 1, 5, 1);
  const name = statisticPage('sesizari-judete', 1, 5);
  const values = [{ label, value: 7 }];
  await databases().cache.statistics.put({ name, values, total: 1 });
  open('/statistics');
  expect((await screen.findAllByText(label)).length).toBeGreaterThan(0);
  expect(document.querySelector('img')).toBe(null);
});

it('opens the whole list of a card, twenty a page', async () => {
  await cachePage('numar-observatori', 1, 5, 5, 43);
  await cachePage('numar-observatori', 1, 20, 20, 43);
  await cachePage('numar-observatori', 2, 20, 20, 43);
  open('/statistics');
  const card = await screen.findByRole('region', {
    name: /cei mai mulți observatori/,
  });
  fireEvent.click(await within(card).findByText(/Vezi lista completă/));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Județ 20')).toBeTruthy();
  expect(within(dialog).queryByText('Județ 21')).toBeNull();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pagina 2' }));
  expect(await within(dialog).findByText('Județ 21')).toBeTruthy();
  const [close] = within(dialog).getAllByRole('button', { name: 'Închide' });
  if (close) fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

/** One thread with a flagged answer is cached; the server's lists never came. */
async function cacheFlaggedThread() {
  sync.pullStatistics.mockImplementation(failWith({ kind: 'offline' }));
  const { cache } = databases();
  await cache.counties.put(aCounty({ numberOfPollingStations: 1, limit: 1 }));
  await cache.forms.put(aForm());
  await cache.formBodies.put({ id: 12, version: 1, sections: [aSection()] });
  await cache.threads.put(aThreadRow({ order: 1 }));
  await cache.details.put({
    key: '41:7',
    observerId: 41,
    pollingStationId: 7,
    answers: [
      {
        questionId: 205,
        options: [
          { optionId: 902, text: 'Nu', isFreeText: false, flagged: false },
        ],
      },
    ],
    hash: 'h',
    changedAt: 1,
    writtenAt: 1,
  });
}

it('works a list out from what is kept when the server’s own never came, and says so', async () => {
  await cacheFlaggedThread();
  open('/statistics');
  const card = await screen.findByRole('region', {
    name: /Top județe cu cele mai multe sesizări/,
  });
  expect(
    await within(card).findByText(
      'Calculat din 1 raportare salvată pe acest dispozitiv.',
    ),
  ).toBeTruthy();
  expect((await within(card).findByRole('listitem')).textContent).toBe(
    '1.Alba1',
  );
  within(card).getByText('Nu există conexiune cu serverul.');

  sync.pullStatistics.mockClear();
  fireEvent.click(within(card).getByRole('button', { name: /Încearcă/ }));
  await waitFor(() => expect(sync.pullStatistics).toHaveBeenCalledOnce());
  within(card).getByText(/^Calculat din 1 raportare/);
  sync.pullStatistics.mockClear();
  await reachServer();
  await waitFor(() => expect(sync.pullStatistics).toHaveBeenCalled());
});

it('works out the whole list, too, unless the server told a part of it', async () => {
  await cacheFlaggedThread();
  open('/statistics/sesizari-judete');
  expect(
    await screen.findByText(
      'Calculat din 1 raportare salvată pe acest dispozitiv.',
    ),
  ).toBeTruthy();
  const [first] = screen.getAllByRole('listitem');
  expect(first?.textContent).toBe('1.Alba1');
});

it('mixes no page that was worked out with those that the server told', async () => {
  await cacheFlaggedThread();
  await cachePage('sesizari-judete', 1, 20, 20, 43);
  open('/statistics/sesizari-judete');
  expect(await screen.findByText('Județ 20')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Pagina 2' }));
  expect(
    await screen.findByText('Statisticile nu au putut fi încărcate'),
  ).toBeTruthy();
  expect(screen.queryByText(/Calculat din/)).toBeNull();
});

it('says why a list could not be loaded, never that there is none', async () => {
  sync.pullStatistics.mockImplementation(
    failWith({ kind: 'server', status: 500 }),
  );
  open('/statistics/sesizari-sectii');
  expect(
    await screen.findByText('Statisticile nu au putut fi încărcate'),
  ).toBeTruthy();
  expect(screen.queryByText(/nu are încă date/)).toBeNull();
});

it('says that there is no such list', async () => {
  open('/statistics/altceva');
  expect(
    await screen.findByText('Nu există statistica „altceva”'),
  ).toBeTruthy();
});

it('draws the threads of each hour and tells the same in a table', async () => {
  const { threads } = databases().cache;
  const hour = Date.UTC(2026, 10, 22, 8);
  for (const [at, list] of [
    [0, 'urgent'],
    [1, 'all'],
    [2, 'all'],
  ] as const) {
    const lastModified = hour + at * 600_000;
    const station = { pollingStationId: at, stationNumber: at };
    await threads.put(
      aThreadRow({ ...station, list, lastModified, order: at }),
    );
  }
  open('/statistics');
  const table = await screen.findByRole('table', { name: 'Raportări pe ore' });
  const rows = within(table).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    'Semnalate11',
    'Fără semnalări22',
    'Total33',
  ]);
});

describe('the reports by hour', () => {
  const panel = () => screen.findByRole('region', { name: 'Raportări pe ore' });

  it('say that none is here, and nothing of the server', async () => {
    open('/statistics');
    expect(
      await within(await panel()).findByText(/^Nicio raportare salvată încă/),
    ).toBeTruthy();
    expect(within(await panel()).queryByText(/Serverul nu spune/)).toBeNull();
  });

  it('cannot be counted where the server tells no times', async () => {
    const { cache } = databases();
    const { lastModified: _, ...undated } = aThreadRow({ order: 1 });
    await cache.threads.put(undated);
    open('/statistics');
    expect(
      await within(await panel()).findByText(/^Serverul nu spune când/),
    ).toBeTruthy();
  });

  it('count each report in the hour of the clock in which its last answer came', async () => {
    const times = [
      new Date(2026, 10, 22, 8, 0),
      new Date(2026, 10, 22, 8, 59),
      new Date(2026, 10, 22, 10, 30),
    ];
    const { threads } = databases().cache;
    await threads.bulkPut(
      times.map((time, at) =>
        aThreadRow({ pollingStationId: at, lastModified: time.getTime() }),
      ),
    );
    open('/statistics');
    const rows = await within(await panel()).findAllByRole('row');
    const cells = (row: HTMLElement) =>
      [...row.children].map(({ textContent }) => textContent);
    expect(rows.map(cells)).toEqual([
      ['Ora', '08', '09', '10', 'Total'],
      ['Semnalate', '0', '0', '0', '0'],
      ['Fără semnalări', '2', '0', '1', '3'],
      ['Total', '2', '0', '1', '3'],
    ]);
  });

  it('say how old they are', async () => {
    const { cache } = databases();
    await cache.threads.put(aThreadRow({ list: 'all', order: 1 }));
    await cache.cursors.put({
      resource: 'threads:all',
      triedAt: 1,
      asOf: Date.now(),
      total: 1,
      sweptAt: 1,
    });
    open('/statistics');
    expect(
      await within(await panel()).findByText(/^actualizat la/),
    ).toBeTruthy();
  });
});

it('counts labels, most often first', () => {
  expect(tally(['b', 'a', 'b', 'c', 'a', 'b'])).toEqual([
    { label: 'b', value: 3 },
    { label: 'a', value: 2 },
    { label: 'c', value: 1 },
  ]);
});
