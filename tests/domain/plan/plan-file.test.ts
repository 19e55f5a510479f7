import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { planCsv } from '@/domain/plan/plan-csv';
import type { PlanRowProblem } from '@/domain/plan/plan-file';
import { readPlanFile } from '@/domain/plan/plan-file';

import { aCounty } from '../../support/builders';
import {
  CAPITAL_SPELLINGS,
  COUNTY_SPELLINGS,
  PLAIN_NAMES,
} from '../../support/place-spellings';
import { root } from '../../support/source';

const counties = [
  aCounty({ code: 'AB', name: 'Alba', numberOfPollingStations: 400 }),
  aCounty({
    code: 'BN',
    name: 'Bistrița-Năsăud',
    numberOfPollingStations: 3,
    limit: 3,
  }),
  aCounty({
    code: 'DI',
    name: 'Diaspora',
    numberOfPollingStations: 0,
    limit: 0,
  }),
];
const known = { counties, country: 'RO' };

function bytesOf(text: string): ArrayBuffer {
  return new Uint8Array(new TextEncoder().encode(text)).buffer;
}

function read(text: string) {
  return readPlanFile(bytesOf(text), known);
}

/** The rows of a file with the usual header. */
function readRows(...rows: string[]) {
  const file = read(['phone,county,station,from,to', ...rows].join('\n'));
  if (!file.ok) throw new Error(file.problem);
  return file;
}

/** Rows that are no lines, by their numbers. */
function refusals(...rows: string[]): [number, PlanRowProblem[]][] {
  return readRows(...rows).refused.map(({ line, problems }) => [
    line,
    problems,
  ]);
}

const at = (hours: number) => new Date(2026, 10, 22, hours).getTime();

const first = {
  line: 2,
  phone: '0700000041',
  county: 'AB',
  station: 12,
  from: at(7),
  to: at(14),
};

describe('a line', () => {
  it.each([
    [
      'Romanian column names and another order',
      'Secție;Județ;Telefon;De la;Până la\n12;Alba;0700 000 041;22.11.2026 07:00;22.11.2026 14:00',
    ],
    [
      'a station that a spreadsheet made a decimal number',
      'phone;county;station;from;to\n0700000041;AB;12,0;2026-11-22 07:00;2026-11-22 14:00',
    ],
    [
      'English column names',
      'phone,county,station,from,to\n0700000041,AB,12,2026-11-22 07:00,2026-11-22 14:00',
    ],
    [
      'tabs and a code in lower case',
      'phone\tcounty\tstation\tfrom\tto\n0700000041\tab\t012\t2026-11-22 07:00\t2026-11-22 14:00',
    ],
    [
      'a byte order mark',
      '\uFEFFphone,county,station,from,to\n0700000041,AB,12,2026-11-22 07:00,2026-11-22 14:00',
    ],
  ])('is read with %s', (_, text) => {
    expect(read(text)).toMatchObject({ ok: true, lines: [first], refused: [] });
  });

  it('is read without column names in the order of the columns', () => {
    expect(read('0700000041,AB,12,,\n0700000042,AB,13,,')).toMatchObject({
      lines: [
        { line: 1, station: 12 },
        { line: 2, station: 13 },
      ],
    });
  });

  it('has no limit where a time is empty', () => {
    const { lines } = readRows('0700000041,AB,12,,2026-11-22 14:00');
    expect(lines).toEqual([
      { line: 2, phone: '0700000041', county: 'AB', station: 12, to: at(14) },
    ]);
  });

  it('names its county by code or by name, without regard to diacritics', () => {
    const { lines, refused } = readRows(
      '0700000041,BN,1,,',
      '0700000042,bistrita nasaud,2,,',
      '0700000043,Bistriţa-Năsăud,3,,',
    );
    expect(refused).toEqual([]);
    expect(lines.map(({ county }) => county)).toEqual(['BN', 'BN', 'BN']);
  });

  it('is read from UTF-16 and, when asked, from windows-1250', () => {
    const text =
      'telefon\tjudet\tsectie\tde la\tpana la\n0700000041\tBistrița-Năsăud\t1\t\t';
    const units = Uint16Array.from(`\uFEFF${text}`, (c) => c.charCodeAt(0));
    expect(readPlanFile(units.buffer, known)).toMatchObject({
      lines: [{ county: 'BN' }],
    });
    // "Bistriţa-Năsăud" as windows-1250 has it.
    const old = Uint8Array.from(
      '0700000041,Bistri\xfea-N\xe3s\xe3ud,1,,',
      (c) => c.charCodeAt(0),
    );
    expect(readPlanFile(old.buffer, known)).toMatchObject({
      ok: false,
      problem: 'encoding',
    });
    expect(
      readPlanFile(old.buffer, known, { encoding: 'windows-1250' }),
    ).toMatchObject({
      lines: [{ county: 'BN' }],
    });
  });
});

