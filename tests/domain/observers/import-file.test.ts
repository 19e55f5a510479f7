import { describe, expect, it } from 'vitest';

import { readImportFile } from '@/domain/observers/import-file';

function read(text: string) {
  const bytes = new Uint8Array(new TextEncoder().encode(text));
  return readImportFile(bytes.buffer, 'RO');
}

const ana = { phone: '0700000051', pin: '1111', name: 'Ana Radu' };

it.each([
  ['English', 'Phone,Pin,Name\n0700000051,1111,Ana Radu'],
  ['Romanian', 'Telefon;PIN;Nume\n0700000051;1111;Ana Radu'],
  [
    'longer ones in another order',
    'Nume și prenume,Nr. telefon,Parolă\nAna Radu,0700000051,1111',
  ],
])('a file of observers may have %s column names', (_, text) => {
  expect(read(text)).toMatchObject({ ok: true, rows: [{ line: 2, ...ana }] });
});

it('a file without column names has the columns in the order of the server', () => {
  expect(read('0700000051,1111,Ana Radu')).toMatchObject({
    ok: true,
    rows: [{ line: 1, ...ana }],
  });
});

it('a file without a column is refused, and the column is named', () => {
  expect(read('Phone,Name\n07,Ana')).toMatchObject({
    ok: false,
    problem: 'columns',
    missing: ['pin'],
  });
});

it('a row keeps what it has too much, to be corrected', () => {
  expect(read('Phone,Pin,Name\n08,22,Stan, Mihai')).toMatchObject({
    rows: [{ name: 'Stan', extra: 'Mihai' }],
  });
});

describe('files of spreadsheets', () => {
  const rowsOf = (source: string | Uint8Array<ArrayBuffer>) => {
    const bytes =
      typeof source === 'string' ? new TextEncoder().encode(source) : source;
    const file = readImportFile(new Uint8Array(bytes).buffer, 'RO');
    if (!file.ok) throw new Error(file.problem);
    return file.rows.map(({ phone, pin, name }) => [phone, pin, name]);
  };

  it('with numbers that lost their zero, or became decimal ones', () => {
    expect(
      rowsOf('Telefon;PIN;Nume\n722000111;1234;Ana\n722000112.0;1234.0;Ion'),
    ).toEqual([
      ['0722000111', '1234', 'Ana'],
      ['0722000112', '1234', 'Ion'],
    ]);
  });

  it('with numbers that are kept as text', () => {
    expect(
      rowsOf(
        `Telefon;PIN;Nume\n="0722000219";="0123";Ana\n'0722000218;1234;Ion`,
      ),
    ).toEqual([
      ['0722000219', '0123', 'Ana'],
      ['0722000218', '1234', 'Ion'],
    ]);
  });

  it.each([
    ['sep=;\nNume;Telefon;PIN\nAna Popa;0722000151;1234'],
    ['"sep=;"\r\nNume;Telefon;PIN\r\nAna Popa;0722000151;1234'],
    ['Observatorii județului\n\nNume;Telefon;PIN\nAna Popa;0722000151;1234'],
    ['Nume;Telefon;PIN\rAna Popa;0722000151;1234\r'],
    ['\uFEFFsep=|\nNume|Telefon|PIN\nAna Popa|0722000151|1234'],
  ])('that begin with a line of their own: %j', (text) => {
    expect(rowsOf(text)).toEqual([['0722000151', '1234', 'Ana Popa']]);
  });

  it('with the name in two columns, in any order', () => {
    const popa = [['0722000121', '1234', 'Popa Ana']];
    expect(
      rowsOf('Telefon;PIN;Nume;Prenume\n0722000121;1234;Popa;Ana'),
    ).toEqual(popa);
    expect(
      rowsOf('Prenume;Nume;PIN;Telefon\nAna;Popa;1234;0722000121'),
    ).toEqual(popa);
  });

  it.each([
    ['little-endian', true],
    ['big-endian', false],
  ])('in UTF-16 without a mark, %s', (_, isLittle) => {
    const text = 'Telefon\tPIN\tNume\r\n0722000202\t1234\tȘtefan\r\n';
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (const [at, letter] of [...text].entries()) {
      view.setUint16(at * 2, letter.charCodeAt(0), isLittle);
    }
    expect(rowsOf(bytes)).toEqual([['0722000202', '1234', 'Ștefan']]);
  });
});
