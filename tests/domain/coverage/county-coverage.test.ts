import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { ThreadRow } from '@/db/cache';
import { applyChanges } from '@/domain/coverage/county-reports';
import { coverageOf } from '@/domain/coverage/county-coverage';
import { lastReportsPerHour } from '@/domain/coverage/hours';
import type { Report } from '@/domain/coverage/report';
import { reportsOf } from '@/domain/coverage/report';

import { aCounty, anObserver, aThreadRow } from '../../support/builders';
import { listReports, reportsFrom } from '../../support/reports';

const NOW = Date.UTC(2026, 10, 22, 12, 30);
const MINUTE = 60_000;
const moment = { now: NOW, dayStart: Date.UTC(2026, 10, 22) };
const alba = aCounty({ code: 'AB', numberOfPollingStations: 4 });
const cluj = aCounty({ code: 'CJ', numberOfPollingStations: 6 });

function aReport(changes: Partial<Report> = {}): Report {
  return {
    observerId: 1,
    pollingStationId: 7,
    county: 'AB',
    stationNumber: 7,
    isUrgent: false,
    lastReportAt: NOW - 10 * MINUTE,
    ...changes,
  };
}

function fromRows(rows: Partial<ThreadRow>[]): Report[] {
  const changes = rows.map((row) => ({ after: aThreadRow(row) }));
  return listReports(reportsOf(applyChanges([], changes)));
}

function figures(
  reports: readonly Report[],
  observers = [anObserver({ id: 1 })],
  counties = [alba, cluj],
) {
  const read = coverageOf(reportsFrom(reports), counties, observers, moment);
  const of = (code: string) =>
    read.counties.find(({ county }) => county === code);
  return { ...read, alba: of('AB'), cluj: of('CJ'), of };
}

describe('a thread', () => {
  it('that stands in both lists counts once, with the later of two times', () => {
    const [report, ...others] = fromRows([
      { list: 'all', lastModified: 100 },
      { list: 'urgent', lastModified: 300 },
    ]);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ isUrgent: true, lastReportAt: 300 });
  });

  it('that has only flagged answers is in the urgent list alone, and counts', () => {
    const { alba: row } = figures(fromRows([{ list: 'urgent' }]));
    expect([row?.threads, row?.urgent]).toEqual([1, 1]);
  });

  it('that was cached in one list before the counties came has one place', () => {
    const reports = fromRows([
      { list: 'all', county: '', stationNumber: 12 },
      { list: 'urgent', county: 'AB', stationNumber: 12 },
    ]);
    const { alba: row, total, of } = figures(reports);
    expect([row?.threads, total.threads, of('')]).toEqual([1, 1, undefined]);
  });

  it('leaves no line behind where it was cached without a county', () => {
    const changes = [
      aThreadRow({ list: 'all', county: '', stationNumber: 12 }),
      aThreadRow({ list: 'urgent', county: 'AB', stationNumber: 12 }),
    ].map((after) => ({ after }));
    const reports = reportsOf(applyChanges([], changes));
    expect(reports.countyCodes).toContain('');
    const { counties } = coverageOf(reports, [alba], [], moment);
    expect(counties.map(({ county }) => county)).toEqual(['AB']);
  });
});