describe('a row is refused with its number', () => {
  it.each<[string, string, PlanRowProblem]>([
    ['no phone', ',AB,12,,', { problem: 'empty', column: 'phone' }],
    ['words for a phone', 'Maria,AB,12,,', { problem: 'notPhone' }],
    ['too few digits', '+ 12,AB,12,,', { problem: 'notPhone' }],
    ['no county', '0700000041,,12,,', { problem: 'empty', column: 'county' }],
    [
      'another county',
      '0700000041,Atlantida,12,,',
      { problem: 'unknownCounty' },
    ],
    ...['Bra?ov', 'Bra\uFFFDov', 'BistriÈ›a-NÄƒsÄƒud'].map(
      (county): [string, string, PlanRowProblem] => [
        `a county with broken letters, ${county}`,
        `0700000041,${county},12,,`,
        { problem: 'brokenCounty' },
      ],
    ),
    ['no station', '0700000041,AB,,,', { problem: 'empty', column: 'station' }],
    [
      'a station that is no number',
      '0700000041,AB,12A,,',
      { problem: 'notStation' },
    ],
    ['station 0', '0700000041,AB,0,,', { problem: 'notStation' }],
    [
      'a station too many',
      '0700000041,BN,4,,',
      { problem: 'outOfRange', last: 3 },
    ],
    [
      'a beginning that is no time',
      '0700000041,AB,12,7 dimineața,',
      { problem: 'notTime', column: 'from' },
    ],
    [
      'an end that is no time',
      '0700000041,AB,12,,22/11/2026 14:00',
      { problem: 'notTime', column: 'to' },
    ],
    [
      'an end before the beginning',
      '0700000041,AB,12,2026-11-22 14:00,2026-11-22 07:00',
      { problem: 'reversed' },
    ],
    [
      'a cell too many',
      '0700000041,AB,12,,,note',
      { problem: 'extra', extra: 'note' },
    ],
  ])('%s', (_, row, problem) => {
    const good = '0700000099,AB,1,,';
    expect(refusals(good, row)).toEqual([[3, [problem]]]);
    expect(readRows(good, row).lines).toHaveLength(1);
  });

  it('with all that is wrong with it, and its cells as they were', () => {
    const { refused } = readRows('x,Atlantida,y,z,');
    expect(refused).toEqual([
      {
        line: 2,
        phone: 'x',
        county: 'Atlantida',
        station: 'y',
        from: 'z',
        to: '',
        problems: [
          { problem: 'notPhone' },
          { problem: 'unknownCounty' },
          { problem: 'notStation' },
          { problem: 'notTime', column: 'from' },
        ],
      },
    ]);
  });

  it('where the server does not say how many stations there are, any number is one', () => {
    expect(refusals('0700000041,DI,98765,,')).toEqual([]);
  });

  it('the same line twice', () => {
    expect(
      refusals(
        '0700000041,AB,12,,',
        '0700000042,AB,12,,',
        '+40700000041,AB,12,,',
      ),
    ).toEqual([[4, [{ problem: 'repeated', twin: 2 }]]]);
  });

  it('the same line twice on a round of several stations', () => {
    expect(
      refusals(
        '0700000041,AB,12,,',
        '0700000041,AB,13,,',
        '+40700000041,AB,13,,',
      ),
    ).toEqual([[4, [{ problem: 'repeated', twin: 3 }]]]);
  });

  it('one phone at two places for a part of the time, and the ends of lines are no overlap', () => {
    const from = (hour: number, to: number, station: number) =>
      `0700000041,AB,${station},2026-11-22 ${hour}:00,2026-11-22 ${to}:00`;
    expect(
      refusals(from(7, 14, 1), from(14, 20, 2), from(13, 15, 3), from(6, 7, 4)),
    ).toEqual([[4, [{ problem: 'overlap', twin: 2 }]]]);
    expect(refusals(from(7, 14, 1), '0700000041,AB,2,,')).toEqual([
      [3, [{ problem: 'overlap', twin: 2 }]],
    ]);
    // As a round, each of its lines overlaps.
    expect(refusals(from(7, 14, 1), from(7, 14, 2), from(8, 14, 3))).toEqual([
      [4, [{ problem: 'overlap', twin: 2 }]],
    ]);
  });

  it('a row that is refused takes no place', () => {
    expect(refusals('0700000041,AB,999,,', '0700000041,AB,12,,')).toEqual([
      [2, [{ problem: 'outOfRange', last: 411 }]],
    ]);
  });
});

