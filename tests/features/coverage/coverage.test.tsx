// @vitest-environment happy-dom
import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { CursorRow } from '@/db/cache';
import { writeCountyReports } from '@/db/cache';
import { databases } from '@/db/open';
import { CoveragePage } from '@/features/coverage/coverage-page';

import { aCounty, anObserverRow, aThreadRow } from '../../support/builders';
import { failPulls } from '../../support/fake-sync';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/coverage', element: <CoveragePage /> },
  { path: '/notifications', element: <h1>Notificări</h1> },
]);

const MINUTE = 60_000;
/** Before the present, and not before today: the screens tell today apart. */
const ago = (minutes: number) => Date.now() - minutes * MINUTE;

const LISTS = ['threads:urgent', 'threads:all', 'observers'] as const;

/** What the server has, as it is known: everything, unless told otherwise. */
async function know(changes: Partial<CursorRow> = {}): Promise<void> {
  const asOf = Date.now();
  await databases().cache.cursors.bulkPut(
    LISTS.map((resource) => ({
      resource,
      triedAt: asOf,
      asOf,
      sweptAt: asOf,
      total: 5,
      ...changes,
    })),
  );
}

/**
 * Alba with 400 stations, two of them reported; Cluj with none. Ana was heard of
 * ten minutes ago, Bogdan ninety, Carmen by a note alone, Dan never.
 */
beforeEach(async () => {
  const { cache } = databases();
  await cache.counties.bulkPut([
    aCounty({ id: 1, code: 'AB', name: 'Alba', numberOfPollingStations: 400 }),
    aCounty({ id: 2, code: 'CJ', name: 'Cluj', numberOfPollingStations: 600 }),
  ]);
  await cache.observers.bulkPut(
    ['Ana', 'Bogdan', 'Carmen', 'Dan'].map((name, at) =>
      anObserverRow({
        id: at + 1,
        name,
        phone: `072200000${at}`,
        lastSeen: name === 'Carmen' ? ago(200) : undefined,
      }),
    ),
  );
  const row = { county: 'AB', list: 'all' } as const;
  await cache.threads.bulkPut([
    aThreadRow({
      ...row,
      key: '1:7',
      observerId: 1,
      pollingStationId: 7,
      lastModified: ago(10),
    }),
    aThreadRow({
      ...row,
      list: 'urgent',
      key: '1:7',
      observerId: 1,
      pollingStationId: 7,
      lastModified: ago(12),
    }),
    aThreadRow({
      ...row,
      key: '2:8',
      observerId: 2,
      pollingStationId: 8,
      lastModified: ago(90),
    }),
  ]);
  await writeCountyReports(cache);
});

const cellsOf = (name: string) =>
  Array.from(
    screen.getByRole('row', { name: new RegExp(name) }).children,
    ({ textContent }) => textContent?.replaceAll('\u00A0', ' '),
  );

describe('by county', () => {
  it('counts each county and all of them from what is cached', async () => {
    await know();
    open('/coverage');
    await screen.findByRole('rowheader', { name: 'Alba' });
    // Stations, with reports, share, threads, urgent, active in 1 h, in 2 h.
    expect(cellsOf('^Alba').slice(1, 8)).toEqual([
      '400',
      '2',
      '1 %',
      '2',
      '1',
      '1',
      '2',
    ]);
    expect(cellsOf('^Cluj').slice(1, 6)).toEqual(['600', '0', '0 %', '0', '0']);
    expect(cellsOf('^Toate județele').slice(1, 6)).toEqual([
      '1.000',
      '2',
      '0 %',
      '2',
      '1',
    ]);
    // The screen counts from the beginning of the minute.
    expect(cellsOf('^Alba')[9]).toMatch(/^1 h (29|30) m$/);
  });

  it('is ordered by any column, all counties staying on top', async () => {
    await know();
    open('/coverage');
    await screen.findByRole('rowheader', { name: 'Alba' });
    const button = screen.getByRole('button', { name: 'Secții' });
    fireEvent.click(button);
    fireEvent.click(button);
    const names = screen
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Toate județele', 'Cluj', 'Alba']);
  });

  it('leads to the observers of a county', async () => {
    await know();
    const page = open('/coverage');
    fireEvent.click(await screen.findByRole('link', { name: 'Alba' }));
    await screen.findByRole('rowheader', { name: /Ana/ });
    expect(page.address()).toBe('/coverage?by=observer&county=AB');
    expect(screen.queryByRole('rowheader', { name: /Dan/ })).toBeNull();
  });

  it('says of how many threads it was worked out while some are missing', async () => {
    await know({ sweptAt: undefined });
    open('/coverage');
    await screen.findByRole('rowheader', { name: 'Alba' });
    screen.getByText(
      /Calculat din raportările de pe acest dispozitiv: 2 din 5/,
    );
  });

  it('says so when nothing could be loaded, and not that there is nothing', async () => {
    const { cache } = databases();
    await Promise.all([
      cache.threads.clear(),
      cache.countyReports.clear(),
      cache.counties.clear(),
      cache.observers.clear(),
    ]);
    failPulls({ kind: 'offline' });
    open('/coverage');
    await screen.findByText('Raportările nu au putut fi încărcate');
    expect(screen.queryByText('Serverul nu are județe')).toBeNull();
  });
});

