import { beforeEach, expect, it } from 'vitest';

import { answer } from '../../../server/db/schema';
import { rebuildThreads } from '../../../server/services/threads';
import { holdElection, MORNING } from '../support/election';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, startServer } from '../support/server';

const path = '/api/v1/statistics';

/** docs/api-contract.md 4.4. */
onEachDatabase((database) => {
  const server = freshServer(database);
  beforeEach(() => holdElection(database().db));

  const sebes = 'Alba Sebes 12';
  const cluj = 'Cluj Cluj-Napoca 12';

  it.each([
    ['observerNumber', { Alba: '3', Cluj: '2' }, { Alba: '2', Cluj: '1' }],
    ['countiesIrregularities', { Alba: '3', Cluj: '1' }, { Alba: '2' }],
    [
      'pollingStationIrregularities',
      { [sebes]: '3', [cluj]: '1' },
      { [sebes]: '2' },
    ],
    ['countiesOpeningIrregularities', { Alba: '2' }, { Alba: '1' }],
    ['pollingStationOpeningIrregularities', { [sebes]: '2' }, { [sebes]: '1' }],
    [
      'countiesByCountingIrregularities',
      { Alba: '1', Cluj: '1' },
      { Alba: '1' },
    ],
    [
      'pollingStationsByCountingIrregularities',
      { [sebes]: '1', [cluj]: '1' },
      { [sebes]: '1' },
    ],
  ])('%s counts for all, or for the own NGO', async (method, all, own) => {
    for (const [as, expected] of [
      ['organizer', all],
      ['admin', own],
    ] as const) {
      const data = Object.entries(expected).map(([label, value]) => ({
        label,
        value,
      }));
      expect(
        await server().read(`${path}/${method}?page=1&pageSize=5`, as),
      ).toEqual({
        data,
        totalItems: data.length,
        totalPages: 1,
        page: 1,
        pageSize: 5,
      });
    }
  });

  it('pages, highest first', async () => {
    const page = (n: number) =>
      server().read(`${path}/observerNumber?page=${n}&pageSize=1`);
    expect(await page(1)).toEqual({
      data: [{ label: 'Alba', value: '3' }],
      totalItems: 2,
      totalPages: 2,
      page: 1,
      pageSize: 1,
    });
    expect(await page(2)).toMatchObject({ data: [{ label: 'Cluj' }] });
    expect(await page(3)).toMatchObject({ data: [], totalItems: 2 });
  });

  it('counts irregularities of any form by county or station', async () => {
    const read = (query: string) =>
      server().read(`${path}/irregularities${query}`);
    expect(await read('')).toMatchObject({
      data: [
        { label: 'Alba', value: '3' },
        { label: 'Cluj', value: '1' },
      ],
      pageSize: 20,
    });
    expect(await read('?groupingType=1&formCode=C')).toMatchObject({
      data: [
        { label: sebes, value: '1' },
        { label: cluj, value: '1' },
      ],
    });
    // A percent sign is a sign, not "anything".
    expect(await read('?formCode=%25')).toMatchObject({ totalItems: 0 });
  });

  it('tells the six figures', async () => {
    const all = [
      { label: 'Number of answers submitted', value: '9' },
      { label: 'Number of polling stations visited', value: '3' },
      { label: 'Number of counties visited', value: '2' },
      { label: 'Number of notes submitted', value: '2' },
      { label: 'Number of logged in observers', value: '0' },
      { label: 'Number of flagged answers submitted', value: '4' },
    ];
    expect(await server().read(`${path}/mini/all`)).toEqual(all);
    for (const [at, name] of [
      'answers',
      'stations',
      'counties',
      'notes',
      'loggedinobservers',
      'flaggedanswers',
    ].entries()) {
      expect(await server().read(`${path}/mini/${name}`)).toEqual(all[at]);
    }
    for (const as of ['admin', 'maria'] as const) {
      expect(await server().read(`${path}/mini/answers`, as)).toMatchObject({
        value: '7',
      });
    }
  });

  it('is empty where nothing happened', async () => {
    await database().db.delete(answer);
    await rebuildThreads(database().db);
    expect(await server().read(`${path}/countiesIrregularities`)).toEqual({
      data: [],
      totalItems: 0,
      totalPages: 1,
      page: 1,
      pageSize: 20,
    });
    expect(await server().read(`${path}/mini/answers`)).toMatchObject({
      value: '0',
    });
  });

  it('gives stale figures, of any page size, when told so', async () => {
    const classic = startServer(database(), {
      quirks: { staleStatistics: true },
    });
    const read = (query: string) =>
      classic.read(`${path}/pollingStationIrregularities?${query}`);
    const first = await read('page=1&pageSize=1');
    expect(await read('page=1&pageSize=20')).toEqual(first);
    expect(await read('page=2&pageSize=1')).not.toEqual(first);
    await database().db.insert(answer).values({
      observerId: 41,
      pollingStationId: 7313,
      questionId: 205,
      optionId: 902,
      lastModified: MORNING,
    });
    await rebuildThreads(database().db);
    expect(await read('page=1&pageSize=1')).toEqual(first);
    await classic.ask('/api/v1/cache/clear', {
      method: 'POST',
      as: 'organizer',
    });
    expect(await read('page=1&pageSize=1')).toMatchObject({ totalItems: 3 });
  });
});