it.each([
  ['nothing', '', { problem: 'empty' }],
  [
    'a missing column',
    'phone,county,station,from\n0700000041,AB,12,',
    { problem: 'columns', missing: ['to'] },
  ],
  [
    'rows of another kind',
    'Maria,1111\nIon,2222',
    {
      problem: 'columns',
      missing: ['phone', 'county', 'station', 'from', 'to'],
    },
  ],
])('a file with %s is refused as a whole', (_, text, problem) => {
  expect(read(text)).toMatchObject({ ok: false, ...problem });
});

it('reads 50,000 rows, each a line or refused', () => {
  const rows = Array.from(
    { length: 50_000 },
    (_, n) =>
      `07${String(n).padStart(8, '0')},AB,${1 + (n % 400)},2026-11-22 07:00,`,
  );
  rows[999] = '0700000041';
  rows[49_999] = rows[0] ?? '';
  const { lines, refused } = readRows(...rows);
  expect(lines).toHaveLength(49_998);
  expect(refused.map(({ line }) => line)).toEqual([1001, 50_001]);
});

it('reads 50,000 rows of one phone', () => {
  const rows = Array.from({ length: 50_000 }, () => '0700000041,AB,12,,');
  const { lines, refused } = readRows(...rows);
  expect(lines).toHaveLength(1);
  expect(refused).toHaveLength(49_999);
});

it('writes a plan as the file that it can be read from', () => {
  const { lines } = readRows(
    '+390700000041,AB,12,2026-11-22 07:00,2026-11-22 14:00',
    '0700000042,BN,3,,',
  );
  const text = planCsv(lines);
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(text).toBe(
    `phone,county,station,from (${zone}),to (${zone})\r\n` +
      "'+390700000041,AB,12,2026-11-22 07:00,2026-11-22 14:00\r\n" +
      '0700000042,BN,3,,\r\n',
  );
  expect(read(text)).toMatchObject({ ok: true, lines, refused: [] });
});

it('the sample for the demo is a plan as it stands', () => {
  const sample = readFileSync(join(root, 'public', 'samples', 'plan.csv'));
  const text = sample.toString('utf8').trimEnd();
  const [, ...rows] = Papa.parse<string[]>(text).data;
  const codes = new Set(rows.map(([, code = '']) => code));
  const all = [...codes].map((code) =>
    aCounty({ code, name: code, numberOfPollingStations: 0, limit: 0 }),
  );
  const plan = readPlanFile(new Uint8Array(sample).buffer, {
    counties: all,
    country: 'RO',
  });
  expect(plan).toMatchObject({ ok: true, refused: [] });
  expect(plan.ok && plan.lines).toHaveLength(rows.length);
});

it.each([...COUNTY_SPELLINGS, 'BN'])('the county %s is found', (county) => {
  const [line] = readRows(`0700000041,${county},1,,`).lines;
  expect(line?.county).toBe('BN');
});

it.each(CAPITAL_SPELLINGS)(
  '%s is the capital, also where the server calls it a municipality',
  (name) => {
    for (const known of ['București', 'Municipiul București']) {
      const county = aCounty({ code: 'B', name: known });
      const plan = readPlanFile(
        bytesOf(`phone,county,station,from,to\n0700000041,${name},1,,`),
        { counties: [county], country: 'RO' },
      );
      expect(plan).toMatchObject({ lines: [{ county: 'B' }] });
    }
  },
);

it.each(PLAIN_NAMES)('%s keeps its first letters', (name) => {
  const county = aCounty({ code: 'X', name });
  const plan = readPlanFile(
    bytesOf(`phone,county,station,from,to\n0700000041,${name},1,,`),
    { counties: [county, aCounty({ name: name.slice(3) })], country: 'RO' },
  );
  expect(plan).toMatchObject({ lines: [{ county: 'X' }] });
});

describe('the zone in the head of a time', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Bucharest'));
  afterEach(() => vi.unstubAllEnvs());
  const row = '0700000041,AB,1,2026-11-22 07:00,';
  const readWith = (zone: string) => {
    const file = read(
      `phone,county,station,from (${zone}),to (${zone})\n${row}`,
    );
    if (!file.ok || !file.isSure) throw new Error('Not read');
    return file;
  };

  it.each(['Europe/Bucharest', 'Europe/Athens', 'ora', 'UTC+2'])(
    '%s is read where its clock shows the same, or it is no zone',
    (zone) => {
      expect(readWith(zone)).toMatchObject({
        lines: [{ from: Date.UTC(2026, 10, 22, 5) }],
        refused: [],
      });
    },
  );

  it.each(['UTC', 'Europe/Paris'])('%s is refused', (zone) => {
    expect(readWith(zone).refused).toMatchObject([
      { problems: [{ problem: 'otherZone', column: 'from', zone }] },
    ]);
  });
});