describe('by observer', () => {
  const names = () =>
    screen
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent?.match(/^[A-Z][a-z]+/)?.[0]);

  it('shows the longest silence first, and who was never seen', async () => {
    await know();
    open('/coverage?by=observer');
    await screen.findByRole('rowheader', { name: /Carmen/ });
    expect(names()).toEqual(['Carmen', 'Bogdan', 'Ana', 'Dan']);
    within(screen.getByRole('row', { name: /Carmen/ })).getByText(
      'văzut, fără raportări',
    );
    within(screen.getByRole('row', { name: /Dan/ })).getByText(
      'fără niciun semn',
    );
  });

  it('concludes nothing about an observer while the lists are not whole', async () => {
    await know({ sweptAt: undefined });
    open('/coverage?by=observer');
    const row = await screen.findByRole('row', { name: /Dan/ });
    within(row).getByText('se verifică');
    expect(
      screen.queryByText('fără niciun semn', { selector: 'span' }),
    ).toBeNull();
  });

  it('finds those who are silent for longer, and keeps that in the address', async () => {
    await know();
    const page = open('/coverage?by=observer');
    await screen.findByRole('rowheader', { name: /Carmen/ });
    fireEvent.change(screen.getByRole('combobox', { name: 'Tăcere' }), {
      target: { value: '60' },
    });
    await waitFor(() => expect(names()).toEqual(['Carmen', 'Bogdan']));
    expect(page.address()).toBe('/coverage?by=observer&silent=60');
  });

  it('notifies all who were found', async () => {
    await know();
    const page = open('/coverage?by=observer&silent=60');
    fireEvent.click(
      await screen.findByRole('checkbox', { name: 'Selectează: Bogdan' }),
    );
    fireEvent.click(
      screen.getByRole('button', { name: 'Selectează toți cei 2' }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Trimite notificare' }));
    await screen.findByRole('heading', { name: 'Notificări' });
    const query = new URLSearchParams(page.address().split('?')[1]);
    expect(query.get('toObserverIds')).toBe('[3,2]');
  });

  it('measures silence by the server’s clock', async () => {
    await know();
    await databases().cache.meta.put({ k: 'clockOffset', v: 60 * MINUTE });
    open('/coverage?by=observer');
    const row = await screen.findByRole('row', { name: /Ana/ });
    await waitFor(() => within(row).getByText(/^1 h (9|10) m$/));
  });

  it('reaches a phone and the last report from the row', async () => {
    await know();
    open('/coverage?by=observer');
    const row = within(await screen.findByRole('row', { name: /Ana/ }));
    expect(
      row.getByRole('link', { name: '0722000000' }).getAttribute('href'),
    ).toBe('tel:0722000000');
    expect(
      row
        .getByRole('link', { name: /Deschide raportarea/ })
        .getAttribute('href'),
    ).toBe('/urgents/details/1/7');
  });
});
