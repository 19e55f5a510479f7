import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import * as v from 'valibot';

import * as schema from '../../../server/db/schema';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, startServer, type UserName } from '../support/server';

const address = '/api/extensions/places';
const header =
  'provinceCode,provinceName,countyCode,countyName,diaspora,municipalityCode,municipalityName,number,address';

const result = v.object({
  rows: v.number(),
  problemCount: v.number(),
  problems: v.array(
    v.object({ row: v.number(), column: v.string(), problem: v.string() }),
  ),
  counties: v.object({ added: v.number(), changed: v.number() }),
  municipalities: v.object({ added: v.number(), changed: v.number() }),
  provinces: v.object({ added: v.number(), changed: v.number() }),
  pollingStations: v.object({ added: v.number(), changed: v.number() }),
  changes: v.array(v.record(v.string(), v.string())),
  namesakes: v.array(v.record(v.string(), v.unknown())),
});

/** docs/api-contract.md 10.4. */
onEachDatabase((database) => {
  const server = freshServer(database);

  const send = (
    rows: string[],
    { dryRun = false, as = 'organizer' as UserName } = {},
  ) => {
    const form = new FormData();
    form.set('CsvFile', new File([[header, ...rows].join('\n')], 'places.csv'));
    form.set('dryRun', String(dryRun));
    return server().ask(address, { method: 'POST', as, body: form });
  };
  const resultOf = async (reply: Response) =>
    v.parse(result, await reply.json());
  const none = { added: 0, changed: 0 };

  it('brings provinces, counties, municipalities and stations from one file', async () => {
    const rows = [
      'MO,Moldova,VN,Vrancea,false,VN-FOC,Focșani,1,"Școala 1, str. Mare"',
      ',,VN,,,VN-FOC,,2,',
      'MO,,VN,,,VN-ADJ,Adjud,1,Liceul',
      'XX,Peste mări,ZZ,Antile,true,ZZ-1,Willemstad,1,',
    ];
    const looked = await resultOf(await send(rows, { dryRun: true }));
    expect(looked).toMatchObject({
      rows: 4,
      problemCount: 0,
      provinces: { added: 1, changed: 0 },
      counties: { added: 2, changed: 0 },
      municipalities: { added: 3, changed: 0 },
      pollingStations: { added: 4, changed: 0 },
    });
    const before = JSON.stringify(await server().read('/api/v1/county'));
    expect(before).not.toContain('Vrancea');
    expect(await resultOf(await send(rows))).toEqual(looked);
    expect(await server().read('/api/v1/county')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'VN',
          name: 'Vrancea',
          provinceCode: 'MO',
          diaspora: false,
          numberOfPollingStations: 3,
        }),
        expect.objectContaining({ code: 'ZZ', diaspora: true }),
      ]),
    );
    expect(await server().read('/api/v1/county/VN/municipalities')).toEqual([
      expect.objectContaining({ code: 'VN-FOC', numberOfPollingStations: 2 }),
      expect.objectContaining({ code: 'VN-ADJ', numberOfPollingStations: 1 }),
    ]);
    expect(await server().read('/api/v1/province')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'XX', name: 'Peste mări' }),
        expect.objectContaining({ code: 'BA', name: 'Banat' }),
      ]),
    );
  });

  it('the same file twice changes nothing, and another one changes what it says', async () => {
    const rows = [
      'MO,Moldova,VN,Vrancea,false,VN-FOC,Focsani,1,Școala 1',
      ',,VN,,,VN-FOC,,2,Școala 2',
    ];
    await send(rows);
    expect(await resultOf(await send(rows))).toMatchObject({
      provinces: none,
      counties: none,
      municipalities: none,
      pollingStations: none,
    });
    const changed = [
      ',,VN,Țara Vrancei,,VN-FOC,Focșani,1,Liceul',
      ',,VN,,,VN-FOC,,2,',
      ',,VN,,,VN-FOC,,3,',
    ];
    expect(await resultOf(await send(changed))).toMatchObject({
      counties: { added: 0, changed: 1 },
      municipalities: { added: 0, changed: 1 },
      pollingStations: { added: 1, changed: 1 },
      changes: [
        {
          kind: 'counties',
          code: 'VN',
          column: 'countyName',
          from: 'Vrancea',
          to: 'Țara Vrancei',
        },
        {
          kind: 'municipalities',
          code: 'VN-FOC',
          column: 'municipalityName',
          from: 'Focsani',
          to: 'Focșani',
        },
        {
          kind: 'pollingStations',
          code: 'VN-FOC 1',
          column: 'address',
          from: 'Școala 1',
          to: 'Liceul',
        },
      ],
    });
    const stations = await database().db.select().from(schema.pollingStation);
    const found = stations.filter(({ address: text }) =>
      ['Liceul', 'Școala 2'].includes(text ?? ''),
    );
    expect(found).toHaveLength(2);
    expect(await server().read('/api/v1/county')).toContainEqual(
      expect.objectContaining({ name: 'Țara Vrancei', provinceCode: 'MO' }),
    );
  });

  it('tells also of a renamed province, and of a county that goes to another one or abroad', async () => {
    await send([
      'XX,Vrancea,VN,Vrancea,false,VN-FOC,Focșani,1,',
      'BA,,ZZ,Zeta,,ZZ-1,Zeta,1,',
    ]);
    const looked = await resultOf(
      await send(['XX,Curbura,VN,,true,VN-FOC,,1,', 'XX,,ZZ,Zeta,,ZZ-1,,1,'], {
        dryRun: true,
      }),
    );
    expect(looked).toMatchObject({
      provinces: { added: 0, changed: 1 },
      counties: { added: 0, changed: 2 },
    });
    expect(looked.changes).toEqual([
      {
        kind: 'provinces',
        code: 'XX',
        column: 'provinceName',
        from: 'Vrancea',
        to: 'Curbura',
      },
      {
        kind: 'counties',
        code: 'VN',
        column: 'diaspora',
        from: 'false',
        to: 'true',
      },
      {
        kind: 'counties',
        code: 'ZZ',
        column: 'provinceCode',
        from: 'BA',
        to: 'XX',
      },
    ]);
  });

  it('finds places by their codes in any casing, and keeps how these are stored', async () => {
    const rows = [
      'Vr,Vrancea,VN,Vrancea,false,Vn-Foc,Focșani,1,Școala 1',
      'VR,,vn,,,VN-FOC,,2,Școala 2',
      'vr,, Vn ,,,vn-foc ,,3,Școala 3',
    ];
    expect(await resultOf(await send(rows))).toMatchObject({
      problemCount: 0,
      provinces: { added: 1, changed: 0 },
      counties: { added: 1, changed: 0 },
      municipalities: { added: 1, changed: 0 },
      pollingStations: { added: 3, changed: 0 },
    });
    const others = rows.map((row) => row.replace('VR', 'vR'));
    others[0] = 'VR,Vrancea,vn,Vrancea,false,VN-FOC,Focșani,1,Liceul';
    expect(await resultOf(await send(others))).toMatchObject({
      provinces: none,
      counties: none,
      municipalities: none,
      pollingStations: { added: 0, changed: 1 },
      changes: [{ code: 'Vn-Foc 1', to: 'Liceul' }],
    });
    const county = (await server().read('/api/v1/county')) as unknown[];
    expect(county).toContainEqual(
      expect.objectContaining({ code: 'VN', provinceCode: 'Vr' }),
    );
    expect(JSON.stringify(county)).not.toContain('"vn"');
    expect(await server().read('/api/v1/county/VN/municipalities')).toEqual([
      expect.objectContaining({ code: 'Vn-Foc', numberOfPollingStations: 3 }),
    ]);
  });

  it('a station is there twice also under codes in two casings', async () => {
    const rows = [
      ',,VN,Vrancea,,VN-FOC,Focșani,1,',
      ',,vn,,,vn-foc,,1,',
      ',,vn,Țara Vrancei,,vn-foc,,2,',
    ];
    const looked = await resultOf(await send(rows, { dryRun: true }));
    expect(looked.problems).toEqual([
      { row: 3, column: 'number', problem: 'repeated' },
      { row: 4, column: 'countyName', problem: 'differs' },
    ]);
  });

  it('takes what a place is called from the row that says it', async () => {
    const rows = [
      ',,VN,,,VN-FOC,,2,',
      'MO,,VN,Vrancea,true,VN-FOC,Focșani,1,Școala 1',
    ];
    expect((await send(rows)).status).toBe(200);
    expect(await server().read('/api/v1/county')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'VN',
          name: 'Vrancea',
          provinceCode: 'MO',
          diaspora: true,
        }),
      ]),
    );
    expect(await server().read('/api/v1/county/VN/municipalities')).toEqual([
      expect.objectContaining({ code: 'VN-FOC', name: 'Focșani' }),
    ]);
  });

  it('tells what is new and has the name of another place, municipalities within their county', async () => {
    const named = (code: string, name: string) => ({ code, name });
    const rows = [
      'M,Moldova,AB,,,AB-2,comuna SEBES,1,',
      ',,AB,,,AB-SEB,,300,',
      ',,VN,Vrancea,,VN-1,Sebeș,1,',
      ',,VN,,,VN-2,Valea – Mare,1,',
      ',,VN,,,VN-3,Valea Mare,1,',
      ',,VR,jud. Vrancea,,VR-1,Valea Mare,1,',
    ];
    const { namesakes } = await resultOf(await send(rows, { dryRun: true }));
    expect(namesakes).toEqual([
      {
        kind: 'provinces',
        ...named('M', 'Moldova'),
        known: named('MO', 'Moldova'),
        isInFile: false,
      },
      {
        kind: 'counties',
        ...named('VR', 'jud. Vrancea'),
        known: named('VN', 'Vrancea'),
        isInFile: true,
      },
      {
        kind: 'municipalities',
        ...named('AB-2', 'comuna SEBES'),
        known: expect.objectContaining({ code: 'AB-SEB' }),
        isInFile: false,
      },
      {
        kind: 'municipalities',
        ...named('VN-3', 'Valea Mare'),
        known: named('VN-2', 'Valea – Mare'),
        isInFile: true,
      },
    ]);
    await send(rows);
    const again = await resultOf(await send(rows, { dryRun: true }));
    expect(again.namesakes).toEqual([]);
  });

  it('names every row that has a problem, and stores none', async () => {
    const rows = [
      'MO,Moldova,VN,Vrancea,false,VN-FOC,Focșani,1,',
      'MO,Moldova,,Vrancea,poate,VN-FOC,Focșani,0,',
      'MO,Ardeal,VN,Vrancea,false,VN-FOC,Focșani,2,',
      ',,BC,Bacău,,VN-FOC,,3,',
      ',,VN,,,VN-FOC,,1,',
      `,,VN,,,VN-X,${'x'.repeat(101)},1,`,
    ];
    const looked = await resultOf(await send(rows, { dryRun: true }));
    expect(looked).toMatchObject({
      problemCount: 7,
      problems: [
        { row: 3, column: 'countyCode', problem: 'missing' },
        { row: 3, column: 'number', problem: 'notNumber' },
        { row: 3, column: 'diaspora', problem: 'notBoolean' },
        { row: 4, column: 'provinceName', problem: 'differs' },
        { row: 5, column: 'municipalityCode', problem: 'otherCounty' },
        { row: 6, column: 'number', problem: 'repeated' },
        { row: 7, column: 'municipalityName', problem: 'tooLong' },
      ],
    });
    const reply = await send(rows);
    expect([reply.status, await reply.text()]).toEqual([
      400,
      'Row 3: countyCode: missing.',
    ]);
    expect(JSON.stringify(await server().read('/api/v1/county'))).not.toContain(
      'Vrancea',
    );
  });

  it('does not move a municipality that is stored in another county', async () => {
    const [known] = await database().db.select().from(schema.municipality);
    const looked = await resultOf(
      await send([`,,VN,Vrancea,,${known?.code},,1,`], { dryRun: true }),
    );
    expect(looked.problems).toEqual([
      { row: 2, column: 'municipalityCode', problem: 'otherCounty' },
    ]);
  });

  it('brings each place once when two ask together, also beside counties', async () => {
    const rows = [
      'MO,Moldova,VN,Vrancea,,VN-FOC,Focșani,1,',
      'MO,,VN,,,VN-ADJ,Adjud,1,',
    ];
    const counties = new FormData();
    const csv = 'Id,Code,Name,ProvinceCode,Diaspora,Order\n9,ZZ,Zed,TR,,\n';
    counties.set('CsvFile', new File([csv], 'counties.csv'));
    const replies = await Promise.all([
      send(rows),
      server().ask('/api/v1/county/import', {
        method: 'POST',
        as: 'organizer',
        body: counties,
      }),
      ...[1, 2, 3].map(() => send(rows)),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const { db } = database();
    const codesOf = async (
      table: typeof schema.county | typeof schema.municipality,
    ) =>
      (await db.select({ code: table.code }).from(table))
        .map(({ code }) => code)
        .toSorted();
    expect(await codesOf(schema.county)).toEqual(['AB', 'CJ', 'D', 'VN', 'ZZ']);
    expect(await codesOf(schema.municipality)).toEqual([
      'AB-AIU',
      'AB-SEB',
      'CJ-CLU',
      'VN-ADJ',
      'VN-FOC',
    ]);
    expect(await db.$count(schema.pollingStation)).toBe(6);
  });

  it('gives no id again that was deleted before', async () => {
    const body = (phone: string) => ({ phone, pin: '1234', name: 'Somebody' });
    const addObserver = async (phone: string) => {
      const ask = {
        method: 'POST',
        as: 'organizer',
        body: body(phone),
      } as const;
      const reply = await server().ask('/api/v1/observer', ask);
      return Number(await reply.text());
    };
    const deleted = await addObserver('0744000001');
    await server().ask(`/api/v1/observer?id=${deleted}`, {
      method: 'DELETE',
      as: 'organizer',
    });
    expect((await send(['MO,,VN,Vrancea,,VN-FOC,Focșani,1,'])).status).toBe(
      200,
    );
    expect(await addObserver('0744000002')).toBeGreaterThan(deleted);
  });

  it('is refused to an admin, and unknown to a server without extensions', async () => {
    expect((await send(['x'], { as: 'admin' })).status).toBe(403);
    const classic = startServer(database(), { quirks: { noExtensions: true } });
    const template = `${address}/template`;
    expect((await classic.ask(template, { as: 'organizer' })).status).toBe(404);
    expect(
      await (await server().ask(template, { as: 'organizer' })).text(),
    ).toBe(`${header}\r\n`);
  });

  it('a file with other columns is refused with their names', async () => {
    const form = new FormData();
    form.set('CsvFile', new File(['countyCode,number\nVN,1'], 'places.csv'));
    const reply = await server().ask(address, {
      method: 'POST',
      as: 'organizer',
      body: form,
    });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toMatch(/lacks the columns provinceCode, /);
  });

  // The last one: to clear that many rows for another test takes long.
  it('takes 20,000 rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => {
      const county = at % 40;
      const town = at % 2_000;
      return `P,Provincia,K${county},Județul ${county},,K${county}-${town},Orașul ${town},${1 + Math.floor(at / 2_000)},Școala ${at}`;
    });
    expect(await resultOf(await send(rows))).toMatchObject({
      rows: 20_000,
      counties: { added: 40, changed: 0 },
      municipalities: { added: 2_000, changed: 0 },
      pollingStations: { added: 20_000, changed: 0 },
    });
    // Deleted one by one, they would hold up the next file for a minute.
    await database().db.execute(sql`truncate ${schema.county} cascade`);
  });
});
