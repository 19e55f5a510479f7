import 'fake-indexeddb/auto';

import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { config } from '@/config';
import type { ThreadRow } from '@/db/cache';
import { writeCountyReports } from '@/db/cache';
import { databases } from '@/db/open';
import type { Failure } from '@/domain/outbox/outcome';
import { readAddress } from '@/features/answers/address';
import { checkFields } from '@/features/answers/list/filter-fields';
import { CoveragePage } from '@/features/coverage/coverage-page';
import { loadMapFile } from '@/components/map/load-map-file';
import { paths } from '@/paths';

import {
  aCounty,
  anObserver,
  aThread,
  aThreadRow,
} from '../../support/builders';
import { cacheCounties, cacheObservers } from '../../support/cached';
import { pressWhenAble } from '../../support/controls';
import { failPulls, never, sync } from '../../support/fake-sync';
import { elsewhere, prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));
vi.mock('@/components/map/load-map-file');

const { open } = prepareScreen([
  { path: '/coverage', element: <CoveragePage /> },
  elsewhere,
]);

const MINUTE_MS = 60_000;
const ago = (minutes: number) => Date.now() - minutes * MINUTE_MS;

const counties = [
  aCounty({ id: 1, code: 'AB', name: 'Alba', numberOfPollingStations: 4 }),
  aCounty({
    id: 2,
    code: 'CJ',
    name: 'Cluj',
    order: 2,
    numberOfPollingStations: 10,
  }),
];

/** Ana reported in Alba, Bogdan in Alba and in Cluj, Corina never, Dan only wrote a note. */
const observers = [
  anObserver({ id: 1, name: 'Ana', phone: '0700 000 001' }),
  anObserver({ id: 2, name: 'Bogdan', phone: '0700000002' }),
  anObserver({ id: 3, name: 'Corina', phone: '0700000003' }),
  anObserver({ id: 4, name: 'Dan', phone: '0700000004', lastSeen: ago(45) }),
];

function threads(): ThreadRow[] {
  const row = (
    observerId: number,
    pollingStationId: number,
    county: string,
    minutes: number,
  ) =>
    aThreadRow({
      ...aThread({ observerId, pollingStationId, lastModified: ago(minutes) }),
      county,
      stationNumber: pollingStationId,
    });
  const urgent = row(2, 12, 'CJ', 20);
  return [
    row(1, 7, 'AB', 90),
    row(2, 8, 'AB', 200),
    urgent,
    { ...urgent, list: 'urgent' },
  ];
}

async function cacheThreads(
  rows: readonly ThreadRow[],
  { total = 3, isWhole = true } = {},
): Promise<void> {
  const { cache } = databases();
  const { threads, countyReports, meta, cursors } = cache;
  const now = Date.now();
  await cache.transaction(
    'rw',
    [threads, countyReports, meta, cursors],
    async () => {
      await threads.bulkPut([...rows]);
      await writeCountyReports(cache);
      await cursors.bulkPut(
        ['threads:urgent', 'threads:all'].map((resource) => ({
          resource,
          triedAt: now,
          asOf: now,
          total: resource === 'threads:all' ? total : 1,
          sweptAt: isWhole ? now : undefined,
        })),
      );
    },
  );
}

async function rowOf(name: RegExp): Promise<Element[]> {
  const header = await screen.findByRole('rowheader', { name });
  return [...(header.closest('tr')?.children ?? [])];
}

/** The words of a row, cell by cell. */
async function cells(name: RegExp): Promise<(string | null)[]> {
  return (await rowOf(name)).map(({ textContent }) => textContent);
}

function names(): (string | null)[] {
  return screen.getAllByRole('rowheader').map((each) => each.textContent);
}

function link(name: string) {
  return screen.findByRole('link', { name });
}

beforeEach(() => {
  Object.assign(config, { mapUrl: '' });
  return () => {
    vi.useRealTimers();
    Object.assign(config, { mapUrl: '' });
  };
});

