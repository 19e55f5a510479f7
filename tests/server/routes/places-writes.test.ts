import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { county } from '../../../server/db/schema';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, postedAnswers, type UserName } from '../support/server';

const counties = '/api/v1/county';
const stations = '/api/v2/polling-station';

/** docs/api-contract.md 4.7, 4.8. */
onEachDatabase((database) => {
  const server = freshServer(database);

  const write = (
    method: string,
    to: string,
    body?: unknown,
    as: UserName = 'organizer',
  ) => server().ask(to, { method, as, body });
  const upload = (to: string, csv: string, name = 'counties.csv') => {
    const form = new FormData();
    form.set('CsvFile', new File([csv], name));
    return write('POST', to, form);
  };
  const alba = {
    id: 1,
    code: 'AB',
    name: 'Alba',
    provinceCode: 'TR',
    diaspora: false,
    order: 1,
    numberOfPollingStations: 3,
    limit: 3,
  };

  it('shows and changes one county, by POST', async () => {
    expect(await server().read(`${counties}/1`, 'admin')).toEqual(alba);
    const body = { name: 'Alba de Sus', code: 'AS', diaspora: true, order: 9 };
    const reply = await write('POST', `${counties}/1`, body);
    expect([reply.status, await reply.text()]).toEqual([200, '']);
    expect(await server().read(`${counties}/1`)).toEqual({ ...alba, ...body });
    const brief = { name: 'Alba', code: 'AB', numberOfPollingStations: 400 };
    await write('POST', `${counties}/1`, brief);
    expect(await server().read(`${counties}/1`)).toMatchObject({
      code: 'AB',
      diaspora: true,
      order: 9,
      limit: 3,
    });
  });

  it('lets no NGO admin change a county of all organisations', async () => {
    const change = { name: 'Alba de Sus', code: 'AB' };
    const reply = await write('POST', `${counties}/1`, change, 'admin');
    expect(reply.status).toBe(403);
    expect(await server().read(`${counties}/1`)).toEqual(alba);
  });

  it.each([
    [1, { code: 'AB' }, /name is missing/],
    [1, { name: 'Alba', code: ' ' }, /code is missing/],
    [1, { name: 'x'.repeat(101), code: 'AB' }, /100/],
    [1, { name: 'Alba', code: 'x'.repeat(21) }, /20/],
    [1, { name: 'Alba', code: 'CJ' }, /taken by Cluj/],
    [99, { name: 'Alba', code: 'XX' }, /no county 99/],
  ])('refuses for county %i the change %o', async (id, body, reason) => {
    const reply = await write('POST', `${counties}/${id}`, body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({
      message: expect.stringMatching(reason),
    });
    expect(await server().read(`${counties}/1`)).toEqual(alba);
  });

  it('answers an unknown county with a message', async () => {
    const reply = await server().ask(`${counties}/99`, { as: 'admin' });
    expect([reply.status, await reply.json()]).toEqual([
      400,
      { message: 'There is no county 99.' },
    ]);
    expect((await server().ask(`${counties}/AB`, { as: 'admin' })).status).toBe(
      400,
    );
  });

  it('imports counties by id, with the province in the fourth column', async () => {
    const csv =
      'Id,Code,Name,ProvinceCode,Diaspora,Order\r\n1,AL,Alba Nova,MU,true,7\r\n9,ZZ,"Zed, the last",TR,false,8\r\n';
    const reply = await upload(`${counties}/import`, csv);
    expect([reply.status, await reply.text()]).toEqual([200, '']);
    const list = await server().read(counties);
    expect(list).toHaveLength(4);
    expect(list).toEqual(
      expect.arrayContaining([
        {
          ...alba,
          code: 'AL',
          name: 'Alba Nova',
          provinceCode: 'MU',
          diaspora: true,
          order: 7,
        },
        expect.objectContaining({
          id: 9,
          code: 'ZZ',
          name: 'Zed, the last',
          provinceCode: 'TR',
        }),
      ]),
    );
  });

  it('lets counties of one import change their codes with each other', async () => {
    const csv = `${header}\n1,CJ,Alba,TR,,\n2,AB,Cluj,TR,,\n`;
    expect((await upload(`${counties}/import`, csv)).status).toBe(200);
    expect(await server().read(`${counties}/1`)).toMatchObject({ code: 'CJ' });
    expect(await server().read(`${counties}/2`)).toMatchObject({ code: 'AB' });
  });

  it('keeps the province of a county that the import names none for', async () => {
    const csv = `${header}\n1,AL,Alba Nova,,,\n`;
    expect((await upload(`${counties}/import`, csv)).status).toBe(200);
    expect(await server().read(`${counties}/1`)).toMatchObject({
      code: 'AL',
      provinceCode: 'TR',
    });
  });

  it('lists the provinces in their order', async () => {
    const provinces = await server().read('/api/v1/province', 'maria');
    expect(provinces).toEqual(
      expect.arrayContaining([
        { id: 10, code: 'TR', name: 'Transilvania', order: 10 },
      ]),
    );
  });

  const header = 'Id,Code,Name,ProvinceCode,Diaspora,Order';

  it('gives no id again that was deleted before an import of counties', async () => {
    const addObserver = async (phone: string) => {
      const body = { phone, pin: '1234', name: 'Somebody' };
      const reply = await write('POST', '/api/v1/observer', body);
      return Number(await reply.text());
    };
    const deleted = await addObserver('0744000001');
    await write('DELETE', `/api/v1/observer?id=${deleted}`);
    const csv = `${header}\n9,ZZ,Zed,TR,,\n`;
    expect((await upload(`${counties}/import`, csv)).status).toBe(200);
    expect(await addObserver('0744000002')).toBeGreaterThan(deleted);
  });

  it('gives a new county an id above all that were imported', async () => {
    const { db } = database();
    const add = async (code: string) => {
      const [row] = await db
        .insert(county)
        .values({ code, name: code })
        .returning({ id: county.id });
      return row?.id;
    };
    const csv = `${header}\n9,ZZ,Zed,TR,,\n`;
    await upload(`${counties}/import`, csv);
    expect(await add('NA')).toBe(10);
    await db.delete(county).where(eq(county.id, 10));
    await upload(`${counties}/import`, csv);
    expect(await add('NB')).toBe(11);
  });

  it.each([
    ['no rows', `${header}\n`, /no rows/],
    ['nothing', '', /column Id/],
    ['other columns', 'a,b,c\n1,2,3', /column Id/],
    ['an id twice', `${header}\n9,ZZ,Zed,,,\n9,YY,Yed,,,`, /distinct/],
    [
      'a code twice',
      `${header}\n9,ZZ,Zed,TR,,\n8,ZZ,Yed,TR,,`,
      /Row 3: The code ZZ is in row 2, too/,
    ],
    [
      'the code of another county',
      `${header}\n9,ZZ,Zed,TR,,\n8,CJ,Yed,TR,,`,
      /Row 3: The code CJ is taken by Cluj/,
    ],
    ['no code', `${header}\n9,ZZ,Zed,,,\n8,,Yed,,,`, /Row 3: The code/],
    ['no name', `${header}\n8,YY,,,,`, /Row 2: The name/],
    ['a long name', `${header}\n8,YY,${'x'.repeat(101)},,,`, /Row 2: .*100/],
    ['a long code', `${header}\n8,${'x'.repeat(21)},Y,,,`, /Row 2: .*20/],
    [
      'a quote that is never closed',
      `${header}\n8,YY,"Yed,,,\n9,ZZ,Zed,,,`,
      /Row 2: .*never closed/,
    ],
    [
      'a quote that another row closes',
      `${header}\n8,YY,"Yed,,,\n9,ZZ,Zed",,,`,
      /Row 2: .*line break/,
    ],
    [
      'a quote inside of a name',
      `${header}\n9,ZZ,Zed,,,\n8,YY,Y "Y",,,`,
      /Row 3: .*does not begin with one/,
    ],
    ['no province', `${header}\n8,YY,Yed,,,`, /Row 2: The province/],
    ['another province', `${header}\n8,YY,Yed,XX,,`, /Row 2: .*XX/],
    [
      'the number of stations',
      'Id,Code,Name,NumberOfPollingStations,Diaspora,Order\n8,YY,Yed,12,,',
      /Row 2: There is no province 12/,
    ],
    ['an id of 0', `${header}\n0,YY,Y,,,`, /Row 2: The id/],
    ['a flag that is none', `${header}\n8,YY,Y,,perhaps,`, /Row 2: .*diaspora/],
  ])('refuses an import with %s', async (_, csv, reason) => {
    const reply = await upload(`${counties}/import`, csv);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({
      message: expect.stringMatching(reason),
    });
    expect(await server().read(counties)).toHaveLength(3);
  });

  it('takes back what it gave out', async () => {
    const file = await server().ask(`${counties}/csvFormat`, {
      as: 'organizer',
    });
    expect(file.headers.get('Content-Type')).toBe('application/octet-stream');
    expect(file.headers.get('Content-Disposition')).toContain('counties.csv');
    const csv = await file.text();
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      header,
      '1,AB,Alba,TR,False,1',
    ]);
    const before = await server().read(counties);
    expect((await upload(`${counties}/import`, csv)).status).toBe(200);
    expect(await server().read(counties)).toEqual(before);
    expect(
      (await upload(`${counties}/import`, csv, 'counties.txt')).status,
    ).toBe(400);
    const template = await server().ask(`${counties}/import-template`, {
      as: 'organizer',
    });
    expect(await template.text()).toBe(`${header}\r\n`);
  });

  it('shows and changes one station', async () => {
    const before = {
      id: 7312,
      municipalityId: 5,
      idCounty: 1,
      number: 12,
      address: 'School no. 3',
      coordinates: null,
      administrativeTerritoryCode: null,
      territoryCode: null,
    };
    expect(await server().read(`${stations}/7312`)).toEqual(before);
    await write(
      'POST',
      '/api/v1/answers',
      postedAnswers(205, [{ optionId: 901 }]),
      'maria',
    );
    const reply = await write('PUT', `${stations}/7312`, {
      address: 'Town hall',
      number: 99,
      territoryCode: '4821',
    });
    expect([reply.status, await reply.text()]).toEqual([200, '']);
    expect(await server().read(`${stations}/7312`)).toEqual({
      ...before,
      address: 'Town hall',
      number: 99,
      territoryCode: '4821',
    });
    expect(
      await server().read('/api/v1/answers?pollingStationNumber=99'),
    ).toMatchObject({ totalItems: 1 });
  });

  it('answers 404 with the id, and refuses a number that is taken', async () => {
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? { number: 5 } : undefined;
      const reply = await write(method, `${stations}/999`, body);
      expect([reply.status, await reply.json()]).toEqual([404, 999]);
    }
    const taken = await write('PUT', `${stations}/7312`, { number: 13 });
    expect([taken.status, await taken.text()]).toEqual([
      400,
      'The number 13 is taken.',
    ]);
    expect((await write('PUT', `${stations}/7312`, { number: 0 })).status).toBe(
      400,
    );
  });

  it('clears stations only when nothing hangs on them, or when told so', async () => {
    await write(
      'POST',
      '/api/v1/answers',
      postedAnswers(205, [{ optionId: 901 }]),
      'maria',
    );
    const refused = await write(
      'DELETE',
      `${stations}/clearAll?includeRelatedData=false`,
    );
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('includeRelatedData');
    expect(await server().read(stations)).toHaveLength(4);
    const done = await write(
      'DELETE',
      `${stations}/clearAll?includeRelatedData=true`,
    );
    expect(done.status).toBe(200);
    expect(await server().read(stations)).toEqual([]);
    expect(await server().read('/api/v1/answers')).toMatchObject({
      totalItems: 0,
    });
    expect((await write('DELETE', `${stations}/clearAll`)).status).toBe(200);
  });

  const importPath = '/api/v1/polling-station/import';
  const stationHeader = 'MunicipalityCode,Address,Number';

  it('imports stations', async () => {
    const csv = `${stationHeader}\nAB-SEB,"School, no. 4",14\nCJ-CLU,,77\n`;
    const reply = await upload(importPath, csv, 'stations.csv');
    expect([reply.status, await reply.json()]).toEqual([200, 2]);
    expect(await server().read(`${stations}?countyId=2`)).toMatchObject([
      { id: 7400 },
      { municipalityId: 8, number: 77, address: null },
    ]);
    expect(await server().read(`${counties}/1`)).toMatchObject({ limit: 4 });
  });

  it.each([
    ['AB-XXX,A,1', /Row 3: there is no municipality 'AB-XXX'/],
    ['AB-SEB,A,12', /Row 3: AB-SEB already has a station 12/],
    ['AB-SEB,A,14', /Row 3: AB-SEB already has a station 14/],
    ['AB-SEB,A,none', /Row 3: 'none' is not a station number/],
    ['AB-SEB', /Row 3: '' is not/],
    ['AB-SEB,A,15\nAB-SEB,B,"16\nAB-SEB,C,17', /Row 4: .*never closed/],
  ])('refuses all stations for the row %s', async (row, reason) => {
    const csv = `${stationHeader}\nAB-SEB,A,14\n${row}\n`;
    const reply = await upload(importPath, csv, 'stations.csv');
    expect(reply.status).toBe(400);
    expect(await reply.text()).toMatch(reason);
    expect(await server().read(stations)).toHaveLength(4);
  });
});
