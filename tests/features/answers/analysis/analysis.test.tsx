import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import Papa from 'papaparse';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { markThreads } from '@/data/triage/triage-marks';
import { databases } from '@/db/open';

import { aForm, aSection, aThreadRow, chosen } from '../../../support/builders';
import { reasonOf } from '../../../support/controls';
import { sync } from '../../../support/fake-sync';
import { readXlsx, unzip } from '../../../support/read-xlsx';
import { catchSavedFiles } from '../../../support/saved-files';
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

const CHANGED = Date.UTC(2026, 10, 22, 5, 30);
let saved: ReturnType<typeof catchSavedFiles>;

beforeEach(async () => {
  saved = catchSavedFiles();
  await cacheBasics();
  await cacheThreads('all', [
    aThreadRow({
      lastModified: CHANGED,
      county: 'AB',
      stationNumber: 7,
      pollingStationName: 'Alba Sebeș 7',
      observerName: '=Ana',
      observerPhone: '+40700000041',
    }),
  ]);
  await cacheDetail(
    aDetail({
      answers: [
        {
          questionId: 205,
          options: [
            chosen({ optionId: 902, text: 'Nu' }),
            chosen({
              optionId: 903,
              text: 'Altfel',
              isFreeText: true,
              value: '=1+1;=2, „rupt”\nși gol',
            }),
          ],
        },
        // Of a form that is gone.
        { questionId: 999, options: [chosen({ optionId: 5, text: 'Da' })] },
      ],
      extra: { urbanArea: true, observerArrivalTime: CHANGED },
      notes: [{ text: 'Coadă', attachments: [] }],
    }),
  );
  await databases().cache.cursors.update('detail:41:7', {
    threadOrder: Number.MAX_SAFE_INTEGER,
  });
  await markThreads(['41:7'], { state: 'resolved', note: 'sunat' });
});

/** Opens the dialog over the list of all reports. */
async function openAny() {
  open('/answers');
  const menu = { name: 'Fișiere din listă' };
  fireEvent.click(await screen.findByRole('button', menu));
  fireEvent.click(
    await screen.findByRole('menuitem', { name: 'Tabel pentru analiză' }),
  );
  return within(await screen.findByRole('dialog'));
}

async function openDialog() {
  const dialog = await openAny();
  await dialog.findByText(/3 răspunsuri pe acest dispozitiv/);
  return dialog;
}

type Dialog = Awaited<ReturnType<typeof openDialog>>;

async function save(dialog: Dialog, format?: string) {
  if (format !== undefined) {
    const field = dialog.getByLabelText('Ce fișier');
    fireEvent.change(field, { target: { value: format } });
  }
  fireEvent.click(dialog.getByRole('button', { name: 'Salvează fișierul' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [file] = saved;
  if (!file) throw new Error('Nothing was saved');
  return file;
}

/** The rows of a CSV by the names of its columns. */
async function rowsOf(file: Awaited<ReturnType<typeof save>>) {
  const text = (await file.text()).replace(/^\uFEFF/, '');
  return Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
  }).data;
}

it('has a row for each chosen option, without names, with the zone of its times', async () => {
  const file = await save(await openDialog(), 'long');
  expect(file.name).toMatch(/^analiza-lung-.*\.csv$/);
  const rows = await rowsOf(file);
  expect(rows).toHaveLength(3);
  const [first, second, gone] = rows;
  expect(first).toMatchObject({
    județ: 'AB',
    secție: '7',
    'id observator': '41',
    formular: 'A',
    'cod întrebare': 'A1.1',
    opțiune: 'Nu',
    semnalat: '1',
    decizie: 'Rezolvată',
    'notă la decizie': 'sunat',
  });
  const zone = Object.keys(first ?? {}).find((head) =>
    head.startsWith('ultima schimbare ('),
  );
  expect(Date.parse(first?.[zone ?? ''] ?? '')).toBe(CHANGED);
  expect(first?.[zone ?? '']).toMatch(/[+-]\d\d:\d\d$/);
  // Guarded as a formula, also for programs that separate by semicolons.
  expect(second?.['text']).toBe("'=1+1;'=2, „rupt”\nși gol");
  expect(gone).toMatchObject({
    formular: '',
    'id întrebare': '999',
    opțiune: 'Da',
  });
  const text = await file.text();
  expect(text).not.toContain('Ana');
  expect(text).not.toContain('+40700000041');
});

it('has names and phones only when they are asked for', async () => {
  const dialog = await openDialog();
  fireEvent.click(
    dialog.getByRole('checkbox', { name: /numele și telefoanele/ }),
  );
  const [row] = await rowsOf(await save(dialog, 'long'));
  expect(row).toMatchObject({ observator: "'=Ana", telefon: "'+40700000041" });
});

it('has a row for each report, a column for each question, also of two forms with one code', async () => {
  const { forms, formBodies } = databases().cache;
  await forms.put(aForm({ id: 14, code: 'C', description: 'Copie', order: 3 }));
  const [template] = aSection().questions;
  if (!template) throw new Error('There is no question');
  await formBodies.put({
    id: 14,
    version: 1,
    sections: [{ ...aSection(), questions: [{ ...template, id: 305 }] }],
  });
  const rows = await rowsOf(await save(await openDialog(), 'wide'));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    'nume secție': 'Alba Sebeș 7',
    urban: '1',
    răspunsuri: '2',
    semnalate: '1',
    note: '1',
    'C.A1.1': '',
  });
  expect(rows[0]?.['A.A1.1']).toContain('Nu\nAltfel: ');
});

