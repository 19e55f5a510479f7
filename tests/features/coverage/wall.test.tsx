import 'fake-indexeddb/auto';

import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { writeCountyReports } from '@/db/cache';
import { databases } from '@/db/open';
import { WallPage } from '@/features/coverage/wall/wall-page';

import {
  aCounty,
  anObserver,
  aThread,
  aThreadRow,
} from '../../support/builders';
import { cacheCounties, cacheObservers } from '../../support/cached';
import { failPulls } from '../../support/fake-sync';
import { elsewhere, prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/wall', element: <WallPage /> },
  elsewhere,
]);

const ago = (minutes: number) => Date.now() - minutes * 60_000;
const release = vi.fn(async () => {});
const request = vi.fn(async () => ({ release }));

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(async () => {
  request.mockClear();
  release.mockClear();
  Object.defineProperty(navigator, 'wakeLock', {
    value: { request },
    configurable: true,
  });
  await cacheCounties([
    aCounty({ id: 1, code: 'AB', name: 'Alba', numberOfPollingStations: 4 }),
    aCounty({ id: 2, code: 'CJ', name: 'Cluj', numberOfPollingStations: 6 }),
  ]);
  await cacheObservers([
    anObserver({ id: 1, name: 'Ana' }),
    anObserver({ id: 2, name: 'Bogdan' }),
  ]);
});

/** Ana reported urgently from Alba two hours ago, Bogdan from Cluj just now. */
async function cacheUrgent({
  hasTimes = true,
  isWhole = true,
  isUrgent = true,
} = {}): Promise<void> {
  const { cache } = databases();
  const rows = [
    { id: 1, county: 'AB', minutes: 125 },
    { id: 2, county: 'CJ', minutes: 5 },
  ].map(({ id, county, minutes }) =>
    aThreadRow({
      ...aThread({
        observerId: id,
        pollingStationId: id,
        lastModified: hasTimes ? ago(minutes) : undefined,
      }),
      county,
      stationNumber: 10 + id,
    }),
  );
  await cache.threads.bulkPut([
    ...rows,
    ...(isUrgent
      ? rows.map((row) => ({ ...row, list: 'urgent' as const }))
      : []),
  ]);
  await writeCountyReports(cache);
  const now = Date.now();
  await cache.cursors.bulkPut(
    ['threads:urgent', 'threads:all'].map((resource) => ({
      resource,
      triedAt: now,
      asOf: now,
      total: resource === 'threads:all' || isUrgent ? 2 : 0,
      sweptAt: isWhole ? now : undefined,
    })),
  );
}

/** So many urgent threads, each of another station; the first is the newest. */
async function cacheMany(count: number): Promise<void> {
  const { cache } = databases();
  const rows = Array.from({ length: count }, (_, at) =>
    aThreadRow({
      ...aThread({
        observerId: 1,
        pollingStationId: at,
        lastModified: ago(at),
      }),
      list: 'urgent',
      county: 'AB',
      stationNumber: at + 1,
    }),
  );
  await cache.transaction('rw', cache.tables, async () => {
    await cache.threads.bulkPut(rows);
    await writeCountyReports(cache);
  });
}

/** Ten seconds of the clock, from the moment in which the timer is set: after the paint. */
async function aTurn(): Promise<void> {
  await act(async () => {});
  act(() => vi.advanceTimersByTime(10_000));
}

async function section(name: string): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name, level: 2 });
  const found = heading.closest('section');
  if (!found) throw new Error(`no section ${name}`);
  return found;
}

