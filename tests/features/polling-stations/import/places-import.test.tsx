import 'fake-indexeddb/auto';

import {
  cleanup,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { PlacesSummary } from '@/domain/places';
import { PlacesImportPage } from '@/features/polling-stations/import/places-import-page';

import { databases } from '@/db/open';
import { writeWorkbook } from '@/lib/workbook';

import { aCounty } from '../../../support/builders';
import { field, isDisabled } from '../../../support/controls';
import { deferred } from '../../../support/deferred';
import { answerWith, failWith, sync } from '../../../support/fake-sync';
import { FakeImportWorker } from '../../../support/import-thread';
import { prepareScreen, signInAs } from '../../../support/screen';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/polling-stations/import', element: <PlacesImportPage /> },
]);

beforeEach(() => {
  vi.stubGlobal('Worker', FakeImportWorker);
});

const titles =
  'Regiune;Cod regiune;Cod județ;Județ;Diaspora;Cod localitate;Localitate;Secție;Adresă';
const rows = [
  'Moldova;MO;VN;Vrancea;;VN-FOC;Focșani;1;Școala 1',
  ';;VN;;;VN-FOC;;2;',
];

function aSummary(changes: Partial<PlacesSummary> = {}): PlacesSummary {
  const none = { added: 0, changed: 0 };
  return {
    rows: 2,
    provinces: none,
    counties: { added: 1, changed: 0 },
    municipalities: { added: 1, changed: 0 },
    pollingStations: { added: 2, changed: 0 },
    problemCount: 0,
    problems: [],
    ...changes,
  };
}

async function choose(...lines: string[]) {
  await chooseFile(new File([lines.join('\n')], 'locuri.csv'));
}

async function chooseFile(file: File) {
  const input = await field('Fișier');
  fireEvent.change(input, { target: { files: [file] } });
}

function storeButton() {
  return screen.getByRole('button', { name: 'Importă județele și secțiile' });
}

it('says what the server would do, and imports it once that is asked for', async () => {
  sync.importPlaces.mockImplementation(answerWith(aSummary()));
  open('/polling-stations/import');
  expect(isDisabled(storeButton())).toBe(true);
  await choose(titles, ...rows);
  await screen.findByText('Importul ar aduce 2 rânduri');
  expect(screen.getByText('Secții de vot').nextSibling?.textContent).toBe(
    '2 noi, 0 schimbate',
  );
  expect(
    sync.importPlaces.mock.calls.map(([csv, dryRun]) => [csv, dryRun]),
  ).toEqual([
    [
      'provinceCode,provinceName,countyCode,countyName,diaspora,municipalityCode,municipalityName,number,address\r\n' +
        'MO,Moldova,VN,Vrancea,,VN-FOC,Focșani,1,Școala 1\r\n' +
        ',,VN,,,VN-FOC,,2,\r\n',
      true,
    ],
  ]);
  fireEvent.click(storeButton());
  await screen.findByText('Județele și secțiile sunt importate');
  expect(sync.importPlaces.mock.calls.map(([, dryRun]) => dryRun)).toEqual([
    true,
    false,
  ]);
  expect(sync.pullCounties).toHaveBeenCalled();
  expect(isDisabled(storeButton())).toBe(true);
});

it('shows each problem with its row in the chosen file, and imports nothing', async () => {
  const problem = { row: 3, column: 'number', problem: 'repeated' } as const;
  sync.importPlaces.mockImplementation(
    answerWith(aSummary({ problemCount: 1200, problems: [problem] })),
  );
  open('/polling-stations/import');
  await choose(titles, rows[0] ?? '', '', rows[1] ?? '');
  const table = await screen.findByRole('table', {
    name: 'Rânduri cu probleme',
  });
  const cells = [...table.querySelectorAll('tbody tr > *')];
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '4',
    'Număr secție',
    '2',
    'Secția este și pe un rând de mai sus.',
  ]);
  screen.getByText('1.200 de probleme: nimic nu se importă');
  screen.getByText('Mai jos este prima.');
  expect(isDisabled(storeButton())).toBe(true);
  fireEvent.click(storeButton());
  expect(sync.importPlaces).toHaveBeenCalledOnce();
});