describe('by county', () => {
  beforeEach(async () => {
    await cacheCounties(counties);
    await cacheObservers(observers);
  });

  it('counts each county and all of them, a thread of both lists once', async () => {
    // What was reported three hours ago is not today's shortly after midnight.
    const afternoon = new Date().setHours(15);
    vi.useFakeTimers({ toFake: ['Date'], now: afternoon });
    await cacheThreads(threads());
    open('/coverage');
    expect((await cells(/^Alba$/)).slice(0, 9)).toEqual(
      ['Alba', '4', '2', '50 %', '2', '0', '0', '1', '2'].map((text) =>
        expect.stringMatching(new RegExp(`^${text.replace(' ', '\\s')}$`)),
      ),
    );
    expect((await cells(/^Total$/)).slice(1, 6)).toEqual([
      '14',
      '3',
      expect.stringMatching(/^21\s%$/),
      '3',
      '1',
    ]);
  });

  it('orders by a column and leaves all of them on top', async () => {
    await cacheThreads(threads());
    open('/coverage');
    fireEvent.click(await screen.findByRole('button', { name: 'Urgente' }));
    fireEvent.click(screen.getByRole('button', { name: 'Urgente' }));
    expect(names()).toEqual(['Total', 'Cluj', 'Alba']);
  });

  it('keeps the order on the way back from a county', async () => {
    await cacheThreads(threads());
    const { address, back } = open('/coverage');
    await screen.findByRole('rowheader', { name: 'Alba' });
    fireEvent.click(screen.getByRole('button', { name: 'Urgente' }));
    fireEvent.click(screen.getByRole('button', { name: 'Urgente' }));
    expect(address()).toBe('/coverage?sort=-urgent');
    fireEvent.click(await link('Cluj'));
    await screen.findByRole('rowheader', { name: 'Bogdan' });
    fireEvent.click(await link('Pe județe'));
    await screen.findByRole('rowheader', { name: 'Alba' });
    expect(names()).toEqual(['Total', 'Cluj', 'Alba']);
    back();
    await screen.findByRole('rowheader', { name: 'Bogdan' });
    back();
    await screen.findByRole('rowheader', { name: 'Alba' });
    expect(names()).toEqual(['Total', 'Cluj', 'Alba']);
  });

  it('has its own order when an address names no column', async () => {
    await cacheThreads(threads());
    open('/coverage?sort=toString');
    await screen.findByRole('rowheader', { name: 'Cluj' });
    expect(names()).toEqual(['Total', 'Alba', 'Cluj']);
  });

  it('says that reports are counted at the hour of their last answer, and orders by it', async () => {
    const [first, second] = threads();
    await cacheThreads([
      { ...(first ?? aThreadRow()), county: 'CJ' },
      // Before the first of the twelve hours.
      { ...(second ?? aThreadRow()), lastModified: ago(800) },
    ]);
    open('/coverage');
    expect((await cells(/^Cluj$/)).at(-1)).toBe(
      '1 cu ultimul răspuns în ultimele 12 ore, 0 în ora curentă',
    );
    const header = screen.getByRole('button', {
      name: 'Raportări după ora ultimului răspuns: Ultima, pe ore',
    });
    fireEvent.click(header);
    expect(names()).toEqual(['Total', 'Alba', 'Cluj']);
    fireEvent.click(header);
    expect(names()).toEqual(['Total', 'Cluj', 'Alba']);
  });

  it('says of how many threads it knows while the lists are not whole', async () => {
    await cacheThreads(threads(), { total: 1200, isWhole: false });
    open('/coverage');
    expect(
      await screen.findByText(/Calculat din raportările .*: 3 din 1\.200/),
    ).toBeTruthy();
  });

  it('says so in the head for the figures below, also while newer ones are counted', async () => {
    const [first, ...others] = threads();
    const partly = { total: 1200, isWhole: false };
    await cacheThreads([first ?? aThreadRow()], partly);
    open('/coverage');
    await screen.findByText('1 din 1.200');
    const said: string[] = [];
    const watch = new MutationObserver(() => {
      const count = (words: RegExp) =>
        screen.getByText(words).textContent?.match(/(\d+) din/)?.[1];
      said.push(
        `${count(/^\d+ din 1\.200$/)} ${count(/^Calculat .* din 1\.200/)} ${
          document.querySelector('tbody td:nth-child(5)')?.textContent
        }`,
      );
    });
    watch.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    await cacheThreads(others, partly);
    await screen.findByText('3 din 1.200');
    watch.disconnect();
    expect(said.at(-1)).toBe('3 3 3');
    // How many steps there are on the way is a matter of time.
    expect(said.filter((each) => !/^(\d+) \1 \1$/.test(each))).toEqual([]);
  });

  it('shows no figures before threads were ever loaded', async () => {
    sync.pullThreads.mockImplementation(never);
    open('/coverage');
    await screen.findByRole('heading', { name: 'Acoperire' });
    await vi.waitFor(() =>
      expect(document.querySelector('[aria-busy="true"]')).toBeTruthy(),
    );
    expect(screen.queryByRole('rowheader', { name: 'Alba' })).toBe(null);
  });

  it('shows no noughts while a first fill has counted nothing', async () => {
    const { countyReports, meta } = databases().cache;
    await cacheThreads(threads(), { total: 1200, isWhole: false });
    await countyReports.clear();
    await meta.put({ k: 'areReportsCounted', v: false });
    open('/coverage');
    await screen.findByText('0 din 1.200');
    expect(document.querySelector('[aria-busy="true"]')).toBeTruthy();
    expect(screen.queryByRole('rowheader', { name: 'Alba' })).toBe(null);

    await writeCountyReports(databases().cache);
    expect((await cells(/Alba/))[2]).toBe('2');
  });

  it('has a dash for a county of which nothing is counted, while not all threads are', async () => {
    const inAlba = threads().filter(({ county }) => county === 'AB');
    await cacheThreads(inAlba, { total: 1200, isWhole: false });
    open('/coverage');
    expect(await cells(/Cluj/)).toEqual([
      'Cluj',
      '10',
      ...Array.from({ length: 10 }, () => '–'),
    ]);
    expect((await cells(/Alba/))[2]).toBe('2');
    await cacheThreads(inAlba, { total: 2 });
    await vi.waitFor(async () => expect((await cells(/Cluj/))[2]).toBe('0'));
  });

  it('has it also where nobody knows yet how many threads there are', async () => {
    await cacheThreads(threads().filter(({ county }) => county === 'AB'));
    await databases().cache.cursors.delete('threads:all');
    open('/coverage');
    expect((await cells(/Cluj/)).slice(2, 5)).toEqual(['–', '–', '–']);
    expect(screen.getByText(/lista nu este completă/)).toBeTruthy();
  });

  it('shows noughts where the server said that there is nothing', async () => {
    await cacheThreads([], { total: 0 });
    open('/coverage');
    expect((await cells(/Alba/))[2]).toBe('0');
  });

  it('says that nothing could be loaded, never that there is nothing', async () => {
    failPulls({ kind: 'offline' });
    open('/coverage');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Raportările nu au putut fi încărcate',
    );
    expect(screen.queryByRole('rowheader', { name: 'Alba' })).toBe(null);
  });

  it('leads to the observers of a county', async () => {
    await cacheThreads(threads());
    const { address } = open('/coverage');
    fireEvent.click(await link('Cluj'));
    expect(
      await screen.findByRole('rowheader', { name: 'Bogdan' }),
    ).toBeTruthy();
    expect(address()).toBe('/coverage?by=observer&county=CJ');
    expect(screen.queryByRole('rowheader', { name: 'Ana' })).toBe(null);
  });

  it.each([
    [
      '1: deschide raportările urgente, Cluj',
      '/answers?urgente=true&county=CJ',
    ],
    // Stations with a report, and reports.
    ['2: deschide raportările, Alba', '/answers?county=AB'],
    ['1: deschide raportările urgente, Toate județele', paths.urgentAnswers],
    ['3: deschide raportările, Toate județele', paths.answers()],
  ])('leads from a figure to the rows behind it: %s', async (name, to) => {
    await cacheThreads(threads());
    const { address } = open('/coverage');
    const [figure] = await screen.findAllByRole('link', { name });
    fireEvent.click(figure ?? document.body);
    expect(address()).toBe(to);
  });

  it('leads from no figure to nothing', async () => {
    const [, second, ...others] = threads();
    await cacheThreads([
      { ...(second ?? aThreadRow()), county: '' },
      ...others,
    ]);
    open('/coverage');
    const alba = (await rowOf(/^Alba$/)).at(5);
    expect(alba?.textContent).toBe('0');
    const unknown = await rowOf(/^Județ necunoscut$/);
    for (const cell of [alba, ...unknown.slice(1)]) {
      expect(cell?.querySelector('a')).toBe(null);
    }
  });

  it('leads to the threads whose county is not known', async () => {
    const [first] = threads();
    await cacheThreads([{ ...(first ?? aThreadRow()), county: '' }]);
    open('/coverage');
    fireEvent.click(await link('Județ necunoscut'));
    await screen.findByRole('rowheader', { name: 'Ana' });
    const filter = screen.getByRole('combobox', { name: 'Județ' });
    expect(
      within(filter).getByRole('option', { selected: true }),
    ).toHaveProperty('textContent', 'Județ necunoscut');
  });

  it('says when the clock of this device is wrong', async () => {
    await cacheThreads(threads());
    await databases().cache.meta.put({ k: 'clockOffset', v: 3 * MINUTE_MS });
    open('/coverage');
    expect(await screen.findByText(/în urmă cu 3 minute/)).toBeTruthy();
  });
});