it('has a code book of all options', async () => {
  const rows = await rowsOf(await save(await openDialog(), 'codeBook'));
  expect(
    rows.map((row) => [row['cod întrebare'], row['opțiune'], row['semnalat']]),
  ).toEqual([
    ['A1.1', 'Da', '0'],
    ['A1.1', 'Nu', '1'],
    ['A1.1', 'Altfel', '0'],
  ]);
});

it('is a workbook with all of it: real dates, filters, a head that stays', async () => {
  const file = await save(await openDialog());
  expect(file.name).toMatch(/^analiza-.*\.xlsx$/);
  const bytes = await file.bytes();
  const sheets = await readXlsx(new Response(bytes.slice(0)));
  expect(Object.keys(sheets)).toEqual(['Răspunsuri', 'Raportări', 'Coduri']);
  expect(sheets['Răspunsuri']).toHaveLength(4);
  expect(sheets['Raportări']).toHaveLength(2);
  const long = unzip(Buffer.from(bytes)).get('xl/worksheets/sheet1.xml');
  expect(long).toContain('state="frozen"');
  expect(long).toMatch(/<autoFilter ref="A1:[A-Z]+4"\/>/);
  // The style of dates.
  expect(long).toMatch(/ s="2"><v>\d+(\.\d+)?<\/v>/);
});

it('offers CSV where a workbook would be too large', async () => {
  const option = chosen({ optionId: 901 });
  const options = Array.from({ length: 100_001 }, () => option);
  await cacheDetail(aDetail({ answers: [{ questionId: 205, options }] }));
  await databases().cache.cursors.update('detail:41:7', {
    threadOrder: Number.MAX_SAFE_INTEGER,
  });
  const dialog = await openAny();
  await dialog.findByText(/100\.001 răspunsuri/);
  const field = dialog.getByLabelText<HTMLSelectElement>('Ce fișier');
  expect(field.value).toBe('long');
  fireEvent.change(field, { target: { value: 'xlsx' } });
  const reason = reasonOf(
    dialog.getByRole('button', { name: 'Salvează fișierul' }),
  );
  expect(reason).toContain('cel mult 100.000 de rânduri');
});

describe('what is missing', () => {
  it('is fetched first, and said', async () => {
    await databases().cache.details.clear();
    sync.pullDetail.mockImplementation(async () => {
      await cacheDetail(aDetail({ answers: [] }));
      return { ok: true };
    });
    const dialog = await openAny();
    await dialog.findByText(/se aduce întâi de la server/);
    const rows = await rowsOf(await save(dialog, 'wide'));
    expect(sync.pullDetail).toHaveBeenCalledTimes(1);
    expect(rows[0]).toMatchObject({ răspunsuri: '0' });
  });

  it('is not written as none', async () => {
    await databases().cache.details.clear();
    sync.pullDetail.mockResolvedValue({
      ok: false,
      failure: { kind: 'offline' },
    });
    const dialog = await openAny();
    await dialog.findByText(/se aduce întâi de la server/);
    const rows = await rowsOf(await save(dialog, 'wide'));
    expect(rows[0]).toMatchObject({ răspunsuri: '', semnalate: '', note: '' });
  });
});
