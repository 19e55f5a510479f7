import type { Table } from 'dexie';

import { SWEEP_PAGE_SIZE } from '@/config';
import type { CursorRow } from '@/db/cache';
import { readOpenOps } from '@/db/open-ops';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op } from '@/domain/outbox/op';
import { isKind } from '@/domain/outbox/op';

import type { Engine, PullResult } from '@/workers/engine/engine';

/** A row that may be dropped from a sweep's point of view. */
interface Sweepable {
  missing: number;
}

/** More than this share gone at once may be a server in trouble: a user is asked. */
const MASS_DELETE_SHARE = 0.2;

/** Readings of one list in a row, at most (docs/offline-design.md 6.3). */
export const ROUNDS = 3;

/** How one reading of a whole list ended. */
export interface Round {
  result: PullResult;
  /** Of a torn reading: how many rows the server says there are. */
  tornTotal?: number | undefined;
}

/**
 * Reads a list until one reading was clean. The first reading takes pages, so
 * that screens fill as they come. Pages that shifted meanwhile make it torn: the
 * next reading asks for the known total in one request, which no paging can tear
 * (docs/api-contract.md 1.2: `pageSize` has no cap). A server that caps its
 * answers is paged
 * again; after `ROUNDS` readings the result says that the list is still torn, and
 * the schedule reads it again later.
 * @param pageSize of the first reading.
 */
export async function readUntilClean(
  read: (pageSize: number) => Promise<Round>,
  pageSize = SWEEP_PAGE_SIZE,
): Promise<PullResult> {
  let size = pageSize;
  for (let round = 1; ; round += 1) {
    const { result, tornTotal } = await read(size);
    if (tornTotal === undefined) return result;
    if (round === ROUNDS) return { ok: true, isTorn: true };
    size = wholeSize(tornTotal);
  }
}

/**
 * Readings are added up for so long, in ms: a row that was met longer ago may be
 * deleted by now, and another one may have taken its place in the total.
 */
const SERIES_MS = 10 * 60_000;

/** Readings of each list that told one total so far, added up. */
const series = new WeakMap<
  Pick<Engine, 'now'>,
  Map<string, { total: number; met: Set<unknown>; beganAt: number }>
>();

/**
 * Adds a reading to those before it that told the same total all along: together
 * they may have met every row, which proves as much as one clean reading does.
 * So a list that the server gives in capped, shifting pages gets whole, too. For
 * deletions one reading has to be clean by itself.
 * @returns how many distinct rows they met.
 */
export function countMet(
  engine: Pick<Engine, 'now'>,
  list: string,
  totals: readonly number[],
  seen: ReadonlySet<unknown>,
): number {
  const lists = series.get(engine) ?? new Map();
  series.set(engine, lists);
  const [total = 0] = totals;
  const before = lists.get(list);
  if (totals.some((each) => each !== total)) {
    lists.delete(list);
    return seen.size;
  }
  // A clock that was set back says nothing of the time that passed.
  const age = engine.now() - (before?.beganAt ?? 0);
  const goesOn = before?.total === total && age >= 0 && age < SERIES_MS;
  const { met, beganAt } = goesOn
    ? before
    : { met: new Set<unknown>(), beganAt: engine.now() };
  for (const id of seen) met.add(id);
  if (met.size < total) lists.set(list, { total, met, beganAt });
  else lists.delete(list);
  return met.size;
}

/** Page size of a request for a whole list of so many rows. */
export function wholeSize(total: number): number {
  return Math.max(SWEEP_PAGE_SIZE, total);
}

/**
 * What a reading that reached the end of a list leaves in the list's cursor. A
 * torn one keeps no validator: "not modified" would then mean that the gaps stay.
 * @param totals told by the server from the first page to the last.
 * @param seen distinct rows that came. @param now epoch ms.
 */