describe('in a narrow window', () => {
  beforeEach(async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener() {},
      removeEventListener() {},
    }));
    await cacheCounties(counties);
    await cacheObservers(observers);
    await cacheThreads(threads());
  });

  it('has every figure of a county, under its name where it has no column', async () => {
    open('/coverage');
    const [name, ...others] = await cells(/^Cluj/);
    expect(others).toHaveLength(3);
    for (const fact of [
      'Secții: 10',
      'Cu raport: 1',
      'Raportări: 1',
      'Activi, 1 h: 1',
      'Activi, 2 h: 1',
      'Activi, azi:',
      'Ultima raportare:',
      '1 cu ultimul răspuns în ultimele 12 ore',
    ]) {
      expect(name).toContain(fact);
    }
  });

  it('has all of an observer, and what is done about them', async () => {
    const { address } = open('/coverage?by=observer');
    const [, name] = await cells(/^Bogdan/);
    for (const fact of [
      '0700000002',
      'Ultimul contact:',
      'Ultima raportare:',
      'Secții vizitate: 2',
      'Urgente: 1',
    ]) {
      expect(name).toContain(fact);
    }
    await screen.findByRole('button', { name: 'Notează un apel: Bogdan' });
    fireEvent.click(
      screen.getByRole('button', { name: 'Alte acțiuni: Bogdan' }),
    );
    const opens = await screen.findByRole('menuitem', {
      name: 'Deschide raportarea',
    });
    expect(opens.getAttribute('href')).toBe('/urgents/details/2/12');
    fireEvent.click(
      screen.getByRole('menuitem', { name: 'Trimite notificare' }),
    );
    expect(address()).toBe('/notifications?toObserverIds=[2]');
  });
});

