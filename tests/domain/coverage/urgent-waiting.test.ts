import { describe, expect, it } from 'vitest';

import { applyChanges } from '@/domain/coverage/county-reports';
import type { Report } from '@/domain/coverage/report';
import { reportsOf } from '@/domain/coverage/report';
import { urgentWaiting } from '@/domain/coverage/urgent-waiting';

import { reportsFrom } from '../../support/reports';

const MINUTE = 60_000;

function anUrgent(
  observerId: number,
  county: string,
  minute: number | undefined,
): Report {
  return {
    observerId,
    pollingStationId: 7,
    county,
    isUrgent: true,
    lastReportAt: minute === undefined ? undefined : minute * MINUTE,
  };
}

const reports = reportsFrom([
  anUrgent(1, 'AB', 10),
  anUrgent(2, 'CJ', 30),
  anUrgent(3, 'CJ', 20),
  anUrgent(4, '', undefined),
  { ...anUrgent(5, 'AB', 5), isUrgent: false },
]);

describe('urgent threads that wait', () => {
  it('are counted in all and by county, most first', () => {
    const { count, byCounty } = urgentWaiting(reports, () => false, 2);
    expect(count).toBe(4);
    expect(byCounty).toEqual([
      { county: 'CJ', count: 2 },
      { county: '', count: 1 },
      { county: 'AB', count: 1 },
    ]);
  });

  it('are no more once somebody closed them', () => {
    const isClosed = (key: string) => key === '1:7' || key === '2:7';
    const { count, oldest, byCounty } = urgentWaiting(reports, isClosed, 2);
    expect(count).toBe(2);
    expect(oldest?.observerId).toBe(3);
    expect(byCounty.map(({ county }) => county)).toEqual(['', 'CJ']);
  });

  it('have an oldest and so many latest, of those with a time', () => {
    const { oldest, latest } = urgentWaiting(reports, () => false, 2);
    expect(oldest?.observerId).toBe(1);
    expect(latest.map(({ observerId }) => observerId)).toEqual([2, 3]);
  });

  it('wait since their newest flagged answer, whatever came after it', () => {
    const row = (
      observerId: number,
      list: 'all' | 'urgent',
      minute: number,
    ) => ({
      after: {
        observerId,
        pollingStationId: 7,
        county: 'AB',
        stationNumber: 1,
        list,
        lastModified: minute * MINUTE,
      },
    });
    const later = reportsOf(
      applyChanges(
        [],
        [row(1, 'urgent', 10), row(1, 'all', 90), row(2, 'urgent', 30)],
      ),
    );
    const { oldest, latest } = urgentWaiting(later, () => false, 2);
    expect(oldest).toMatchObject({ observerId: 1, urgentAt: 10 * MINUTE });
    expect(latest.map(({ observerId }) => observerId)).toEqual([2, 1]);
  });

  it('come in one order when their times are equal', () => {
    const equal = [anUrgent(2, 'AB', 10), anUrgent(1, 'AB', 10)];
    const one = urgentWaiting(reportsFrom(equal), () => false, 2);
    const other = urgentWaiting(
      reportsFrom(equal.toReversed()),
      () => false,
      2,
    );
    expect(one).toEqual(other);
  });
});
