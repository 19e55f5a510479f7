import { expect, it } from 'vitest';

import { onPglite } from '../support/on-pglite';
import { freshServer } from '../support/server';

/** docs/api-contract.md 4.1, 4.7, 4.8. */
onPglite((database) => {
  const server = freshServer(database);

  async function codes(query: string) {
    const list = await server().read(`/api/v1/form${query}`, 'admin');
    return (list as { formVersions: { code: string }[] }).formVersions.map(
      ({ code }) => code,
    );
  }

  it('lists published forms by order, or drafts when asked', async () => {
    expect(await codes('')).toEqual(['D', 'A']);
    expect(await codes('?draft=false')).toEqual(['D', 'A']);
    expect(await codes('?DRAFT=true')).toEqual(['B']);
    expect(await codes('?diaspora=false')).toEqual(['A']);
    expect(await codes('?diaspora=true')).toEqual(['D', 'A']);
  });

  it('writes a form with both names of its version', async () => {
    expect(await server().read('/api/v1/form?diaspora=false', 'maria')).toEqual(
      {
        formVersions: [
          {
            id: 12,
            code: 'A',
            title: 'Opening',
            description: 'Opening of the station',
            currentVersion: 4,
            ver: 4,
            diaspora: false,
            order: 1,
            draft: false,
          },
        ],
      },
    );
    expect(await server().read('/api/v1/form/versions', 'maria')).toEqual({
      versions: { A: 4, D: 2 },
    });
  });

  it('gives a form as a bare array of the sections that ask something', async () => {
    const option = { isFreeText: false, flagged: false };
    expect(await server().read('/api/v1/form/12', 'maria')).toEqual([
      {
        uniqueId: 'AA131',
        id: 31,
        code: 'A1',
        description: 'Before opening',
        orderNumber: 1,
        questions: [
          {
            id: 205,
            formCode: 'A',
            code: 'A1.1',
            idSection: 31,
            questionType: 2,
            text: 'Was the ballot box sealed',
            hint: null,
            orderNumber: 1,
            optionsToQuestions: [
              {
                ...option,
                id: 901,
                optionId: 901,
                idOption: 901,
                text: 'Yes',
                orderNumber: 1,
              },
              {
                ...option,
                id: 902,
                optionId: 902,
                idOption: 902,
                text: 'No',
                flagged: true,
                orderNumber: 2,
              },
              {
                ...option,
                id: 903,
                optionId: 903,
                idOption: 903,
                text: 'Other',
                isFreeText: true,
                orderNumber: 3,
              },
            ],
          },
          expect.objectContaining({ id: 206, code: 'A1.2' }),
        ],
      },
    ]);
  });

  it('answers 204 to an unknown form, [] to an empty one, 400 to nonsense', async () => {
    const unknown = await server().ask('/api/v1/form/999', { as: 'admin' });
    expect(unknown.status).toBe(204);
    expect(await server().read('/api/v1/form/13')).toEqual([]);
    const nonsense = await server().ask('/api/v1/form/first', { as: 'admin' });
    expect(nonsense.status).toBe(400);
    expect(await nonsense.json()).toMatchObject({
      errors: { formId: [expect.any(String)] },
    });
  });

  it('lists counties by order with their stations under both names', async () => {
    expect(await server().read('/api/v1/county', 'maria')).toEqual([
      {
        id: 1,
        code: 'AB',
        provinceCode: 'TR',
        numberOfPollingStations: 3,
        limit: 3,
        name: 'Alba',
        diaspora: false,
        order: 1,
      },
      {
        id: 2,
        code: 'CJ',
        provinceCode: 'TR',
        numberOfPollingStations: 1,
        limit: 1,
        name: 'Cluj',
        diaspora: false,
        order: 2,
      },
      {
        id: 3,
        code: 'D',
        provinceCode: null,
        numberOfPollingStations: 0,
        limit: 0,
        name: 'Diaspora',
        diaspora: true,
        order: 3,
      },
    ]);
  });

  it('gives county limits to the organizer only', async () => {
    const path = '/api/v1/polling-station';
    expect(await server().read(`${path}?diaspora=false`)).toEqual([
      {
        id: 1,
        name: 'Alba',
        code: 'AB',
        limit: 3,
        numberOfPollingStations: 3,
        diaspora: false,
        order: 1,
      },
      {
        id: 2,
        name: 'Cluj',
        code: 'CJ',
        limit: 1,
        numberOfPollingStations: 1,
        diaspora: false,
        order: 2,
      },
    ]);
    expect(await server().read(path)).toHaveLength(3);
    expect((await server().ask(path, { as: 'admin' })).status).toBe(403);
  });

  it('lists municipalities and stations', async () => {
    expect(
      await server().read('/api/v1/county/AB/municipalities', 'maria'),
    ).toEqual([
      {
        id: 5,
        countyCode: 'AB',
        code: 'AB-SEB',
        name: 'Sebes',
        numberOfPollingStations: 2,
        order: 1,
      },
      {
        id: 6,
        countyCode: 'AB',
        code: 'AB-AIU',
        name: 'Aiud',
        numberOfPollingStations: 1,
        order: 2,
      },
    ]);
    const stations = '/api/v2/polling-station';
    expect(
      await server().read(`${stations}?countyId=1&page=1&pageSize=1`, 'maria'),
    ).toEqual([
      {
        id: 7312,
        municipalityId: 5,
        idCounty: 1,
        number: 12,
        address: 'School no. 3',
        coordinates: null,
        administrativeTerritoryCode: null,
        territoryCode: null,
      },
    ]);
    expect(await server().read(`${stations}?countyId=0`)).toHaveLength(4);
    expect(await server().read(`${stations}?countyId=1&page=9`)).toEqual([]);
  });
});
