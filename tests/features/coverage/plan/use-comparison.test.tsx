import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { CoverageSource } from '@/data/coverage/coverage';
import type { PlanLine } from '@/domain/plan/plan';
import { useComparison } from '@/features/coverage/plan/use-comparison';

import { reportsFrom } from '../../../support/reports';

const lines: PlanLine[] = Array.from({ length: 1000 }, (_, at) => ({
  phone: `07000${String(at).padStart(5, '0')}`,
  county: 'AB',
  station: 1,
}));

/** One observer, and their report, of each of so many lines. */
function aSource(count: number): CoverageSource {
  const ids = Array.from({ length: count }, (_, id) => id);
  return {
    counties: [],
    observers: ids.map((id) => ({
      id,
      name: `#${id}`,
      phone: lines[id]?.phone ?? '',
    })),
    reports: reportsFrom(
      ids.map((observerId) => ({
        observerId,
        pollingStationId: 1,
        county: 'AB',
        stationNumber: 1,
        isUrgent: false,
        lastReportAt: 1,
      })),
    ),
    hasFigures: true,
    countyList: {},
    observerList: {},
    areAllCounted: true,
    isWhole: true,
  };
}

function follow(first: CoverageSource | undefined) {
  const { result, rerender } = renderHook(
    ({ source }: { source: CoverageSource | undefined }) =>
      useComparison(lines, source, 0),
    { initialProps: { source: first } },
  );
  return {
    reported: () => result.current?.comparison.total.reported,
    source: () => result.current?.source,
    give: (source: CoverageSource) => rerender({ source }),
    /** One task of the browser. */
    task: () => act(() => vi.advanceTimersToNextTimer()),
    all: () => act(() => vi.runAllTimers()),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  // Every look at the clock is 3 ms later: a slice has a few steps.
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 3));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('compares in several tasks, and knows nothing until all is done', () => {
  const { reported, task, all } = follow(aSource(3));
  expect(reported()).toBe(undefined);
  task();
  expect(reported()).toBe(undefined);
  all();
  expect(reported()).toBe(3);
});

it('keeps the comparison before, with the source that it is of', () => {
  const [one, other] = [aSource(3), aSource(4)];
  const { reported, source, give, task, all } = follow(one);
  all();
  give(other);
  task();
  expect([reported(), source()]).toEqual([3, one]);
  all();
  expect([reported(), source()]).toEqual([4, other]);
});

it('finishes what it has begun, however often reports arrive', () => {
  const { reported, give, task } = follow(aSource(1));
  let count = 1;
  while (reported() === undefined && count < 500) {
    count += 1;
    give(aSource(count % 10));
    task();
  }
  expect(reported()).toBe(1);
});

it('says nothing without a source', () => {
  const { reported, all } = follow(undefined);
  all();
  expect(reported()).toBe(undefined);
});
