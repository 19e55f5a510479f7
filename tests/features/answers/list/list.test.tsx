import 'fake-indexeddb/auto';

import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { getI18n } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { updateObserver } from '@/data/observers/change-observers';
import { databases } from '@/db/open';

import {
  anObserver,
  aSection,
  aThreadRow,
  chosen,
} from '../../../support/builders';
import { pressWhenAble } from '../../../support/controls';
import { failPulls, never, sync } from '../../../support/fake-sync';
import { prepareScreen, signInAs } from '../../../support/screen';
import { speak } from '../../../support/texts';
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

beforeEach(async () => {
  await cacheBasics();
});
afterEach(() => {
  vi.useRealTimers();
});

/** 12 threads, the newest first, one minute apart. */
function twelve() {
  return Array.from({ length: 12 }, (_, at) =>
    aThreadRow({
      key: `41:${at + 1}`,
      pollingStationId: at + 1,
      pollingStationName: `Alba Sebeș ${100 + at}`,
      lastModified: Date.now() - (at + 1) * MINUTE,
    }),
  );
}

const links = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.dataset['thread'] !== undefined);
const numbers = () =>
  links().map((link) => /\d{3}/.exec(link.textContent ?? '')?.[0]);

async function rowsShown(count: number) {
  await waitFor(() => expect(links()).toHaveLength(count));
}

describe('the six truthful states', () => {
  it('not loaded yet: neither rows nor "none"', async () => {
    sync.pullThreads.mockImplementation(never);
    open('/answers?urgente=true');
    await screen.findByRole('progressbar', { name: 'Se încarcă...' });
    expect(screen.queryByText(/Nicio raportare/)).toBeNull();
    expect(screen.queryByText(/actualizat la/)).toBeNull();
  });

  it('none: only because the server said so, and when', async () => {
    await cacheThreads('urgent', []);
    open('/answers?urgente=true');
    await screen.findByText('Nicio raportare urgentă');
    expect(screen.getByText(/Serverul a răspuns la \d\d:\d\d\./)).toBeDefined();
  });

  it('here, as of hh:mm, with station, observer and age', async () => {
    // An age goes by the minutes of the clock, which may turn while the page opens.
    vi.useFakeTimers({ toFake: ['Date'] });
    await cacheThreads('urgent', twelve().slice(0, 2));
    open('/answers?urgente=true');
    await rowsShown(2);
    const text = links()[0]?.textContent ?? '';
    expect(text).toContain('Secția: Alba Sebeș 100');
    expect(text).toContain('Maria Ionel');
    expect(text).toContain('1 min');
    expect(screen.getByText(/^actualizat la \d\d:\d\d$/)).toBeDefined();
  });

  it('here, older: the rows stay, with since when, why, and Retry', async () => {
    await cacheThreads('urgent', twelve().slice(0, 2));
    const { cursors } = databases().cache;
    await cursors.update('threads:urgent', { failure: { kind: 'offline' } });
    failPulls({ kind: 'offline' });
    open('/answers?urgente=true');
    await screen.findByText(
      /Neactualizat din \d\d:\d\d\. Nu există conexiune cu serverul\./,
    );
    expect(links()).toHaveLength(2);
    sync.pullThreads.mockClear();
    await pressWhenAble('Încearcă din nou');
    expect(sync.pullThreads).toHaveBeenCalledWith('urgent');
  });

  it('partly here: n of m', async () => {
    await cacheThreads('urgent', twelve().slice(0, 2), { total: 1284 });
    await databases().cache.cursors.put({
      resource: 'threads:urgent',
      triedAt: Date.now(),
      asOf: Date.now(),
      total: 1284,
    });
    open('/answers?urgente=true');
    await screen.findByText('Listă incompletă: 2 din 1.284');
  });

  it('torn: n of m after a whole list too, and never up to date', async () => {
    const { cursors } = databases().cache;
    await cacheThreads('urgent', twelve().slice(0, 2));
    await cursors.update('threads:urgent', { total: 3, seen: 2 });
    open('/answers?urgente=true');
    await screen.findByText('2 din 3 salvate');
    await screen.findByText('Listă incompletă: 2 din 3');
    expect(screen.queryByText(/^actualizat la/)).toBeNull();
    await cursors.update('threads:urgent', { seen: undefined });
    await screen.findByText(/^actualizat la/);
  });

  it('failed, nothing kept: the reason with the server’s own words, and Retry', async () => {
    failPulls({ kind: 'server', status: 500, detail: '<b>disc plin</b>' });
    open('/answers?urgente=true');
    await screen.findByText('Raportările nu au putut fi încărcate');
    expect(
      screen.getByText(
        'Serverul a avut o eroare. Serverul a răspuns: „<b>disc plin</b>”',
      ),
    ).toBeDefined();
    expect(screen.queryByText(/Nicio raportare/)).toBeNull();
    expect(
      screen.getByRole('button', { name: 'Încearcă din nou' }),
    ).toBeDefined();
  });

  it('without a worker, what is kept stays readable and the reason is said', async () => {
    await cacheThreads('urgent', twelve().slice(0, 2));
    failPulls({ kind: 'noWorker' });
    open('/answers?urgente=true');
    await screen.findByText(/Sincronizarea nu a putut porni/);
    expect(links()).toHaveLength(2);
    expect(screen.queryByText(/nu au putut fi încărcate/)).toBeNull();
  });
});

