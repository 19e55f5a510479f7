import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { planTimeText, readPlanTime } from '@/domain/plan/plan-time';

const seven = new Date(2026, 10, 22, 7, 0).getTime();

it.each([
  '2026-11-22 07:00',
  '2026-11-22 7:00',
  '2026-11-22T07:00',
  '2026-11-22 07:00:00',
  '22.11.2026 07:00',
  '22.11.2026, 07:00',
  '22.11.2026 7:00:00',
])('%s is a moment in the zone of the device', (cell) => {
  expect(readPlanTime(cell)).toBe(seven);
});

it.each([
  '22.11.2026',
  '07:00',
  '11/22/2026 07:00',
  '22.11.26 07:00',
  '31.02.2026 07:00',
  '2026-13-01 07:00',
  '22.11.2026 24:00',
  '22.11.2026 07:60',
  '22.11.2026 7:00 AM',
  '22.11.2026 07:00:30',
  '22.11.2026 ora 07:00',
  '46348.29',
])('%s is not guessed', (cell) => {
  expect(readPlanTime(cell)).toEqual({ problem: 'notTime' });
});

it('writes what it reads', () => {
  expect(planTimeText(seven)).toBe('2026-11-22 07:00');
  expect(readPlanTime(planTimeText(seven))).toBe(seven);
  expect(planTimeText(undefined)).toBe('');
});

describe('where the clocks are set', () => {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Europe/Bucharest';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it('an hour that they skip is told as such', () => {
    expect(readPlanTime('29.03.2026 03:30')).toEqual({ problem: 'skipped' });
    expect(readPlanTime('2026-03-29 04:00')).toBe(Date.UTC(2026, 2, 29, 1));
  });

  it('an hour that is there twice asks which one is meant', () => {
    expect(readPlanTime('25.10.2026 03:30')).toEqual({
      problem: 'twice',
      first: '03:30+03:00',
      second: '03:30+02:00',
    });
    expect(readPlanTime('25.10.2026 3:05:00')).toMatchObject({
      first: '03:05+03:00',
      second: '03:05+02:00',
    });
    const [first, second] = [
      Date.UTC(2026, 9, 25, 0, 30),
      Date.UTC(2026, 9, 25, 1, 30),
    ];
    expect(readPlanTime('25.10.2026 03:30+03:00')).toBe(first);
    expect(readPlanTime('2026-10-25 03:30+02:00')).toBe(second);
    expect(readPlanTime('2026-10-25 03:30+05:00')).toEqual({
      problem: 'notTime',
    });
    for (const at of [first, second]) {
      expect(readPlanTime(planTimeText(at))).toBe(at);
    }
    expect(readPlanTime('25.10.2026 02:59')).toBe(
      Date.UTC(2026, 9, 24, 23, 59),
    );
    expect(readPlanTime('25.10.2026 04:00')).toBe(Date.UTC(2026, 9, 25, 2));
  });
});
