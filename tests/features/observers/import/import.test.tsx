import 'fake-indexeddb/auto';

import {
  cleanup,
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { config } from '@/config';
import { readers } from '@/components/import/read-file';
import { writeWorkbook } from '@/lib/workbook';
import { endTokenAtServer } from '@/data/offers';
import type { ConnectionState } from '@/db/cache';
import { databases } from '@/db/open';
import type { Reply } from '@/domain/outbox/outcome';
import { hasUnsaved } from '@/state/unsaved';

import { anObserverRow } from '../../../support/builders';
import { cacheObservers } from '../../../support/cached';
import { field, isDisabled } from '../../../support/controls';
import { deferred } from '../../../support/deferred';
import { answerWith, failWith, sync } from '../../../support/fake-sync';
import { anOds, anOdsRow } from '../../../support/ods';
import { prepareScreen, signInAs } from '../../../support/screen';
import { listRoutes } from '../routes';
import { FakeImportWorker } from '../../../support/import-thread';
import { catchSavedFiles } from '../../../support/saved-files';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(listRoutes);

const maria = anObserverRow({
  id: 41,
  name: 'Maria Ionel',
  phone: '0700000041',
});

beforeEach(async () => {
  await cacheObservers([maria]);
  vi.stubGlobal('Worker', FakeImportWorker);
  sync.importObservers.mockImplementation(answerWith(2));
});

async function choose(content: BlobPart, name = 'observatori.csv') {
  const input = await field('Fișier');
  const file = new File([content], name);
  fireEvent.change(input, { target: { files: [file] } });
}

async function openWith(content: BlobPart, ngo = '1', name?: string) {
  const page = open('/observatori/import');
  // What the rows are compared with is read first.
  await screen.findByText('Alege un fișier.');
  const ngoField = await field('ID-ul ONG-ului');
  fireEvent.change(ngoField, { target: { value: ngo } });
  await choose(content, name);
  return page;
}

async function rowOf(line: number): Promise<HTMLElement> {
  const button = await screen.findByLabelText(`Scoate rândul ${line}`);
  const row = button.closest('tr');
  if (!row) throw new Error(`There is no row ${line}`);
  return row;
}

function importButton() {
  return screen.getByRole('button', { name: /^Importă/ });
}

/** Says yes to the question before a file is sent. */
async function confirmSending() {
  const dialog = await screen.findByRole('alertdialog', { name: /^Imporți/ });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Importă' }));
}

const two =
  'Phone,Pin,Name\n0700000051,1111,Ana\n0700000052,2222,"Stan, Mihai"';

describe('the file', () => {
  it.each([
    ['nothing', '', 'Nu are niciun rând cu date.'],
    ['a header alone', 'Phone,Pin,Name\n', 'Nu are niciun rând cu date.'],
    [
      'bytes',
      new Uint8Array([137, 80, 78, 71, 0, 1]),
      'Nu este nici fișier text, nici foaie de calcul.',
    ],
    [
      'a workbook',
      new Uint8Array([0x50, 0x4b, 3, 4]),
      'Registrul de calcul nu poate fi citit: salvează-l ca XLSX sau ca CSV UTF-8.',
    ],
    [
      'an open quote',
      'Phone,Pin,Name\n07,1,"Ana',
      'Rândul 2 are ghilimele care nu se închid sau text după ele.',
    ],
  ])('with %s is refused, and why', async (_, content, words) => {
    await openWith(content);
    await screen.findByText('Fișierul observatori.csv nu poate fi importat.');
    screen.getByText(words);
    expect(isDisabled(importButton())).toBe(true);
  });

  it('without a column asks which one it is, and reads it so', async () => {
    await openWith('Phone,PIN,Alias\n0700000051,1111,Ana 2');
    const step = await screen.findByRole('region', {
      name: 'Ce conțin coloanele fișierului?',
    });
    expect(within(step).getByRole('status').textContent).toBe(
      'Coloane lipsă: Nume.',
    );
    within(step).getByText('Coloane care nu sunt citite: Alias');
    expect(isDisabled(importButton())).toBe(true);
    fireEvent.change(within(step).getByLabelText('Alias'), {
      target: { value: 'name' },
    });
    fireEvent.click(within(step).getByText('Citește rândurile'));
    within(await rowOf(2)).getByText('Ana 2');
    // A file with the same heads is read so from now on.
    cleanup();
    await openWith('Phone,PIN,Alias\n0700000052,2222,Dan 3');
    within(await rowOf(2)).getByText('Dan 3');
  });

  it('with a head in other words is recognised by its cells, and shown before it is read', async () => {
    await openWith('Contact,Cod secret,Persoana\n0700000051,1111,Ana');
    const step = await screen.findByRole('region', {
      name: 'Ce conțin coloanele fișierului?',
    });
    const read = ['Contact', 'Cod secret', 'Persoana'].map(
      (name) => within(step).getByLabelText<HTMLSelectElement>(name).value,
    );
    expect(read).toEqual(['phone', 'pin', 'name']);
    fireEvent.click(within(step).getByText('Citește rândurile'));
    within(await rowOf(2)).getByText('1111');
  });

  it('without heads is recognised by its cells, and shown before it is read', async () => {
    await openWith('1234;0722000141;Ana Popa\n5678;0722000142;Ion Mic');
    const step = await screen.findByRole('region', {
      name: 'Ce conțin coloanele fișierului?',
    });
    const read = ['Coloana 1', 'Coloana 2', 'Coloana 3'].map(
      (name) => within(step).getByLabelText<HTMLSelectElement>(name).value,
    );
    expect(read).toEqual(['pin', 'phone', 'name']);
    expect(screen.queryByLabelText('Scoate rândul 1')).toBeNull();
    fireEvent.click(within(step).getByText('Citește rândurile'));
    within(await rowOf(1)).getByText('0722000141');
    within(await rowOf(1)).getByText('1234');
  });

  it('with two columns of one field asks which one counts', async () => {
    await openWith('Telefon;Telefon;PIN;Nume\n0722000141;0722000142;1234;Ana');
    const step = await screen.findByRole('region', {
      name: 'Ce conțin coloanele fișierului?',
    });
    const [first, second] = within(step).getAllByLabelText('Telefon');
    if (second) fireEvent.change(second, { target: { value: 'phone' } });
    expect(first instanceof HTMLSelectElement && first.value).toBe('');
    fireEvent.click(within(step).getByText('Citește rândurile'));
    within(await rowOf(2)).getByText('0722000142');
  });

  it('offers what a cell may mean, and takes it', async () => {
    await openWith('Phone,Pin,Name\n0722000220 (mama),1234,È˜tefan');
    fireEvent.click(
      await screen.findByRole('button', {
        name: 'Folosește 0722000220 pe rândul 2',
      }),
    );
    fireEvent.click(
      await screen.findByRole('button', {
        name: 'Folosește Ștefan pe rândul 2',
      }),
    );
    await waitFor(async () => within(await rowOf(2)).getByText('nou'));
    screen.getByDisplayValue('0722000220');
    screen.getByDisplayValue('Ștefan');
  });

  it('may be a workbook, with a number that lost its zero', async () => {
    const book = await writeWorkbook([
      {
        name: 'Observatori',
        head: ['Telefon', 'PIN', 'Nume'],
        rows: [[722_000_141, '0123', 'Ana']],
      },
    ]);
    await openWith(new Uint8Array(await book.arrayBuffer()));
    within(await rowOf(2)).getByText('0722000141');
    within(await rowOf(2)).getByText('0123');
    within(await rowOf(2)).getByText(/^Completat/);
  });

  it('may be an OpenDocument sheet', async () => {
    const texts = [
      ['Telefon', 'PIN', 'Nume'],
      ['0722 000 141', '0123', 'Ștefan &amp; Ana'],
    ];
    await openWith(
      anOds(`<table:table>${texts.map(anOdsRow).join('')}</table:table>`),
      '1',
      'observatori.ods',
    );
    within(await rowOf(2)).getByText('0722000141');
    within(await rowOf(2)).getByText('0123');
    within(await rowOf(2)).getByText('Ștefan & Ana');
  });

  it('says which of its columns are not read', async () => {
    await openWith(
      'Phone,Pin,Observații,Name,Data\n0700000051,1111,întârzie,Ana Pop,22.11.2026',
    );
    await rowOf(2);
    screen.getByText('Coloane care nu sunt citite: Observații, Data');
  });

  it('says that all of its columns are read', async () => {
    await openWith(two);
    await rowOf(2);
    screen.getByText('Coloanele fișierului: toate sunt citite');
  });

  it('has the phones of the country of this deployment', async () => {
    Object.assign(config, { phoneCountry: 'MD' });
    try {
      await openWith(
        'Phone,Pin,Name\n+373 621 12345,1111,Ana\n62112346,1111,Stan\n+40722000141,1111,Dan',
      );
      within(await rowOf(2)).getByText('062112345');
      within(await rowOf(3)).getByText('062112346');
      within(await rowOf(4)).getByText('+40722000141');
    } finally {
      Object.assign(config, { phoneCountry: 'RO' });
    }
  });

  it('may be a table of a page that is named like a workbook', async () => {
    await openWith(
      '<html><head><meta charset="utf-8"></head><body><table><tr><th>Telefon</th>' +
        '<th>PIN</th><th>Nume</th></tr><tr><td>0722 000 141</td><td>1234</td>' +
        '<td>Ștefan &amp; Ana</td></tr></table></body></html>',
    );
    within(await rowOf(2)).getByText('0722000141');
    within(await rowOf(2)).getByText('Ștefan & Ana');
  });

  it('may be a spreadsheet in XML, with cells left out', async () => {
    await openWith(
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>' +
        '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" ' +
        'xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table>' +
        '<Row><Cell><Data>Telefon</Data></Cell><Cell ss:Index="3"><Data>PIN</Data></Cell>' +
        '<Cell><Data>Nume</Data></Cell></Row><Row><Cell><Data>0722000141</Data></Cell>' +
        '<Cell ss:Index="3"><Data>1234</Data></Cell><Cell><Data>Ana</Data></Cell></Row>' +
        '</Table></Worksheet></Workbook>',
    );
    within(await rowOf(2)).getByText('1234');
  });

  it('that is read late does not replace the one chosen since', async () => {
    open('/observatori/import');
    await screen.findByText('Alege un fișier.');
    const input = await field('Fișier');
    const late = new File([''], 'lent.csv');
    const read = deferred<ArrayBuffer>();
    const reads = vi.spyOn(readers, 'observers');
    vi.spyOn(late, 'arrayBuffer').mockReturnValue(read.promise);
    fireEvent.change(input, { target: { files: [late] } });
    await waitFor(() => expect(late.arrayBuffer).toHaveBeenCalled());
    await choose(two);
    within(await rowOf(2)).getByText('Ana');
    await act(async () => {
      const others = 'Phone,Pin,Name\n0700000099,9999,Ion';
      read.resolve(await new Blob([others]).arrayBuffer());
      await Promise.all(reads.mock.results.map(({ value }) => value));
    });
    within(await rowOf(2)).getByText('Ana');
  });

  it('of 50 MB is refused unread, with the limit', async () => {
    open('/observatori/import');
    const file = new File(['x'], 'mare.csv');
    Object.defineProperty(file, 'size', { value: 50 * 1024 * 1024 });
    const read = vi.spyOn(file, 'arrayBuffer');
    fireEvent.change(await field('Fișier'), { target: { files: [file] } });
    await screen.findByText('Fișierul mare.csv nu poate fi importat.');
    screen.getByText('Este mai mare decât 10 MB.');
    expect(read).not.toHaveBeenCalled();
  });

  it('that is not UTF-8 says so, and is read as windows-1250 when asked', async () => {
    const text = new TextEncoder().encode('Phone,Pin,Name\n0799000001,1111,');
    await openWith(new Uint8Array([...text, 0xaa, 0x74]));
    await screen.findByText(/Textul nu este UTF-8/);
    fireEvent.click(
      screen.getByRole('button', { name: 'Citește ca windows-1250' }),
    );
    within(await rowOf(2)).getByText('Şt');
  });

  it('that has gone meanwhile says that it cannot be read', async () => {
    open('/observatori/import');
    const file = new File([two], 'dus.csv');
    vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new Error('NotFound'));
    fireEvent.change(await field('Fișier'), { target: { files: [file] } });
    await screen.findByText('Nu a putut fi citit. Alege-l din nou.');
  });

  it('can be dropped on the page', async () => {
    open('/observatori/import');
    const place = (await field('Fișier')).parentElement;
    if (!place) throw new Error('There is no place to drop');
    const files = [new File([two], 'tras.csv')];
    fireEvent.drop(place, { dataTransfer: { files } });
    await rowOf(2);
    screen.getByText('tras.csv');
  });

  it('has a template', async () => {
    const saved = catchSavedFiles();
    open('/observatori/import');
    fireEvent.click(
      await screen.findByRole('button', { name: 'Descarcă modelul' }),
    );
    expect(saved[0]?.name).toBe('observers-template.csv');
    expect((await saved[0]?.text())?.trim()).toBe('Phone,Pin,Name');
  });
});

