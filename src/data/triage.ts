import { databases } from '@/db/open';
import type { TriageRow } from '@/db/intent';
import type { KnownMark, SharedMark } from '@/domain/triage/shared';
import { marksBeside, marksByThread, unionMarks } from '@/domain/triage/shared';

import { createSharedReads, useSharedLive } from '@/data/live/shared-reads';
import { useFigures } from '@/data/live/use-live';

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
 * All decisions, or those about some threads; in three requests, however many threads
 * have one.
 */
export async function readTriage(
  keys?: readonly string[],
): Promise<TriageByThread> {
  const [rows, marks, refused] = await Promise.all([
    readLocal(keys),
    readShared(keys),
    databases().intent.refusedMarks.toArray(),
  ]);
  const here = new Map(rows.map(({ key, history }) => [key, history]));
  const there = marksByThread(marks);
  const refusals = marksByThread(refused);
  return new Map(
    [...new Set([...here.keys(), ...there.keys()])].map((key) => [
      key,
      unionMarks(here.get(key) ?? [], there.get(key) ?? [], refusals.get(key)),
    ]),
  );
}

/** How many threads have a decision that is only on this device; undefined until read. */
export function useTriageCount(): number | undefined {
  return useFigures('triage-count', async () => {
    const rows = await readLocal();
    return countUnshared(rows, await readShared());
  });
}

/** How many threads have a decision that the server does not have. */
export function countUnshared(
  rows: readonly TriageRow[],
  marks: readonly SharedMark[],
): number {
  const there = marksByThread(marks);
  return rows.filter(
    ({ key, history }) => marksBeside(history, there.get(key) ?? []).length > 0,
  ).length;
}

/** The marks that the server has, as far as they are cached. */
export function readShared(keys?: readonly string[]): Promise<SharedMark[]> {
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
