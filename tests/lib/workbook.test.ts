import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Cell, Sheet } from '@/lib/workbook';
import { writeWorkbook } from '@/lib/workbook';

import { readXlsx, unzip } from '../support/read-xlsx';

/** Excel's own limit for the text of a cell. */
const CELL_MAX = 32_767;

function aSheet(changes: Partial<Sheet> = {}): Sheet {
  return { name: 'Sheet', rows: [], ...changes };
}

async function readBack(sheets: Sheet[]): Promise<Record<string, string[][]>> {
  return readXlsx(new Response(await writeWorkbook(sheets)));
}

/** The cells of one row, as a program shows them. */
async function shown(...cells: Cell[]): Promise<string[]> {
  const { Sheet: rows } = await readBack([aSheet({ rows: [cells] })]);
  return rows?.[0] ?? [];
}

async function filesOf(...sheets: Sheet[]): Promise<Map<string, string>> {
  const archive = await writeWorkbook(sheets);
  return unzip(Buffer.from(await archive.arrayBuffer()));
}

/** The XML of the only sheet. */
async function sheetXml(changes: Partial<Sheet>): Promise<string> {
  const files = await filesOf(aSheet(changes));
  return files.get('xl/worksheets/sheet1.xml') ?? '';
}

describe('the text of a cell', () => {
  it.each([
    ['plain', 'Maria Ionel', 'Maria Ionel'],
    ['of another script', 'Țară – ψηφοφορία 投票 🗳', 'Țară – ψηφοφορία 投票 🗳'],
    [
      'with signs of XML',
      `<b a="1">'&amp;' ]]></b>`,
      `<b a="1">'&amp;' ]]></b>`,
    ],
    ['like a number', '0700000041', '0700000041'],
    ['named like a property of objects', 'constructor', 'constructor'],
    ['named like a prototype', '__proto__', '__proto__'],
    // What OOXML would read as a character.
    ['like an escaped character', '_x000D_ and _x0041_', '_x000D_ and _x0041_'],
    ['like an escaped underscore', '_x005F_x005f_', '_x005F_x005f_'],
    ['nearly like an escape', '_x41_ _x0zzz_ _X0041_', '_x41_ _x0zzz_ _X0041_'],
    // White space.
    ['with space around', '  Ana\t ', '  Ana\t '],
    ['with space inside', 'Ana  \t Maria', 'Ana  \t Maria'],
    ['with line breaks', '\nA\n\nB\n', '\nA\n\nB\n'],
    ['with line breaks of Windows', 'A\r\nB\rC', 'A\nB\nC'],
    ['with spaces that do not break', '\u00a0A\u2028B', '\u00a0A\u2028B'],
    // What XML 1.0 cannot hold is left out, and nothing beside it.
    ['with control characters', 'A\u0000B\u0008\u000b\u000c\u001fC', 'ABC'],
    ['with no characters at all', 'A\ufffeB\uffffC', 'ABC'],
    ['with halves of pairs', 'A\ud83dB\udf89C\udf89', 'ABC'],
    [
      'with lawful signs nearby',
      '\u007f\u0085\ufffd🎉',
      '\u007f\u0085\ufffd🎉',
    ],
  ])('is kept %s', async (_, text, expected) => {
    expect(await shown(text)).toEqual([expected]);
  });

  it('is read back, whatever it is, without what XML cannot hold', async () => {
    const isHeld = (sign: string) => {
      const code = sign.codePointAt(0) ?? 0;
      const isSurrogate = code >= 0xd800 && code <= 0xdfff;
      return code >= 0x20
        ? !isSurrogate && code !== 0xfffe && code !== 0xffff
        : '\t\n\r'.includes(sign);
    };
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'_x05FA&;<>"\r\n \ud83d\udf89') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 100 }), async (texts) => {
        // A cell in the last column: empty ones at the end are not written.
        const cells = await shown(...texts, 'end');
        const expected = texts.map((each) =>
          [...each].filter(isHeld).join('').replace(/\r\n?/g, '\n'),
        );
        expect(cells).toEqual([...expected, 'end']);
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ['as long as a cell takes', 'a', CELL_MAX, CELL_MAX],
    ['longer', 'a', CELL_MAX + 1, CELL_MAX - 4],
    // Each `&` is five signs in the file, and none of these is cut in two.
    ['of signs of XML', '&', 8_000, 6_552],
    ['of pairs', '🎉', 20_000, 16_381],
    ['of escapes', '_x0041_', 3_000, 2_520],
  ])('says where it was cut: %s', async (_, part, count, kept) => {
    const [cell = ''] = await shown(part.repeat(count));
    const mark = kept < count ? ' […]' : '';
    // A failure should not print all of it.
    expect(cell === part.repeat(kept) + mark).toBe(true);
    expect(cell.length).toBeLessThanOrEqual(CELL_MAX);
  });

  it('is stored once, also for several sheets', async () => {
    const rows = [['Ana', 'Ana'], ['Ion']];
    const files = await filesOf(aSheet({ rows }), aSheet({ rows }));
    expect(files.get('xl/sharedStrings.xml')?.match(/<si>/g)).toHaveLength(2);
    expect(files.get('xl/worksheets/sheet2.xml')).toContain(
      '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>0</v></c>',
    );
  });

  it('keeps its white space by the word of the format', async () => {
    const files = await filesOf(aSheet({ rows: [[' _x000D_ ']] }));
    expect(files.get('xl/sharedStrings.xml')).toContain(
      '<t xml:space="preserve"> _x005F_x000D_ </t>',
    );
  });
});

