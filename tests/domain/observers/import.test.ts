import { describe, expect, it } from 'vitest';

import type { ImportRow } from '@/domain/observers/import';
import {
  classify as classifyBeside,
  correctCell,
  dropRow,
  importRow,
  serverFile,
  judgeImport,
  knownPhones,
} from '@/domain/observers/import';

function aRow(changes: Partial<ImportRow> = {}): ImportRow {
  return { line: 2, phone: '0700000051', pin: '1111', name: 'Ana', ...changes };
}

function classify(
  rows: ImportRow[],
  observers: { phone: string; name: string }[],
  isWhole = true,
) {
  return classifyBeside(rows, knownPhones(observers, isWhole, 'RO'));
}

const kept = [
  { phone: '0700000041', name: 'Maria Ionel' },
  { phone: '+40700000042', name: 'Dan Pop' },
];

describe('the class of a row', () => {
  it.each([
    [{}, 'new', undefined],
    [{ phone: '0700000041', name: 'Maria Ionel' }, 'same', 'Maria Ionel'],
    [{ phone: '0700000041', name: 'Maria I.' }, 'changed', 'Maria Ionel'],
    [{ phone: '0700000041', name: 'IONEL Maria' }, 'same', 'Maria Ionel'],
    [{ phone: '0700 000 042' }, 'duplicateOfCached', 'Dan Pop'],
    [{ phone: '0040700000041' }, 'duplicateOfCached', 'Maria Ionel'],
    [{ phone: '' }, 'invalid', undefined],
    [{ pin: '' }, 'invalid', undefined],
    [{ name: '' }, 'invalid', undefined],
    // What is wrong comes before what is known.
    [{ phone: '0700000041', name: '' }, 'invalid', undefined],
  ])('of %j is %s', (changes, kind, twin) => {
    const [row] = classify([aRow(changes)], kept);
    expect([row?.kind, row?.twin]).toEqual([kind, twin]);
  });

  it('of an unknown phone cannot be told beside a list that is not whole', () => {
    const rows = [aRow(), aRow({ line: 3 }), aRow({ phone: '0700000041' })];
    expect(classify(rows, kept, false).map(({ kind }) => kind)).toEqual([
      'unchecked',
      'duplicateInFile',
      // A cached observer exists, also while the list has gaps.
      'changed',
    ]);
  });

  it('of a phone that an earlier row has names that row', () => {
    const rows = classify(
      [
        aRow({ line: 2 }),
        aRow({ line: 3, name: 'Alta', phone: '+40 700 000 051' }),
        aRow({ line: 4, phone: '0700000052' }),
      ],
      [],
    );
    expect(rows.map(({ kind, twin }) => [kind, twin])).toEqual([
      ['new', undefined],
      ['duplicateInFile', '2'],
      ['new', undefined],
    ]);
  });

  it('of a row after an invalid one with the same phone is its own', () => {
    const rows = classify([aRow({ name: '' }), aRow({ line: 3 })], []);
    expect(rows.map(({ kind }) => kind)).toEqual(['invalid', 'new']);
  });

  it.each([
    [{ phone: '' }, { phone: 'empty' }],
    [{ phone: '0'.repeat(21) }, { phone: 'tooLong' }],
    [{ pin: '123' }, { pin: 'tooShort' }],
    [{ pin: '1'.repeat(101) }, { pin: 'tooLong' }],
    [{ name: 'x'.repeat(10_000) }, { name: 'tooLong' }],
    [
      { name: '', pin: '' },
      { name: 'empty', pin: 'empty' },
    ],
    [{ extra: 'Mihai' }, { name: 'extra' }],
    [{ pin: '12a4' }, { pin: 'notDigits' }],
    [{ name: '?tefan Bl?ndu' }, { name: 'broken' }],
    [{ name: '\uFFFDtefan' }, { name: 'broken' }],
    [{ name: 'È˜tefan' }, { name: 'broken' }],
    [{ phone: '0'.repeat(20), name: 'x'.repeat(200) }, {}],
    [{ name: 'Ștefan Şerban' }, {}],
    [{ name: 'Jürgen São' }, {}],
  ])('names the cells of %j that cannot be sent', (changes, problems) => {
    expect(classify([aRow(changes)], [])[0]?.problems).toEqual(problems);
  });

  it('finds one bad row in 20,000 before anybody waits', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) =>
      aRow({ line: at + 2, phone: `08${String(at).padStart(8, '0')}` }),
    );
    rows[12_345] = aRow({ line: 12_347, phone: '' });
    const bad = classify(rows, kept).filter(({ kind }) => kind !== 'new');
    expect(bad.map(({ line, kind }) => [line, kind])).toEqual([
      [12_347, 'invalid'],
    ]);
  });
});