describe('without counties', () => {
  beforeEach(() => cacheObservers(observers));

  it('says that there are none only when the server said so', async () => {
    await cacheThreads([], { total: 0 });
    await cacheCounties([]);
    open('/coverage');
    await screen.findByText('Serverul nu are județe');
  });

  it('says why they are missing, never that there are none', async () => {
    await cacheThreads([], { total: 0 });
    failPulls({ kind: 'offline' });
    open('/coverage');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Județele nu au putut fi încărcate',
    );
    expect(screen.queryByText('Serverul nu are județe')).toBe(null);
  });

  it('explains why reports stand under no county, until the counties are here', async () => {
    await cacheThreads(threads().map((row) => ({ ...row, county: '' })));
    await databases().cache.cursors.put({
      resource: 'counties',
      triedAt: Date.now(),
      failure: { kind: 'offline' },
    });
    open('/coverage');
    const words = /Județele nu au putut fi încărcate, de aceea .*conexiune/;
    await screen.findByText(words);
    sync.pullCounties.mockClear();
    await pressWhenAble('Încearcă din nou');
    await vi.waitFor(() => expect(sync.pullCounties).toHaveBeenCalled());
    await cacheCounties(counties);
    await vi.waitFor(() => expect(screen.queryByText(words)).toBe(null));
  });
});