describe('a number', () => {
  it.each([
    [0, '0'],
    [-1.5, '-1.5'],
    [31_500, '31500'],
    [1e21, '1e+21'],
  ])('%d stands there as such', async (value, written) => {
    expect(await sheetXml({ rows: [[value]] })).toContain(
      `<c r="A1"><v>${written}</v></c>`,
    );
  });

  it.each([Number.NaN, Infinity, new Date(Number.NaN)])(
    '%s is an error that a program shows',
    async (value) => {
      expect(await sheetXml({ rows: [[value]] })).toContain(
        '<c r="A1" t="e"><v>#NUM!</v></c>',
      );
    },
  );
});

describe('a moment', () => {
  afterEach(() => vi.unstubAllEnvs());

  const DAY_MS = 86_400_000;
  /** What a spreadsheet counts its days from, in days before 1970. */
  const FIRST_DAY = 25_569;

  it.each([
    ['Europe/Bucharest', '2026-11-22T12:32:00Z', '2026-11-22T14:32:00Z'],
    ['Europe/Bucharest', '2026-07-01T22:30:00Z', '2026-07-02T01:30:00Z'],
    ['America/New_York', '2026-11-22T02:00:00Z', '2026-11-21T21:00:00Z'],
    ['Asia/Kolkata', '2026-11-22T12:32:59Z', '2026-11-22T18:02:59Z'],
    ['UTC', '2026-11-22T12:32:00Z', '2026-11-22T12:32:00Z'],
  ])('is shown by the clock of %s: %s as %s', async (zone, at, clock) => {
    vi.stubEnv('TZ', zone);
    const [days] = await shown(new Date(at));
    const read = (Number(days) - FIRST_DAY) * DAY_MS;
    expect(Math.round(read)).toBe(Date.parse(clock));
  });

  it('is shown as a day and an hour', async () => {
    const files = await filesOf(aSheet({ rows: [[new Date(0)]] }));
    expect(files.get('xl/worksheets/sheet1.xml')).toContain('<c r="A1" s="2">');
    const styles = files.get('xl/styles.xml') ?? '';
    const [, xfs = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(styles) ?? [];
    const [, , third] = xfs.match(/<xf[^>]*>/g) ?? [];
    expect(third).toContain('numFmtId="164"');
    expect(styles).toContain(
      '<numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/>',
    );
  });
});

describe('a sheet', () => {
  it('leaves empty cells out, and the others in their columns', async () => {
    const rows = [['A', null, '', 'D'], [], [null, 2]];
    expect(await readBack([aSheet({ rows })])).toEqual({
      Sheet: [['A', '', '', 'D'], [], ['', '2']],
    });
    expect((await sheetXml({ rows })).match(/<c /g)).toHaveLength(3);
  });

  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('calls its column %d %s', async (at, name) => {
    const row: Cell[] = Array.from({ length: at + 1 }, () => null);
    expect(await sheetXml({ rows: [row.with(at, 1)] })).toContain(
      `<row r="1"><c r="${name}1"><v>1</v></c></row>`,
    );
  });

  it('keeps a bold head in sight', async () => {
    const files = await filesOf(
      aSheet({ head: ['Name', 'Age'], rows: [['Ana', 41]] }),
    );
    const xml = files.get('xl/worksheets/sheet1.xml') ?? '';
    expect(xml).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    );
    expect(xml).toContain(
      '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c></row>' +
        '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>41</v></c></row>',
    );
    const styles = files.get('xl/styles.xml') ?? '';
    expect(styles).toContain('<xf/><xf fontId="1" applyFont="1"/>');
    expect(styles.match(/<font>.*?<\/font>/g)?.[1]).toContain('<b/>');
  });

  it('without a head keeps nothing in sight, and nothing bold', async () => {
    const xml = await sheetXml({ rows: [['Ana']] });
    expect(xml).not.toContain('<pane');
    expect(xml).toContain('<row r="1"><c r="A1" t="s">');
  });

  it.each([
    [undefined, ''],
    [[], ''],
    [
      [32, 16.5],
      '<cols><col min="1" max="1" width="32" customWidth="1"/><col min="2" max="2" width="16.5" customWidth="1"/></cols>',
    ],
  ])('of the widths %j has the columns %j', async (widths, columns) => {
    const xml = await sheetXml({ widths });
    expect(xml).toContain(`</sheetViews>${columns}<sheetData>`);
  });

  it('may be empty', async () => {
    expect(await readBack([aSheet()])).toEqual({ Sheet: [] });
    expect(await readBack([aSheet({ head: ['Name'] })])).toEqual({
      Sheet: [['Name']],
    });
  });

  it('takes 20,000 rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [
      `Secția ${at % 500}`,
      `Observator ${at}`,
      new Date(2026, 10, 22),
      at,
    ]);
    const { Sheet: read = [] } = await readBack([aSheet({ rows })]);
    expect(read).toHaveLength(20_000);
    expect(read.at(-1)?.filter((_, at) => at !== 2)).toEqual([
      'Secția 499',
      'Observator 19999',
      '19999',
    ]);
  });
});

