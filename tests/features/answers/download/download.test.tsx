import 'fake-indexeddb/auto';

import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { databases } from '@/db/open';
import type { Failure } from '@/domain/outbox/outcome';
import type { Door } from '@/workers/door';

import { anObserverRow, aThreadRow } from '../../../support/builders';
import { deferred } from '../../../support/deferred';
import { sync } from '../../../support/fake-sync';
import { prepareScreen, signInAs } from '../../../support/screen';
import {
  aDetail,
  cacheBasics,
  cacheDetail,
  cacheThreads,
} from '../cached-threads';
import { answersRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(answersRoutes);

type Download = Door['downloadAnswers'];

const spreadsheet =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let saved: { name: string; blob: Blob | undefined }[] = [];

beforeEach(() => {
  saved = [];
  let made: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made = blob instanceof Blob ? blob : undefined;
    return 'blob:file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, blob: made });
  });
});

function answer(reply: Awaited<ReturnType<Download>>) {
  sync.downloadAnswers.mockImplementation(async () => reply);
}

const fails = (failure: Failure) => answer({ ok: false, failure });

function file(type: string, fileName: string) {
  const blob = new Blob(['x'], { type });
  answer({ ok: true, status: 200, value: { blob, fileName } });
}

async function ask(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', {
    name: 'Descarcă răspunsuri',
  });
  fireEvent.click(button);
  return screen.findByRole('alertdialog');
}

async function confirm(name = 'Descarcă') {
  const dialog = await ask();
  fireEvent.click(within(dialog).getByRole('button', { name }));
}

async function setOffline() {
  await act(async () => {
    await databases().cache.meta.put({
      k: 'connection',
      v: { state: 'offline', since: 1 },
    });
  });
}