describe('the map', () => {
  const file = {
    type: 'Topology',
    transform: { scale: [0.01, 0.007], translate: [20, 43] },
    arcs: [
      [
        [0, 0],
        [10, 0],
        [0, 10],
        [-10, -10],
      ],
    ],
    objects: {
      counties: { geometries: [{ type: 'Polygon', id: 'CJ', arcs: [[0]] }] },
    },
  };

  beforeEach(async () => {
    await cacheCounties(counties);
    await cacheObservers(observers);
    await cacheThreads(threads());
    Object.assign(config, { mapUrl: '/maps/some.json' });
  });

  it('colours a county by the chosen figure and opens its observers', async () => {
    vi.mocked(loadMapFile).mockResolvedValue(file);
    const { address } = open('/coverage');
    const map = await screen.findByRole('region', { name: 'Harta județelor' });
    const shape = map.querySelector('path[data-county="CJ"]');
    // One of ten stations.
    expect(shape?.getAttribute('data-level')).toBe('1');
    expect(shape?.textContent).toMatch(/^Cluj: Acoperire 10\s%$/);
    expect(shape?.getAttribute('d')).toBe('M0 10L10 10L10 0L0 10Z');
    fireEvent.click(
      screen.getByRole('button', { name: 'Tăcere', pressed: false }),
    );
    expect(shape?.getAttribute('data-level')).toBe('0');
    expect(shape?.textContent).toMatch(/^Cluj: Tăcere (19|20)\D*$/);
    if (shape) fireEvent.click(shape);
    expect(address()).toBe('/coverage?by=observer&county=CJ');
  });

  it('knows no figure of a county of which nothing is counted, while not all threads are', async () => {
    vi.mocked(loadMapFile).mockResolvedValue(file);
    await databases().cache.threads.clear();
    const inAlba = threads().filter(({ county }) => county === 'AB');
    await cacheThreads(inAlba, { total: 1200, isWhole: false });
    open('/coverage');
    const map = await screen.findByRole('region', { name: 'Harta județelor' });
    const shape = map.querySelector('path[data-county="CJ"]');
    expect(shape?.getAttribute('data-level')).toBe('unknown');
    expect(shape?.textContent).toBe('Cluj: Acoperire nu se știe');
  });

  it('lists the counties that it does not draw', async () => {
    vi.mocked(loadMapFile).mockResolvedValue(file);
    open('/coverage');
    const map = await screen.findByRole('region', { name: 'Harta județelor' });
    expect(within(map).getByRole('link', { name: 'Alba' })).toBeTruthy();
    expect(within(map).queryByRole('link', { name: 'Cluj' })).toBe(null);
  });

  it.each([
    ['cannot be had', () => Promise.reject(new Error('404'))],
    ['is no map', () => Promise.resolve({ arcs: 'none' })],
  ])('is absent without an error when the file %s', async (_, load) => {
    vi.mocked(loadMapFile).mockImplementation(load);
    open('/coverage');
    await screen.findByRole('rowheader', { name: 'Cluj' });
    expect(screen.queryByRole('region', { name: 'Harta județelor' })).toBe(
      null,
    );
    expect(screen.queryByRole('alert')).toBe(null);
  });

  it('is not asked for where the deployment has none', async () => {
    Object.assign(config, { mapUrl: '' });
    vi.mocked(loadMapFile).mockClear();
    open('/coverage');
    await screen.findByRole('rowheader', { name: 'Cluj' });
    expect(loadMapFile).not.toHaveBeenCalled();
  });
});

