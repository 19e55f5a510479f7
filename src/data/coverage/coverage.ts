import { useEffect, useMemo } from 'react';

import { cacheShare } from '@/data/device/cache-share';
import { useLive, useFigures } from '@/data/live/use-live';
import type { Pull } from '@/data/live/use-pull';
import { usePull } from '@/data/live/use-pull';
import type { CursorRow } from '@/db/cache';
import { areReportsCounted, isWhole } from '@/db/cache';
import type { Databases } from '@/db/open';
import { databases, findDatabases } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import type { CacheShare } from '@/domain/cache-share';
import type { County } from '@/domain/county';
import type { CountyCoverage } from '@/domain/coverage/county-coverage';
import { coverageOf } from '@/domain/coverage/county-coverage';
import type { Coverage, CoverageMoment } from '@/domain/coverage/figures';
import type { HourOfReports } from '@/domain/coverage/hours';
import { lastReportsPerHour } from '@/domain/coverage/hours';
import type { KnownObserver } from '@/domain/coverage/observer-block';
import type { Reports } from '@/domain/coverage/report';
import { reportsOf } from '@/domain/coverage/report';
import type { Failure } from '@/domain/outbox/outcome';
import { overlayCounties, overlayObservers } from '@/domain/outbox/overlay';
import { sync } from '@/workers/client';

/** Hours in the small bars of a county, the current one last. */
const HOURS_SHOWN = 12;

/** What coverage is worked out from, as far as it is cached. */
export interface CoverageSource {
  reports: Reports;
  /** In the server's order, with the user's waiting changes, as the observers. */
  counties: readonly County[];
  observers: readonly KnownObserver[];
  /** All threads and observers of the server are here, and counted. */
  isWhole: boolean;
  /** Threads that are counted, of how many; absent when that is all of them. */
  cacheShare?: CacheShare | undefined;
  /** Observers that are cached, of how many; absent when that is all of them. */
  observerShare?: CacheShare | undefined;
  /** Epoch ms at which both lists of threads were last right; absent: never loaded. */
  asOf?: number | undefined;
  failure?: Failure | undefined;
  /** The same of the other two lists. */
  countyList: ListFreshness;
  observerList: ListFreshness;
}

export type ListFreshness = Pick<CoverageSource, 'asOf' | 'failure'>;

/**
 * What was read last. It is drawn for the moment in which the next visit reads
 * again, and says itself as of when it is.
 */
const remembered = new WeakMap<Databases, CoverageSource>();

/** Reads what coverage begins with, for the moment before its screen is drawn. */
export async function prepareCoverage(): Promise<void> {
  const from = databases();
  if (remembered.has(from)) return;
  const [known, counted, people] = await Promise.all([
    readKnown(),
    readReports(),
    readPeople(),
  ]);
  remembered.set(from, sourceOf(known, counted, people));
}

/**
 * Everything that coverage is worked out from, live. Undefined until read for the
 * first time.
 */
export function useCoverageSource(): CoverageSource | undefined {
  const known = useLive('coverage-known', readKnown);
  const counted = useFigures('coverage-reports', readReports);
  const people = useFigures('coverage-observers', readPeople);
  const live = useMemo(
    () => known && counted && people && sourceOf(known, counted, people),
    [known, counted, people],
  );
  useEffect(() => {
    if (live) remembered.set(databases(), live);
  }, [live]);
  if (live) return live;
  const from = findDatabases();
  return from && remembered.get(from);
}

type Read<Query extends () => Promise<unknown>> = Awaited<ReturnType<Query>>;

function sourceOf(
  {
    areThreadsWhole,
    observers,
    counties,
    total,
    ...freshness
  }: Read<typeof readKnown>,
  { reports, areCounted }: Read<typeof readReports>,
  people: Read<typeof readPeople>,
): CoverageSource {
  const areAllCounted = areThreadsWhole && areCounted;
  return {
    reports,
    ...people,
    isWhole: areAllCounted && isWhole(observers),
    observerShare: cacheShare(people.observers.length, observers),
    cacheShare:
      areAllCounted || total === undefined
        ? undefined
        : { cached: Math.min(reports.length, total), total },
    ...freshness,
    countyList: freshnessOf(counties),
    observerList: freshnessOf(observers),
  };
}