describe('the preview', () => {
  const mixed = [
    'Phone,Pin,Name',
    '0700000051,1111,Ana',
    '0700000041,1111,Maria Ionel',
    '0700000041,1111,Alta',
    '+40 700 000 041,1111,Scris Altfel',
    '0700000051,1111,Ana Repetată',
    '0700000053,,Fără Pin',
  ].join('\n');

  it('classes the rows among themselves and beside what is kept', async () => {
    await openWith(
      [
        'Phone,Pin,Name',
        '0700000051,1111,Ana',
        '0700000041,1111,Maria Ionel',
        '0700000051,1111,Ana Repetată',
        '0700000053,,Fără Pin',
      ].join('\n'),
    );
    within(await rowOf(2)).getByText('nou');
    await within(await rowOf(3)).findByText('există deja');
    within(await rowOf(3)).getByText('Maria Ionel are deja acest telefon.');
    within(await rowOf(4)).getByText('repetat în fișier');
    within(await rowOf(4)).getByText('Același telefon ca pe rândul 2.');
    within(await rowOf(5)).getByText('greșit');
    within(await rowOf(5)).getByText('PIN: lipsește.');
    const cell = screen.getByLabelText('PIN, rândul 5');
    expect(cell.getAttribute('aria-invalid')).toBe('true');
    importButton();
    screen.getByRole('button', { name: 'Importă un observator' });
  });

  it('classes them anew when the list comes after the file', async () => {
    await databases().cache.observers.clear();
    await openWith('Phone,Pin,Name\n0700000041,1111,Maria Ionel');
    within(await rowOf(2)).getByText('nou');
    await act(() => cacheObservers([maria]));
    await waitFor(async () => within(await rowOf(2)).getByText('există deja'));
    expect(isDisabled(importButton())).toBe(true);
  });

  it('tells a known phone under another name, and in another spelling', async () => {
    await openWith(
      'Phone,Pin,Name\n0700000041,1111,Alta\n+40700000042,1111,X\n0700000042,1111,Y',
    );
    await within(await rowOf(2)).findByText('alt nume');
    within(await rowOf(2)).getByText(
      'Telefonul este al observatorului Maria Ionel.',
    );
    within(await rowOf(4)).getByText('repetat în fișier');
    await choose('Phone,Pin,Name\n+40 700 000 041,1111,Scris Altfel');
    await within(await rowOf(2)).findByText('alt nume');
    within(await rowOf(2)).getByText('0700000041');
    await databases().cache.observers.put(
      anObserverRow({ id: 49, phone: '+40 700 000 049' }),
    );
    await choose('Phone,Pin,Name\n0700000049,1111,Scris Altfel');
    await within(await rowOf(2)).findByText('telefon existent');
  });

  it('finds the one bad row of 20,000, draws few, and corrects it in place', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, at) => `08${String(at).padStart(8, '0')},1111,Obs ${at}`,
    );
    rows[12_344] = '0800012344,1111,';
    await openWith(`Phone,Pin,Name\n${rows.join('\n')}`);
    const invalid = await screen.findByRole('button', { name: /^greșit/ });
    expect(invalid.textContent).toContain('1');
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(100);
    fireEvent.click(invalid);
    const cell = await screen.findByLabelText('Nume, rândul 12.346');
    fireEvent.change(cell, { target: { value: '  Ion   Bun ' } });
    fireEvent.blur(cell);
    await screen.findByRole('button', {
      name: 'Importă 20.000 de observatori',
    });
    // The row stays where it was corrected, with its fields.
    expect(
      (await screen.findByLabelText('Nume, rândul 12.346')).getAttribute(
        'value',
      ),
    ).toBe('Ion Bun');
    expect(screen.queryByRole('button', { name: /^greșit/ })).toBeNull();
  });

  it('sends a row in spite of its class when a person says so, never a bad one', async () => {
    await openWith(mixed);
    await screen.findByRole('button', { name: 'Importă un observator' });
    fireEvent.click(screen.getByLabelText('Trimite rândul 3'));
    await screen.findByRole('button', { name: 'Importă 2 observatori' });
    fireEvent.click(screen.getByLabelText('Trimite rândul 2'));
    await screen.findByRole('button', { name: 'Importă un observator' });
    expect(isDisabled(screen.getByLabelText('Trimite rândul 7'))).toBe(true);
  });

  it('drops rows, and classes the rest anew', async () => {
    await openWith(
      'Phone,Pin,Name\n0700000051,1111,Ana\n0700000051,2222,Ana Doi',
    );
    within(await rowOf(3)).getByText('repetat în fișier');
    fireEvent.click(screen.getByLabelText('Scoate rândul 2'));
    await waitFor(async () => within(await rowOf(3)).getByText('nou'));
    expect(screen.queryByLabelText('Scoate rândul 2')).toBeNull();
  });

  it('is not lost by accident', async () => {
    await openWith(two);
    await rowOf(2);
    await waitFor(() => expect(hasUnsaved()).toBe(true));
  });

  it('shows markup as text', async () => {
    await openWith(
      'Phone,Pin,Name\n0700000051,1111,<img src=x onerror=alert(1)>',
    );
    within(await rowOf(2)).getByText('<img src=x onerror=alert(1)>');
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('the NGO id', () => {
  it('is required and a number', async () => {
    await openWith(two, '');
    await rowOf(2);
    expect(isDisabled(importButton())).toBe(true);
    screen.getByText('Completează ID-ul ONG-ului.');
    for (const wrong of ['0', '-1', 'abc', '1.5']) {
      fireEvent.change(await field('ID-ul ONG-ului'), {
        target: { value: wrong },
      });
      expect(isDisabled(importButton())).toBe(true);
    }
    screen.getByText('ID-ul este un număr mai mare decât 0.');
    fireEvent.change(await field('ID-ul ONG-ului'), { target: { value: '7' } });
    expect(isDisabled(importButton())).toBe(false);
  });

  it('is proposed with the name of its organisation, where the server lists them', async () => {
    const lupa = { id: 5, shortName: 'L', name: 'Grupul Civic Lupa' };
    const rest = { organizer: false, isActive: true };
    sync.readExtensions.mockImplementation(answerWith(['accounts']));
    sync.readAccounts.mockImplementation(
      answerWith({ accounts: [], organisations: [{ ...lupa, ...rest }] }),
    );
    open('/observatori/import');
    const ngo = await field('ID-ul ONG-ului');
    const proposed = () =>
      [...document.querySelectorAll('datalist option')].map((option) => [
        option.getAttribute('value'),
        option.textContent,
      ]);
    await waitFor(() => expect(proposed()).toEqual([['5', lupa.name]]));
    fireEvent.change(ngo, { target: { value: '5' } });
    const hint = { selector: 'span' };
    await screen.findByText(lupa.name, hint);
    fireEvent.change(ngo, { target: { value: '6' } });
    await waitFor(() => expect(screen.queryByText(lupa.name, hint)).toBe(null));
    await act(() => endTokenAtServer('a.b.c', ''));
  });

  it('is their own, locked, for an admin who is no organizer, and nothing is sent', async () => {
    signInAs(false, 2);
    open('/observatori/import');
    const ngo = await field('ID-ul ONG-ului');
    expect([ngo.value, ngo.readOnly]).toEqual(['2', true]);
    expect(isDisabled(importButton())).toBe(true);
    screen.getByText(/Serverul acceptă importul/);
    expect(isDisabled(await field('Fișier'))).toBe(true);
  });
});

describe('sending', () => {
  async function sendTwo() {
    await openWith(two);
    await rowOf(2);
    fireEvent.click(
      await screen.findByRole('button', { name: 'Importă 2 observatori' }),
    );
    await confirmSending();
  }

  it('sends the file that the server wants, once, and says how many were added', async () => {
    await sendTwo();
    await screen.findByText('Succes');
    screen.getAllByText('2 observatori au fost adăugați cu succes');
    expect(sync.importObservers).toHaveBeenCalledTimes(1);
    const [file, name, ngoId] = sync.importObservers.mock.calls[0] ?? [];
    expect([name, ngoId]).toEqual(['observers.csv', 1]);
    expect(await file?.text()).toBe(
      'Phone,Pin,Name\r\n0700000051,1111,Ana\r\n0700000052,2222,"Stan, Mihai"\r\n',
    );
    expect(await databases().intent.outbox.count()).toBe(0);
    expect(hasUnsaved()).toBe(false);
  });

  it('says how many were added when the server added fewer than were sent', async () => {
    sync.importObservers.mockImplementation(answerWith(1));
    await sendTwo();
    await screen.findByText('Succes');
    screen.getAllByText('1 observator a fost adăugat cu succes');
    screen.getByText(
      'Rânduri trimise: 2. Serverul spune alt număr: verifică lista.',
    );
    expect(screen.queryByText(/^2 observatori au fost adăugați/)).toBeNull();
  });

  it('shows how far it is', async () => {
    let finish = (_: Reply<number | undefined>) => {};
    sync.importObservers.mockImplementation(
      (_file, _name, _ngo, onProgress) => {
        onProgress(0.42);
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    );
    await sendTwo();
    await screen.findByText('Se trimite: 42 %');
    expect(
      screen
        .getByRole('meter', { name: 'Cât s-a trimis din fișier' })
        .getAttribute('aria-valuenow'),
    ).toBe('0.42');
    // A second press sends nothing.
    fireEvent.click(importButton());
    expect(sync.importObservers).toHaveBeenCalledTimes(1);
    await act(async () => finish({ ok: true, status: 200, value: 2 }));
    await screen.findByText('Succes');
  });

  it('says what failed with the reason of the server, and gives the rows back', async () => {
    sync.importObservers.mockImplementation(
      failWith({ kind: 'refused', status: 400, detail: 'No NGO 99' }),
    );
    const saved = catchSavedFiles();
    await sendTwo();
    await screen.findByText('Eroare');
    screen.getByText(
      /A apărut o eroare la încărcarea fișierului csv\..*No NGO 99/,
    );
    fireEvent.click(
      screen.getByRole('button', { name: 'Salvează cele 2 rânduri refuzate' }),
    );
    const text = (await saved[0]?.text()) ?? '';
    expect(text).toContain('Phone,Pin,Name,Motiv\r\n');
    expect(text).toMatch(/0700000051,1111,Ana,.*No NGO 99/);
    // It can be corrected and sent again.
    expect(isDisabled(importButton())).toBe(false);
  });

  it('says that the server had an error, and checks before anything is sent again', async () => {
    sync.importObservers.mockImplementation(
      failWith({ kind: 'server', status: 500 }),
    );
    await sendTwo();
    await screen.findByText('Eroare');
    screen.getByText(/A apărut o eroare la încărcarea fișierului csv\./);
    expect(isDisabled(importButton())).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Verifică pe server' }));
    await screen.findByText(/Niciunul nu este în lista de pe server/);
    expect(isDisabled(importButton())).toBe(false);
  });

  it('sends older servers the file that they read', async () => {
    await openWith(two);
    await rowOf(2);
    fireEvent.change(screen.getByLabelText('Formatul trimis serverului'), {
      target: { value: 'tsv' },
    });
    fireEvent.click(importButton());
    await confirmSending();
    await screen.findByText('Succes');
    const [file, name] = sync.importObservers.mock.calls[0] ?? [];
    expect(name).toBe('observers.tsv');
    expect(await file?.text()).toBe(
      '0700000051\t1111\tAna\n0700000052\t2222\tStan, Mihai',
    );
  });

  it('gives back what was not sent, formulas made harmless', async () => {
    sync.importObservers.mockImplementation(answerWith(1));
    const saved = catchSavedFiles();
    await openWith(
      'Phone,Pin,Name\n0700000051,1111,Ana\n0700000041,1111,=1+1\n+390799,,Ion',
    );
    fireEvent.click(
      await screen.findByRole('button', { name: 'Importă un observator' }),
    );
    await confirmSending();
    fireEvent.click(
      await screen.findByRole('button', {
        name: 'Salvează cele 2 rânduri netrimise',
      }),
    );
    const text = (await saved[0]?.text()) ?? '';
    expect(text).toContain(
      "0700000041,1111,'=1+1,Telefonul este al observatorului Maria Ionel.",
    );
    expect(text).toContain(
      "'+390799,,Ion,Telefon: nu este un număr de telefon. PIN: lipsește.",
    );
    expect(text).not.toContain('0700000051');
  });

  it('asks once, with its numbers and with what is left out', async () => {
    await openWith('Phone,Pin,Name\n0700000051,1111,Ana\n0700000041,1111,Alta');
    fireEvent.click(
      await screen.findByRole('button', { name: 'Importă un observator' }),
    );
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Imporți un observator?',
    });
    within(dialog).getByText(/ID-ul 1\. Un rând rămâne pe dinafară\./);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Renunță' }));
    expect(sync.importObservers).not.toHaveBeenCalled();
  });

  describe('undone', () => {
    const fresh = { numberOfNotes: 0, numberOfPollingStations: 0 };
    const ana = anObserverRow({
      ...fresh,
      id: 51,
      phone: '0700000051',
      name: 'Ana',
    });
    const stan = anObserverRow({
      ...fresh,
      id: 52,
      phone: '0700000052',
      name: 'Stan, Mihai',
    });

    /** Imports two, and the list then has these. */
    async function importTwo(...rows: (typeof ana)[]) {
      sync.importObservers.mockImplementation(async () => {
        sync.pullObservers.mockImplementation(async () => {
          await cacheObservers([maria, ...rows]);
          return { ok: true };
        });
        return { ok: true, status: 200, value: 2 };
      });
      await sendTwo();
      await screen.findByText('Succes');
    }

    async function undo() {
      fireEvent.click(
        await screen.findByRole('button', { name: 'Anulează importul' }),
      );
      const dialog = await screen.findByRole('alertdialog');
      fireEvent.click(
        within(dialog).getByRole('button', { name: 'Anulează importul' }),
      );
    }

    it('deletes those whom it added, and nobody else', async () => {
      await importTwo(ana, stan);
      await undo();
      await screen.findByText(
        '2 observatori importați sunt în curs de ștergere',
      );
      const ops = await databases().intent.outbox.toArray();
      expect(ops.map(({ kind, args }) => [kind, args])).toMatchObject([
        ['observer.delete', { id: 51 }],
        ['observer.delete', { id: 52 }],
      ]);
    });

    it('deletes nobody when one of them was changed or has reported', async () => {
      await importTwo(ana, stan);
      await screen.findByRole('button', { name: 'Anulează importul' });
      await databases().cache.observers.put({ ...stan, numberOfNotes: 1 });
      await undo();
      await screen.findByText(/^Unul dintre ei s-a schimbat/);
      expect(await databases().intent.outbox.count()).toBe(0);
    });

    it('is not offered when others added observers at the same time', async () => {
      const dan = anObserverRow({ id: 53, phone: '0700000053', name: 'Dan' });
      await importTwo(ana, stan, dan);
      await screen.findByText('Succes');
      expect(
        screen.queryByRole('button', { name: 'Anulează importul' }),
      ).toBeNull();
    });
  });

  it('needs a server', async () => {
    const offline: ConnectionState = { state: 'offline', since: 1 };
    await databases().cache.meta.put({ k: 'connection', v: offline });
    await openWith(two);
    await rowOf(2);
    await waitFor(() => expect(isDisabled(importButton())).toBe(true));
    screen.getByText('Ai nevoie de conexiune cu serverul.');
  });

  describe('with a lost reply', () => {
    beforeEach(() => {
      sync.importObservers.mockImplementation(failWith({ kind: 'timeout' }));
    });

    const lost = 'Nu se știe dacă serverul a adăugat cei 2 observatori.';

    async function check() {
      fireEvent.click(
        await screen.findByRole('button', { name: 'Verifică pe server' }),
      );
    }

    it('says that nobody knows, and neither keeps nor sends it again', async () => {
      await sendTwo();
      await screen.findByText(lost);
      expect(isDisabled(importButton())).toBe(true);
      fireEvent.click(importButton());
      expect(sync.importObservers).toHaveBeenCalledTimes(1);
      expect(await databases().intent.outbox.count()).toBe(0);
    });

    it('finds out that it was applied', async () => {
      await sendTwo();
      sync.pullObservers.mockImplementation(async () => {
        await cacheObservers([
          maria,
          anObserverRow({ id: 51, phone: '0700000051' }),
          anObserverRow({ id: 52, phone: '0700000052' }),
        ]);
        return { ok: true };
      });
      await check();
      await screen.findByText(/Toți sunt în lista de pe server/);
      screen.getByText(/Observatori înainte: 1, acum: 3\./);
      expect(isDisabled(importButton())).toBe(true);
    });

    const ana = anObserverRow({
      id: 51,
      phone: '0700000051',
      name: 'Ana',
      numberOfNotes: 0,
      numberOfPollingStations: 0,
    });
    const stan = { ...ana, id: 52, phone: '0700000052', name: 'Stan, Mihai' };

    it('that was applied after all can be undone', async () => {
      await sendTwo();
      sync.pullObservers.mockImplementation(async () => {
        await cacheObservers([maria, ana, stan]);
        return { ok: true };
      });
      await check();
      const name = 'Anulează importul';
      fireEvent.click(await screen.findByRole('button', { name }));
      const dialog = within(await screen.findByRole('alertdialog'));
      fireEvent.click(dialog.getByRole('button', { name }));
      await screen.findByText(
        '2 observatori importați sunt în curs de ștergere',
      );
      const ops = await databases().intent.outbox.toArray();
      expect(ops.map(({ kind, args }) => [kind, args.id])).toEqual([
        ['observer.delete', 51],
        ['observer.delete', 52],
      ]);
      expect(hasUnsaved()).toBe(false);
    });

    it('is not undone when others added somebody meanwhile', async () => {
      await sendTwo();
      sync.pullObservers.mockImplementation(async () => {
        const dan = { ...ana, id: 53, phone: '0700000053', name: 'Dan' };
        await cacheObservers([maria, ana, stan, dan]);
        return { ok: true };
      });
      await check();
      await screen.findByText(/Toți sunt în lista de pe server/);
      expect(
        screen.queryByRole('button', { name: 'Anulează importul' }),
      ).toBeNull();
    });

    it('finds out that it was not, and lets the person send it again', async () => {
      await sendTwo();
      await check();
      await screen.findByText(/Niciunul nu este în lista de pe server/);
      expect(isDisabled(importButton())).toBe(false);
      sync.importObservers.mockImplementation(answerWith(2));
      fireEvent.click(importButton());
      await confirmSending();
      await screen.findByText('Succes');
      expect(sync.importObservers).toHaveBeenCalledTimes(2);
    });

    it('finds out that only some are there, and would send the others alone', async () => {
      await sendTwo();
      sync.pullObservers.mockImplementation(async () => {
        await cacheObservers([
          maria,
          anObserverRow({ id: 51, phone: '0700000051' }),
        ]);
        return { ok: true };
      });
      await check();
      await screen.findByText(/Doar unii sunt în lista de pe server/);
      const rest = { name: 'Importă un observator' };
      const button = await screen.findByRole('button', rest);
      expect(isDisabled(button)).toBe(false);
    });

    it('says when it cannot find out', async () => {
      await sendTwo();
      sync.pullObservers.mockImplementation(failWith({ kind: 'offline' }));
      await check();
      await screen.findByText(/Nu s-a putut verifica.*Nu există conexiune/);
      expect(isDisabled(importButton())).toBe(true);
    });
  });
});