describe('the figures of a county', () => {
  it('count stations once, however many observers report from them', () => {
    const { alba: row } = figures([
      aReport({ observerId: 1 }),
      aReport({ observerId: 2 }),
      aReport({ observerId: 2, pollingStationId: 8, isUrgent: true }),
    ]);
    expect(row).toMatchObject({
      stations: 4,
      stationsWithReport: 2,
      share: 0.5,
      threads: 3,
      urgent: 1,
    });
  });

  it('stand there for a county without a report, and for a code that no list has', () => {
    const { counties } = figures([
      aReport({ county: 'XX' }),
      aReport({ county: '', observerId: 2 }),
    ]);
    expect(
      counties.map(({ county, stations, share, threads }) => [
        county,
        stations,
        share,
        threads,
      ]),
    ).toEqual([
      ['AB', 4, 0, 0],
      ['CJ', 6, 0, 0],
      ['', undefined, undefined, 1],
      ['XX', undefined, undefined, 1],
    ]);
  });

  it.each([
    // minutes ago, in the last hour, in two hours, today
    [-3, 1, 1, 1],
    [60, 1, 1, 1],
    [61, 0, 1, 1],
    [120, 0, 1, 1],
    [121, 0, 0, 1],
    [13 * 60, 0, 0, 0],
  ])('know who reported %i minutes ago as active', (ago, hour, two, today) => {
    const { alba: row } = figures([
      aReport({ lastReportAt: NOW - ago * MINUTE }),
    ]);
    expect([
      row?.activeInHour,
      row?.activeInTwoHours,
      row?.activeToday,
    ]).toEqual([hour, two, today]);
  });

  it('count an observer in both counties, and once in the total', () => {
    const {
      alba: one,
      cluj: two,
      total,
    } = figures([aReport(), aReport({ county: 'CJ', pollingStationId: 9 })]);
    expect([one?.activeInHour, two?.activeInHour, total.activeInHour]).toEqual([
      1, 1, 1,
    ]);
  });

  it('let a note count where the observer last reported from', () => {
    const moved = [
      aReport({ lastReportAt: NOW - 300 * MINUTE }),
      aReport({
        county: 'CJ',
        pollingStationId: 9,
        lastReportAt: NOW - 200 * MINUTE,
      }),
    ];
    const seen = [anObserver({ id: 1, lastSeen: NOW - 5 * MINUTE })];
    const { alba: one, cluj: two } = figures(moved, seen);
    expect([one?.activeInHour, two?.activeInHour]).toEqual([0, 1]);
    expect(two?.oldestSilence).toEqual({
      observerId: 1,
      since: NOW - 5 * MINUTE,
    });
    // Who moved on is not the silent one of the county that was left.
    expect(one?.oldestSilence).toBeUndefined();
  });

  it('count a station once in all that still stands in two counties', () => {
    const { total, of } = figures([
      aReport({ county: '' }),
      aReport({ observerId: 2 }),
    ]);
    expect(of('')?.stationsWithReport).toBe(1);
    expect(of('AB')?.stationsWithReport).toBe(1);
    expect(total.stationsWithReport).toBe(1);
  });

  it.each([
    [7, 9],
    [9, 7],
  ])(
    'hold of two reports of one moment the one from the greater station (%i, %i)',
    (inAlba, inCluj) => {
      const { alba: one, cluj: two } = figures([
        aReport({ pollingStationId: inAlba }),
        aReport({ pollingStationId: inCluj, county: 'CJ' }),
      ]);
      const isSilent = [one, two].map((row) => row?.oldestSilence?.observerId);
      expect(isSilent).toEqual(
        inAlba > inCluj ? [1, undefined] : [undefined, 1],
      );
    },
  );

  it('name the observer who is silent for longest, the lower id of two', () => {
    const at = NOW - 90 * MINUTE;
    const { alba: row, total } = figures(
      [
        aReport({ observerId: 3, lastReportAt: at }),
        aReport({ observerId: 2, lastReportAt: at }),
        aReport({ observerId: 1 }),
      ],
      // Never reported: there is no county, and no silence to measure.
      [anObserver({ id: 9, lastSeen: NOW - 999 * MINUTE })],
    );
    expect(row?.oldestSilence).toEqual({ observerId: 2, since: at });
    expect(total.oldestSilence).toEqual({ observerId: 2, since: at });
  });

  it('tell threads, and no time, of a server that tells no times', () => {
    const { alba: row, total } = figures([
      aReport({ lastReportAt: undefined, isUrgent: true }),
    ]);
    expect(row).toMatchObject({ threads: 1, urgent: 1 });
    expect([
      row?.lastReportAt,
      row?.oldestSilence,
      row?.activeToday,
      total.lastReportAt,
    ]).toEqual([undefined, undefined, 0, undefined]);
  });

  it('have no number of stations before the counties came', () => {
    const { total } = figures([aReport()], [], []);
    expect([total.stations, total.share]).toEqual([undefined, undefined]);
  });

  it('add up to the total, but for observers', () => {
    const some = fc.record({
      observerId: fc.integer({ min: 1, max: 5 }),
      pollingStationId: fc.integer({ min: 1, max: 9 }),
      isUrgent: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(some), (all) => {
        const reports = all.map((each) =>
          // A station lies in one county.
          aReport({ ...each, county: each.pollingStationId < 5 ? 'AB' : 'CJ' }),
        );
        const { counties, total } = figures(reports);
        for (const name of [
          'threads',
          'urgent',
          'stationsWithReport',
        ] as const) {
          const sum = counties.reduce((so, county) => so + county[name], 0);
          expect(total[name]).toBe(sum);
        }
        for (const { activeInHour } of counties) {
          expect(activeInHour).toBeLessThanOrEqual(total.activeInHour);
        }
      }),
    );
  });
});

it('bars count each thread in the hour of its last report', () => {
  const at = (hour: number) => Date.UTC(2026, 10, 22, hour, 5);
  const { total, byCounty } = lastReportsPerHour(
    reportsFrom([
      aReport({ observerId: 1, lastReportAt: at(9) }),
      aReport({ observerId: 2, lastReportAt: at(10), isUrgent: true }),
      aReport({ observerId: 3, lastReportAt: at(12) }),
      // Of a server's clock that is ahead.
      aReport({ observerId: 4, lastReportAt: at(13) }),
      aReport({ observerId: 5, lastReportAt: undefined, county: 'CJ' }),
    ]),
    NOW,
    3,
  );
  expect([...byCounty.keys()]).toEqual(['AB', 'CJ']);
  expect(byCounty.get('AB')).toEqual(total);
  expect(total).toEqual([
    { hour: Date.UTC(2026, 10, 22, 10), urgent: 1, other: 0 },
    { hour: Date.UTC(2026, 10, 22, 11), urgent: 0, other: 0 },
    { hour: Date.UTC(2026, 10, 22, 12), urgent: 0, other: 2 },
  ]);
});
