import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { readPlan, replacePlan } from '@/data/coverage/plan';
import { pauseWrites, resumeWrites } from '@/data/device/writes';
import { writeCountyReports } from '@/db/cache';
import { databases } from '@/db/open';
import type { PlanLine } from '@/domain/plan/plan';
import { CoveragePage } from '@/features/coverage/coverage-page';

import {
  aCounty,
  anObserver,
  aThread,
  aThreadRow,
} from '../../../support/builders';
import { cacheCounties, cacheObservers } from '../../../support/cached';
import { isDisabled } from '../../../support/controls';
import { failPulls } from '../../../support/fake-sync';
import { catchSavedFiles } from '../../../support/saved-files';
import { elsewhere, prepareScreen } from '../../../support/screen';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/coverage', element: <CoveragePage /> },
  elsewhere,
]);

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => Date.now() + hours * HOUR_MS;

/** Ana is where she should be, Bogdan elsewhere, Corina nowhere; Dan has no line. */
const observers = [
  anObserver({ id: 1, name: 'Ana', phone: '0700000001' }),
  anObserver({ id: 2, name: 'Bogdan', phone: '0700000002' }),
  anObserver({ id: 3, name: 'Corina', phone: '0700000003' }),
  anObserver({ id: 4, name: 'Dan', phone: '0700000004' }),
];

const lines: PlanLine[] = [
  { phone: '0700000001', county: 'AB', station: 7 },
  { phone: '0700000002', county: 'AB', station: 8, from: inHours(-3) },
  { phone: '+40700000003', county: 'CJ', station: 5, from: inHours(-3) },
  { phone: '0799999999', county: 'CJ', station: 6 },
  { phone: '0700000001', county: 'CJ', station: 9, from: inHours(3) },
];

async function cacheThreads({ isWhole = true } = {}): Promise<void> {
  const { cache } = databases();
  const row = (observerId: number, pollingStationId: number, county: string) =>
    aThreadRow({
      ...aThread({ observerId, pollingStationId, lastModified: inHours(-1) }),
      county,
      stationNumber: pollingStationId,
    });
  const rows = [row(1, 7, 'AB'), row(2, 12, 'CJ'), row(4, 3, 'AB')];
  await cache.threads.bulkPut(rows);
  await writeCountyReports(cache);
  const now = Date.now();
  await cache.cursors.bulkPut(
    ['threads:urgent', 'threads:all'].map((resource) => ({
      resource,
      triedAt: now,
      asOf: now,
      total: resource === 'threads:all' ? 3 : 0,
      sweptAt: isWhole ? now : undefined,
    })),
  );
}

