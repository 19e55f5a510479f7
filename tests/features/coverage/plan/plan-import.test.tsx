import 'fake-indexeddb/auto';

import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { readPlan, replacePlan } from '@/data/coverage/plan';
import { pauseWrites, resumeWrites } from '@/data/device/writes';
import { PlanImportPage } from '@/features/coverage/plan/import/plan-import-page';
import { writeWorkbook } from '@/lib/workbook';
import { hasUnsaved } from '@/state/unsaved';

import { aCounty, anObserver } from '../../../support/builders';
import { cacheCounties, cacheObservers } from '../../../support/cached';
import { field, isDisabled } from '../../../support/controls';
import { FakeImportWorker } from '../../../support/import-thread';
import { catchSavedFiles } from '../../../support/saved-files';
import { elsewhere, prepareScreen } from '../../../support/screen';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/coverage/plan', element: <PlanImportPage /> },
  elsewhere,
]);

const counties = [
  aCounty({ id: 1, code: 'AB', name: 'Alba' }),
  aCounty({ id: 2, code: 'CJ', name: 'Cluj', order: 2 }),
];

beforeEach(async () => {
  await cacheCounties(counties);
  await cacheObservers([anObserver({ phone: '0700000041' })]);
  vi.stubGlobal('Worker', FakeImportWorker);
});

const good = [
  'telefon;judet;sectie;de la;pana la',
  '0700000041;Alba;12;22.11.2026 07:00;22.11.2026 14:00',
  '0700 000 042;CJ;3;;',
].join('\n');

async function choose(content: BlobPart, name = 'plan.csv') {
  await chooseFile(new File([content], name));
}

async function chooseFile(file: File) {
  const input = await field('Fișier');
  fireEvent.change(input, { target: { files: [file] } });
}

function importButton() {
  return screen.getByRole('button', { name: /^Importă (planul|un rând|\d)/ });
}

