import { createSharedReads, useSharedLive } from '@/data/live/shared-reads';
import { useFigures } from '@/data/live/use-live';
import type { TriageRow } from '@/db/intent';
import { databases } from '@/db/open';
import type {
  KnownMark,
  SharedMark,
  WaitingMark,
} from '@/domain/triage/shared';
import {
  marksBeside,
  marksByThread,
  unionMarks,
  waitingMarks,
} from '@/domain/triage/shared';
import { accountOf } from '@/domain/user';

/**
 * What was decided about threads, here and by others where the server shares it,
 * newest first, by their keys; a thread without a mark is absent.
 */
export type TriageByThread = ReadonlyMap<string, readonly KnownMark[]>;

const shared = createSharedReads<TriageByThread>();

/** All decisions, live. Undefined until read. */
export function useTriage(): TriageByThread | undefined {
  return useSharedLive(shared, 'triage', () => readTriage());
}

/**
 * All decisions, or those about some threads; in four requests, however many threads
 * have one.
 */
export async function readTriage(
  keys?: readonly string[],
): Promise<TriageByThread> {
  const [rows, { shared: marks, isSharing }, refused] = await Promise.all([
    readLocal(keys),
    readServerMarks(keys),
    databases().intent.refusedMarks.toArray(),
  ]);
  const here = new Map(rows.map(({ key, history }) => [key, history]));
  const there = marksByThread(marks);
  const sender = isSharing ? account() : undefined;
  const refusals = marksByThread(refused);
  return new Map(
    [...new Set([...here.keys(), ...there.keys()])].map((key) => [
      key,
      unionMarks(
        here.get(key) ?? [],
        there.get(key) ?? [],
        refusals.get(key),
        sender,
      ),
    ]),
  );
}

/** What the cache knows of the server's marks; read before a transaction on `intent`. */
export interface ServerMarks {
  shared: readonly SharedMark[];
  /** The server shares marks, as it said last: those that it lacks wait to be sent. */
  isSharing: boolean;
}

/** @param keys of threads; all without them. */
export async function readServerMarks(
  keys?: readonly string[],
): Promise<ServerMarks> {
  const [shared, isSharing] = await Promise.all([
    readShared(keys),
    readIsSharing(),
  ]);
  return { shared, isSharing };
}

/** Decisions that no server has, in numbers. */
export interface UnsharedCount {
  /** Decisions of this account that wait to be sent. */
  waiting: number;
  /** Threads with a decision that stays on this device: not to be sent, or refused. */
  decided: number;
}

/** The same, live; undefined until read. */
export function useUnsharedCount(): UnsharedCount | undefined {
  return useFigures('unshared-marks', async () =>
    countUnshared(await readServerMarks()),
  );
}

/** May be called in a transaction on `intent`. */
export async function countUnshared({
  shared,
  isSharing,
}: ServerMarks): Promise<UnsharedCount> {
  const { intent } = databases();
  const rows = await intent.triage.toArray();
  const refused = isSharing ? await intent.refusedMarks.toArray() : [];
  const waiting = isSharing
    ? waitingMarks(rows, account(), [...shared, ...refused])
    : [];
  const elsewhere = marksByThread([...shared, ...waiting]);
  const decided = rows.filter(
    ({ key, history }) =>
      marksBeside(history, elsewhere.get(key) ?? []).length > 0,
  );
  return { waiting: waiting.length, decided: decided.length };
}

/** The decisions that wait to be sent, oldest first; none where the server does not share them. */
export async function readWaitingMarks(): Promise<WaitingMark[]> {
  if (!(await readIsSharing())) return [];
  const { intent } = databases();
  const rows = await intent.triage.toArray();
  if (rows.length === 0) return [];
  const refused = await intent.refusedMarks.toArray();
  const shared = await readShared(rows.map(({ key }) => key));
  return waitingMarks(rows, account(), [...shared, ...refused]);
}

/** Whether the server shares marks, as it said last. */
async function readIsSharing(): Promise<boolean> {
  const row = await databases().cache.meta.get('offers');
  return row?.k === 'offers' && row.v.includes('triage');
}

/** Of the signed-in user: the name under which decisions are sent. */
function account(): string | undefined {
  return accountOf(databases().actor);
}

/** The marks that the server has, as far as they are cached. */
function readShared(keys?: readonly string[]): Promise<SharedMark[]> {
  const { sharedMarks } = databases().cache;
  return keys
    ? sharedMarks.where('key').anyOf(keys).toArray()
    : sharedMarks.toArray();
}

async function readLocal(keys?: readonly string[]): Promise<TriageRow[]> {
  const { triage } = databases().intent;
  if (!keys) return triage.toArray();
  const rows = await triage.bulkGet([...keys]);
  return rows.filter((row) => row !== undefined);
}
