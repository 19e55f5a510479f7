import { describe, expect, it } from 'vitest';

import type { CountyReports } from '@/domain/coverage/county-reports';
import { applyChanges } from '@/domain/coverage/county-reports';
import { reportsOf } from '@/domain/coverage/report';
import type { PackedThread } from '@/domain/questions/answer-block';
import {
  blockOfStation,
  putIntoAnswerBlock,
} from '@/domain/questions/answer-block';
import type { QuestionFilter } from '@/domain/questions/stations';
import { figuresOf, figuresOfQuestion } from '@/domain/questions/figures';
import { stationName } from '@/domain/questions/stations';

import { createChance } from '../../simulation/story/chance';

const NINE = Date.UTC(2026, 10, 22, 7);
const HOUR_MS = 3_600_000;

/** Whether the box was sealed: 1 yes, 2 no; how many voted: 3. */
const SEALED = 31;
const VOTED = 32;

interface Told {
  station: number;
  observer: number;
  /** Options of the first question. */
  sealed?: number[];
  voted?: string;
  county?: string;
  at?: number;
  isUrban?: boolean;
  /** Its details are not here. */
  isMissing?: boolean;
}

function aWorld(told: readonly Told[]) {
  const rows: CountyReports[] = applyChanges(
    [],
    told.map(({ station, observer, county = 'AB', at = NINE }) => ({
      after: {
        observerId: observer,
        pollingStationId: station,
        lastModified: at,
        list: 'all' as const,
        county,
        stationNumber: station,
      },
    })),
  );
  const threads = told
    .filter(({ isMissing }) => !isMissing)
    .map(({ station, observer, sealed, voted, isUrban }): PackedThread => ({
      pollingStationId: station,
      observerId: observer,
      isUrban,
      answers: [
        ...(sealed
          ? [
              {
                questionId: SEALED,
                options: sealed.map((optionId) => ({ optionId })),
              },
            ]
          : []),
        ...(voted === undefined
          ? []
          : [{ questionId: VOTED, options: [{ optionId: 3, text: voted }] }]),
      ],
    }));
  const numbers = new Set(
    threads.map(({ pollingStationId }) => blockOfStation(pollingStationId)),
  );
  const blocks = [...numbers].map((block) =>
    putIntoAnswerBlock(
      block,
      undefined,
      threads.filter(
        ({ pollingStationId }) => blockOfStation(pollingStationId) === block,
      ),
    ),
  );
  const reports = reportsOf(rows);
  return {
    of: (filter: QuestionFilter = {}) => figuresOf(blocks, reports, filter),
    one: (filter: QuestionFilter = {}, question = SEALED) =>
      figuresOfQuestion(blocks, reports, filter, question, new Set([3])),
    sealed: (filter: QuestionFilter = {}) =>
      figuresOf(blocks, reports, filter).questions.get(SEALED),
  };
}

describe('a station with several reports', () => {
  it('counts once where they agree, in whatever order they name the options', () => {
    const { sealed } = aWorld([
      { station: 7, observer: 1, sealed: [1, 2] },
      { station: 7, observer: 2, sealed: [2, 1, 1] },
    ]);
    const figures = sealed();
    expect(figures).toMatchObject({
      reports: 2,
      stations: 1,
      contradicting: 0,
    });
    expect(figures?.options.get(1)?.stations).toBe(1);
  });

  it('counts as contradicting where they do not, and for no option', () => {
    const { sealed } = aWorld([
      { station: 7, observer: 1, sealed: [1] },
      { station: 7, observer: 2, sealed: [2] },
      { station: 8, observer: 1, sealed: [2] },
    ]);
    const figures = sealed();
    expect(figures).toMatchObject({
      reports: 3,
      stations: 2,
      contradicting: 1,
    });
    expect(figures?.options.get(1)).toEqual({ stations: 0, reports: 1 });
    expect(figures?.options.get(2)).toEqual({ stations: 1, reports: 2 });
  });

  it('is not asked whether others that did not answer agree', () => {
    const { sealed } = aWorld([
      { station: 7, observer: 1, sealed: [1] },
      { station: 7, observer: 2, voted: '12' },
    ]);
    expect(sealed()).toMatchObject({
      reports: 1,
      stations: 1,
      contradicting: 0,
    });
  });
});

