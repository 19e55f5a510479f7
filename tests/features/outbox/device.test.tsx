import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { markThreads } from '@/data/triage/triage-marks';
import type { IntentDatabase } from '@/db/intent';
import { databases } from '@/db/open';
import { OutboxPage } from '@/features/outbox/outbox-page';

import {
  aCounty,
  aForm,
  anObserverRow,
  aSection,
  aThreadRow,
} from '../../support/builders';
import { isDisabled } from '../../support/controls';
import { aCallRow, aPlanRow, aSavedView } from '../../support/local-work';
import { sync } from '../../support/fake-sync';
import { prepareScreen } from '../../support/screen';
import { opOf } from '../../support/ops';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([{ path: '*', element: <OutboxPage /> }]);

/** What the browser says of its storage. */
function browserWith(storage: Partial<StorageManager>) {
  vi.stubGlobal('navigator', { ...navigator, storage });
}

async function cachedTable() {
  const panel = await screen.findByRole('region', {
    name: 'Date salvate pe acest dispozitiv',
  });
  const table = await within(panel).findByRole('table');
  const [, ...rows] = within(table).getAllByRole('row');
  return rows.map((row) => [...row.children].map((cell) => cell.textContent));
}

describe('what is kept on this device', () => {
  it('is nothing at first, and says so', async () => {
    open();
    const rows = await cachedTable();
    expect(rows.map(([, count]) => count).join()).toBe(
      '0,0,0,0,0,0,0,0,0 din 7',
    );
    expect(new Set(rows.map(([, , asOf]) => asOf))).toEqual(
      new Set(['niciodată']),
    );
  });

  it('may be more than the server last told: something was added since', async () => {
    const { cache } = databases();
    for (const id of [1, 2]) {
      const phone = `070000000${id}`;
      await cache.observers.put(anObserverRow({ id, phone }));
    }
    const cursor = { resource: 'observers', triedAt: 1, asOf: 1, total: 1 };
    await cache.cursors.put(cursor);
    open();
    await waitFor(async () =>
      expect((await cachedTable())[3]?.slice(0, 2)).toEqual([
        'Observatori',
        '2',
      ]),
    );
  });

  it('is counted, with how much there is and how old it is', async () => {
    const { cache } = databases();
    const at = new Date(2026, 10, 21, 15, 4).getTime();
    await cache.threads.bulkPut([
      aThreadRow({ order: 1 }),
      aThreadRow({ order: 1, pollingStationId: 8 }),
      aThreadRow({ order: 1, list: 'urgent' }),
    ]);
    await cache.details.put({
      key: '41:7',
      observerId: 41,
      pollingStationId: 7,
      hash: '',
      changedAt: at,
      writtenAt: at,
    });
    await cache.observers.put(anObserverRow());
    await cache.forms.bulkPut([
      aForm(),
      aForm({ id: 13 }),
      aForm({ id: 14, draft: true }),
    ]);
    await cache.formBodies.put({ id: 12, version: 1, sections: [aSection()] });
    await cache.counties.put(aCounty());
    await cache.stations.put({ id: 1, number: 1, countyId: 1 });
    await cache.statistics.bulkPut(
      [1, 2].map((page) => ({
        name: `sesizari-judete:${page}:5`,
        values: [],
        total: 9,
      })),
    );
    const book = (resource: string, total?: number, asOf = at) => ({
      resource,
      triedAt: at,
      asOf,
      ...(total === undefined ? {} : { total }),
    });
    await cache.cursors.bulkPut([
      book('threads:urgent', 1),
      book('threads:all', 1500),
      book('observers', 850),
      book('forms:public'),
      book('counties'),
      book('statistics:sesizari-judete:1:5'),
    ]);
    const v = { count: 1, total: 1500, asOf: at };
    await cache.meta.put({ k: 'readable', v });
    open();
    await waitFor(async () =>
      expect(
        (await cachedTable()).map(([what, count]) => [what, count]),
      ).toEqual([
        ['Raportări urgente', '1'],
        ['Toate raportările', '2 din 1.500'],
        ['Detalii', '1 din 1.500'],
        ['Observatori', '1 din 850'],
        // Published ones and drafts alike.
        ['Formulare', '1 din 3'],
        ['Județe', '1'],
        ['Secții de vot', '1'],
        ['Notificări', '0'],
        ['Statistici', '1 din 7'],
      ]),
    );
    const stamps = (await cachedTable()).map(([, , asOf]) => asOf ?? '');
    expect(stamps[2]).toMatch(/15:04$/);
    expect(stamps[6]).toBe('niciodată');
  });
});

