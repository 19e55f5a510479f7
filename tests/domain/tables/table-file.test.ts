import { describe, expect, it } from 'vitest';

import { readTableFile } from '@/domain/tables/table-file';

const layout = {
  columns: ['phone', 'pin', 'name'] as const,
  names: {
    phone: ['phone', 'telefon'],
    pin: ['pin'],
    name: ['name', 'nume'],
  },
};

function readBytes(bytes: ArrayBuffer, encoding?: 'windows-1250') {
  return readTableFile(bytes, layout, { encoding });
}

function bytesOf(text: string): ArrayBuffer {
  return new Uint8Array(new TextEncoder().encode(text)).buffer;
}

function read(text: string) {
  const file = readBytes(bytesOf(text));
  return file.ok
    ? file.rows.map(({ line, cells, extra }) =>
        [line, ...cells, extra].filter((cell) => cell !== undefined),
      )
    : file;
}

const ana = [2, '0700000051', '1111', 'Ana Radu'];

describe('a file with a table', () => {
  it.each([
    ['CSV with header', 'Phone,Pin,Name\n0700000051,1111,Ana Radu', ana],
    ['CRLF', 'Phone,Pin,Name\r\n0700000051,1111,Ana Radu\r\n', ana],
    ['BOM', '\uFEFFPhone,Pin,Name\n0700000051,1111,Ana Radu', ana],
    ['TSV', 'Phone\tPin\tName\n0700000051\t1111\tAna Radu', ana],
    ['semicolons', 'Telefon;PIN;Nume\n0700000051;1111;Ana Radu', ana],
    ['another order', 'Nume,Telefon,Pin\nAna Radu,0700000051,1111', ana],
    ['spaces', 'Phone,Pin,Name\n 0700000051 , 1111 ,  Ana   Radu ', ana],
    [
      'quotes',
      'Phone,Pin,Name\n0700000051,1111,"Stan, ""Mihai"""',
      [2, '0700000051', '1111', 'Stan, "Mihai"'],
    ],
    [
      'a column more, with a name of its own',
      'Phone,Pin,Name,Reason\n0700000051,1111,Ana Radu,twice',
      ana,
    ],
    [
      'the apostrophe of our own files',
      "Phone,Pin,Name\n'+40700,1111,'=1+1",
      [2, '+40700', '1111', '=1+1'],
    ],
  ])('is read: %s', (_, text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('needs no header: then the order is the one of the layout', () => {
    expect(read('0700000051,1111,Ana\n0700000052,2222,Dan')).toEqual([
      [1, '0700000051', '1111', 'Ana'],
      [2, '0700000052', '2222', 'Dan'],
    ]);
    expect(read('0700000051\t1111\tAna')).toEqual([
      [1, '0700000051', '1111', 'Ana'],
    ]);
    // It is as wide as most of its rows.
    expect(read('07,11\n08,22,Ana\n09,33,Dan')).toEqual([
      [1, '07', '11', ''],
      [2, '08', '22', 'Ana'],
      [3, '09', '33', 'Dan'],
    ]);
  });

  it('skips blank rows and keeps counting them', () => {
    expect(read('Phone,Pin,Name\n\n,,\n07,11,Ana\n')).toEqual([
      [4, '07', '11', 'Ana'],
    ]);
  });

  it('keeps a row with too few or too many cells, to be corrected', () => {
    expect(read('Phone,Pin,Name\n07,11\n08,22,Stan, Mihai')).toEqual([
      [2, '07', '11', ''],
      [3, '08', '22', 'Stan', 'Mihai'],
    ]);
  });

  it('is read when it says that it is UTF-16', () => {
    const text = 'Telefon\tPin\tNume\r\n0700000051\t1111\tȘtefan';
    const units = Uint16Array.from(`\uFEFF${text}`, (c) => c.charCodeAt(0));
    const file = readBytes(units.buffer);
    expect(file.ok && file.rows[0]?.cells[2]).toBe('Ștefan');
  });

  it.each([
    ['nothing', '', { ok: false, problem: 'empty' }],
    ['blank lines', '\n \n', { ok: false, problem: 'empty' }],
    ['a header alone', 'Phone,Pin,Name\n', { ok: false, problem: 'empty' }],
    [
      'a header that lacks a column',
      'Phone,Name\n07,Ana',
      { ok: false, problem: 'columns', missing: ['pin'] },
    ],
    [
      'rows of another kind',
      'Alba,12\nCluj,14',
      { ok: false, problem: 'columns', missing: ['phone', 'pin', 'name'] },
    ],
    [
      'an open quote',
      'Phone,Pin,Name\n07,11,Ana\n08,22,"Dan\n09,33,Ion',
      { ok: false, problem: 'quotes', line: 3 },
    ],
    [
      'text after a closing quote, which swallows the row below',
      'Phone,Pin,Name\n07,11,Ana\n08,22,"Dan" Pop\n09,33,"Ion"',
      { ok: false, problem: 'quotes', line: 3 },
    ],
  ])('is refused with %s', (_, text, expected) => {
    expect(read(text)).toMatchObject(expected);
  });

  it('says that it is a workbook', () => {
    const zip = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]);
    expect(readBytes(zip.buffer)).toMatchObject({ problem: 'workbook' });
  });

  it('says that it is no text', () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]);
    expect(readBytes(png.buffer)).toMatchObject({ problem: 'binary' });
    const noise = new Uint8Array(400).map((_, at) => (at % 2 === 0 ? 1 : 250));
    expect(readBytes(noise.buffer)).toMatchObject({ problem: 'binary' });
  });

  it('says that it is in another encoding, and reads it when told which', () => {
    // "Ștefan" as windows-1250 has it: S with a cedilla is AA there.
    const text = new TextEncoder().encode('Phone,Pin,Name\n07,11,');
    const bytes = new Uint8Array([...text, 0xaa, ...bytesAscii('tefan')]);
    expect(readBytes(bytes.buffer)).toMatchObject({ problem: 'encoding' });
    const told = readBytes(bytes.buffer, 'windows-1250');
    expect(told.ok && told.rows[0]?.cells[2]).toBe('Ştefan');
  });

  it('reads 20,000 rows with one that is bad', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `07${at},11,Ana`);
    rows[999] = '07,11';
    const file = readBytes(bytesOf(`Phone,Pin,Name\n${rows.join('\n')}`));
    expect(file.ok && file.rows).toHaveLength(20_000);
    expect(file.ok && file.rows.filter(({ cells }) => cells[2] === '')).toEqual(
      [{ line: 1001, cells: ['07', '11', ''] }],
    );
  });
});

function bytesAscii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}