/** The words of each row, cell by cell. */
async function rows(): Promise<(string | null)[][]> {
  const [first] = await screen.findAllByRole('rowheader');
  const table = first?.closest('table');
  return [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
}

/** Chooses from what else can be done with the plan. */
async function choose(name: string): Promise<void> {
  const more = { name: 'Mai multe despre plan' };
  fireEvent.click(await screen.findByRole('button', more));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}

async function figures(): Promise<(string | null)[]> {
  const list = await screen.findByRole('list', { name: 'Cifrele planului' });
  return within(list)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
}

beforeEach(async () => {
  await cacheCounties([
    aCounty({ id: 1, code: 'AB', name: 'Alba' }),
    aCounty({ id: 2, code: 'CJ', name: 'Cluj', order: 2 }),
    aCounty({ id: 3, code: 'IS', name: 'Iași', order: 3 }),
  ]);
  await cacheObservers(observers);
});

it('without a plan says what one is for, and where to begin', async () => {
  await cacheThreads();
  open('/coverage?by=plan');
  await screen.findByText('Nu există un plan pe acest dispozitiv');
  const begin = screen.getByRole('link', { name: 'Importă planul' });
  expect(begin.getAttribute('href')).toBe('/coverage/plan');
  const sample = screen.getByRole('link', { name: 'Descarcă un exemplu' });
  expect(sample.getAttribute('href')).toBe('/samples/plan.csv');
});

describe('with a plan', () => {
  beforeEach(async () => {
    await replacePlan({ fileName: 'plan-22.csv', lines });
  });

  it('says which plan it is and counts its lines by state', async () => {
    await cacheThreads();
    open('/coverage?by=plan');
    await screen.findByText('plan-22.csv');
    screen.getByText(/5 rânduri · importat la/);
    expect(await figures()).toEqual([
      '4 așteptați până acum',
      '2 lipsesc',
      '1 la altă secție',
      '1 a raportat',
      '1 urmează',
      '1 neplanificat',
    ]);
  });

  it('counts by county, all of them on top, counties without a line left out', async () => {
    await cacheThreads();
    open('/coverage?by=plan');
    expect(await rows()).toEqual([
      ['Total', '4', '1', '1', '2', '1', '1'],
      ['Alba', '2', '1', '1', '0', '0', '1'],
      ['Cluj', '2', '0', '0', '2', '1', '0'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Lipsesc' }));
    fireEvent.click(screen.getByRole('button', { name: 'Lipsesc' }));
    expect((await rows()).map(([name]) => name)).toEqual([
      'Total',
      'Cluj',
      'Alba',
    ]);
  });

  it('counts lines of a county that the server does not list in a row of its own', async () => {
    const inSuceava = { phone: '0799999998', county: 'SV', station: 2 };
    const fileName = 'plan-23.csv';
    await replacePlan({ fileName, lines: [...lines, inSuceava] });
    await cacheThreads();
    const { address } = open('/coverage?by=plan');
    expect(await rows()).toEqual([
      ['Total', '5', '1', '1', '3', '1', '1'],
      ['Alba', '2', '1', '1', '0', '0', '1'],
      ['Cluj', '2', '0', '0', '2', '1', '0'],
      ['SV', '1', '0', '0', '1', '0', '0'],
    ]);
    fireEvent.click(screen.getByRole('link', { name: 'SV' }));
    await screen.findByRole('link', { name: '0799999998' });
    expect(address()).toBe('/coverage?by=plan&rows=line&county=SV');
  });

  it('leads from a county to its lines, and says who reported from where', async () => {
    await cacheThreads();
    const { address } = open('/coverage?by=plan');
    fireEvent.click(await screen.findByRole('link', { name: 'Alba' }));
    await screen.findByRole('rowheader', { name: 'Bogdan' });
    expect(address()).toBe('/coverage?by=plan&rows=line&county=AB');
    expect((await rows()).map(([name, , , , state]) => [name, state])).toEqual([
      ['Ana', expect.stringMatching(/^a raportatAB 7 · /)],
      ['Bogdan', expect.stringMatching(/^la altă secțieCJ 12 · /)],
    ]);
    expect(
      screen.getByRole('link', { name: /^CJ 12/ }).getAttribute('href'),
    ).toBe('/answers/details/2/12');
  });

  it('filters by a state, in the address, and dials', async () => {
    await cacheThreads();
    const { address } = open('/coverage?by=plan&rows=line');
    await screen.findAllByRole('rowheader');
    fireEvent.change(screen.getByRole('combobox', { name: 'Stare' }), {
      target: { value: 'missing' },
    });
    await waitFor(async () =>
      expect((await rows()).map(([name]) => name)).toEqual([
        'Corina',
        'nu este în lista observatorilor',
      ]),
    );
    expect(address()).toBe('/coverage?by=plan&rows=line&state=missing');
    expect(
      screen.getByRole('link', { name: '+40700000003' }).getAttribute('href'),
    ).toBe('tel:+40700000003');
  });

  it('lists observers with their lines, and those who are in no line', async () => {
    await cacheThreads();
    open('/coverage?by=plan&rows=observer');
    const found = await rows();
    expect(found.map(([name, , ...others]) => [name, ...others])).toEqual([
      ['Ana', 'Alba, Cluj', '1', 'a raportaturmează'],
      ['Bogdan', 'Alba', '1', 'la altă secție'],
      ['Corina', 'Cluj', '1', 'lipsește'],
      ['nu este în lista observatorilor', 'Cluj', '1', 'lipsește'],
      ['Dan', 'Alba', '0', expect.stringMatching(/^neplanificatAB 3 · /)],
    ]);
  });

  it('orders observers by a column, in the address, those without a value last', async () => {
    await cacheThreads();
    const { address } = open('/coverage?by=plan&rows=observer&page=2');
    const names = async () => (await rows()).map(([name]) => name);
    const nobody = 'nu este în lista observatorilor';
    await names();
    fireEvent.click(screen.getByRole('button', { name: 'Nume' }));
    expect(await names()).toEqual(['Ana', 'Bogdan', 'Corina', 'Dan', nobody]);
    fireEvent.click(screen.getByRole('button', { name: 'Nume' }));
    expect(await names()).toEqual(['Dan', 'Corina', 'Bogdan', 'Ana', nobody]);
    expect(address()).toBe('/coverage?by=plan&rows=observer&order=-name');
    fireEvent.click(screen.getByRole('button', { name: 'Așteptați' }));
    expect((await names())[0]).toBe('Dan');
    // What needs somebody comes first.
    fireEvent.click(screen.getByRole('button', { name: 'Stare' }));
    expect(await names()).toEqual(['Corina', nobody, 'Bogdan', 'Ana', 'Dan']);
  });

  it('orders rows of the plan by their state', async () => {
    await cacheThreads();
    open('/coverage?by=plan&rows=line&order=-state');
    expect((await rows()).map((cells) => cells[4])).toEqual([
      'urmează',
      expect.stringMatching(/^a raportat/),
      expect.stringMatching(/^la altă secție/),
      'lipsește',
      'lipsește',
    ]);
  });

  it('says that nothing matches which filter, not that there is no plan', async () => {
    await cacheThreads();
    const { address } = open(
      '/coverage?by=plan&rows=line&state=missing&county=IS',
    );
    await screen.findByText('Nimic din plan nu se potrivește cu acest filtru');
    screen.getByText('plan-22.csv');
    screen.getByText('Județ: Iași · Stare: lipsește');
    fireEvent.click(screen.getByRole('link', { name: 'Șterge filtrul' }));
    expect(await rows()).toHaveLength(5);
    expect(address()).toBe('/coverage?by=plan&rows=line');
  });

  it('draws what arrives once it is worked out, and keeps the rows until then', async () => {
    await cacheThreads();
    open('/coverage?by=plan&rows=line');
    const state = async () => (await rows())[2]?.at(4);
    expect(await state()).toBe('lipsește');
    const { cache } = databases();
    const seen = new Set<string | null | undefined>();
    const watch = new MutationObserver(() => {
      const cells = [...document.querySelectorAll('tbody tr:nth-child(3) td')];
      seen.add(cells.at(-1)?.textContent);
    });
    watch.observe(document.body, { subtree: true, childList: true });
    await cache.threads.put(
      aThreadRow({
        ...aThread({
          observerId: 3,
          pollingStationId: 5,
          lastModified: inHours(-1),
        }),
        county: 'CJ',
        stationNumber: 5,
      }),
    );
    await writeCountyReports(cache);
    await waitFor(async () => expect(await state()).toMatch(/^a raportat/));
    watch.disconnect();
    // Never a table without the row, nor a skeleton in its place.
    expect(seen).not.toContain(undefined);
  });

  it('calls nobody missing while not all threads are here', async () => {
    await cacheThreads({ isWhole: false });
    open('/coverage?by=plan');
    expect(await figures()).toEqual([
      '4 așteptați până acum',
      '– lipsesc',
      '– la altă secție',
      '3 nu se știu încă',
      '1 a raportat',
      '1 urmează',
      '1 neplanificat',
    ]);
    expect((await rows())[2]).toEqual([
      'Cluj',
      '2',
      '–',
      '–',
      '–',
      '2',
      '1',
      '–',
    ]);
    const save = screen.getByRole('button', { name: 'Exportă cine lipsește' });
    expect(isDisabled(save)).toBe(true);
    screen.getByText(/Calculat din raportările de pe acest dispozitiv/);
  });

  it('does not say of a phone that nobody has it while observers are missing here', async () => {
    await cacheThreads();
    await cacheObservers(observers, { total: 9, isWhole: false });
    open('/coverage?by=plan&rows=observer&county=CJ');
    await screen.findByText('nu este printre observatorii încărcați');
  });

  it('shows the plan and no figures when no thread could be loaded', async () => {
    failPulls({ kind: 'offline' });
    open('/coverage?by=plan');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Raportările nu au putut fi încărcate',
    );
    screen.getByText('plan-22.csv');
    expect(screen.queryByRole('list', { name: 'Cifrele planului' })).toBe(null);
  });

  it('saves the missing of the chosen county, and the plan', async () => {
    await cacheThreads();
    const saved = catchSavedFiles();
    open('/coverage?by=plan&rows=line&county=CJ');
    await screen.findAllByRole('rowheader');
    fireEvent.click(
      screen.getByRole('button', { name: 'Exportă cine lipsește' }),
    );
    await choose('Exportă planul');
    const [missing, plan] = await Promise.all(saved.map(({ text }) => text()));
    expect(missing?.split('\r\n').map((row) => row.slice(0, 18))).toEqual([
      expect.stringMatching(/phone,county,stat/),
      "'+40700000003,CJ,5",
      '0799999999,CJ,6,,,',
      '',
    ]);
    expect(missing).toContain(',Nume,"2 rânduri fără raportare, după ');
    expect(plan?.split('\r\n')).toHaveLength(7);
    expect(saved[0]?.name).toMatch(/^lipsesc-\d{4}-\d\d-\d\d\.csv$/);
  });

  it('asks before it removes the plan', async () => {
    await cacheThreads();
    open('/coverage?by=plan');
    await choose('Șterge planul');
    const question = await screen.findByRole('alertdialog', {
      name: 'Ștergi planul plan-22.csv?',
    });
    pauseWrites();
    const confirm = within(question).getByRole('button', {
      name: 'Șterge planul',
    });
    fireEvent.click(confirm);
    await within(question).findByText(/NU s-a salvat/);
    resumeWrites();
    expect(await readPlan()).not.toBe(null);
    fireEvent.click(confirm);
    const begin = await screen.findByRole('link', { name: 'Importă planul' });
    await waitFor(() => expect(document.activeElement).toBe(begin));
    expect(await readPlan()).toBe(null);
  });
});