/** The words of each row, cell by cell. */
async function rows(): Promise<(string | null)[][]> {
  const table = await screen.findByRole('table', {
    name: 'Rândurile fișierului',
  });
  return [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
}

it('shows what the file says, as it was understood, and stores it', async () => {
  const { address } = open('/coverage/plan');
  await choose(good);
  expect(await rows()).toEqual([
    ['2', '0700000041', 'AB', '12', '2026-11-22 07:00', '2026-11-22 14:00', ''],
    ['3', '0700000042', 'CJ', '3', '', '', 'nu este în lista observatorilor'],
  ]);
  await waitFor(() => expect(hasUnsaved()).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Importă 2 rânduri' }));
  await screen.findByText('elsewhere');
  expect(address()).toBe('/coverage?by=plan');
  expect(hasUnsaved()).toBe(false);
  expect(await readPlan()).toMatchObject({
    fileName: 'plan.csv',
    lines: [
      { phone: '0700000041', county: 'AB', station: 12 },
      { phone: '0700000042', county: 'CJ', station: 3 },
    ],
  });
});

it('imports nothing of a file with problems until somebody leaves them out', async () => {
  open('/coverage/plan');
  await choose(
    `${good}\n0700000043;Atlantida;1;;\n0700000041;AB;5;22.11.2026 10:00;\nx;AB;1;ieri;\n0700000044;Bra?ov;1;;`,
  );
  expect((await rows()).map((cells) => [cells[0], cells[6]])).toEqual([
    ['4', 'Județ: nu există.'],
    [
      '5',
      'Același telefon este la altă secție într-o parte din acest timp, pe rândul 2.',
    ],
    [
      '6',
      'Telefon: nu este un număr de telefon. De la: scrie ora ca 2026-11-22 07:00 sau 22.11.2026 07:00.',
    ],
    [
      '7',
      'Județ: literele s-au pierdut sau au fost citite în altă codificare.',
    ],
  ]);
  expect(isDisabled(importButton())).toBe(true);
  fireEvent.click(importButton());
  expect(await readPlan()).toBe(null);

  const leaveOut = screen.getByRole('checkbox', {
    name: 'Importă fără cele 4 rânduri cu probleme',
  });
  fireEvent.click(leaveOut);
  fireEvent.click(screen.getByRole('button', { name: 'Importă 2 rânduri' }));
  await screen.findByText('elsewhere');
  expect((await readPlan())?.lines).toHaveLength(2);
});

it('says of an hour that is there twice, or not at all, which one it is', async () => {
  vi.stubEnv('TZ', 'Europe/Bucharest');
  open('/coverage/plan');
  await choose(
    `${good}\n0700000043;AB;1;25.10.2026 03:15;\n0700000044;AB;1;;29.03.2026 03:30\n0700000045;AB;1;25.10.2026 03:15+02:00;`,
  );
  expect((await rows()).map((cells) => [cells[0], cells[6]])).toEqual([
    [
      '4',
      'De la: ora există de două ori în acea zi; scrie 03:15+03:00 pentru prima, 03:15+02:00 pentru a doua.',
    ],
    ['5', 'Până la: ora nu există în acea zi; ceasurile se dau înainte.'],
  ]);
  vi.unstubAllEnvs();
});

it('gives the rows with problems back as a file, with what is wrong', async () => {
  const saved = catchSavedFiles();
  open('/coverage/plan');
  await choose(`${good}\n0700000043;Atlantida;1;;\n=x;AB;1;ieri;`);
  fireEvent.click(
    await screen.findByRole('button', {
      name: 'Salvează rândurile cu probleme',
    }),
  );
  expect(saved[0]?.name).toMatch(/^plan-cu-probleme-\d{4}-\d\d-\d\d\.csv$/);
  expect((await saved[0]?.text())?.replace('\uFEFF', '').split('\r\n')).toEqual(
    [
      'phone,county,station,from,to,Motiv',
      '0700000043,Atlantida,1,,,Județ: nu există.',
      "'=x,AB,1,ieri,,Telefon: nu este un număr de telefon. De la: scrie ora ca 2026-11-22 07:00 sau 22.11.2026 07:00.",
      '',
    ],
  );
});

it('takes several stations with the same times for a round, and shows them', async () => {
  open('/coverage/plan');
  await choose(`${good}\n0700000042;CJ;4;;`);
  expect(await rows()).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: /^Mai multe secții/ }));
  expect(await rows()).toEqual([
    [
      '4',
      '0700000042',
      'CJ',
      '4',
      '',
      '',
      expect.stringMatching(/^Același telefon și aceeași oră ca pe rândul 3:/),
    ],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Importă 3 rânduri' }));
  await screen.findByText('elsewhere');
  expect((await readPlan())?.lines.at(-1)).toEqual({
    phone: '0700000042',
    county: 'CJ',
    station: 4,
  });
});

it('asks anew for the next file', async () => {
  open('/coverage/plan');
  await choose(`${good}\nx;AB;1;;`);
  fireEvent.click(await screen.findByRole('checkbox'));
  await choose(`${good}\n;AB;1;;`, 'alt.csv');
  await screen.findByText('Telefon: lipsește.');
  expect(isDisabled(importButton())).toBe(true);
});

it('waits for the counties instead of calling them unknown', async () => {
  const { databases } = await import('@/db/open');
  await databases().cache.counties.clear();
  open('/coverage/plan');
  await choose(good);
  await screen.findByText(/Județele nu sunt încă pe acest dispozitiv, așa că/);
  expect(screen.queryByRole('table')).toBe(null);
  expect(isDisabled(importButton())).toBe(true);
  await act(() => cacheCounties(counties));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(isDisabled(importButton())).toBe(false);
});

it('says of unknown phones whether the list of observers is whole', async () => {
  open('/coverage/plan');
  await choose(good);
  await screen.findByText(
    /^Un telefon nu este în lista observatorilor\. Rândul/,
  );
  await act(() => cacheObservers([], { total: 9, isWhole: false }));
  await screen.findByText(/lista nu este încă completă/);
  expect((await rows())[1]?.[6]).toBe('nu este printre observatorii încărcați');
});

it.each([
  ['', 'Nu are niciun rând cu date.'],
  [new Uint8Array([0x50, 0x4b, 3, 4]), /Registrul de calcul/],
])('refuses a file that is no plan, and says why', async (content, words) => {
  open('/coverage/plan');
  await choose(content);
  await screen.findByText('Fișierul plan.csv nu poate fi importat.');
  screen.getByText(words);
  expect(isDisabled(importButton())).toBe(true);
});

it('asks about columns that it does not find', async () => {
  open('/coverage/plan');
  await choose('Phone,County\n07,AB');
  const step = await screen.findByRole('region', {
    name: 'Ce conțin coloanele fișierului?',
  });
  expect(within(step).getByRole('status').textContent).toBe(
    'Coloane lipsă: Secție, De la, Până la.',
  );
  expect(isDisabled(importButton())).toBe(true);
});

it('asks which of two columns has the county', async () => {
  open('/coverage/plan');
  await choose(
    'telefon;judet;cod judet;sectie;dela;panala\n0700000000;Alba;CJ;1;;',
  );
  const [county] = await screen.findAllByLabelText<HTMLSelectElement>('judet');
  expect(county?.value).toBe('county');
  fireEvent.change(screen.getByLabelText('cod judet'), {
    target: { value: 'county' },
  });
  fireEvent.click(screen.getByText('Citește rândurile'));
  expect((await rows())[0]?.[2]).toContain('CJ');
});

it('reads a workbook, with its numbers and times', async () => {
  open('/coverage/plan');
  const book = await writeWorkbook([
    {
      name: 'Plan',
      head: ['Telefon', 'Județ', 'Secție', 'De la', 'Până la'],
      rows: [
        [
          '0700000041',
          'Alba',
          12,
          new Date(2026, 10, 22, 7),
          '22.11.2026 14:00',
        ],
        [700_000_042, 'CJ', 3, null, null],
      ],
    },
  ]);
  await chooseFile(new File([book], 'plan.xlsx'));
  expect((await rows()).map((cells) => cells.slice(0, 6))).toEqual([
    ['2', '0700000041', 'AB', '12', '2026-11-22 07:00', '2026-11-22 14:00'],
    ['3', '0700000042', 'CJ', '3', '', ''],
  ]);
});

it('asks once what a column is, and reads the next file with these heads so', async () => {
  const heads = 'telefon;unde;sectie;de la;pana la';
  open('/coverage/plan');
  await choose(`${heads}\n0700000041;Alba;12;;`);
  fireEvent.change(await screen.findByLabelText('unde'), {
    target: { value: 'county' },
  });
  fireEvent.click(screen.getByText('Citește rândurile'));
  expect(await rows()).toHaveLength(1);
  cleanup();
  open('/coverage/plan');
  await choose(`${heads}\n0700000041;CJ;3;;`);
  expect((await rows())[0]?.[2]).toBe('CJ');
});

it('reads windows-1250 when asked', async () => {
  open('/coverage/plan');
  const text =
    'phone,county,station,from,to\n0700000041,Alba,1,,\n0700000042,CJ,2,,,n\xe3';
  await choose(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  await screen.findByText(/Textul nu este UTF-8/);
  fireEvent.click(
    screen.getByRole('button', { name: 'Citește ca windows-1250' }),
  );
  expect((await rows())[0]?.[6]).toBe('Prea multe celule („nă”).');
});

it('keeps the plan before when the device cannot store the new one', async () => {
  await replacePlan({
    fileName: 'vechi.csv',
    lines: [{ phone: '0700000041', county: 'AB', station: 1 }],
  });
  open('/coverage/plan');
  await screen.findByText(/Înlocuiește planul vechi\.csv/);
  await choose(good);
  const store = await screen.findByRole('button', {
    name: 'Importă 2 rânduri',
  });
  pauseWrites();
  fireEvent.click(store);
  await screen.findByText(/NU s-a salvat/);
  resumeWrites();
  expect((await readPlan())?.fileName).toBe('vechi.csv');
  fireEvent.click(store);
  await screen.findByText('elsewhere');
  expect((await readPlan())?.fileName).toBe('plan.csv');
});