describe('by observer', () => {
  beforeEach(async () => {
    await cacheCounties(counties);
    await cacheObservers(observers);
  });

  it('has who was silent for longest on top, and dials', async () => {
    await cacheThreads(threads());
    open('/coverage?by=observer');
    await screen.findByRole('rowheader', { name: 'Ana' });
    expect(names()).toEqual(['Ana', 'Dan', 'Bogdan', 'Corina']);
    expect((await link('0700 000 001')).getAttribute('href')).toBe(
      'tel:0700000001',
    );
    expect(
      (await link('Deschide raportarea Bogdan')).getAttribute('href'),
    ).toBe('/urgents/details/2/12');
  });

  it('leads from a figure to the reports of the observer, in the county that was chosen', async () => {
    await cacheThreads(threads());
    const { address, go } = open('/coverage?by=observer');
    fireEvent.click(await link('2: deschide raportările, Bogdan'));
    expect(address()).toBe('/answers?phoneObserver=0700000002');
    go('/coverage?by=observer&county=CJ');
    fireEvent.click(await link('1: deschide raportările urgente, Bogdan'));
    const shown = readAddress(
      '/answers',
      new URLSearchParams(location.search),
      {},
    );
    expect(shown.list).toBe('urgent');
    expect(checkFields(shown.fields)).toEqual({
      filter: { county: 'CJ', observerPhone: '0700000002' },
      errors: {},
    });
  });

  it.each([
    ['60', ['Ana']],
    ['30', ['Ana', 'Dan']],
    ['neverSeen', ['Corina']],
    ['seenWithoutReport', ['Dan']],
  ])('filters by silence: %s', async (silent, expected) => {
    await cacheThreads(threads());
    open(`/coverage?by=observer&silent=${silent}`);
    await screen.findAllByRole('rowheader');
    expect(names()).toEqual(expected);
  });

  it('calls nobody never seen while the lists are not whole', async () => {
    await cacheThreads(threads(), { isWhole: false });
    open('/coverage?by=observer');
    const corina = await cells(/^Corina$/);
    expect(corina.join(' ')).toContain('se verifică');
    expect(corina.slice(6, 8)).toEqual(['–', '–']);
    fireEvent.change(screen.getByRole('combobox', { name: 'Tăcere' }), {
      target: { value: 'neverSeen' },
    });
    expect(
      await screen.findByText(
        'Dintre observatorii încărcați, niciunul pentru filtrul: fără niciun semn',
      ),
    ).toBeTruthy();
  });

  it('calls nobody never seen while observers are missing', async () => {
    await cacheObservers(observers, { total: 900, isWhole: false });
    await cacheThreads(threads());
    open('/coverage?by=observer');
    expect((await cells(/^Corina$/)).join(' ')).toContain('se verifică');
    expect(screen.getByText(/Observatori încărcați: 4 din 900/)).toBeTruthy();
  });

  it('names the filter that nobody fits, and clears a part of it or all', async () => {
    await cacheThreads(threads());
    const { address, go } = open('/coverage?by=observer&silent=120');
    await screen.findByText(
      'Niciun observator pentru filtrul: tăcere peste 120 de minute',
    );
    go('/coverage?by=observer&county=CJ&silent=120&called=not-in-hour');
    await screen.findByText(
      'Niciun observator pentru filtrul: Cluj, tăcere peste 120 de minute, Fără apel în ultima oră',
    );
    fireEvent.click(await link('Fără „tăcere peste 120 de minute”'));
    await screen.findByRole('rowheader', { name: 'Bogdan' });
    expect(address()).toBe(
      '/coverage?by=observer&county=CJ&called=not-in-hour',
    );
    go('/coverage?by=observer&county=CJ&silent=120');
    fireEvent.click(await link('Șterge toate filtrele'));
    expect(address()).toBe('/coverage?by=observer');
  });

  it('says that observers without a report have no county, and leads to them', async () => {
    await cacheThreads(threads());
    const { address } = open(
      '/coverage?by=observer&county=CJ&silent=neverSeen',
    );
    await screen.findByText('Observatorii fără raportări nu au județ');
    expect(screen.queryByText(/Niciun observator/)).toBe(null);
    fireEvent.click(await link('Toate județele'));
    await screen.findByRole('rowheader', { name: 'Corina' });
    expect(address()).toBe('/coverage?by=observer&silent=neverSeen');
  });

  /** Observers were last read so many minutes ago. */
  async function readObservers(minutes: number, failure?: Failure) {
    await databases().cache.cursors.update('observers', {
      asOf: ago(minutes),
      failure,
    });
  }

  it('asks for observers who were read long ago, and is as of then', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date().setHours(15, 30) });
    await cacheThreads(threads());
    await readObservers(3);
    open('/coverage?by=observer');
    // The rows that come after it have times of their own.
    await screen.findByText('actualizat la 15:27');
    await vi.waitFor(() => expect(sync.pullObservers).toHaveBeenCalledTimes(1));
  });

  it.each([
    ['that a live server vouches for', 'by=observer', 1],
    ['of whom no silence is shown', '', 3],
  ])('asks for no observers %s', async (_, query, minutes) => {
    await cacheThreads(threads());
    await readObservers(minutes);
    open(`/coverage?${query}`);
    await screen.findAllByRole('rowheader');
    await vi.waitFor(() => expect(sync.pullCounties).toHaveBeenCalled());
    expect(sync.pullObservers).not.toHaveBeenCalled();
  });

  it('says when observers could not be read, and tries again', async () => {
    await cacheThreads(threads());
    await readObservers(1, { kind: 'offline' });
    open('/coverage?by=observer');
    await screen.findByText(/conexiune/);
    sync.pullObservers.mockClear();
    await pressWhenAble('Încearcă din nou');
    await vi.waitFor(() => expect(sync.pullObservers).toHaveBeenCalled());
  });

  it('notifies all who match', async () => {
    await cacheThreads(threads());
    const { address } = open('/coverage?by=observer&silent=30');
    fireEvent.click(
      await screen.findByRole('checkbox', { name: /Selectează: Dan/ }),
    );
    fireEvent.click(screen.getByRole('button', { name: /Selectează toți/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Trimite notificare' }));
    expect(address()).toBe('/notifications?toObserverIds=[1,4]');
  });
});