describe('the name of a sheet', () => {
  const LONG = 'Observarea secțiilor din străinătate: ziua [1/2]';

  it.each([
    ['is kept', ['Note'], ['Note']],
    ['is escaped', ['A & <B> "C" _x0041_'], ['A & <B> "C" _x0041_']],
    ['has no signs that Excel does not take', ['[A]:*?/\\B'], ['A      B']],
    ['has no line breaks', ['A\r\nB\tC'], ['A  B C']],
    ['has no straight apostrophe', ["'Ziua'"], ['’Ziua’']],
    ['has nothing that XML cannot hold', ['A\u0000B'], ['AB']],
    ['has 31 characters', [LONG], ['Observarea secțiilor din străin']],
    ['holds no half of a pair', ['a'.repeat(30) + '🎉'], ['a'.repeat(30)]],
    ['is never empty', ['', ' / '], ['1', '2']],
    ['is no name of Excel', ['History'], ['History 2']],
    ['is unique', ['A', 'a', 'A'], ['A', 'a 2', 'A 3']],
    ['is unique when signs are gone', ['A\u0000', 'A'], ['A', 'A 2']],
    [
      'is unique when it is cut',
      [LONG, LONG],
      ['Observarea secțiilor din străin', 'Observarea secțiilor din stră 2'],
    ],
  ])('%s', async (_, names, expected) => {
    const sheets = await readBack(names.map((name) => aSheet({ name })));
    // Names that are numbers come first in an object.
    expect(Object.keys(sheets).sort()).toEqual(expected.toSorted());
  });
});

describe('the file', () => {
  it('has a sheet written when the one before is packed', async () => {
    const events: string[] = [];
    const sheets = ['A', 'B'].map((name) => ({
      name,
      get rows() {
        events.push(name);
        setImmediate(() => events.push('the page answers'));
        return [[name]];
      },
    }));
    await writeWorkbook(sheets);
    expect(events).toEqual(['A', 'the page answers', 'B', 'the page answers']);
  });

  it('is of the type that spreadsheet programs open', async () => {
    expect((await writeWorkbook([aSheet()])).type).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
  });

  it('names each of its parts, and opens on the first sheet', async () => {
    const files = await filesOf(aSheet({ name: 'A' }), aSheet({ name: 'B' }));
    const parts = [...files.keys()].filter((path) => !path.endsWith('.rels'));
    const types = files.get('[Content_Types].xml') ?? '';
    expect(
      [...types.matchAll(/PartName="\/([^"]+)"/g)]
        .map(([, path]) => path)
        .sort(),
    ).toEqual(parts.filter((path) => path.startsWith('xl/')).sort());

    const targets = [...files]
      .filter(([path]) => path.endsWith('.rels'))
      .flatMap(([path, xml]) => {
        const base = path.replace(/_rels\/[^/]+$/, '');
        return [...xml.matchAll(/Target="([^"]+)"/g)].map(
          ([, target = '']) => base + target,
        );
      });
    expect(targets.sort()).toEqual(
      parts.filter((path) => path.startsWith('xl/')).sort(),
    );

    const selected = [...files].filter(([, xml]) =>
      xml.includes('tabSelected'),
    );
    expect(selected.map(([path]) => path)).toEqual([
      'xl/worksheets/sheet1.xml',
    ]);
  });
});