it('points at broken letters and cells beyond the columns, beside what the server says', async () => {
  const problem = { row: 4, column: 'number', problem: 'repeated' } as const;
  sync.importPlaces.mockImplementation(
    answerWith(aSummary({ problemCount: 1, problems: [problem] })),
  );
  open('/polling-stations/import');
  await choose(
    titles,
    rows[0] ?? '',
    ';;BV;Bra?ov;;BV-1;Făgăraș;2;È˜coala',
    `${rows[1]};nr. 3`,
  );
  const table = await screen.findByRole('table', {
    name: 'Rânduri cu probleme',
  });
  const found = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  const broken = 'Literele s-au pierdut sau au fost citite în altă codificare.';
  expect(found).toEqual([
    ['3', 'Județ', 'Bra?ov', broken],
    ['3', 'Adresă', 'È˜coala', broken],
    ['4', 'Număr secție', '2', 'Secția este și pe un rând de mai sus.'],
    [
      '4',
      'Adresă',
      'nr. 3',
      'Prea multe celule. Pune între ghilimele textul cu virgulă.',
    ],
  ]);
  screen.getByText('4 probleme: nimic nu se importă');
  expect(isDisabled(storeButton())).toBe(true);
});

it('an import without an answer is sent again, as the same rows change nothing', async () => {
  sync.importPlaces.mockImplementation(answerWith(aSummary()));
  open('/polling-stations/import');
  await choose(titles, ...rows);
  await screen.findByText('Importul ar aduce 2 rânduri');
  sync.importPlaces.mockImplementation(failWith({ kind: 'timeout' }));
  fireEvent.click(storeButton());
  await screen.findByText(
    /^Nu se știe dacă județele și secțiile sunt importate/,
  );
  sync.importPlaces.mockImplementation(answerWith(aSummary()));
  fireEvent.click(screen.getByRole('button', { name: 'Încearcă din nou' }));
  await screen.findByText('Județele și secțiile sunt importate');
});

