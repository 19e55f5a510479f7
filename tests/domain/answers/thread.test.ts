import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { ThreadViewQuery } from '@/domain/answers/thread';
import {
  isEmptyFilter,
  isServerFilter,
  orderThreads,
  placeOf,
  splitStationName,
  threadKey,
  viewOf,
} from '@/domain/answers/thread';

import { aCounty } from '../../support/builders';

describe('the name of a polling station (docs/api-contract.md 4.2)', () => {
  it.each([
    // name, place, number
    ['Alba Sebeș 12', 'Alba Sebeș', '12'],
    ['AB 12', 'AB', '12'],
    ['Cluj Cluj-Napoca 0', 'Cluj Cluj-Napoca', '0'],
    ['București Sector 1 1284', 'București Sector 1', '1284'],
    ['Alba Sebeș', 'Alba Sebeș', ''],
    ['Alba 12bis', 'Alba 12bis', ''],
    ['Alba -12', 'Alba -12', ''],
    ['12', '12', ''],
    ['', '', ''],
  ])('%s is %s and %s', (name, place, number) => {
    expect(splitStationName(name)).toEqual({ place, number });
  });

  const counties = [
    aCounty({ code: 'AB', name: 'Alba' }),
    aCounty({ code: 'B', name: 'București' }),
    aCounty({ code: 'BN', name: 'Bistrița-Năsăud' }),
    aCounty({ code: 'IS', name: 'Iași' }),
    aCounty({ code: 'SA', name: 'Satu' }),
    aCounty({ code: 'SM', name: 'Satu Mare' }),
    aCounty({ code: 'ȚN', name: 'Țara Nouă' }),
  ];

  it.each([
    // name, county, number
    ['Alba Sebeș 12', 'AB', 12],
    ['AB 12', 'AB', 12],
    ['B 3', 'B', 3],
    ['BN 3', 'BN', 3],
    ['Iași Pașcani 7', 'IS', 7],
    ['Țara Nouă Brâncuși 7', 'ȚN', 7],
    ['ȚN 7', 'ȚN', 7],
    // The longer of two names that begin alike.
    ['Satu Mare Carei 5', 'SM', 5],
    ['Satu Lung 5', 'SA', 5],
    ['Satu Mare 5', 'SM', 5],
    // A place that only begins with the letters of a county.
    ['Albac Centru 9', undefined, 9],
    ['BNX 9', undefined, 9],
    ['Atlantis 9', undefined, 9],
    ['Alba Sebeș', 'AB', undefined],
    ['Alba', 'AB', undefined],
    ['', undefined, undefined],
  ])('%s lies in %s and has the number %s', (name, county, stationNumber) => {
    const expected = {
      ...(county === undefined ? {} : { county }),
      ...(stationNumber === undefined ? {} : { stationNumber }),
    };
    expect(placeOf(name, counties)).toEqual(expected);
    expect(placeOf(name, counties.toReversed())).toEqual(expected);
  });

  it('knows no county before the counties came', () => {
    expect(placeOf('Alba Sebeș 12', [])).toEqual({ stationNumber: 12 });
  });
});

describe('numbers along the server’s order', () => {
  const time = fc.integer({ min: 0, max: 4e12 });
  const undated = fc
    .uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 40 })
    .map((ids) => ids.map((id) => ({ key: threadKey(id, 1) })));

  it('fall strictly where the server gives no dates, with any known numbers', () => {
    const rows = undated.chain((threads) =>
      fc.record({
        threads: fc.constant(threads),
        kept: fc.array(fc.option(time), {
          minLength: threads.length,
          maxLength: threads.length,
        }),
        now: time,
      }),
    );
    fc.assert(
      fc.property(rows, ({ threads, kept, now }) => {
        const known = new Map(
          threads.flatMap(({ key }, at) => {
            const number = kept[at];
            return typeof number === 'number' ? [[key, number]] : [];
          }),
        );
        const orders = orderThreads(threads, known, now);
        const numbers = threads.map(({ key }) => orders.get(key) ?? NaN);
        for (const [at, number] of numbers.entries()) {
          expect(number).toBeLessThan(numbers[at - 1] ?? Infinity);
        }
      }),
    );
  });

  it('stay as they are while the order holds', () => {
    fc.assert(
      fc.property(undated, time, time, (threads, then, now) => {
        const kept = orderThreads(threads, new Map(), then);
        expect(orderThreads(threads, kept, now)).toEqual(kept);
      }),
    );
  });

  it('change for one thread when one moves to the top, even if the clock jumps', () => {
    fc.assert(
      fc.property(undated, fc.nat(), time, time, (threads, pick, then, now) => {
        const moved = threads[pick % Math.max(1, threads.length)];
        fc.pre(moved !== undefined && moved !== threads[0]);
        const kept = orderThreads(threads, new Map(), then);
        const next = [moved, ...threads.filter((each) => each !== moved)];
        const orders = orderThreads(
          next.filter((each) => each !== undefined),
          kept,
          now,
        );
        const changed = threads.filter(
          ({ key }) => orders.get(key) !== kept.get(key),
        );
        expect(changed).toEqual([moved]);
      }),
    );
  });

  it('are the dates where the server gives them, with known numbers or without', () => {
    const threads = [
      { key: '2:1', lastModified: 500 },
      { key: '1:1', lastModified: 500 },
      { key: '3:1', lastModified: 100 },
    ];
    const kept = new Map([
      ['1:1', 9_000],
      ['3:1', 9_001],
    ]);
    expect([...orderThreads(threads, kept, 10_000)]).toEqual([
      ['3:1', 100],
      ['1:1', 500],
      ['2:1', 500],
    ]);
  });

  it('of an empty list are none', () => {
    expect(orderThreads([], new Map([['1:1', 5]]), 1).size).toBe(0);
  });
});

describe('the name of a filtered page', () => {
  const query: ThreadViewQuery = {
    list: 'all',
    filter: { county: 'AB', pollingStationNumber: 7 },
    page: 1,
    pageSize: 10,
  };

  it('is the same for the same question', () => {
    const same = { pollingStationNumber: 7, county: 'AB' };
    expect(viewOf({ ...query, filter: same })).toBe(viewOf(query));
  });

  it('differs with everything that is asked', () => {
    const questions: ThreadViewQuery[] = [
      query,
      { ...query, list: 'urgent' },
      { ...query, page: 2 },
      { ...query, pageSize: 20 },
      { ...query, page: 10, pageSize: 1 },
      { ...query, filter: {} },
      { ...query, filter: { county: 'AB' } },
      { ...query, filter: { pollingStationNumber: 7 } },
      { ...query, filter: { pollingStationNumber: 0 } },
      { ...query, filter: { observerPhone: '7' } },
      { ...query, filter: { county: '7' } },
      { ...query, filter: { ...query.filter, observerPhone: '07' } },
    ];
    expect(new Set(questions.map(viewOf)).size).toBe(questions.length);
  });
});

it.each([
  // filter, lets everything through, the server can answer it
  [{}, true, true],
  [{ county: 'AB' }, false, true],
  [{ pollingStationNumber: 0 }, false, true],
  [{ observerPhone: '07' }, false, false],
  [{ from: 0 }, false, false],
  [{ county: 'AB', to: 5 }, false, false],
])('filter %j: empty %j, for the server %j', (filter, isEmpty, isForServer) => {
  expect(isEmptyFilter(filter)).toBe(isEmpty);
  expect(isServerFilter(filter)).toBe(isForServer);
});