describe('which reports count', () => {
  const told: Told[] = [
    { station: 7, observer: 1, sealed: [1], isUrban: true },
    { station: 8, observer: 2, sealed: [2], county: 'B', isUrban: false },
    { station: 9, observer: 3, sealed: [2], at: NINE + 2 * HOUR_MS },
    { station: 10, observer: 3, isMissing: true },
  ];

  it('says of how many reports the figures are', () => {
    const { of } = aWorld(told);
    expect(of()).toMatchObject({ readable: 3, total: 4 });
    expect(of({ county: 'B' })).toMatchObject({ readable: 1, total: 1 });
  });

  it.each<[string, QuestionFilter, number]>([
    ['a county', { county: 'B' }, 1],
    ['a county that nobody reported from', { county: 'XX' }, 0],
    ['from an hour on', { from: NINE + HOUR_MS }, 1],
    ['before an hour', { to: NINE + HOUR_MS }, 2],
    ['urban', { isUrban: true }, 1],
    ['rural', { isUrban: false }, 1],
    ['an organisation', { observerIds: new Set([1, 2]) }, 2],
    ['a sample', { stations: new Set([stationName('B', 8)]) }, 1],
  ])('%s', (_, filter, stations) => {
    expect(aWorld(told).sealed(filter)?.stations ?? 0).toBe(stations);
  });

  it('leaves out answers of threads that no list has any more', () => {
    const { sealed } = aWorld([{ station: 7, observer: 1, sealed: [1] }]);
    expect(sealed()?.stations).toBe(1);
    const [block] = [
      putIntoAnswerBlock(0, undefined, [
        {
          pollingStationId: 7,
          observerId: 1,
          answers: [{ questionId: SEALED, options: [{ optionId: 1 }] }],
        },
      ]),
    ];
    const none = figuresOf(block ? [block] : [], reportsOf([]), {});
    expect(none).toEqual({ questions: new Map(), readable: 0, total: 0 });
  });
});

describe('one question', () => {
  it('is counted by county and by hour, as it is counted in all', () => {
    const { one, sealed } = aWorld([
      { station: 7, observer: 1, sealed: [1] },
      { station: 7, observer: 2, sealed: [2], at: NINE + HOUR_MS },
      { station: 8, observer: 2, sealed: [2], county: 'B' },
    ]);
    const figures = one();
    expect(figures).toMatchObject({ ...sealed() });
    expect(figures.counties.get('AB')?.contradicting).toBe(1);
    expect(figures.counties.get('B')?.options.get(2)?.stations).toBe(1);
    expect([...figures.hours]).toEqual([
      [NINE + HOUR_MS, 1],
      [NINE, 1],
    ]);
    expect(figures.numbers).toBeUndefined();
  });

  it('sums up the numbers that were typed, a station once', () => {
    const voted = (station: number, observer: number, text: string) => ({
      station,
      observer,
      voted: text,
    });
    const { one } = aWorld([
      voted(1, 1, '1.234'),
      voted(1, 2, '1234'),
      voted(2, 1, '1 000'),
      voted(2, 2, '999'),
      voted(3, 1, '12,5'),
      ...Array.from({ length: 6 }, (_, at) => voted(10 + at, 1, '10')),
      voted(20, 1, 'vreo 40'),
    ]);
    const { numbers } = one({}, VOTED);
    expect(numbers).toMatchObject({
      areNumbers: true,
      stations: 8,
      sum: 1234 + 12.5 + 60,
      least: 10,
      most: 1234,
      contradicting: 1,
      others: [
        { text: 'vreo 40', observerId: 1, pollingStationId: 20, optionId: 3 },
      ],
    });
  });

  it('sums up nothing where most of it are words', () => {
    const { one } = aWorld([
      { station: 1, observer: 1, voted: '12' },
      { station: 2, observer: 1, voted: 'mulți' },
    ]);
    expect(one({}, VOTED).numbers?.areNumbers).toBe(false);
  });
});

it('says what a plain count of random reports says', () => {
  const chance = createChance(7);
  for (let round = 0; round < 30; round += 1) {
    const told = new Map<string, Told>();
    for (let n = 0; n < 60; n += 1) {
      const station = chance.below(200);
      const observer = chance.below(3);
      const county = station % 2 === 0 ? 'AB' : 'B';
      const sealed = chance.is(0.8) ? [1 + chance.below(2)] : undefined;
      told.set(`${station}:${observer}`, {
        station,
        observer,
        county,
        ...(sealed ? { sealed } : {}),
      });
    }
    const all = [...told.values()].filter(({ sealed }) => sealed);
    const stations = new Map<number, Set<number>>();
    for (const { station, sealed } of all) {
      const known = stations.get(station) ?? new Set();
      for (const each of sealed ?? []) known.add(each);
      stations.set(station, known);
    }
    const agreed = [...stations.values()].filter(({ size }) => size === 1);
    const figures = aWorld([...told.values()]).sealed();
    expect(figures).toMatchObject({
      reports: all.length,
      stations: stations.size,
      contradicting: stations.size - agreed.length,
    });
    for (const option of [1, 2]) {
      expect(figures?.options.get(option)).toEqual({
        stations: agreed.filter((each) => each.has(option)).length,
        reports: all.filter(({ sealed }) => sealed?.includes(option)).length,
      });
    }
  }
});