describe('what can be read without a connection', () => {
  const radio = (name: string) => screen.findByRole('radio', { name });
  const isChecked = (box: HTMLElement) =>
    box instanceof HTMLInputElement && box.checked;
  const stored = async () => (await databases().intent.meta.get('offline'))?.v;

  async function openWith(count: number, total: number) {
    await databases().cache.meta.put({
      k: 'readable',
      v: { count, total, asOf: 1 },
    });
    open();
    await screen.findByText(new RegExp(`^${count} din ${total} de raportări`));
  }

  it('is said with what is left and what that costs', async () => {
    await openWith(20, 50);
    const meter = await screen.findByRole('meter', {
      name: 'Ce se poate citi fără conexiune',
    });
    expect(meter.getAttribute('aria-valuenow')).toBe('20');
    expect(meter.getAttribute('aria-valuemax')).toBe('50');
    expect(screen.getByText(/aproximativ 9 kB de descărcat/)).toBeTruthy();
    await databases().cache.meta.put({
      k: 'readable',
      v: { count: 50, total: 50, asOf: 1 },
    });
    await screen.findByText(/^50 din 50/);
    expect(screen.queryByText(/de descărcat/)).toBeNull();
  });

  it('counts the pictures of urgent reports, and what they take', async () => {
    const v = { count: 120, total: 140, bytes: 36e6 };
    await databases().cache.meta.put({ k: 'pictures', v });
    await openWith(50, 50);
    expect(
      await screen.findByText(
        '120 din 140 de poze ale raportărilor urgente, 36 MB.',
      ),
    ).toBeTruthy();
  });

  it('is not counted yet, and says so', async () => {
    open();
    expect(await screen.findByText('Se numără raportările...')).toBeTruthy();
  });

  it('is more or less, as a person chooses', async () => {
    await openWith(20, 50);
    expect(isChecked(await radio('Obișnuit'))).toBe(true);
    const all = await radio('Tot');
    fireEvent.click(all);
    // At once, not when it is stored.
    expect(isChecked(all)).toBe(true);
    await waitFor(() => expect(sync.freshen).toHaveBeenCalledTimes(1));
    expect(await stored()).toEqual({ choice: 'all' });
    // Another tab has changed it since.
    await databases().intent.meta.put({
      k: 'offline',
      v: { choice: 'urgent' },
    });
    const urgent = await radio('Doar raportările urgente');
    await waitFor(() => expect(isChecked(urgent)).toBe(true));
  });

  it('can be paused, and goes on', async () => {
    await openWith(20, 50);
    fireEvent.click(
      screen.getByRole('button', { name: 'Întrerupe descărcarea' }),
    );
    expect(
      await screen.findByText(/Descărcarea este întreruptă\./),
    ).toBeTruthy();
    await waitFor(async () =>
      expect(await stored()).toEqual({ choice: 'usual', paused: 'byPerson' }),
    );
    fireEvent.click(
      screen.getByRole('button', { name: 'Continuă descărcarea' }),
    );
    await waitFor(async () =>
      expect(await stored()).toEqual({ choice: 'usual' }),
    );
    expect(sync.freshen).toHaveBeenCalledTimes(2);
  });

  it('says that the device had no room', async () => {
    await databases().intent.meta.put({
      k: 'offline',
      v: { choice: 'usual', paused: 'deviceFull' },
    });
    await openWith(20, 50);
    expect(await screen.findByText(/nu mai are loc/)).toBeTruthy();
  });

  it('is not promised when the device cannot store the wish', async () => {
    await openWith(20, 50);
    databases().intent.meta.hook('creating', () => {
      throw new Error('full');
    });
    fireEvent.click(await radio('Tot'));
    expect(await screen.findByText(/^NU s-a salvat/)).toBeTruthy();
    const usual = await radio('Obișnuit');
    await waitFor(() => expect(isChecked(usual)).toBe(true));
  });
});

