import { expect, it } from 'vitest';

import { observer } from '../../../server/db/schema';
import { isLight } from '../../../server/services/password';
import { onPglite } from '../support/on-pglite';
import { freshServer, startServer, type TestServer } from '../support/server';

const path = '/api/v1/observer/import';

const csv = `Phone,Pin,Name
0722000051,1111,Ioana Radu
0722000052,2222,"Stan, Mihai"
`;
const added = [
  { phone: '0722000051', name: 'Ioana Radu', ngoId: 1 },
  { phone: '0722000052', name: 'Stan, Mihai', ngoId: 1 },
];

/** docs/api-contract.md 3.8. */
onPglite((database) => {
  const server = freshServer(database);

  function send(
    text: string | Uint8Array<ArrayBuffer>,
    fields: Record<string, string> = {},
    to: TestServer = server(),
  ) {
    const form = new FormData();
    form.set('file', new File([text], 'observers.csv'));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return to.ask(path, { method: 'POST', as: 'organizer', body: form });
  }

  async function stored() {
    const rows = await database()
      .db.select()
      .from(observer)
      .orderBy(observer.id);
    return rows
      .filter(({ id }) => id > 43)
      .map(({ phone, name, ngoId }) => ({ phone, name, ngoId }));
  }

  it.each([
    ['commas and a header', csv],
    ['no header', csv.split('\n').slice(1).join('\n')],
    [
      'a byte order mark and Windows line ends',
      `\ufeff${csv.replaceAll('\n', '\r\n')}`,
    ],
    ['blank lines', csv.replaceAll('\n', '\n\n')],
    [
      'tabs',
      'Telefon\tPIN\tNume\n0722000051\t1111\tIoana Radu\n0722000052\t2222\tStan, Mihai',
    ],
    [
      'all in quotes, and blanks after one',
      '"Phone","Pin","Name"\r\n"0722000051","1111","Ioana Radu" \r\n0722000052,"2222","Stan, Mihai"',
    ],
    [
      'tabs, as a spreadsheet quotes them',
      '0722000051\t1111\tIoana Radu\r\n0722000052\t2222\t"Stan, Mihai"\r\n',
    ],
    ['an empty column more', csv.replaceAll('\n', ',\n')],
  ])('takes a file with %s', async (_, text) => {
    const reply = await send(text);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toBe(2);
    expect(await stored()).toEqual(added);
  });

  it('lets an imported observer sign in, and then hashes the pin well', async () => {
    await send(csv);
    const pinOf = async () => {
      const rows = await database().db.select().from(observer);
      return rows.find(({ phone }) => phone === '0722000051')?.pin ?? '';
    };
    expect(isLight(await pinOf())).toBe(true);
    const signIn = (password: string) =>
      server().ask('/api/v2/access/authorize', {
        method: 'POST',
        body: { user: '0722000051', password, fcmToken: 'device' },
      });
    expect((await signIn('2222')).status).toBe(400);
    expect(isLight(await pinOf())).toBe(true);
    expect((await signIn('1111')).status).toBe(200);
    expect(isLight(await pinOf())).toBe(false);
    expect((await signIn('1111')).status).toBe(200);
  });

  it.each([
    [{ ongId: '2', ngoId: '2' }, 2],
    [{ ngoId: '2' }, 2],
    [{ OngId: '2' }, 2],
    [{ ongId: '0' }, 1],
    [{ ongId: '-1', ngoId: '-1' }, 1],
    [{ ongId: '' }, 1],
  ])('puts them into the NGO of %o', async (fields, ngoId) => {
    expect((await send(csv, fields)).status).toBe(200);
    expect((await stored()).map((row) => row.ngoId)).toEqual([ngoId, ngoId]);
  });

  it.each([
    [{ ongId: '99' }, /NGO 99/],
    [{ ongId: 'two' }, /ongId/],
  ])('refuses the NGO of %o', async (fields, reason) => {
    const reply = await send(csv, fields);
    expect(reply.status).toBe(400);
    expect(await reply.text()).toMatch(reason);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['a row without a name', `${csv}0722000053,3333\n`, /Row 4: the name/],
    ['a row without a pin', `${csv}0722000053,,Ana\n`, /Row 4: the pin/],
    ['a row without a phone', `${csv} ,3333,Ana\n`, /Row 4: the phone/],
    ['a long name', `${csv}1,2,${'x'.repeat(201)}\n`, /Row 4: the name .*200/],
    ['a long phone', `${csv}${'1'.repeat(21)},2,A\n`, /Row 4: the phone .*20/],
    ['a column too many', `${csv}1,2,Pop,Dan\n`, /Row 4: .*4 columns/],
    ['other columns', 'a;b;c\n1;2;3', /Row 2: the pin/],
    [
      'a quote that is never closed',
      `${csv}1,2,"Ana\n2,3,Dan\n3,4,Ion\n`,
      /Row 4: .*never closed/,
    ],
    [
      'a quote that is never closed, with tabs',
      'Phone\tPin\tName\n1\t2\t"Ana\n2\t3\tDan',
      /Row 2: .*never closed/,
    ],
    [
      'a quote that another row closes',
      `${csv}1,2,"Ana\n2,3,Dan"\n`,
      /Row 4: the name has a line break/,
    ],
    [
      'a quote that ends in the middle of another row',
      `${csv}1,2,"Ana\n2,3,"Dan"\n`,
      /Row 4: .*after a closing quote/,
    ],
    [
      'text after a closing quote',
      `${csv}1,2,"Ana" Pop\n2,3,"Dan"\n`,
      /Row 4: .*after a closing quote/,
    ],
    [
      'a quote inside of a name',
      `${csv}1,2,Ana "Anca" Pop\n`,
      /Row 4: .*does not begin with one/,
    ],
  ])('refuses all of a file with %s', async (_, text, reason) => {
    const reply = await send(text);
    expect(reply.status).toBe(400);
    expect(await reply.text()).toMatch(reason);
    expect(await stored()).toEqual([]);
  });

  it('refuses what is no text, or no file', async () => {
    const binary = new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0]);
    for (const bytes of [binary, new Uint8Array([65, 0, 66])]) {
      const reply = await send(bytes);
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({
        errors: { file: ['The file is not a text in UTF-8.'] },
      });
    }
    const nothing = await server().ask(path, {
      method: 'POST',
      as: 'organizer',
      body: new FormData(),
    });
    expect(nothing.status).toBe(400);
  });

  it('refuses a file of 50 MB with the limit, and never with 500', async () => {
    const reply = await send(new Uint8Array(50 * 1024 * 1024).fill(65));
    expect(reply.status).toBe(413);
    expect((await reply.json()).detail).toMatch(/larger than \d+ bytes/);
    expect(await stored()).toEqual([]);
  });

  it('takes an empty file as no rows', async () => {
    for (const text of ['', 'Phone,Pin,Name\n']) {
      expect(await (await send(text)).json()).toBe(0);
    }
  });

  it('takes 2,000 rows at once, or none when one of them is bad', async () => {
    const rows = Array.from(
      { length: 2_000 },
      (_, at) => `07${at},1234,N ${at}`,
    );
    const bad = rows.with(1_321, '07,,No pin');
    const refused = await send(bad.join('\n'));
    expect(await refused.text()).toMatch(/Row 1322/);
    expect(await stored()).toEqual([]);
    expect(await (await send(rows.join('\n'))).json()).toBe(2_000);
    expect(await stored()).toHaveLength(2_000);
  });

  it('reads tabs and every line as a row when told so', async () => {
    const old = startServer(database(), {
      quirks: { tabsOnly: true, ongIdOnly: true },
    });
    const tabs = 'Phone\tPin\tName\n0722000051\t1111\tIoana Radu';
    expect(await (await send(tabs, { ngoId: '2' }, old)).json()).toBe(2);
    expect(await stored()).toEqual([
      { phone: 'Phone', name: 'Name', ngoId: 1 },
      { phone: '0722000051', name: 'Ioana Radu', ngoId: 1 },
    ]);
    expect((await send(csv, {}, old)).status).toBe(500);
    // Quotes are letters to such a server, and swallow nothing.
    const quotes = '0722\t1\t"Nelu Pop\n0733\t2\tIon "Nelu" Pop';
    expect(await (await send(quotes, {}, old)).json()).toBe(2);
  });

  it('offers a file to begin with', async () => {
    const reply = await server().ask('/api/v1/observer/import-template', {
      as: 'organizer',
    });
    expect(reply.headers.get('Content-Disposition')).toMatch(/^attachment/);
    expect(await reply.text()).toBe('Phone,Pin,Name\r\n');
  });
});