describe('downloading the answers', () => {
  it('asks first, and stops when declined', async () => {
    open('/answers');
    const dialog = await ask();
    expect(dialog.textContent).toContain('Descarci răspunsurile?');
    // What the server's file lacks.
    expect(dialog.textContent).toContain('UTC, ca text');
    expect(dialog.textContent).toContain('despărțite prin virgule');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Renunță' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null));
    expect(sync.downloadAnswers).not.toHaveBeenCalled();
  });

  it.each([
    [spreadsheet, 'answsers.xlsx'],
    ['text/csv', 'answers.csv'],
  ])('saves what came (%s) as %s', async (type, name) => {
    file(type, name);
    open('/answers');
    await confirm();
    expect(await screen.findByText(`Fișier salvat: ${name}`)).toBeTruthy();
    expect(saved.map((each) => each.name)).toEqual([name]);
  });

  it('saves the notes instead, under the same filters', async () => {
    sync.downloadNotes.mockImplementation(async () => ({
      ok: true,
      status: 200,
      value: { blob: new Blob(['x']), fileName: 'notes-data.csv' },
    }));
    open('/answers?county=AB');
    const dialog = within(await ask());
    fireEvent.click(dialog.getByRole('button', { name: 'Note' }));
    await screen.findByRole('alertdialog', { name: 'Descarci notele?' });
    fireEvent.click(dialog.getByRole('button', { name: 'Descarcă' }));
    await screen.findByText('Fișier salvat: notes-data.csv');
    expect(saved.map((each) => each.name)).toEqual(['notes-data.csv']);
    // The server's table gets the mark by which Excel knows UTF-8.
    const bytes = await saved[0]?.blob?.arrayBuffer();
    expect([...new Uint8Array(bytes ?? new ArrayBuffer())]).toEqual([
      0xef, 0xbb, 0xbf, 120,
    ]);
    expect(sync.downloadNotes.mock.calls[0]?.[0]).toEqual({ county: 'AB' });
    expect(sync.downloadAnswers).not.toHaveBeenCalled();
  });

  it('says that some servers never find notes by county', async () => {
    const failure: Failure = { kind: 'missing', status: 404 };
    sync.downloadNotes.mockImplementation(async () => ({ ok: false, failure }));
    open('/answers?county=AB');
    const dialog = within(await ask());
    fireEvent.click(dialog.getByRole('button', { name: 'Note' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Descarcă' }));
    await screen.findByText(/Unele servere nu pot filtra notele după județ/);
  });

  it('gives the address of the file up after 40 s, not before', async () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    const timer = vi.spyOn(globalThis, 'setTimeout');
    file('text/csv', 'answers.csv');
    open('/answers');
    await confirm();
    await screen.findByText(/^Fișier salvat/);
    expect(revoke).not.toHaveBeenCalled();
    const late = timer.mock.calls.find(([, ms]) => ms === 40_000)?.[0];
    if (typeof late === 'function') late();
    expect(revoke).toHaveBeenCalledWith('blob:file');
  });

  it.each([
    ['flagged=902', 'cuprinde toate răspunsurile'],
    ['county=AB&text=bani', 'care se potrivesc filtrului'],
  ])(
    'says that the server does not know all of %s',
    async (query, contents) => {
      open(`/answers?${query}`);
      const dialog = await ask();
      await within(dialog).findByText(/Serverul nu poate filtra după tot/);
      expect(dialog.textContent).toContain(contents);
    },
  );

  it('says that some servers do not know a phone that no cached observer has alone', async () => {
    open('/answers?phoneObserver=0799');
    const dialog = await ask();
    await within(dialog).findByText(/Unele servere nu filtrează după telefon/);
    expect(dialog.textContent).toContain('care se potrivesc filtrului');
  });

  it('filters by the phone of one observer that is cached', async () => {
    await databases().cache.observers.put(anObserverRow({ phone: '0712' }));
    open('/answers?phoneObserver=0712');
    const dialog = await ask();
    await within(dialog).findByText(/care se potrivesc filtrului/);
    expect(dialog.textContent).not.toContain('Unele servere');
  });

  it.each(['0700 000 783', '+40700000783', '0700-000-783', '0700/000783'])(
    'asks for the phone as it is stored, typed as %s',
    async (typed) => {
      file('text/csv', 'answers.csv');
      const { observers } = databases().cache;
      await observers.put(anObserverRow({ id: 41, phone: '0700000783' }));
      open(`/answers?phoneObserver=${encodeURIComponent(typed)}`);
      await confirm();
      await waitFor(() => expect(sync.downloadAnswers).toHaveBeenCalled());
      expect(sync.downloadAnswers.mock.calls[0]?.slice(0, 2)).toEqual([
        { observerPhone: '0700000783' },
        41,
      ]);
    },
  );

  it('asks for a phone that no cached observer has as it would be stored', async () => {
    file('text/csv', 'answers.csv');
    open(`/answers?phoneObserver=${encodeURIComponent('+40 722 000 783')}`);
    await confirm();
    await waitFor(() => expect(sync.downloadAnswers).toHaveBeenCalled());
    expect(sync.downloadAnswers.mock.calls[0]?.slice(0, 2)).toEqual([
      { observerPhone: '0722000783' },
      undefined,
    ]);
  });

  it('says that the server does not know the state that was chosen here', async () => {
    open('/answers?triage=resolved');
    const dialog = await ask();
    expect(dialog.textContent).toContain('cuprinde toate răspunsurile');
    expect(dialog.textContent).toContain('Serverul nu știe starea');
  });

  it('sends the filters in force, and says so', async () => {
    file('text/csv', 'answers.csv');
    await cacheBasics();
    open(
      '/answers?county=AB&pollingStationNumber=12&phoneObserver=0700000041&from=2026-11-22',
    );
    expect((await ask()).textContent).toContain('se potrivesc filtrului');
    fireEvent.click(screen.getByRole('button', { name: 'Descarcă' }));
    await waitFor(() => expect(sync.downloadAnswers).toHaveBeenCalled());
    expect(sync.downloadAnswers.mock.calls[0]?.slice(0, 2)).toEqual([
      {
        county: 'AB',
        pollingStationNumber: 12,
        observerPhone: '0700000041',
        from: new Date(2026, 10, 22).getTime(),
      },
      41,
    ]);
  });

  it('says how much came once it takes more than a second', async () => {
    const waiting = deferred<Awaited<ReturnType<Download>>>();
    let progress: ((bytes: number) => void) | undefined;
    sync.downloadAnswers.mockImplementation(
      (_filter, _observer, onProgress) => {
        progress = onProgress;
        return waiting.promise;
      },
    );
    open('/answers');
    await confirm();
    await waitFor(() => expect(progress).toBeTruthy());
    act(() => progress?.(1_000_000));
    expect(screen.queryByText(/^Se descarcă/)).toBe(null);
    const later = Date.now() + 1_500;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    act(() => progress?.(3_200_000));
    const button = screen.getByRole('button', { name: /^Se descarcă: 3,2 MB/ });
    // It is under way: a second press starts nothing.
    fireEvent.click(button);
    expect(screen.queryByRole('alertdialog')).toBe(null);
    await act(async () =>
      waiting.resolve({ ok: false, failure: { kind: 'missing' } }),
    );
    expect(await screen.findByText('Nu este nimic de exportat.')).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it("tells the server's reason when it refuses", async () => {
    fails({ kind: 'server', detail: 'Export failed' });
    open('/answers');
    await confirm();
    expect(
      await screen.findByText('Răspunsurile nu au putut fi descărcate.'),
    ).toBeTruthy();
    expect(
      screen.getByText(/Serverul a răspuns: „Export failed”/),
    ).toBeTruthy();
    expect(
      screen.queryByRole('button', {
        name: 'Salvează datele de pe dispozitiv',
      }),
    ).toBe(null);
  });

  it('is not for an NGO admin, who is told why', async () => {
    signInAs(false);
    open('/answers');
    const button = await screen.findByRole('button', {
      name: 'Descarcă răspunsuri',
    });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.parentElement?.textContent).toContain(
      'Doar organizatorii pot face asta.',
    );
    fireEvent.click(button);
    expect(screen.queryByRole('alertdialog')).toBe(null);
  });
});

describe('without a connection', () => {
  beforeEach(async () => {
    await cacheBasics();
    await cacheThreads('all', [aThreadRow()], { total: 1500 });
    await cacheDetail(
      aDetail({
        answers: [
          {
            questionId: 205,
            options: [
              { optionId: 902, text: 'Nu', isFreeText: false, flagged: true },
            ],
          },
        ],
      }),
    );
  });

  async function savedWorkbook(): Promise<Buffer> {
    await screen.findByText(
      /^Fișier salvat: raspunsuri-de-pe-dispozitiv\.xlsx$/,
    );
    const [first] = saved;
    expect(first?.name).toBe('raspunsuri-de-pe-dispozitiv.xlsx');
    return Buffer.from((await first?.blob?.arrayBuffer()) ?? new ArrayBuffer());
  }

  it('saves what is kept instead, having said so', async () => {
    await setOffline();
    open('/answers');
    const dialog = await ask();
    await within(dialog).findByText(/Nu există conexiune/);
    fireEvent.click(
      within(dialog).getByRole('button', {
        name: 'Salvează datele de pe dispozitiv',
      }),
    );
    const workbook = await savedWorkbook();
    expect(workbook.subarray(0, 2).toString('latin1')).toBe('PK');
    expect(workbook.toString('latin1')).toContain('xl/worksheets/sheet4.xml');
    expect(sync.downloadAnswers).not.toHaveBeenCalled();
  });

  it('offers it when the server turns out to be away', async () => {
    fails({ kind: 'offline' });
    open('/answers');
    await confirm();
    fireEvent.click(
      await screen.findByRole('button', {
        name: 'Salvează datele de pe dispozitiv',
      }),
    );
    await savedWorkbook();
  });
});
