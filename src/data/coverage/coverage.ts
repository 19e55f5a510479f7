import { useEffect, useMemo } from 'react';

import { cacheShare } from '@/data/device/cache-share';
import { useLive, useFigures } from '@/data/live/use-live';
import type { Pull } from '@/data/live/use-pull';
import { usePull } from '@/data/live/use-pull';
import { currentClockOffset } from '@/data/sync-status';
import type { CursorRow } from '@/db/cache';
import { areReportsCounted, isWhole } from '@/db/cache';
import type { Databases } from '@/db/open';
import { databases, findDatabases } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import type { CacheShare } from '@/domain/cache-share';
import type { County } from '@/domain/county';
import type { KnownObserver } from '@/domain/coverage/observer-block';
import type { Reports } from '@/domain/coverage/report';
import { reportsOf } from '@/domain/coverage/report';
import type { Failure } from '@/domain/outbox/outcome';
import { overlayCounties, overlayObservers } from '@/domain/outbox/overlay';
import { sync } from '@/workers/client';

import { countyLines, hasKeptCounties } from './county-figures';

/** How much of what coverage needs is cached, and how old that is. */
export interface CoverageState {
  /**
   * Whether figures can be told: a thread was counted, or the server said that it has
   * none. In a first fill nothing is counted before its end (decision 61), and noughts
   * would say that nobody reported.
   */
  hasFigures: boolean;
  /** All threads of the server are here, and counted. */
  areAllCounted: boolean;
  /** And all observers are here. */
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

export type ListFreshness = Pick<CoverageState, 'asOf' | 'failure'>;

/** What coverage is worked out from, as far as it is cached. */
export interface CoverageSource extends CoverageState {
  reports: Reports;
  /** In the server's order, with the user's waiting changes, as the observers. */
  counties: readonly County[];
  observers: readonly KnownObserver[];
}

/**
 * What was read last. It is drawn for the moment in which the next visit reads
 * again, and says itself as of when it is.
 */
const remembered = new WeakMap<Databases, CoverageSource>();

/** Readings that go on: a pointer on the link begins one, and the click waits for it. */
const preparing = new WeakMap<Databases, Promise<void>>();

/** What was read for a visit that does not come is old after so long, in ms. */
const AHEAD_MS = 10_000;

/**
 * Reads and counts what coverage begins with, before its screen is drawn. Nothing is
 * left to do after a visit, right after another reading, and where the last start
 * left figures to begin with.
 * @param now epoch ms by the device's clock, as the screen will ask for it.
 */
export async function prepareCoverage(now: number): Promise<void> {
  const from = databases();
  if (remembered.has(from) || hasKeptCounties()) return;
  const begun = preparing.get(from) ?? prepare(from, now);
  preparing.set(from, begun);
  // A reading that failed is tried again.
  await begun.finally(() => preparing.delete(from));
}

async function prepare(from: Databases, now: number): Promise<void> {
  const [known, counted, people] = await Promise.all([
    readKnown(),
    readReports(),
    readPeople(),
  ]);
  const source = sourceOf(known, counted, people);
  remembered.set(from, source);
  countyLines(source, now + currentClockOffset());
  // A visit puts what it reads itself in its place.
  setTimeout(() => {
    if (remembered.get(from) === source) remembered.delete(from);
  }, AHEAD_MS);
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
    hasFigures:
      reports.length > 0 ||
      (freshness.asOf !== undefined && (areAllCounted || !total)),
    areAllCounted,
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