describe('filters', () => {
  it('live in the URL, keep the open thread and begin at the first page', async () => {
    await cacheThreads('urgent', twelve());
    const page = open('/urgents/details/41/1?page=2');
    const form = await screen.findByRole('form', {
      name: 'Filtrează răspunsurile',
    });
    await within(form).findByRole('option', { name: 'Alba' });
    fireEvent.change(within(form).getByLabelText('Județ'), {
      target: { value: 'AB' },
    });
    fireEvent.change(within(form).getByLabelText('Nr. secție'), {
      target: { value: '142' },
    });
    fireEvent.submit(form);
    await waitFor(() =>
      expect(page.address()).toBe(
        '/urgents/details/41/1?county=AB&pollingStationNumber=142',
      ),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Resetează filtrul' }));
    await waitFor(() => expect(page.address()).toBe('/urgents/details/41/1'));
  });

  it('what is typed and not applied yet outlives the opening of a thread', async () => {
    await cacheThreads('urgent', twelve());
    const page = open('/answers?urgente=true');
    await rowsShown(10);
    fireEvent.change(screen.getByLabelText('Nr. secție'), {
      target: { value: '142' },
    });
    const [first] = links();
    if (first) fireEvent.click(first);
    await waitFor(() => expect(page.address()).toBe('/urgents/details/41/1'));
    expect(screen.getByLabelText('Nr. secție')).toHaveProperty('value', '142');
  });

  it('a wrong field is named and nothing is applied', async () => {
    await cacheThreads('urgent', twelve());
    const page = open('/answers?urgente=true');
    fireEvent.change(screen.getByLabelText('De la'), {
      target: { value: 'ieri' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Filtrează' }));
    const alert = screen.getByText(/^De la: scrie data și ora ca/);
    expect(alert.parentElement?.id).toBe(
      screen.getByLabelText('De la').getAttribute('aria-describedby'),
    );
    expect(screen.getByLabelText('De la').getAttribute('aria-invalid')).toBe(
      'true',
    );
    expect(page.address()).toBe('/answers?urgente=true');
  });

  it('says from how many kept threads, where the server was not asked', async () => {
    await cacheThreads('urgent', twelve());
    const from = new Date(Date.now() - 3.5 * MINUTE);
    const pad = (n: number) => String(n).padStart(2, '0');
    const text = `${from.getFullYear()}-${pad(from.getMonth() + 1)}-${pad(from.getDate())} ${pad(from.getHours())}:${pad(from.getMinutes())}`;
    open(`/answers?urgente=true&from=${encodeURIComponent(text)}`);
    await screen.findByText('Din 12 raportări salvate pe acest dispozitiv');
    expect(links().length).toBeGreaterThanOrEqual(3);
    expect(links().length).toBeLessThan(6);
    expect(sync.pullThreadView).not.toHaveBeenCalled();
  });

  it('none among the kept ones is not "none", and each filter can be cleared', async () => {
    await cacheThreads('urgent', twelve());
    failPulls({ kind: 'offline' });
    const page = open(
      '/answers?urgente=true&county=AB&pollingStationNumber=999',
    );
    await screen.findByText(
      'Nimic găsit pe acest dispozitiv pentru Alba, secția 999',
    );
    expect(
      screen.getByText(/Nu s-a găsit în cele 12 raportări salvate/),
    ).toBeDefined();
    expect(screen.queryByText(/Nicio raportare/)).toBeNull();
    expect(
      screen.getByText(/Serverul încă nu a răspuns la această întrebare/),
    ).toBeDefined();
    expect(screen.queryByText(/Serverul a răspuns la/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Fără secție' }));
    await waitFor(() =>
      expect(page.address()).toBe('/answers?urgente=true&county=AB'),
    );
  });

  it('no answer of the server is awaited for a filter that it does not have', async () => {
    await cacheThreads('urgent', twelve());
    open('/answers?urgente=true&observer=nimeni');
    await screen.findByText(/Nu s-a găsit în cele 12 raportări salvate/);
    expect(screen.queryByText(/Serverul încă nu/)).toBeNull();
  });

  it('none for a filter that the server answered names it and the whole', async () => {
    await cacheThreads('urgent', twelve());
    const query = ['AB', null, null, 1, 10];
    const view = `view:urgent:${JSON.stringify(query)}`;
    const now = Date.now();
    await databases().cache.views.put({ view, keys: [], total: 0, asOf: now });
    await databases().cache.cursors.put({
      resource: view,
      triedAt: now,
      asOf: now,
    });
    open('/answers?urgente=true&county=AB');
    await screen.findByText('Nicio raportare urgentă pentru Alba');
    expect(
      screen.getByText(/Fără filtru sunt 12 raportări urgente\./),
    ).toBeDefined();
  });
});

describe('pages', () => {
  it('ten threads a page, the page in the URL', async () => {
    await cacheThreads('urgent', twelve());
    const page = open('/answers?urgente=true');
    await rowsShown(10);
    expect(screen.getByText('Afișate 1–10 din 12')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Pagina 2' }));
    await rowsShown(2);
    expect(page.address()).toBe('/answers?urgente=true&page=2');
  });

  it('an option of an older view that is not flagged any more has its words', async () => {
    const section = aSection();
    const questions = section.questions.map((question) => ({
      ...question,
      options: question.options.map((option) => ({
        ...option,
        flagged: false,
      })),
    }));
    const body = { id: 12, version: 1, sections: [{ ...section, questions }] };
    await databases().cache.formBodies.put(body);
    open('/answers?flagged=902');
    const field =
      await screen.findByLabelText<HTMLSelectElement>('Răspuns semnalat');
    await waitFor(() =>
      expect(field.selectedOptions[0]?.textContent).toMatch(/: Nu$/),
    );
  });

  it('an option of an older view is called gone once all forms were read', async () => {
    await cacheThreads('all', twelve());
    open('/answers?flagged=999');
    const field =
      await screen.findByLabelText<HTMLSelectElement>('Răspuns semnalat');
    const chosenWords = () => field.selectedOptions[0]?.textContent;
    // Form B is not cached: the option may be one of its own.
    await waitFor(() => expect(chosenWords()).toBe('opțiunea 999'));
    await databases().cache.formBodies.put({
      id: 13,
      version: 1,
      sections: [],
    });
    const gone = 'opțiunea 999, care nu mai este în formularele publice';
    await waitFor(() => expect(chosenWords()).toBe(gone));
    await screen.findByText(new RegExp(`Răspuns semnalat.*${gone}`));
  });

  it('a page that is no more becomes the last one', async () => {
    await cacheThreads('urgent', twelve());
    const page = open('/answers?urgente=true&page=99');
    await waitFor(() =>
      expect(page.address()).toBe('/answers?urgente=true&page=2'),
    );
  });
});

describe('nothing jumps', () => {
  it('news waits in a pill that counts it, and shows it when pressed', async () => {
    const rows = twelve().slice(0, 3);
    await cacheThreads('urgent', rows);
    open('/answers?urgente=true');
    await rowsShown(3);
    expect(numbers()).toEqual(['100', '101', '102']);
    // The reader is at the rows: from now on they stay.
    act(() => links()[0]?.focus());
    const later = Date.now();
    await databases().cache.threads.bulkPut([
      aThreadRow({
        list: 'urgent',
        key: '41:50',
        pollingStationId: 50,
        pollingStationName: 'Alba Sebeș 200',
        lastModified: later + 1,
      }),
      {
        ...aThreadRow(rows[2]),
        list: 'urgent',
        order: later,
        lastModified: later,
      },
    ]);
    const pill = await screen.findByRole('button', { name: /Arată-le sus/ });
    expect(pill.textContent).toBe('1 nouă1 modificatăArată-le sus');
    expect(numbers()).toEqual(['100', '101', '102']);
    fireEvent.click(pill);
    await waitFor(() =>
      expect(numbers()).toEqual(['200', '102', '100', '101']),
    );
    expect(screen.queryByRole('button', { name: /Arată-le sus/ })).toBeNull();
  });

  it('the values of shown rows follow at once: an unsent change with its mark', async () => {
    await cacheThreads('urgent', twelve().slice(0, 2));
    open('/answers?urgente=true');
    await rowsShown(2);
    await act(async () => {
      await updateObserver(anObserver(), {
        name: 'Maria Ionescu',
        phone: '0700000041',
      });
    });
    await waitFor(() => {
      const text = links()[0]?.textContent ?? '';
      expect(text).toContain('Maria Ionescu');
      expect(text).toContain('în așteptare');
    });
    expect(screen.queryByRole('button', { name: /Arată-le sus/ })).toBeNull();
  });
});

describe('marks', () => {
  it('flags, notes and completeness have words beside their pictures', async () => {
    await cacheThreads('urgent', [aThreadRow({ lastModified: Date.now() })]);
    await cacheDetail(
      aDetail({
        answers: [
          {
            questionId: 205,
            options: [chosen({ optionId: 902, text: 'Nu' })],
          },
        ],
        notes: [{ text: 'a', attachments: [] }],
      }),
    );
    open('/answers?urgente=true');
    await rowsShown(1);
    const text = links()[0]?.textContent ?? '';
    expect(text).toContain('1 semnalare');
    expect(text).toContain('1 notă');
    expect(text).toContain('Completat: A 1 din 1');
    expect(text).toContain(', necitită');
  });

  it('a station number is never part of what may be cut', async () => {
    await cacheThreads('urgent', [
      aThreadRow({ pollingStationName: 'Maramureș Baia Sprie 315' }),
    ]);
    open('/answers?urgente=true');
    await rowsShown(1);
    expect(within(links()[0] ?? document.body).getByText('315')).toBeDefined();
  });
});

describe('opening a thread', () => {
  it('draws the rows again that it changes, and no other', async () => {
    await cacheThreads('urgent', twelve());
    open('/answers?urgente=true');
    await rowsShown(10);
    await screen.findByText(/^actualizat la/);
    const t = vi.spyOn(getI18n(), 't');
    for (const [at, count] of [
      [0, 1],
      [4, 2],
    ] as const) {
      t.mockClear();
      fireEvent.click(links()[at] ?? document.body);
      const name = new RegExp(`Alba Sebeș 10${at}`);
      await screen.findByRole('heading', { level: 2, name });
      const drawn = t.mock.calls.filter(
        ([key]) => String(key) === 'answers.row.station',
      );
      expect(drawn).toHaveLength(count);
    }
  });
});

describe('the two lists', () => {
  it('have their own headings, counts and addresses', async () => {
    await cacheThreads('urgent', twelve().slice(0, 2), { total: 23 });
    await cacheThreads('all', twelve(), { total: 1284 });
    const page = open('/urgents/details/41/1?county=AB');
    // One of the page and one for a phone: the style sheet shows either.
    await screen.findAllByRole('heading', {
      level: 1,
      name: 'Raportări urgente de la observatori',
    });
    const lists = screen.getByRole('navigation', { name: 'Lista' });
    await within(lists).findByText('1.284');
    expect(within(lists).getByText('23')).toBeDefined();
    fireEvent.click(within(lists).getByRole('link', { name: /Toate/ }));
    await screen.findAllByRole('heading', {
      level: 1,
      name: 'Răspunsuri de la observatori',
    });
    expect(page.address()).toBe('/answers/details/41/1?county=AB');
  });

  it('say in English what they say in Romanian', async () => {
    await cacheThreads('urgent', twelve().slice(0, 1));
    await speak('en');
    open('/answers?urgente=true');
    await rowsShown(1);
    expect(links()[0]?.textContent).toContain('Station: Alba Sebeș 100');
  });

  it('a download that the account may not have says why', async () => {
    signInAs(false);
    open('/answers');
    const button = screen.getByRole('button', { name: 'Descarcă răspunsuri' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const reason = button.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(reason)?.textContent).toMatch(/organiza/);
  });
});

describe('the keyboard', () => {
  it('j and k walk along the rows, / goes to the filter, Escape back to the rows', async () => {
    await cacheThreads('urgent', twelve().slice(0, 3));
    open('/answers?urgente=true');
    await rowsShown(3);
    const press = (key: string) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
    press('j');
    expect(document.activeElement).toBe(links()[0]);
    press('j');
    expect(document.activeElement).toBe(links()[1]);
    press('k');
    expect(document.activeElement).toBe(links()[0]);
    press('k');
    expect(document.activeElement).toBe(links()[0]);
    press('/');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Județ')),
    );
    // While typing, letters are letters.
    press('j');
    expect(document.activeElement).toBe(screen.getByLabelText('Județ'));
    act(() => screen.getByLabelText('Județ').blur());
    press('Escape');
    expect(document.activeElement).toBe(links()[0]);
  });
});

it.each([
  [-2, '3 min', 'înainte cu 2 minute'],
  [10, '15 min', 'în urmă cu 10 minute'],
])(
  'ages are by the server’s clock: a device that is %i minutes off says so',
  async (minutes, age, words) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await cacheThreads('urgent', [
      aThreadRow({ key: '41:1', lastModified: Date.now() - 5 * MINUTE }),
    ]);
    await databases().cache.meta.put({
      k: 'clockOffset',
      v: minutes * MINUTE,
    });
    open('/answers?urgente=true');
    await waitFor(() =>
      expect(links().map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining(age),
      ]),
    );
    await screen.findByText(
      `Ceasul acestui dispozitiv este ${words}. Duratele sunt după ceasul serverului.`,
    );
  },
);