describe('the space used', () => {
  it('is an estimate of the browser, and said to be', async () => {
    browserWith({
      estimate: async () => ({ usage: 148e6, quota: 2.1e9 }),
      persisted: async () => false,
    });
    open();
    expect(
      await screen.findByText('148 MB din 2,1 GB, estimat de browser'),
    ).toBeTruthy();
    expect(screen.getByText(/Browserul poate șterge datele/)).toBeTruthy();
    expect(
      screen.getByText(/telefoanele sunt salvate aici necriptat/),
    ).toBeTruthy();
  });

  it('is unknown where the browser does not say', async () => {
    browserWith({});
    open();
    expect(
      await screen.findByText('Browserul nu spune cât spațiu este folosit.'),
    ).toBeTruthy();
  });

  it('is unknown where the browser throws', async () => {
    browserWith({ estimate: () => Promise.reject(new TypeError('no')) });
    open();
    expect(
      await screen.findByText('Browserul nu spune cât spațiu este folosit.'),
    ).toBeTruthy();
  });

  it('is asked to be kept on a click only', async () => {
    let granted = false;
    const persist = vi.fn(async () => {
      granted = true;
      return true;
    });
    browserWith({ persist, persisted: async () => granted });
    open();
    const ask = await screen.findByRole('button', {
      name: 'Cere păstrarea datelor',
    });
    expect(persist).not.toHaveBeenCalled();
    fireEvent.click(ask);
    expect(await screen.findByText('Browserul păstrează datele.')).toBeTruthy();
    expect(
      await screen.findByText('Browserul a promis să nu șteargă datele.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /păstrarea datelor/ })).toBe(
      null,
    );
  });

  it('that is not granted is said not to be', async () => {
    browserWith({ persist: async () => false });
    open();
    fireEvent.click(
      await screen.findByRole('button', { name: 'Cere păstrarea datelor' }),
    );
    expect(
      await screen.findByText(/^Browserul nu a promis că păstrează datele/),
    ).toBeTruthy();
  });
});

describe('the queue', () => {
  it('is saved to a file without secrets', async () => {
    const { seq: _, ...op } = opOf('observer.create');
    await databases().intent.outbox.add(op);
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved = blob;
      return 'blob:queue';
    });
    open();
    const save = await screen.findByRole('button', { name: /^Salvează coada/ });
    await waitFor(() => expect(isDisabled(save)).toBe(false));
    fireEvent.click(save);
    await waitFor(() => expect(saved).toBeDefined());
    const text = (await saved?.text()) ?? '';
    expect(text).toContain('Corina Stancuta');
    expect(text).not.toContain('"pin"');
    expect(await screen.findByText(/^Fișierul este salvat\. O/)).toBeTruthy();
  });

  it('is saved when only decisions about reports are on this device, which it says', async () => {
    const mark = { state: 'resolved', note: 'Sunat la secție' } as const;
    await markThreads(['41:7', '42:7', '43:7'], mark);
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved = blob;
      return 'blob:queue';
    });
    open();
    await screen.findByText(
      '3 decizii despre raportări, numai pe acest dispozitiv.',
    );
    fireEvent.click(screen.getByRole('button', { name: /^Salvează coada/ }));
    await waitFor(() => expect(saved).toBeDefined());
    expect(await saved?.text()).toContain('Sunat la secție');
  });

  it('is saved when only calls, the plan or views are on this device, which it says', async () => {
    const { calls, plan, views } = databases().intent;
    await calls.bulkPut([aCallRow(), aCallRow({ observerId: 42 })]);
    await plan.put(aPlanRow({ fileName: 'sâmbătă.csv' }));
    await views.bulkPut([
      aSavedView(),
      aSavedView({ id: 'v-2', name: 'Alba' }),
      aSavedView({ id: 'v-3', isDeleted: true }),
    ]);
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved = blob;
      return 'blob:queue';
    });
    open();
    await screen.findByText(
      'Apeluri către 2 observatori, numai pe acest dispozitiv.',
    );
    screen.getByText('Planul observatorilor, numai pe acest dispozitiv.');
    screen.getByText('2 vizualizări salvate, numai pe acest dispozitiv.');
    screen.getByText(
      'Se salvează în același fișier cu modificările netrimise.',
    );
    expect(screen.queryByText(/decizii despre/)).toBe(null);
    fireEvent.click(screen.getByRole('button', { name: /^Salvează coada/ }));
    await waitFor(() => expect(saved).toBeDefined());
    const text = (await saved?.text()) ?? '';
    expect(JSON.parse(text)).toMatchObject({
      version: 4,
      calls: [{ observerId: 41 }, { observerId: 42 }],
      plan: [{ fileName: 'sâmbătă.csv' }],
      views: [{ id: 'v-1' }, { id: 'v-2' }, { id: 'v-3', isDeleted: true }],
    });
  });

  it.each([
    ['calls', (intent: IntentDatabase) => intent.calls.put(aCallRow())],
    ['the plan', (intent: IntentDatabase) => intent.plan.put(aPlanRow())],
    ['a view', (intent: IntentDatabase) => intent.views.put(aSavedView())],
  ])('is worth saving for %s alone', async (_what, put) => {
    await put(databases().intent);
    open();
    await screen.findByText(/^(Apeluri|Planul|O vizualizare).*numai pe acest/);
    const save = screen.getByRole('button', { name: /^Salvează coada/ });
    expect(isDisabled(save)).toBe(false);
  });

  it('is not saved while there is none', async () => {
    const create = vi.spyOn(URL, 'createObjectURL');
    open();
    await screen.findByText('Totul este trimis');
    const save = screen.getByRole('button', { name: /^Salvează coada/ });
    expect(isDisabled(save)).toBe(true);
    fireEvent.click(save);
    expect(create).not.toHaveBeenCalled();
  });
});
