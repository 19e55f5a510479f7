import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { markThreads } from '@/data/triage/triage-marks';
import { databases } from '@/db/open';
import { listShortcuts } from '@/ui/keyboard/shortcut-table';

import { aThreadRow } from '../../../support/builders';
import { countDatabaseTraffic } from '../../../support/database-traffic';
import { never, sync } from '../../../support/fake-sync';
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

const MINUTE = 60_000;
const LIST = '/answers?urgente=true';

/** Threads of two counties, every third one of Bihor. */
function rowsOf(count: number) {
  return Array.from({ length: count }, (_, at) =>
    aThreadRow({
      key: `41:${at + 1}`,
      pollingStationId: at + 1,
      pollingStationName: `Alba Sebeș ${101 + at}`,
      county: at % 3 === 2 ? 'BH' : 'AB',
      lastModified: Date.now() - (at + 1) * MINUTE,
    }),
  );
}

beforeEach(cacheBasics);

async function history(key: string) {
  const marks = (await databases().intent.triage.get(key))?.history ?? [];
  return marks.map((mark) => `${mark.state}: ${mark.note}`);
}

function press(key: string) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

const row = (station: number) =>
  screen.findByRole('link', { name: new RegExp(`Alba Sebeș ${station}`) });
const box = (station: number) =>
  screen.findByRole('checkbox', {
    name: `Selectează: Alba Sebeș ${station}, Maria Ionel`,
  });
const bar = () => screen.findByRole('region', { name: 'Selecție' });
const isSelecting = () => screen.queryAllByRole('checkbox').length > 0;

async function startSelecting() {
  fireEvent.click(await screen.findByRole('button', { name: 'Selectează' }));
}

describe('a selection', () => {
  beforeEach(async () => {
    await cacheThreads('urgent', rowsOf(12));
  });

  it('is decided about by one key: each thread keeps its note, and one undo brings all back', async () => {
    await markThreads(['41:1'], { state: 'inProgress', note: 'Sunat' });
    await markThreads(['41:3'], { state: 'resolved', note: '' });
    open(LIST);
    await startSelecting();
    for (const station of [101, 102, 103]) fireEvent.click(await box(station));
    await within(await bar()).findByText('3 raportări selectate');
    press('3');
    await screen.findByText(
      'Rezolvată, 2 raportări: salvat pe acest dispozitiv',
    );
    expect(await history('41:1')).toEqual([
      'resolved: Sunat',
      'inProgress: Sunat',
    ]);
    expect(await history('41:2')).toEqual(['resolved: ']);
    expect(await history('41:3')).toEqual(['resolved: ']);
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Selecție' })).toBeNull(),
    );

    fireEvent.click(screen.getByText('Anulează decizia'));
    await waitFor(async () => expect((await history('41:2'))[0]).toBe('new: '));
    await waitFor(async () =>
      expect((await history('41:1'))[0]).toBe('inProgress: Sunat'),
    );
    expect(await history('41:3')).toEqual(['resolved: ']);
  });

  it('has the keys 1 to 4 for itself; without one they are for the open thread', async () => {
    await cacheDetail(aDetail({ key: '41:5', pollingStationId: 5 }));
    open('/urgents/details/41/5');
    const state = await screen.findByRole('region', { name: 'Stare' });
    await startSelecting();
    fireEvent.click(await box(102));
    await bar();
    press('4');
    await waitFor(async () =>
      expect(await history('41:2')).toEqual(['falseAlarm: ']),
    );
    expect(await history('41:5')).toEqual([]);
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Selecție' })).toBeNull(),
    );
    press('3');
    await waitFor(async () =>
      expect(await history('41:5')).toEqual(['resolved: ']),
    );
    expect(
      within(state).getByRole('button', { name: 'Rezolvată' }),
    ).toBeDefined();
  });

  it('is made with x along the rows, which the list of shortcuts names; Escape ends it', async () => {
    open(LIST);
    await screen.findByRole('button', { name: 'Selectează' });
    press('j');
    press('x');
    await waitFor(() => expect(isSelecting()).toBe(true));
    press('j');
    press('x');
    await within(await bar()).findByText('2 raportări selectate');
    press('x');
    await within(await bar()).findByText('O raportare selectată');
    expect(
      listShortcuts().find(({ words }) => words === 'Selectează raportarea'),
    ).toBeDefined();
    press('Escape');
    await waitFor(() => expect(isSelecting()).toBe(false));
  });

  it('stays over the pages, and takes a whole page in', async () => {
    open(LIST);
    await startSelecting();
    fireEvent.click(await box(101));
    fireEvent.click(await screen.findByText('Selectează toată pagina'));
    await within(await bar()).findByText('10 raportări selectate');
    fireEvent.click(screen.getByRole('button', { name: 'Pagina următoare' }));
    fireEvent.click(await box(111));
    await within(await bar()).findByText('11 raportări selectate');
  });

  it('is of one list: the other one has none', async () => {
    await cacheThreads('all', rowsOf(12));
    open(LIST);
    await startSelecting();
    fireEvent.click(await box(101));
    fireEvent.click(screen.getByRole('link', { name: /^Toate/ }));
    await waitFor(() => expect(isSelecting()).toBe(false));
    await row(101);
    expect(isSelecting()).toBe(false);
  });

  it('leaves a row what it is: it opens its thread', async () => {
    const page = open(LIST);
    await startSelecting();
    fireEvent.click(await row(102));
    await waitFor(() => expect(page.address()).toMatch(/details\/41\/2/));
    expect(isSelecting()).toBe(true);
  });

  it('that the device cannot store stays, and it is said', async () => {
    open(LIST);
    await startSelecting();
    fireEvent.click(await box(101));
    fireEvent.click(await box(102));
    vi.spyOn(databases().intent.triage, 'bulkPut').mockRejectedValue(
      new Error('closed'),
    );
    const button = within(await bar()).getByRole('button', {
      name: 'Rezolvată',
    });
    fireEvent.click(button);
    await screen.findByText(/^NU s-a salvat/);
    await within(await bar()).findByText('2 raportări selectate');
  });

  it('of which a part could not be stored says how many were', async () => {
    await markThreads(['41:1'], { state: 'inProgress', note: 'Sunat' });
    open(LIST);
    await startSelecting();
    fireEvent.click(await box(101));
    fireEvent.click(await box(102));
    const { triage } = databases().intent;
    const put = triage.bulkPut.bind(triage);
    vi.spyOn(triage, 'bulkPut')
      .mockImplementationOnce(put)
      .mockRejectedValue(new Error('closed'));
    press('3');
    await screen.findByText(
      'S-a salvat decizia pentru 1 din 2 raportări. Restul NU s-au salvat.',
    );
    await within(await bar()).findByText('2 raportări selectate');
  });
});

