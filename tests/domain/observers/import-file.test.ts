import { expect, it } from 'vitest';

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
  expect(read('Phone,Name\n07,Ana')).toEqual({
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
