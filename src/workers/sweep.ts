import type { Table } from 'dexie';

import { readOpenOps } from '@/db/open-ops';
import type { Op, OpKind } from '@/domain/op';
import { isKind } from '@/domain/op';

import type { Engine, PullResult } from './engine';

/** A row that may be dropped from a sweep's point of view. */
interface Sweepable {
  missing: number;
}

/** More than this share gone at once is a host in trouble, not a deletion. */
const MASS_DELETE_SHARE = 0.2;

/** Readings of one list in a row, at most (offline design, section 6.3). */
const ROUNDS = 3;

/** What one reading of a whole list came to. */
export interface Round {
  result: PullResult;
  /** Rows may have slipped from page to page: whoever reads it again meets them. */
  isTorn: boolean;
}

/**
 * Reads a list until one reading was clean, three times at most: without that,
 * who slipped through the pages would be missing here until the next sweep.
 */
export async function readUntilClean(
  read: () => Promise<Round>,
): Promise<PullResult> {
  for (let round = 1; ; round += 1) {
    const { result, isTorn } = await read();
    if (!isTorn || round === ROUNDS) return result;
  }
}

/**
 * Whether a sweep can be trusted about absence: the host told the same total
 * from the first page to the last, and exactly so many different rows came.
 * Lists without order shift while they are paged, so anything else proves nothing.
 */
export function isCleanSweep(totals: readonly number[], seen: number): boolean {
  return totals[0] === seen && totals.at(-1) === seen;
}

/**
 * Counts a clean sweep against every kept row that it did not see. Call inside
 * a commit. Nothing is deleted here: the caller asks for more evidence first.
 * @returns the keys that were missed often enough to be looked into.
 */
export async function countMissing<T extends Sweepable, K>(
  table: Table<T, K>,
  kept: readonly K[],
  isSeen: (key: K) => boolean,
  patience: number,
): Promise<K[]> {
  const unseen = kept.filter((key) => !isSeen(key));
  if (unseen.length > Math.max(1, kept.length * MASS_DELETE_SHARE)) return [];
  const rows = await table.bulkGet(unseen);
  const suspects: K[] = [];
  for (const [at, key] of unseen.entries()) {
    const row = rows[at];
    if (!row) continue;
    const counted = { ...row, missing: row.missing + 1 };
    await table.put(counted);
    if (counted.missing >= patience) suspects.push(key);
  }
  return suspects;
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
 * Creations that may be on the host already, only nobody here knows under which
 * id. A row that may be one of them is left to its op: kept as well, the same
 * thing would stand there twice, and be changed under two names.
 */
export async function unsettledCreations<K extends OpKind>(
  engine: Engine,
  kind: K,
): Promise<Extract<Op, { kind: K }>[]> {
  const ops: Op[] = await engine.databases.intent.outbox
    .where('state')
    .anyOf(['inflight', 'unknown'])
    .toArray();
  return ops.filter((op) => isKind(op, kind));
}