export function readingOf(
  totals: readonly number[],
  seen: number,
  now: number,
): Pick<CursorRow, 'total' | 'sweptAt' | 'seen' | 'etag'> {
  const total = totals.at(-1) ?? seen;
  return isCleanSweep(totals, seen)
    ? { total, sweptAt: now, seen: undefined }
    : { total, seen, etag: undefined };
}

/**
 * Whether a sweep can be trusted about absence: the server told the same total
 * from the first page to the last, and exactly so many different rows came.
 * Lists without order shift while they are paged, so anything else proves nothing.
 */
export function isCleanSweep(totals: readonly number[], seen: number): boolean {
  return totals[0] === seen && totals.at(-1) === seen;
}

/** What is known of the cached rows of a list, when a clean sweep has ended. */
interface Absence<K> {
  cached: readonly K[];
  isSeen: (key: K) => boolean;
  /** Why the sweep misses a row is known: it says nothing of the server. */
  isExplained?: ((key: K) => boolean) | undefined;
  /** Clean sweeps that must miss a row. */
  patience: number;
}

/** What a clean sweep says of the rows that it did not see. */
export interface Missing<K> {
  /** Missed often enough to be looked into. */
  suspects: K[];
  /** So many are missed at once that a user is asked first; they are not counted. */
  unconfirmed: number;
}

/**
 * Whether so many of the cached rows are missed at once that the server may be in
 * trouble: then absence proves nothing.
 */
export function isMassLoss(missed: number, cached: number): boolean {
  return missed > Math.max(1, cached * MASS_DELETE_SHARE);
}

/**
 * Counts a clean sweep against every cached row that it did not see. Call inside
 * a commit. Nothing is deleted here: the caller asks for more evidence first.
 */
export async function countMissing<T extends Sweepable, K>(
  table: Table<T, K>,
  { cached, isSeen, isExplained = () => false, patience }: Absence<K>,
): Promise<Missing<K>> {
  const unseen = cached.filter((key) => !isSeen(key));
  const doubtful = unseen.filter((key) => !isExplained(key));
  const isMass = isMassLoss(doubtful.length, cached.length);
  const counted = isMass ? unseen.filter(isExplained) : unseen;
  const rows = await table.bulkGet(counted);
  const suspects: K[] = [];
  for (const [at, key] of counted.entries()) {
    const row = rows[at];
    if (!row) continue;
    const missing = row.missing + 1;
    await table.put({ ...row, missing });
    if (missing >= patience) suspects.push(key);
  }
  return { suspects, unconfirmed: isMass ? doubtful.length : 0 };
}

/**
 * Entities with changes that are not over: their rows stay, so that a person
 * still sees what they wanted to change.
 */
export async function lanesInWork(engine: Engine): Promise<Set<string>> {
  const open = await readOpenOps(engine.databases.intent.outbox);
  return new Set(open.map(({ lane }) => lane));
}

/**
 * Creations of a kind that are not settled (`isUnsettledCreation`). Rows that one of them
 * may have made are not cached; those that another creation is known to have made are.
 * @param mayBe whether an unsettled creation may have made a row.
 */
export async function unsettledCreations<
  K extends OpKind,
  T extends { id: number },
>(
  engine: Engine,
  kind: K,
  mayBe: (op: Extract<Op, { kind: K }>, row: T) => boolean,
): Promise<{ hasAny: boolean; mayHaveMade: (row: T) => boolean }> {
  const { outbox } = engine.databases.intent;
  const open: Op[] = await outbox
    .where('state')
    .anyOf(['inflight', 'unknown'])
    .toArray();
  const unsettled = open.filter((op) => isKind(op, kind));
  if (unsettled.length === 0) {
    return { hasAny: false, mayHaveMade: () => false };
  }
  const done: Op[] = await outbox.where('state').equals('done').toArray();
  const made = new Set(
    done.filter((op) => isKind(op, kind)).map(({ createdId }) => createdId),
  );
  return {
    hasAny: true,
    mayHaveMade: (row) =>
      !made.has(row.id) && unsettled.some((op) => mayBe(op, row)),
  };
}
