import { beforeEach, expect, it } from 'vitest';

import { note } from '../../../server/db/schema';
import { exportNotes } from '../../../server/queries/exports/notes';
import { NO_FILTER } from '../../../server/queries/exports/threads';
import { readXlsx } from '../../support/read-xlsx';
import { holdElection, MORNING } from '../support/election';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, type TestServer } from '../support/server';

const path = '/api/v1/export/all';
const XLSX =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const header =
  'ObserverPhone,IdNgo,FormCode,QuestionText,OptionText,AnswerFreeText,LastModified,CountyCode,PollingStationNumber,HasNotes,NumberOfNotes,HasAttachments,NumberOfAttachments';
const sealed = 'Was the ballot box sealed';
const link = `"'=HYPERLINK(""http://x"")"`;
const morning = '11/22/2026 06:05:00';
const evening = '11/22/2026 19:30:00';
const none = 'False,0,False,0';

const rows = {
  sealed41: `0722000041,2,A,${sealed},No,,${morning},AB,12,True,1,True,1`,
  president: `0722000041,2,A,Who was there,President,,${morning},AB,12,${none}`,
  police: `0722000041,2,A,Who was there,Police,,${morning},AB,12,${none}`,
  lost41: `0722000041,2,PL-C,${link},"Votes, lost",,${evening},AB,12,${none}`,
  nothing: `0722000041,2,PL-C,${link},Nothing,"'-2 ""votes""",${evening},AB,12,${none}`,
  cluj41: `0722000041,2,A,${sealed},Yes,,${morning},CJ,12,${none}`,
  sealed42: `0722000042,1,A,${sealed},No,,${morning},AB,12,${none}`,
  lost42: `0722000042,1,PL-C,${link},"Votes, lost",,${morning},CJ,12,${none}`,
  torn: `'+40722000043,2,A,${sealed},Other,tape was torn,${morning},AB,13,${none}`,
  closed: `51,8,A,${sealed},No,,${morning},AB,13,${none}`,
};

/** With the quotes that it needs alone, as the rows above. */
function bare(csv: string): string {
  return csv.replaceAll(/"((?:[^"]|"")*)"/g, (quoted, cell: string) =>
    /[",\r\n]/.test(cell) ? quoted : cell,
  );
}

