import { expect, it } from 'vitest';

import { planTimeText, readPlanTime } from '@/domain/plan/plan-time';

const seven = new Date(2026, 10, 22, 7, 0).getTime();

it.each([
  '2026-11-22 07:00',
  '2026-11-22 7:00',
  '2026-11-22T07:00',
  '2026-11-22 07:00:00',
  '22.11.2026 07:00',
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
  expect(readPlanTime(cell)).toBe(undefined);
});

it('writes what it reads', () => {
  expect(planTimeText(seven)).toBe('2026-11-22 07:00');
  expect(readPlanTime(planTimeText(seven))).toBe(seven);
  expect(planTimeText(undefined)).toBe('');
});
