import 'fake-indexeddb/auto';

import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { pauseWrites, resumeWrites } from '@/data/device/writes';
import { endTokenAtServer } from '@/data/offers';
import { databases } from '@/db/open';
import { CountiesPage } from '@/features/polling-stations/counties-page';
import { CountyEditPage } from '@/features/polling-stations/county-edit-page';
import { CountyPage } from '@/features/polling-stations/county-page';
import { selectCounties } from '@/features/polling-stations/select-counties';

import { aCounty } from '../../support/builders';
import { pressWhenAble } from '../../support/controls';
import { answerWith, failWith, sync } from '../../support/fake-sync';
import { prepareScreen, signInAs } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const routes = [
  { path: '/polling-stations', element: <CountiesPage /> },
  { path: '/polling-stations/nou', element: <CountyEditPage /> },
  { path: '/polling-stations/:countyId', element: <CountyPage /> },
  { path: '/polling-stations/:countyId/edit', element: <CountyEditPage /> },
];
const { open } = prepareScreen(routes);

const counties = [
  aCounty(),
  aCounty({
    id: 2,
    code: 'BN',
    name: 'Bistrița-Năsăud',
    order: 2,
    numberOfPollingStations: 316,
  }),
  aCounty({ id: 3, code: 'D', name: 'Diaspora', order: 3, diaspora: true }),
];

async function cacheCounties(): Promise<void> {
  const { cache } = databases();
  await cache.counties.bulkPut(counties);
  await cache.cursors.put({
    resource: 'counties',
    triedAt: 1,
    asOf: Date.now(),
  });
}

async function rowNames(): Promise<(string | undefined)[]> {
  const rows = await screen.findAllByRole('rowheader');
  return rows.map((row) => row.textContent ?? undefined);
}

it('lists the counties with code, stations and diaspora', async () => {
  await cacheCounties();
  open('/polling-stations');
  expect(await rowNames()).toEqual(['Alba', 'Bistrița-Năsăud', 'Diaspora']);
  const [, alba] = screen.getAllByRole('row');
  expect(alba?.textContent).toContain('AB');
  expect(alba?.textContent).toContain('411');
});