it('says when the server could not look at the file, or has no such import', async () => {
  sync.importPlaces.mockImplementation(failWith({ kind: 'offline' }));
  open('/polling-stations/import');
  await choose(titles, ...rows);
  await screen.findByText('Fișierul nu a putut fi verificat.');
  sync.importPlaces.mockImplementation(
    failWith({ kind: 'missing', status: 404 }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Încearcă din nou' }));
  await screen.findByText('Serverul nu oferă acest import.');
});

it('names the columns that a file lacks', async () => {
  open('/polling-stations/import');
  await choose('Cod județ;Județ', 'VN;Vrancea');
  const step = within(
    await screen.findByRole('region', {
      name: 'Ce conțin coloanele fișierului?',
    }),
  );
  expect(step.getByRole('status').textContent).toMatch(
    /^Coloane lipsă: .*Cod localitate, Localitate/,
  );
  expect(sync.importPlaces).not.toHaveBeenCalled();
});

it('waits for the first answer about the counties before it says which are new', async () => {
  const pulled = deferred<{ ok: true }>();
  sync.pullCounties.mockReturnValue(pulled.promise);
  sync.importPlaces.mockImplementation(answerWith(aSummary()));
  open('/polling-stations/import');
  await choose(titles, ';;al;Alba;da;AL-1;Zlatna;1;Școala 1');
  await screen.findByRole('progressbar');
  await databases().cache.counties.put(aCounty({ code: 'AB', name: 'Alba' }));
  pulled.resolve({ ok: true });
  await screen.findByText('Este AL – Alba un județ nou?');
  expect(sync.importPlaces).not.toHaveBeenCalled();
});

it('asks whether a new code is a county that exists, and sends what was answered', async () => {
  await databases().cache.counties.put(aCounty({ code: 'AB', name: 'Alba' }));
  sync.importPlaces.mockImplementation(answerWith(aSummary()));
  open('/polling-stations/import');
  await choose(titles, ';;al;Alba;da;AL-1;Zlatna;1;Școala 1');
  await screen.findByText('Este AL – Alba un județ nou?');
  expect(isDisabled(storeButton())).toBe(true);
  expect(sync.importPlaces).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Este AB' }));
  await screen.findByText('Importul ar aduce 2 rânduri');
  expect(sync.importPlaces.mock.calls[0]?.[0]).toContain(
    ',,AB,,true,AL-1,Zlatna,1,Școala 1',
  );
});

it('reads a workbook, with its numbers and truths', async () => {
  sync.importPlaces.mockImplementation(answerWith(aSummary()));
  open('/polling-stations/import');
  const book = await writeWorkbook([
    {
      name: 'Secții',
      head: titles.split(';'),
      rows: [
        [
          'Moldova',
          'MO',
          'VN',
          'Vrancea',
          'nu',
          'VN-FOC',
          'Focșani',
          1,
          'Aici',
        ],
        ['', null, 'VN', null, null, 'VN-FOC', null, 2, null],
      ],
    },
  ]);
  await chooseFile(new File([book], 'locuri.xlsx'));
  await screen.findByText('Importul ar aduce 2 rânduri');
  expect(sync.importPlaces.mock.calls[0]?.[0]).toContain(
    'MO,Moldova,VN,Vrancea,false,VN-FOC,Focșani,1,Aici\r\n,,VN,,,VN-FOC,,2,\r\n',
  );
});

it('asks once what a column is, and reads the next file with these heads so', async () => {
  sync.importPlaces.mockImplementation(answerWith(aSummary()));
  open('/polling-stations/import');
  const unclear = titles.replace('Adresă', 'Unde');
  await choose(unclear, ...rows);
  const where = await screen.findByLabelText<HTMLSelectElement>('Unde');
  fireEvent.change(where, { target: { value: 'address' } });
  expect(sync.importPlaces).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Citește rândurile'));
  await screen.findByText('Importul ar aduce 2 rânduri');
  cleanup();
  sync.importPlaces.mockClear();
  open('/polling-stations/import');
  await choose(unclear, ';;VN;;;VN-FOC;;3;Școala 3');
  await waitFor(() => expect(sync.importPlaces).toHaveBeenCalledOnce());
  expect(sync.importPlaces.mock.calls[0]?.[0]).toContain(
    ',,VN,,,VN-FOC,,3,Școala 3',
  );
});

it('asks whether two new codes with one name are one county', async () => {
  sync.importPlaces.mockImplementation(answerWith(aSummary()));
  open('/polling-stations/import');
  await choose(
    titles,
    'Moldova;mo;VN;Vrancea;;VN-FOC;Focșani;1;Școala 1',
    ';MO;VR;Vrancea;;vn-foc;;2;',
  );
  await screen.findByText('Este VR – Vrancea un județ nou?');
  screen.getByText(/^În fișier este și VN – Vrancea/);
  expect(sync.importPlaces).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Este VN' }));
  await screen.findByText('Importul ar aduce 2 rânduri');
  expect(sync.importPlaces.mock.calls[0]?.[0]).toContain(
    'MO,Moldova,VN,Vrancea,,VN-FOC,Focșani,1,Școala 1\r\n' +
      'MO,,VN,,,VN-FOC,,2,\r\n',
  );
});

it('asks whether new provinces and municipalities are those whose names they have', async () => {
  const told = (
    kind: 'provinces' | 'municipalities',
    code: string,
    known: string,
  ) => ({
    kind,
    code,
    name: 'Focșani',
    known: { code: known, name: 'Focșani' },
    isInFile: false,
  });
  const province = told('provinces', 'M', 'MO');
  const municipality = told('municipalities', 'VN-1', 'VN-FOC');
  const other = told('municipalities', 'VN-2', 'VN-FOC');
  sync.importPlaces.mockImplementation(
    answerWith(aSummary({ namesakes: [province, municipality, other] })),
  );
  open('/polling-stations/import');
  await choose(
    titles,
    'Focșani;M;VN;Vrancea;;VN-1;Focșani;1;',
    ';;VN;;;VN-2;Focșani;2;',
  );
  await screen.findByText('Este M – Focșani o provincie nouă?');
  expect(isDisabled(storeButton())).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Este altă provincie' }));
  await waitFor(() => expect(screen.queryByText(/^Este M/)).toBeNull());
  // The file is read once more after each answer.
  const [first] = await screen.findAllByRole('button', { name: 'Este VN-FOC' });
  fireEvent.click(first ?? document.body);
  // As the server would answer to what is sent now.
  sync.importPlaces.mockImplementation(
    answerWith(aSummary({ namesakes: [province, other] })),
  );
  await screen.findByText('Este VN-2 – Focșani o localitate nouă?');
  expect(sync.importPlaces).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Este altă localitate' }));
  await screen.findByText('Importul ar aduce 2 rânduri');
  expect(sync.importPlaces).toHaveBeenCalledTimes(2);
  expect(sync.importPlaces.mock.calls[1]?.[0]).toContain(
    'M,Focșani,VN,Vrancea,,VN-FOC,,1,\r\n,,VN,,,VN-2,Focșani,2,\r\n',
  );
});

it('one answer is for all new places with the names of others', async () => {
  const namesakes = ['VN-1', 'VN-2'].map((code) => ({
    kind: 'municipalities' as const,
    code,
    name: 'Focșani',
    known: { code: 'VN-FOC', name: 'Focșani' },
    isInFile: false,
  }));
  sync.importPlaces.mockImplementation(answerWith(aSummary({ namesakes })));
  open('/polling-stations/import');
  await choose(titles, ';;VN;;;VN-1;Focșani;1;', ';;VN;;;VN-2;Focșani;2;');
  await screen.findByText('2 locuri noi au numele altora');
  fireEvent.click(screen.getByRole('button', { name: 'Toate sunt altele' }));
  await screen.findByText('Importul ar aduce 2 rânduri');
});

it('asks nothing of a file with problems', async () => {
  const problem = { row: 3, column: 'number', problem: 'repeated' } as const;
  const namesake = {
    kind: 'municipalities',
    code: 'VN-FOC',
    name: 'Focșani',
    known: { code: 'VN-1', name: 'Focșani' },
    isInFile: false,
  } as const;
  sync.importPlaces.mockImplementation(
    answerWith(
      aSummary({
        problemCount: 1,
        problems: [problem],
        namesakes: [namesake],
      }),
    ),
  );
  open('/polling-stations/import');
  await choose(titles, ...rows);
  await screen.findByText('O problemă: nimic nu se importă');
  expect(screen.queryByText(/o localitate nouă/)).toBeNull();
});

it('says what changes, from what to what', async () => {
  const change = {
    kind: 'municipalities',
    code: 'VN-FOC',
    column: 'municipalityName',
    from: 'Focsani',
    to: 'Focșani',
  } as const;
  sync.importPlaces.mockImplementation(
    answerWith(aSummary({ changes: [change] })),
  );
  open('/polling-stations/import');
  await choose(titles, ...rows);
  const table = await screen.findByRole('table', { name: 'Ce se schimbă' });
  const cells = [...table.querySelectorAll('tbody tr > *')];
  expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual([
    'Focsani',
    'Focșani',
  ]);
});

it('says what changes of provinces and counties, yes and no in words', async () => {
  const of = (kind: 'provinces' | 'counties', code: string) => ({ kind, code });
  const changes = [
    { ...of('provinces', 'MO'), column: 'provinceName', from: 'M', to: 'N' },
    { ...of('counties', 'VN'), column: 'provinceCode', from: '', to: 'MO' },
    { ...of('counties', 'VN'), column: 'diaspora', from: 'false', to: 'true' },
  ] as const;
  sync.importPlaces.mockImplementation(
    answerWith(aSummary({ changes: [...changes] })),
  );
  open('/polling-stations/import');
  await choose(titles, ...rows);
  const table = await screen.findByRole('table', { name: 'Ce se schimbă' });
  const found = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(found).toEqual([
    ['Provincii MO · Provincie', 'M', 'N'],
    ['Județe VN · Cod provincie', '–', 'MO'],
    ['Județe VN · Diaspora', 'Nu', 'Da'],
  ]);
});

it('is for organizers alone', async () => {
  signInAs(false);
  open('/polling-stations/import');
  await waitFor(() => expect(isDisabled(storeButton())).toBe(true));
});