describe('a row as it is sent', () => {
  const typed = { line: 2, phone: '0700000051', pin: '1111', name: 'Ana' };

  it.each([
    [{ phone: '+40 700 000 051' }, { phone: '0700000051', note: undefined }],
    [{ phone: '700000051.0' }, { phone: '0700000051', note: 'completed' }],
    [{ pin: '1234.0' }, { pin: '1234', note: 'completed' }],
    [{ pin: ' 0123 ' }, { pin: '0123', note: undefined }],
    [{ phone: '0600000051' }, { phone: '0600000051', note: 'doubtful' }],
    [{ name: '\u200EAna  Radu\uFEFF' }, { name: 'Ana Radu' }],
  ])('%j is %j', (changes, row) => {
    expect(importRow({ ...typed, ...changes }, 'RO')).toMatchObject(row);
  });

  it('says why a phone is none, and offers what it may mean', () => {
    const row = importRow({ ...typed, phone: '0722000220 (mama)' }, 'RO');
    expect(classify([row], [])[0]).toMatchObject({
      phone: '0722000220 (mama)',
      kind: 'invalid',
      problems: { phone: 'notPhone' },
      offers: { phone: '0722000220' },
    });
  });

  it('offers a name whose letters were read in the wrong encoding', () => {
    const row = importRow({ ...typed, name: 'È˜tefan' }, 'RO');
    expect(classify([row], [])[0]).toMatchObject({
      problems: { name: 'broken' },
      offers: { name: 'Ștefan' },
    });
  });

  it('with a number that is not given out is not sent unasked', () => {
    const row = importRow({ ...typed, phone: '0600000051' }, 'RO');
    expect(classify([row], [])[0]?.kind).toBe('doubtful');
  });

  it('is another phone beside one of another country with the same last digits', () => {
    const rows = ['+39 0722000224', '+49 722000224'].map((phone, at) =>
      importRow({ ...typed, phone, line: at + 2 }, 'RO'),
    );
    expect(classify(rows, []).map(({ kind }) => kind)).toEqual(['new', 'new']);
  });
});

it('corrects one cell, tidied, and settles what was beyond it', () => {
  const rows = [aRow({ extra: 'Mihai' }), aRow({ line: 3 })];
  expect(correctCell(rows, 2, 'name', '  Stan,  Mihai ', 'RO')).toEqual([
    aRow({ name: 'Stan, Mihai' }),
    aRow({ line: 3 }),
  ]);
});

it('leaves a row out, and what it made of the others', () => {
  const rows = classify([aRow(), aRow({ line: 3 })], []);
  expect(rows[1]?.kind).toBe('duplicateInFile');
  expect(classify(dropRow(rows, 2), [])[0]?.kind).toBe('new');
});

it('writes the file as the server wants it, formulas untouched', () => {
  const rows = [
    aRow({ phone: '+40700000051', name: 'Stan, Mihai' }),
    aRow({ name: '=1+1 "x"' }),
  ];
  expect(serverFile(rows)).toBe(
    'Phone,Pin,Name\r\n' +
      '+40700000051,1111,"Stan, Mihai"\r\n' +
      '0700000051,1111,"=1+1 ""x"""\r\n',
  );
});

it('writes tabs and no header for older servers, and no empty last line', () => {
  const rows = [aRow({ name: 'Stan, Mihai' }), aRow({ phone: '0700000052' })];
  expect(serverFile(rows, 'tsv')).toBe(
    '0700000051\t1111\tStan, Mihai\n0700000052\t1111\tAna',
  );
});

describe('whether a lost import was applied', () => {
  const sent = [{ phone: '1' }, { phone: '2' }, { phone: '2' }];
  const listOf = (phones: string[], isWhole = true) => ({
    phones: phones.map((phone) => ({ phone })),
    isWhole,
  });
  const before = listOf(['1']);

  it.each([
    ['applied', ['1', '1', '2', '2']],
    ['notApplied', ['1']],
    // Rows that went away meanwhile prove nothing.
    ['notApplied', []],
    ['partly', ['1', '1', '2']],
    ['partly', ['1', '1']],
  ])('is %s when the server then has %j', (verdict, phones) => {
    expect(judgeImport(sent, before, listOf(phones))).toBe(verdict);
  });

  it.each([
    // An incomplete list afterwards: what it lacks may be there.
    ['applied', true, ['1', '1', '2', '2'], false],
    ['unsure', true, ['1'], false],
    ['unsure', true, ['1', '1'], false],
    // An incomplete list before: what it lacked may have been there.
    ['unsure', false, ['1', '1', '2', '2'], true],
    ['notApplied', false, ['1'], true],
  ])(
    'is %s with lists that are whole before: %j, after %j: %j',
    (verdict, isWholeBefore, phones, isWholeAfter) => {
      const was = listOf(['1'], isWholeBefore);
      const is = listOf(phones, isWholeAfter);
      expect(judgeImport(sent, was, is)).toBe(verdict);
    },
  );
});