it('finds counties by name or code, whatever case and diacritics', async () => {
  await cacheCounties();
  open('/polling-stations');
  fireEvent.change(await screen.findByLabelText('Nume sau cod'), {
    target: { value: 'bistrita' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Filtrează' }));
  await waitFor(async () =>
    expect(await rowNames()).toEqual(['Bistrița-Năsăud']),
  );
  expect(location.search).toBe('?text=bistrita');
  expect(
    selectCounties(counties, { text: 'd', sort: undefined }, 'ro'),
  ).toHaveLength(2);
});

it('goes to the filter by /', async () => {
  await cacheCounties();
  open('/polling-stations');
  const field = await screen.findByLabelText('Nume sau cod');
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(field);
});

it('says that no county fits, and offers to clear the filter', async () => {
  await cacheCounties();
  open('/polling-stations?text=zzz');
  expect(await screen.findByText('Nicio secție de vot')).toBeTruthy();
  const clear = screen.getAllByRole('button', { name: 'Resetează filtrul' });
  fireEvent.click(clear.at(-1) ?? clear[0] ?? document.body);
  expect(await rowNames()).toHaveLength(3);
});

it('never says "none" when nothing could be loaded', async () => {
  sync.pullCounties.mockImplementation(failWith({ kind: 'offline' }));
  open('/polling-stations');
  expect(
    await screen.findByText('Județele nu au putut fi încărcate'),
  ).toBeTruthy();
  expect(screen.queryByText('Nicio secție de vot')).toBeNull();
});

it('leads an organizer to the import where the server offers it', async () => {
  sync.readExtensions.mockImplementation(answerWith(['places']));
  open('/polling-stations');
  const link = await screen.findByRole('link', { name: 'Importă județe' });
  expect(link.getAttribute('href')).toBe('/polling-stations/import');
  // What a server offers is forgotten with its session.
  await act(() => endTokenAtServer('a.b.c', ''));
  expect(screen.queryByRole('link', { name: 'Importă județe' })).toBe(null);
});

describe('why the import cannot be used', () => {
  async function reason() {
    const name = 'Importă județe';
    const button = await screen.findByRole('button', { name });
    const id = button.getAttribute('aria-describedby') ?? '';
    return document.getElementById(id)?.textContent;
  }

  it('is the connection, without which nobody knows what the server offers', async () => {
    const offline = { state: 'offline', since: 1 } as const;
    await databases().cache.meta.put({ k: 'connection', v: offline });
    await cacheCounties();
    open('/polling-stations');
    await rowNames();
    await waitFor(async () =>
      expect(await reason()).toBe('Ai nevoie de conexiune cu serverul.'),
    );
  });

  it('is the role of an account that may not', async () => {
    signInAs(false);
    await cacheCounties();
    open('/polling-stations');
    await rowNames();
    expect(await reason()).toBe('Doar organizatorii pot face asta.');
  });
});

it('import, export and delete are visible, disabled, with their reasons', async () => {
  await cacheCounties();
  open('/polling-stations');
  await rowNames();
  for (const name of ['Importă județe', 'Exportă județe', 'Șterge Alba']) {
    const button = screen.getByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-describedby')).toBeTruthy();
  }
});

describe('an NGO admin', () => {
  const canEdit = async () => {
    signInAs(false);
    await cacheCounties();
    open('/polling-stations');
    await rowNames();
    return screen.queryByRole('link', { name: 'Modifică Alba' }) !== null;
  };

  it('changes a county where the server lets each admin', async () => {
    expect(await canEdit()).toBe(true);
  });

  it('is told why not where it lets organizers alone', async () => {
    sync.readExtensions.mockImplementation(answerWith(['places']));
    await databases().cache.meta.put({ k: 'offers', v: ['places'] });
    await waitFor(async () => expect(await canEdit()).toBe(false));
    const edit = screen.getByRole('button', { name: 'Modifică Alba' });
    expect(edit.getAttribute('aria-disabled')).toBe('true');
    cleanup();
    open('/polling-stations/1/edit');
    const save = await screen.findByRole('button', { name: 'Salvează' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
  });
});

it('keeps an edited county on the device and shows it as waiting', async () => {
  await cacheCounties();
  open('/polling-stations/1/edit');
  fireEvent.change(await screen.findByLabelText(/Județ/), {
    target: { value: '  Alba   de Sus ' },
  });
  const save = screen.getByRole('button', { name: 'Salvează' });
  await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false));
  fireEvent.click(save);
  const row = await screen.findByRole('rowheader', { name: /Alba de Sus/ });
  expect(within(row).getByText('în așteptare')).toBeTruthy();
  expect((await databases().intent.outbox.toArray())[0]).toMatchObject({
    kind: 'county.update',
    args: { id: 1, patch: { name: 'Alba de Sus' } },
  });
});

it('names the field that is missing, too long or taken', async () => {
  await cacheCounties();
  open('/polling-stations/nou');
  const name = await screen.findByLabelText(/Județ/);
  fireEvent.change(name, { target: { value: '   ' } });
  fireEvent.blur(name);
  expect(
    await screen.findByText(/Județ/, {
      selector: '[class*=error] *, [class*=error]',
    }),
  ).toBeTruthy();
  const code = screen.getByLabelText(/Cod/);
  fireEvent.change(code, { target: { value: 'AB' } });
  fireEvent.blur(code);
  expect(await screen.findByText('Alt județ are deja acest cod.')).toBeTruthy();
  fireEvent.change(code, { target: { value: 'X'.repeat(21) } });
  expect(
    await screen.findByText('Cod: cel mult 20 de caractere.'),
  ).toBeTruthy();
});

describe('a new county', () => {
  async function fill(name: string, code: string) {
    fireEvent.change(await screen.findByLabelText(/Județ/), {
      target: { value: name },
    });
    fireEvent.change(screen.getByLabelText(/Cod/), { target: { value: code } });
    const save = screen.getByRole('button', { name: 'Salvează' });
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false));
    fireEvent.click(save);
  }
  const inputs = async () => {
    const ops = await databases().intent.outbox.toArray();
    return ops.map((op) => ('input' in op.args ? op.args.input : op.args));
  };

  it('has its code stored in capitals, without blanks around it', async () => {
    await cacheCounties();
    open('/polling-stations/nou');
    await fill('Zed', '  zz ');
    await screen.findByRole('rowheader', { name: /Zed/ });
    expect(await inputs()).toMatchObject([{ name: 'Zed', code: 'ZZ' }]);
  });

  it.each(['Bistrita Nasaud', 'județul Bistrița – Năsăud'])(
    'with a name that exists, %s, is asked about before it is stored',
    async (name) => {
      await cacheCounties();
      open('/polling-stations/nou');
      await fill(name, 'ZZ');
      const dialog = await screen.findByRole('alertdialog');
      within(dialog).getByText(/^BN – Bistrița-Năsăud există deja/);
      expect(await inputs()).toEqual([]);
      fireEvent.click(within(dialog).getByRole('button', { name: 'Renunță' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null));
      expect(await inputs()).toEqual([]);

      fireEvent.click(screen.getByRole('button', { name: 'Salvează' }));
      const again = await screen.findByRole('alertdialog');
      pauseWrites();
      fireEvent.click(within(again).getByRole('button', { name: 'Salvează' }));
      await within(again).findByText(/NU s-a salvat/);
      resumeWrites();
      fireEvent.click(within(again).getByRole('button', { name: 'Salvează' }));
      await screen.findByRole('rowheader', { name: new RegExp(name) });
      expect(await inputs()).toMatchObject([{ name, code: 'ZZ' }]);
    },
  );

  it('one that exists keeps how its code is written', async () => {
    await cacheCounties();
    await databases().cache.counties.put(aCounty({ id: 7, code: 'al' }));
    open('/polling-stations/7/edit');
    await fill('Alba de Jos', 'al');
    await screen.findByRole('rowheader', { name: /Alba de Jos/ });
    const [op] = await databases().intent.outbox.toArray();
    expect(op?.args).toMatchObject({ patch: { name: 'Alba de Jos' } });
    expect(JSON.stringify(op?.args)).not.toContain('"code":"AL"');
  });
});

describe('the province of a new county', () => {
  async function fill() {
    fireEvent.change(await screen.findByLabelText(/Județ/), {
      target: { value: 'Zed' },
    });
    fireEvent.change(screen.getByLabelText(/Cod/), {
      target: { value: 'ZZ' },
    });
  }
  const save = () => screen.getByRole('button', { name: 'Salvează' });

  it('is asked for where the server has provinces', async () => {
    await cacheCounties();
    const { cache, intent } = databases();
    await cache.counties.put(aCounty({ provinceCode: 'TR' }));
    const provinces = [
      { id: 2, code: 'TR', name: 'Transilvania', order: 2 },
      { id: 1, code: 'BA', name: 'Banat', order: 1 },
    ];
    await cache.meta.put({ k: 'provinces', v: provinces });
    open('/polling-stations/nou');
    await fill();
    const field = screen.getByLabelText<HTMLSelectElement>(/Provincie/);
    expect([...field.options].map(({ text }) => text)).toEqual([
      'Alege provincia',
      'Banat',
      'Transilvania',
    ]);
    fireEvent.blur(field);
    await screen.findByText(/Provincie/, {
      selector: '[class*=error] *, [class*=error]',
    });
    expect(save().hasAttribute('disabled')).toBe(true);
    fireEvent.change(field, { target: { value: 'BA' } });
    await waitFor(() => expect(save().hasAttribute('disabled')).toBe(false));
    fireEvent.click(save());
    await screen.findByRole('rowheader', { name: /Zed/ });
    expect((await intent.outbox.toArray())[0]?.args).toMatchObject({
      input: { code: 'ZZ', provinceCode: 'BA' },
    });
  });

  it('is chosen among those of the cached counties while there is no other list', async () => {
    await cacheCounties();
    const { cache } = databases();
    await cache.counties.put(aCounty({ provinceCode: 'TR' }));
    await cache.counties.put(aCounty({ id: 2, provinceCode: '' }));
    open('/polling-stations/nou');
    const field = await screen.findByLabelText<HTMLSelectElement>(/Provincie/);
    expect([...field.options].map(({ value }) => value)).toEqual(['', 'TR']);
  });

  it('is not asked for where the server has none, nor of a county that is there', async () => {
    await cacheCounties();
    open('/polling-stations/nou');
    await fill();
    expect(screen.queryByLabelText(/Provincie/)).toBeNull();
    await waitFor(() => expect(save().hasAttribute('disabled')).toBe(false));
    cleanup();
    await databases().cache.counties.put(aCounty({ provinceCode: 'TR' }));
    open('/polling-stations/1/edit');
    await screen.findByLabelText(/Județ/);
    expect(screen.queryByLabelText(/Provincie/)).toBeNull();
  });
});

it('tells an NGO admin why they cannot add a county', async () => {
  await cacheCounties();
  signInAs(false);
  open('/polling-stations/nou');
  const save = await screen.findByRole('button', { name: 'Salvează' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
});

it('shows the stations of a county in their order', async () => {
  await cacheCounties();
  const { cache } = databases();
  await cache.stations.bulkPut([
    { id: 9, number: 2, address: 'Școala nr. 3', countyId: 1 },
    { id: 8, number: 1, countyId: 1 },
    { id: 7, number: 1, address: 'Altundeva', countyId: 2 },
  ]);
  await cache.cursors.put({
    resource: 'stations:1',
    triedAt: 1,
    asOf: Date.now(),
  });
  open('/polling-stations/1');
  expect(await rowNames()).toEqual(['1', '2']);
  expect(screen.getByText('Școala nr. 3')).toBeTruthy();
  expect(screen.getByText('Nespecificat')).toBeTruthy();
});

it('says how many stations are here while their pages shift', async () => {
  await cacheCounties();
  const cursor = { resource: 'stations:1', triedAt: 1, asOf: Date.now() };
  await databases().cache.cursors.put({ ...cursor, total: 411, seen: 0 });
  open('/polling-stations/1');
  await screen.findByText('0 din 411');
  expect(screen.queryByText('Nicio secție de vot')).toBeNull();
});

it('says that there is no such county', async () => {
  await cacheCounties();
  open('/polling-stations/99');
  expect(await screen.findByText('Nu există județul 99')).toBeTruthy();
});

it.each(['/polling-stations/1', '/polling-stations/1/edit'])(
  'does not say at %s that there is no such county while none was loaded',
  async (at) => {
    sync.pullCounties.mockImplementation(failWith({ kind: 'offline' }));
    open(at);
    await screen.findByText('Județele nu au putut fi încărcate');
    expect(screen.queryByText('Nu există județul 1')).toBe(null);
    let stored: Promise<void> | undefined;
    sync.pullCounties.mockImplementation(async () => {
      stored ??= cacheCounties();
      await stored;
      return { ok: true };
    });
    await pressWhenAble('Încearcă din nou');
    await waitFor(() =>
      expect(screen.queryByText('Județele nu au putut fi încărcate')).toBe(
        null,
      ),
    );
    expect(screen.queryByText('Nu există județul 1')).toBe(null);
    // The databases close with the test: what is still being stored would fail.
    await stored;
  },
);

it('shows markup in names as text', async () => {
  const name = '<img src=x onerror=alert(1)>';
  await cacheCounties();
  await databases().cache.counties.put(aCounty({ name }));
  open('/polling-stations');
  expect((await rowNames())[0]).toBe(name);
  expect(document.querySelector('img')).toBe(null);
});