/** docs/api-contract.md 4.5. */
onEachDatabase((database) => {
  const server = freshServer(database);
  beforeEach(() => holdElection(database().db));

  const get = (to: string, accept = '*/*', on: TestServer = server()) =>
    on.ask(to, { as: 'organizer', headers: { Accept: accept } });
  const csv = async (query: string) => {
    const reply = await get(`${path}${query}`);
    expect(reply.status).toBe(200);
    const [first, ...lines] = bare(await reply.text()).split('\r\n');
    expect(first).toBe(header);
    expect(lines.pop()).toBe('');
    return lines;
  };

  it('downloads answers as CSV, option by option, formulas made harmless', async () => {
    const reply = await get(path);
    expect(reply.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('Content-Disposition')).toBe(
      'attachment; filename="data.csv"',
    );
    expect(bare(await reply.text())).toBe(
      `${[header, ...Object.values(rows)].join('\r\n')}\r\n`,
    );
  });

  const { sealed41, president, police, lost41, nothing, cluj41 } = rows;
  const opening41 = [sealed41, president, police];
  it.each([
    ['?idNgo=1', [rows.sealed42, rows.lost42]],
    ['?idObserver=43', [rows.torn]],
    ['?phoneObserver=%2B40', [rows.torn]],
    ['?phoneObserver=2000041&county=CJ', [cluj41]],
    ['?county=CJ', [cluj41, rows.lost42]],
    ['?pollingStationNumber=13', [rows.torn, rows.closed]],
    ['?pollingStationNumber=0&idObserver=42', [rows.sealed42, rows.lost42]],
    ['?idObserver=41&from=2026-11-22T19:30:00Z', [lost41, nothing]],
    ['?idObserver=41&to=2026-11-22T06:05:00.000Z', [...opening41, cluj41]],
    ['?idObserver=41&county=AB&to=2026-11-22', []],
    ['?phoneObserver=nobody', []],
  ])('reads %s', async (query, expected) => {
    expect(await csv(query)).toEqual(expected);
  });

  it.each(['?from=yesterday', '?idNgo=x', '?pollingStationNumber='])(
    'refuses %s',
    async (query) => {
      expect((await get(`${path}${query}`)).status).toBe(400);
    },
  );

  it('sends a spreadsheet to who accepts one, with texts as texts', async () => {
    const reply = await get(`${path}?idObserver=43`, `${XLSX}, text/csv;q=0.9`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toBe(XLSX);
    expect(await readXlsx(reply)).toEqual({
      answers: [
        header.split(','),
        [
          '+40722000043',
          '2',
          'A',
          sealed,
          'Other',
          'tape was torn',
          morning,
          'AB',
          '13',
          '0',
          '0',
          '0',
          '0',
        ],
      ],
    });
    for (const accept of ['text/csv', '*/*', `${XLSX};q=0`]) {
      const plain = await get(path, accept);
      expect(plain.headers.get('Content-Type')).toMatch(/^text\/csv/);
    }
  });

  it('downloads notes as CSV, with links to their files', async () => {
    const reply = await get(`${path}/notes`);
    expect(reply.headers.get('Content-Disposition')).toBe(
      'attachment; filename="notes-data.csv"',
    );
    const [first, refused = '', queue, ...more] = bare(
      await reply.text(),
    ).split('\r\n');
    expect(first).toBe(
      'ObserverPhone,IdNgo,FormCode,QuestionText,OptionText,AnswerFreeText,NoteText,NoteAttachmentPath,LastModified,CountyCode,PollingStationNumber',
    );
    const [, address = ''] = /(http\S+?),11\/22/.exec(refused) ?? [];
    expect(refused).toBe(
      `0722000041,2,A,${sealed},No,,"'@sum, refused",${address},${morning},AB,12`,
    );
    expect(queue).toBe(`0722000042,1,,,,,Long queue,,${evening},CJ,12`);
    expect(more).toEqual(['']);
    expect((await server().app.request(address)).status).toBe(200);
  });

  it.each([
    ['?county=CJ', ['Long queue']],
    ['?idNgo=1', ['Long queue']],
    ['?idObserver=41', ['@sum']],
    ['?phoneObserver=2000041', ['@sum']],
    ['?to=2026-11-22T06:05:00Z', ['@sum']],
    ['?from=2026-11-22T12:00:00Z', ['Long queue']],
    ['?pollingStationNumber=99', []],
  ])('filters notes by %s', async (query, expected) => {
    const text = await (await get(`${path}/notes${query}`)).text();
    expect(text.trim().split('\r\n')).toHaveLength(expected.length + 1);
    for (const part of expected) expect(text).toContain(part);
  });

  it('writes beside a note the answer of its observer, station and question', async () => {
    const { db } = database();
    const on = (
      observerId: number,
      pollingStationId: number,
      questionId: number,
    ) => ({ observerId, pollingStationId, questionId, lastModified: MORNING });
    await db.insert(note).values([
      { ...on(41, 7312, 206), id: 74, text: 'another question' },
      { ...on(41, 7400, 205), id: 75, text: 'another station' },
      { ...on(42, 7312, 205), id: 76, text: 'another observer' },
    ]);
    const text = bare(await (await get(`${path}/notes`)).text());
    const [, refused, , ...others] = text.trim().split('\r\n');
    expect(refused).toContain(`,A,${sealed},No,,"'@sum`);
    expect(others).toEqual([
      `0722000041,2,A,Who was there,"President, Police",,another question,,${morning},AB,12`,
      `0722000041,2,A,${sealed},Yes,,another station,,${morning},CJ,12`,
      `0722000042,1,A,${sealed},No,,another observer,,${morning},AB,12`,
    ]);
  });

  it('reads every note once, however many batches that takes', async () => {
    const { db } = database();
    const many = Array.from({ length: 1_100 }, (_, at) => 1_000 + at);
    const written = { observerId: 42, pollingStationId: 7400, text: 'Queue' };
    await db
      .insert(note)
      .values(many.map((id) => ({ ...written, id, lastModified: MORNING })));
    const expected = [71, 72, ...many];
    const read: number[] = [];
    for await (const batch of exportNotes(db, NO_FILTER)) {
      read.push(...batch.map(({ id }) => id));
      // Without this line, a batch that is read again and again never ends.
      if (read.length > expected.length) break;
    }
    expect(read).toEqual(expected);
  });

  it('downloads everything as a workbook', async () => {
    const reply = await get('/api/v2/export/all');
    expect(reply.headers.get('Content-Type')).toBe(XLSX);
    expect(reply.headers.get('Content-Disposition')).toBe(
      'attachment; filename="data.xlsx"',
    );
    const book = await readXlsx(reply);
    expect(Object.keys(book)).toEqual([
      'ngos',
      'observers',
      'provinces',
      'counties',
      'municipalities',
      'polling-stations',
      'forms',
      'polling-stations-observations',
      'A',
      'PL-C',
      'notes',
    ]);
    expect(book['ngos']?.slice(0, 2)).toEqual([
      ['Id', 'Name', 'Organizer'],
      ['1', 'Observers United', '1'],
    ]);
    expect(book['observers']?.[1]).toEqual([
      '41',
      '0722000041',
      'Maria Ionescu',
      '2',
      '0',
      '0',
    ]);
    expect(book['provinces']).toEqual([
      ['Id', 'Code', 'Name'],
      ['1', 'TR', 'TR'],
    ]);
    expect(book['counties']?.[1]).toEqual(['1', 'AB', 'TR', 'Alba', '0']);
    expect(book['municipalities']?.[1]).toEqual(['5', 'AB-SEB', 'AB', 'Sebes']);
    expect(book['polling-stations']?.[1]).toEqual([
      '7312',
      'AB-SEB',
      '12',
      'School no. 3',
    ]);
    expect(book['forms']).toEqual([
      [
        'FormCode',
        'FormSectionCode',
        'QuestionCode',
        'Question',
        'Type',
        'Options-1',
        'Options-2',
        'Options-3',
      ],
      ['A', 'A1', 'A1.1', sealed, '2', 'Yes', 'No$flagged', 'Other$text'],
      ['A', 'A1', 'A1.2', 'Who was there', '0', 'President', 'Police'],
      [
        'PL-C',
        'C1',
        'C1.1',
        '=HYPERLINK("http://x")',
        '0',
        'Votes, lost$flagged',
        'Nothing$text',
      ],
    ]);
    expect(book['polling-stations-observations']?.[1]?.slice(0, 7)).toEqual([
      '41',
      '0722000041',
      'Maria Ionescu',
      'AB-SEB:12',
      '2026-11-22T06:05:00',
      '2026-11-22T06:05:00',
      '1430',
    ]);
    expect(book['PL-C']).toEqual([
      [
        'Observer Id',
        'Observer Phone',
        'Observer Name',
        'FormCode',
        'Polling Station',
        'Last Modified (UTC)',
        'C1.1',
      ],
      [
        '41',
        '0722000041',
        'Maria Ionescu',
        'PL-C',
        'AB-SEB:12',
        '2026-11-22T19:30:00',
        'Votes, lost,Nothing<<-2 "votes">>',
      ],
      [
        '42',
        '0722000042',
        'Dan Pop',
        'PL-C',
        'CJ-CLU:12',
        '2026-11-22T06:05:00',
        'Votes, lost',
      ],
    ]);
    expect(book['A']?.map((row) => row.slice(6))).toEqual([
      ['A1.1', 'A1.2'],
      ['No', 'President,Police'],
      ['Yes'],
      ['No'],
      ['Other<<tape was torn>>'],
    ]);
    expect(book['notes']).toEqual([
      [
        'Observer Id',
        'Observer Phone',
        'Observer Name',
        'Polling Station',
        'Last Modified (UTC)',
        'Comment',
        'Attachment-1',
      ],
      [
        '41',
        '0722000041',
        'Maria Ionescu',
        'AB-SEB:12:A:A1.1',
        '2026-11-22T06:05:00',
        '@sum, refused',
        expect.stringMatching(
          /^=HYPERLINK\("http[^"]*box\.jpg\?[^"]*&signature=[^"]*"\)$/,
        ),
      ],
      [
        '42',
        '0722000042',
        'Dan Pop',
        'CJ-CLU:12',
        '2026-11-22T19:30:00',
        'Long queue',
      ],
    ]);
  });
});
