import { describe, expect, it } from 'vitest';

import { settleCounties } from '@/domain/place-counties';
import { withMeantCodes } from '@/domain/place-namesakes';
import { unseenProblems, readPlacesFile } from '@/domain/places-file';

const heads =
  'Cod regiune;Regiune;Cod judet;Judet;Diaspora;SIRUTA;Localitate;Nr. secție;Adresa';

function read(text: string) {
  const bytes = new Uint8Array(new TextEncoder().encode(text));
  const file = readPlacesFile(bytes.buffer);
  if (!file.ok) throw new Error(file.problem);
  return file;
}

describe('yes and no', () => {
  it.each(['ADEVĂRAT', 'adevărat', 'TRUE', 'Da', 'yes', '1', 'x', 'X'])(
    '%s is yes',
    (cell) => {
      const { rows } = read(`${heads}\n;;ZY;Ypsilon;${cell};9002;Ypsilon;1;b`);
      expect(rows[0]?.cells[4]).toBe('true');
    },
  );

  it.each(['FALS', 'fals', 'FALSE', 'nu', 'No', '0', '-'])(
    '%s is no',
    (cell) => {
      const { rows } = read(`${heads}\n;;ZY;Ypsilon;${cell};9002;Ypsilon;1;b`);
      expect(rows[0]?.cells[4]).toBe('false');
    },
  );

  it.each(['', 'poate'])('"%s" is neither', (cell) => {
    const { rows } = read(`${heads}\n;;ZY;Ypsilon;${cell};9002;Ypsilon;1;b`);
    expect(rows[0]?.cells[4]).toBe(cell);
  });
});

it('a station that a spreadsheet made a decimal number is the whole one', () => {
  const { rows } = read(`${heads}\n;;ZZ;Zeta;;9001;Zeta;12.0;a`);
  expect(rows[0]?.cells[7]).toBe('12');
});

it('a village is kept beside its commune, in front of the address', () => {
  const { rows, isSure } = read(
    'Cod regiune;Regiune;Cod judet;Judet;Diaspora;SIRUTA;UAT;Localitate;Nr. secție;Adresa\n' +
      ';;ZZ;Zeta;;9001;Zeta-comuna;Satul A;1;a\n' +
      ';;ZZ;;;9001;Zeta-comuna;Satul B;2;',
  );
  expect(isSure).toBe(true);
  expect(rows.map(({ cells }) => cells.slice(6))).toEqual([
    ['Zeta-comuna', '1', 'Satul A, a'],
    ['Zeta-comuna', '2', 'Satul B'],
  ]);
});

it('a locality without a commune beside it is the municipality', () => {
  const { rows, isSure } = read(`${heads}\n;;ZZ;Zeta;;9001;Zeta;1;a`);
  expect(isSure).toBe(true);
  expect(rows[0]?.cells[6]).toBe('Zeta');
});

describe('a file as people have it', () => {
  const row = 'MO;Moldova;VN;Vrancea;nu;VN-FOC;Focșani;1;Școala 1';
  const cells = [
    'MO',
    'Moldova',
    'VN',
    'Vrancea',
    'false',
    'VN-FOC',
    'Focșani',
    '1',
    'Școala 1',
  ];

  it.each<[string, string, number]>([
    ['titles above the heads', `Secții de vot;;\n\n${heads}\n${row}`, 4],
    ['the sep= of spreadsheets', `sep=;\r\n${heads}\r\n${row}\r\n`, 3],
    [
      'blank rows and columns',
      `${heads.replace(';Judet', ';;Judet')};;\n;;\n${row.replace(';Vrancea', ';;Vrancea')};;`,
      3,
    ],
    ['tabs', `${heads}\n${row}`.replaceAll(';', '\t'), 2],
  ])('is read with %s', (_, text, line) => {
    const { rows, isSure } = read(text);
    expect(isSure).toBe(true);
    expect(rows.map((each) => [each.line, each.cells])).toEqual([
      [line, cells],
    ]);
  });

  it('is read without heads in the order of the columns, once a person says so', () => {
    const { rows, isSure } = read(`${row}\n${row.replace(';1;', ';2;')}`);
    expect(isSure).toBe(false);
    expect(rows.map((each) => [each.line, each.cells[7]])).toEqual([
      [1, '1'],
      [2, '2'],
    ]);
    expect(rows[0]?.cells).toEqual(cells);
  });
});