describe('the wall', () => {
  it('shows coverage, what waits and for how long, where and by whom', async () => {
    await cacheUrgent();
    open('/wall');
    const coverage = await section('Acoperire');
    expect(coverage.textContent).toMatch(/20\s%/);
    expect(coverage.textContent).toContain('2 din 10 secții');
    const urgent = await section('Urgente în așteptare');
    expect(urgent.textContent).toMatch(/2cea mai veche așteaptă de 2\s?h/);
    const items = within(await section('Ultimele urgente'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(items).toEqual([
      expect.stringContaining('Cluj 12Bogdan'),
      expect.stringContaining('Alba 11Ana'),
    ]);
  });

  it('lets go of what somebody has closed', async () => {
    await cacheUrgent();
    const mark = { note: '', setBy: 'ana', setAt: Date.now() };
    await databases().intent.triage.put({
      key: '1:1',
      history: [{ ...mark, state: 'falseAlarm' }],
    });
    open('/wall');
    const counties = await section('Județe cu cele mai multe urgente');
    expect(counties.textContent).toContain('Cluj1');
    expect(counties.textContent).not.toContain('Alba');
  });

  it('says that nothing could be loaded, never that there is nothing', async () => {
    failPulls({ kind: 'offline' });
    open('/wall');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Raportările nu au putut fi încărcate',
    );
    expect(screen.queryByRole('heading', { level: 2 })).toBe(null);
  });

  it('never says that there are no counties when they were never loaded', async () => {
    const now = Date.now();
    const { cache } = databases();
    await cache.counties.clear();
    await cache.cursors.delete('counties');
    await cache.cursors.bulkPut(
      ['threads:urgent', 'threads:all'].map((resource) => ({
        resource,
        triedAt: now,
        asOf: now,
        total: 0,
      })),
    );
    failPulls({ kind: 'offline' });
    open('/wall');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Județele nu au putut fi încărcate',
    );
    expect(screen.queryByText('Serverul nu are județe')).toBe(null);
  });

  it('says that none waits when everything is known', async () => {
    await cacheUrgent({ isUrgent: false });
    open('/wall');
    await section('Urgente în așteptare');
    expect(screen.getAllByText('nu așteaptă niciuna')).toHaveLength(3);
  });

  it.each([
    ['of threads without a time', { hasTimes: false }],
    ['while the lists are not whole', { isUrgent: false, isWhole: false }],
  ])('never says that none waits %s', async (_, cached) => {
    await cacheUrgent(cached);
    open('/wall');
    await section('Urgente în așteptare');
    expect(screen.queryByText('nu așteaptă niciuna')).toBe(null);
  });

  it('shows the latest urgent in turns, while screen readers have all of them', async () => {
    await cacheMany(7);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    open('/wall');
    await section('Ultimele urgente');
    await screen.findByText('1–5 din 7');
    const later = (seconds: number) =>
      act(() => vi.advanceTimersByTime(seconds * 1000));
    const places = () => {
      const latest = screen.getByText('Ultimele urgente').closest('section');
      return [...(latest?.querySelectorAll('li') ?? [])].map((item) => ({
        place: item.children[1]?.textContent,
        isInSight: item.className !== 'visually-hidden',
      }));
    };
    const inSight = () =>
      places().flatMap(({ place, isInSight }) => (isInSight ? [place] : []));
    expect(places()).toHaveLength(7);
    expect(inSight()).toEqual([1, 2, 3, 4, 5].map((at) => `Alba ${at}`));
    later(10);
    expect(inSight()).toEqual(['Alba 6', 'Alba 7']);
    screen.getByText('6–7 din 7');
    // Nothing is announced when it turns.
    const heading = screen.getByText('Ultimele urgente');
    expect(heading.closest('[aria-live], output, [role=status]')).toBe(null);

    fireEvent.click(screen.getByRole('button', { name: 'Oprește schimbarea' }));
    later(60);
    expect(inSight()).toEqual(['Alba 6', 'Alba 7']);
    fireEvent.click(
      screen.getByRole('button', { name: 'Pornește schimbarea' }),
    );
    later(10);
    expect(inSight()[0]).toBe('Alba 1');
  });

  it('begins with a newer one at once, but not while somebody holds the list', async () => {
    await cacheMany(7);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    open('/wall');
    await screen.findByText('1–5 din 7');
    await aTurn();
    const hold = screen.getByRole('button', { name: 'Oprește schimbarea' });
    hold.focus();
    fireEvent.click(hold);
    await cacheMany(8);
    await screen.findByText('6–8 din 8');
    expect(document.activeElement?.textContent).toBe('Pornește schimbarea');
    fireEvent.click(hold);
    await screen.findByText('1–5 din 8');
    await aTurn();
    screen.getByText('6–8 din 8');
    await cacheMany(9);
    await screen.findByText('1–5 din 9');
  });

  it('has nothing to turn while all of the latest fit', async () => {
    await cacheUrgent();
    open('/wall');
    await section('Ultimele urgente');
    expect(screen.queryByText(/ din 2$/)).toBe(null);
    expect(screen.queryByRole('button', { name: /schimbarea/ })).toBe(null);
  });

  it('keeps the screen on, again after it was hidden, until it is left', async () => {
    await cacheUrgent();
    const { go } = open('/wall');
    await waitFor(() => expect(request).toHaveBeenCalledTimes(1));
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
    await go('/elsewhere');
    await waitFor(() => expect(release).toHaveBeenCalled());
  });

  it('says so where the browser does not keep it on', async () => {
    request.mockRejectedValueOnce(new Error('denied'));
    open('/wall');
    expect(await screen.findByText(/nu ține ecranul aprins/)).toBeTruthy();
  });
});