function freshnessOf(cursor: CursorRow | undefined): ListFreshness {
  return { asOf: cursor?.asOf, failure: cursor?.failure };
}

async function readReports() {
  const { cache } = databases();
  const { countyReports, meta } = cache;
  const [rows, areCounted] = await cache.transaction(
    'r',
    countyReports,
    meta,
    () => Promise.all([countyReports.toArray(), areReportsCounted(cache)]),
  );
  return { reports: reportsOf(rows), areCounted };
}

async function readPeople() {
  const { cache, intent } = databases();
  const [counties, blocks, ops] = await Promise.all([
    cache.counties.toArray(),
    cache.observerBlocks.toArray(),
    readOpenOps(intent.outbox),
  ]);
  const observers = blocks.flatMap(({ people }) => people);
  return {
    counties: overlayCounties(counties, ops).sort((a, b) => a.order - b.order),
    observers: overlayObservers(observers, ops),
  };
}

async function readKnown() {
  const { cursors } = databases().cache;
  const [observers, counties, ...lists] = await cursors.bulkGet([
    'observers',
    'counties',
    'threads:urgent',
    'threads:all',
  ]);
  const times = lists.map((list) => list?.asOf);
  return {
    areThreadsWhole: lists.every((cursor) => isWhole(cursor)),
    observers,
    counties,
    total: totalOf(lists),
    asOf: times.every((time) => time !== undefined)
      ? Math.min(...times)
      : undefined,
    failure: lists.find((list) => list?.failure)?.failure,
  };
}

/**
 * Threads that there are at least: a thread stands in one list or in both, so the
 * longer list has no more than all.
 */
function totalOf(lists: readonly (CursorRow | undefined)[]) {
  const totals = lists.map((list) => list?.total);
  return totals.every((total) => total !== undefined)
    ? Math.max(...totals)
    : undefined;
}

/** Asks for what is new in both lists, and for the counties. */
export function useCoveragePull(): Pull {
  return usePull('coverage', async () => {
    const results = [
      await sync.pullThreads('urgent'),
      await sync.pullThreads('all'),
      await sync.pullCounties(),
    ];
    return results.find(({ ok }) => !ok) ?? { ok: true };
  });
}

/** A line of the table of counties. */
export interface CountyLine extends CountyCoverage {
  /** Of the county; its code where the list of counties has no such one. */
  name: string;
  hours: readonly HourOfReports[];
}

export interface CountyLines {
  counties: CountyLine[];
  total: Coverage & { hours: readonly HourOfReports[] };
}

type CountedRows = Pick<CoverageSource, 'reports' | 'counties' | 'observers'>;

/**
 * Of reports their last figures: these hold for the minute, and also when only the
 * state of the lists changed since.
 */
const counted = new WeakMap<
  CoverageSource['reports'],
  { rows: CountedRows; moment: CoverageMoment; lines: CountyLines }
>();

/**
 * The figures of all counties, in their order.
 * @param now epoch ms by the server's clock. @param dayStart of the reader's day.
 */
export function countyLines(
  rows: CountedRows,
  now: number,
  dayStart: number,
): CountyLines {
  const moment = { now, dayStart };
  const known = counted.get(rows.reports);
  const isKnown =
    known?.rows.counties === rows.counties &&
    known.rows.observers === rows.observers &&
    known.moment.now === now &&
    known.moment.dayStart === dayStart;
  if (isKnown) return known.lines;
  const lines = countLines(rows, moment);
  counted.set(rows.reports, { rows, moment, lines });
  return lines;
}

function countLines(
  { reports, counties, observers }: CountedRows,
  moment: CoverageMoment,
): CountyLines {
  const coverage = coverageOf(reports, counties, observers, moment);
  const hours = lastReportsPerHour(reports, moment.now, HOURS_SHOWN);
  const names = new Map(counties.map(({ code, name }) => [code, name]));
  const none = hours.total.map(({ hour }) => ({ hour, urgent: 0, other: 0 }));
  return {
    counties: coverage.counties.map((line) => ({
      ...line,
      name: names.get(line.county) ?? line.county,
      hours: hours.byCounty.get(line.county) ?? none,
    })),
    total: { ...coverage.total, hours: hours.total },
  };
}