describe('the code of a county', () => {
  const known = [
    { code: 'AB', name: 'Alba' },
    { code: 'BN', name: 'Bistrița-Năsăud' },
  ];
  const settle = (rows: string[], answers: [string, boolean][] = []) => {
    const file = read([heads, ...rows].join('\n'));
    const settled = settleCounties(
      file.rows,
      known,
      new Map(answers.map(([code, isKnown]) => [`counties ${code}`, isKnown])),
    );
    return {
      codes: settled.rows.map(({ cells }) => cells[2]),
      open: settled.open,
    };
  };

  it('is that of the county that exists, in any casing', () => {
    const rows = [';;ab;Alba;;9001;Alba;1;a', ';;Ab;;;9001;;2;b'];
    expect(settle(rows)).toEqual({ codes: ['AB', 'AB'], open: [] });
  });

  it('is written in capitals where it is new', () => {
    const rows = [';;zz;Zeta;;9001;Zeta;1;a', ';;ZZ;;;9001;;2;b'];
    expect(settle(rows)).toEqual({ codes: ['ZZ', 'ZZ'], open: [] });
  });

  it.each(['Alba', 'județul ALBA', 'alba '])(
    'is asked about where its name, %s, exists under another one',
    (name) => {
      const rows = [`;;AL;${name};;9001;Alba;1;a`, ';;AL;;;9001;;2;b'];
      expect(settle(rows).open).toMatchObject([
        { code: 'AL', known: { code: 'AB' } },
      ]);
      expect(settle(rows, [['AL', true]])).toEqual({
        codes: ['AB', 'AB'],
        open: [],
      });
      expect(settle(rows, [['AL', false]])).toEqual({
        codes: ['AL', 'AL'],
        open: [],
      });
    },
  );

  it('is asked about with any dash in the name', () => {
    const rows = [';;BX;Bistrita – Nasaud;;9001;x;1;a'];
    expect(settle(rows).open).toHaveLength(1);
  });

  it('is asked about where two new ones have one name', () => {
    const rows = [
      ';;ZZ;Zeta;;9001;Zeta;1;a',
      ';;ZT;județul ZETA;;9002;Teta;1;b',
      ';;zt;;;9002;;2;c',
    ];
    expect(settle(rows).open).toEqual([
      {
        kind: 'counties',
        code: 'ZT',
        name: 'județul ZETA',
        known: { code: 'ZZ', name: 'Zeta' },
        isInFile: true,
      },
    ]);
    expect(settle(rows, [['ZT', true]])).toEqual({
      codes: ['ZZ', 'ZZ', 'ZZ'],
      open: [],
    });
    expect(settle(rows, [['ZT', false]])).toEqual({
      codes: ['ZZ', 'ZT', 'ZT'],
      open: [],
    });
  });

  it('stays as it is where two are there that differ by casing alone', () => {
    const file = read(`${heads}\n;;ab;;;9001;;1;a\n;;AB;;;9002;;1;b`);
    const both = [...known, { code: 'ab', name: 'Alba' }];
    const { rows } = settleCounties(file.rows, both, new Map());
    expect(rows.map(({ cells }) => cells[2])).toEqual(['ab', 'AB']);
  });
});

it('a place that is another one has its code, and no name beside the other one’s', () => {
  const { rows } = read(
    `${heads}\nM;Moldova de Sus;VN;Vrancea;;VN-1;com. Focșani;1;a\n;;VN;;;VN-1;;2;b`,
  );
  const known = { code: 'VN-FOC', name: 'Focșani' };
  const found = [
    {
      kind: 'municipalities',
      code: 'VN-1',
      name: 'com. Focșani',
      known,
      isInFile: false,
    },
    {
      kind: 'provinces',
      code: 'M',
      name: 'Moldova de Sus',
      known: { code: 'MO', name: 'Moldova' },
      isInFile: false,
    },
  ] as const;
  const answers = new Map([
    ['municipalities VN-1', true],
    ['provinces M', false],
  ]);
  expect(
    withMeantCodes(rows, found, answers).map(({ cells }) => cells.slice(0, 8)),
  ).toEqual([
    ['M', 'Moldova de Sus', 'VN', 'Vrancea', '', 'VN-FOC', '', '1'],
    ['', '', 'VN', '', '', 'VN-FOC', '', '2'],
  ]);
});

it('codes of provinces and municipalities are one in any casing', () => {
  const { rows } = read(
    `${heads}\nMO;Moldova;VN;Vrancea;;VN-FOC;Focșani;1;a\nmo;;vn;;;vn-foc;;2;b`,
  );
  const settled = settleCounties(rows, [], new Map());
  expect(settled.rows.map(({ cells }) => [cells[0], cells[5]])).toEqual([
    ['MO', 'VN-FOC'],
    ['MO', 'VN-FOC'],
  ]);
});

describe('letters that an encoding broke', () => {
  it.each([
    ['BV;Bra?ov;;9001;Zeta;1;a', 'countyName'],
    ['B\uFFFD;;;9001;Zeta;1;a', 'countyCode'],
    ['ZZ;Zeta;;9001;TÃ¢rgu Ocna;1;a', 'municipalityName'],
    ['ZZ;Zeta;;9001;Zeta;1;È˜coala 1', 'address'],
    ['ZZ;Zeta;;9001;Zeta;1;?coala 1', 'address'],
  ])('%s: %s', (row, column) => {
    const { rows } = read(`${heads}\n;;ZY;Ypsilon;;9002;Ypsilon;1;b\n;;${row}`);
    expect(unseenProblems(rows)).toEqual([
      { row: 3, column, problem: 'broken' },
    ]);
  });

  it('are not suspected in names of other languages, numbers, yes and no', () => {
    const { rows } = read(
      `${heads}\nTR;Țara;ZY;São Tomé;?;9002;Łódź;?;„Școala” nr. 1 – Zürich, 10 €`,
    );
    expect(unseenProblems(rows)).toEqual([]);
  });

  it('are told beside cells beyond the last column', () => {
    const { rows } = read(
      `${heads.replaceAll(';', ',')}\n,,ZZ,Zeta,,9001,Zeta,1,Strada Mare,nr. 3`,
    );
    expect(unseenProblems(rows)).toEqual([
      { row: 2, column: 'address', problem: 'extra' },
    ]);
  });

  it('are seen in the name of a village, too', () => {
    const { rows } = read(
      'Cod regiune;Regiune;Cod judet;Judet;Diaspora;SIRUTA;UAT;Localitate;Nr. secție;Adresa\n' +
        ';;ZZ;Zeta;;9001;Zeta;S?tul A;1;a',
    );
    expect(unseenProblems(rows)).toMatchObject([{ row: 2, column: 'address' }]);
  });
});
