import { describe, expect, it } from 'vitest';

import type { SilenceFilter } from '@/domain/coverage/observer-silence';
import {
  matchesSilence,
  observerSilence,
} from '@/domain/coverage/observer-silence';
import type { Report } from '@/domain/coverage/report';

import { anObserver } from '../../support/builders';
import { reportsFrom } from '../../support/reports';

const NOW = Date.UTC(2026, 10, 22, 12, 30);
const MINUTE = 60_000;
const whole = { now: NOW, isWhole: true };

function aReport(observerId: number, changes: Partial<Report> = {}): Report {
  return {
    observerId,
    pollingStationId: 7,
    county: 'AB',
    stationNumber: 7,
    isUrgent: false,
    lastReportAt: NOW - 10 * MINUTE,
    ...changes,
  };
}

const people = [
  anObserver({ id: 1, name: 'Ana' }),
  anObserver({ id: 2, name: 'Dan', lastSeen: NOW - 40 * MINUTE }),
  anObserver({ id: 3, name: 'Ion' }),
];

describe('the list of whom to call', () => {
  it('begins with the longest silence and ends with who has no time', () => {
    const rows = observerSilence(reportsFrom([aReport(1)]), people, whole);
    expect(
      rows.map(({ observerId, state, silentForMs, observer }) => [
        observerId,
        observer?.name,
        state,
        silentForMs,
      ]),
    ).toEqual([
      [2, 'Dan', 'seenWithoutReport', 40 * MINUTE],
      [1, 'Ana', 'reported', 10 * MINUTE],
      [3, 'Ion', 'neverSeen', undefined],
    ]);
  });

  it('concludes nothing from a report that is not cached while lists have gaps', () => {
    const rows = observerSilence(reportsFrom([aReport(1)]), people, {
      now: NOW,
      isWhole: false,
    });
    expect(rows.map(({ observerId, state }) => [observerId, state])).toEqual([
      [2, 'unchecked'],
      [1, 'reported'],
      [3, 'unchecked'],
    ]);
  });

  it('says of a server without times that there are reports, and no silence', () => {
    const undated = aReport(1, { lastReportAt: undefined });
    const [, , last] = observerSilence(reportsFrom([undated]), people, whole);
    const ana = observerSilence(reportsFrom([undated]), people, whole).find(
      ({ observerId }) => observerId === 1,
    );
    expect(last?.observerId).toBe(3);
    expect([ana?.state, ana?.silentForMs, ana?.stations]).toEqual([
      'undated',
      undefined,
      1,
    ]);
  });

  it('takes the later of report and note, and no silence below zero', () => {
    const early = aReport(2, { lastReportAt: NOW - 90 * MINUTE });
    const late = aReport(1, { lastReportAt: NOW + MINUTE });
    const rows = observerSilence(reportsFrom([early, late]), people, whole);
    expect(rows.map(({ silentForMs }) => silentForMs)).toEqual([
      40 * MINUTE,
      0,
      undefined,
    ]);
  });

  it('has threads of an observer whom the list of observers lacks', () => {
    const [row] = observerSilence(reportsFrom([aReport(9)]), [], whole);
    expect(row).toMatchObject({ observerId: 9, state: 'reported' });
    expect(row?.observer).toBeUndefined();
  });

  it('of a county has who reported there, and ends silence with a report from anywhere', () => {
    const reports = [
      aReport(1, { lastReportAt: NOW - 300 * MINUTE, isUrgent: true }),
      aReport(1, { county: 'CJ', pollingStationId: 9 }),
      aReport(2, { county: 'CJ', pollingStationId: 9 }),
    ];
    const rows = observerSilence(reportsFrom(reports), people, {
      ...whole,
      county: 'AB',
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      observerId: 1,
      stations: 1,
      urgent: 1,
      silentForMs: 10 * MINUTE,
      lastReport: { pollingStationId: 7 },
    });
  });

  it('opens the newest thread', () => {
    const [row] = observerSilence(
      reportsFrom([
        aReport(1, { pollingStationId: 8, lastReportAt: NOW - 20 * MINUTE }),
        aReport(1, { pollingStationId: 9, lastReportAt: NOW - 5 * MINUTE }),
        aReport(1, { pollingStationId: 7, lastReportAt: undefined }),
      ]),
      [],
      whole,
    );
    expect([row?.lastReport?.pollingStationId, row?.stations]).toEqual([9, 3]);
  });
});

it.each<[SilenceFilter, number | undefined, boolean]>([
  [30, 30, false],
  [30, 31, true],
  [60, 59, false],
  [120, 121, true],
  [30, undefined, false],
])('silent for more than %s minutes after %s: %s', (filter, ago, expected) => {
  const silentForMs = ago === undefined ? undefined : ago * MINUTE;
  expect(matchesSilence({ state: 'reported', silentForMs }, filter)).toBe(
    expected,
  );
});

it('filters by what is not known', () => {
  const row = { state: 'neverSeen' } as const;
  expect(matchesSilence(row, 'neverSeen')).toBe(true);
  expect(matchesSilence(row, 'seenWithoutReport')).toBe(false);
});