describe('the counts by state', () => {
  const counts = () =>
    screen.findByRole('navigation', { name: 'Raportări după stare' });
  const words = async () =>
    within(await counts())
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  const become = (expected: string[]) =>
    waitFor(async () => expect(await words()).toEqual(expected));

  it('are those of the list, follow decisions, and lead to the threads', async () => {
    await cacheThreads('urgent', rowsOf(12));
    // Of the other list alone.
    await markThreads(['77:1'], { state: 'resolved', note: '' });
    await markThreads(['41:1', '41:12'], { state: 'resolved', note: '' });
    const page = open(LIST);
    await become(['Nouă 10', 'În lucru 0', 'Rezolvată 2', 'Alarmă falsă 0']);
    await markThreads(['41:2'], { state: 'falseAlarm', note: '' });
    await become(['Nouă 9', 'În lucru 0', 'Rezolvată 2', 'Alarmă falsă 1']);

    fireEvent.click(await screen.findByRole('link', { name: 'Rezolvată 2' }));
    await waitFor(() =>
      expect(page.address()).toBe('/answers?urgente=true&triage=resolved'),
    );
    await become(['Nouă 9', 'În lucru 0', 'Rezolvată 2', 'Alarmă falsă 1']);
    const current = await screen.findByRole('link', { name: 'Rezolvată 2' });
    expect(current.getAttribute('aria-current')).toBe('true');
    fireEvent.click(current);
    await waitFor(() => expect(page.address()).toBe(LIST));
  });

  it('are those of the county that is filtered for', async () => {
    await cacheThreads('urgent', rowsOf(12));
    await markThreads(['41:1', '41:3'], { state: 'inProgress', note: '' });
    open(`${LIST}&county=BH`);
    await become(['Nouă 3', 'În lucru 1', 'Rezolvată 0', 'Alarmă falsă 0']);
  });

  it('are not there under a filter that only the rows could answer', async () => {
    await cacheThreads('urgent', rowsOf(12));
    open(`${LIST}&phoneObserver=0700`);
    await screen.findByRole('button', { name: 'Selectează' });
    await row(101);
    expect(screen.queryByRole('navigation', { name: /stare/ })).toBeNull();
  });

  it('say of how many threads while the list is not whole', async () => {
    await cacheThreads('urgent', rowsOf(12), {
      total: 40,
      sweptAt: undefined,
    });
    open(LIST);
    await become(['Nouă 12', 'În lucru 0', 'Rezolvată 0', 'Alarmă falsă 0']);
    expect((await counts()).textContent).toContain('numărate din 12 din 40');
  });

  it('come after the rows, and read none of them', async () => {
    await cacheThreads('urgent', rowsOf(12));
    await markThreads(['41:1', '41:2'], { state: 'resolved', note: '' });
    sync.pullThreads.mockImplementation(never);
    const page = open(LIST);
    await row(101);
    expect(screen.queryByRole('button', { name: 'Selectează' })).toBeNull();
    page.unmount();

    sync.pullThreads.mockResolvedValue({ ok: true });
    const { traffic } = countDatabaseTraffic();
    const reads = (store: string) =>
      traffic().requests.filter((name) => name.startsWith(`${store}.`));
    open(LIST);
    await become(['Nouă 10', 'În lucru 0', 'Rezolvată 2', 'Alarmă falsă 0']);
    // What a press would open is read ahead: a detail, and its row in both lists.
    await waitFor(() => expect(reads('details')).toHaveLength(10));
    const [first, ...others] = reads('threads');
    expect(first).toBe('threads.getAll');
    // Neither waits for the other.
    expect(others.toSorted()).toEqual([
      ...Array.from({ length: 20 }, () => 'threads.get'),
      'threads.openKeyCursor',
    ]);
  });
});
