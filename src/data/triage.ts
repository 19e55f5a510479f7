import { databases } from '@/db/open';
import type { TriageRow } from '@/db/intent';
import type { Thread } from '@/domain/answers/thread';
import type { Failure } from '@/domain/outbox/outcome';
import type { KnownMark, SharedMark } from '@/domain/triage/shared';
import {
  MARK_RESOURCES,
  markResource,
  marksByThread,
  unionMarks,
  unsharedMarks,
} from '@/domain/triage/shared';
import type { TriageMark } from '@/domain/triage/triage';

import { createSharedReads, useSharedLive } from '@/data/live/shared-reads';
import { useFigures, useLive } from '@/data/live/use-live';

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
 * All decisions, or those about some threads; in two requests, however many threads
 * have one.
 */
export async function readTriage(
  keys?: readonly string[],
): Promise<TriageByThread> {
  const [rows, marks] = await Promise.all([readLocal(keys), readShared(keys)]);
  const here = new Map(rows.map(({ key, history }) => [key, history]));
  const there = marksByThread(marks);
  return new Map(
    [...new Set([...here.keys(), ...there.keys()])].map((key) => [
      key,
      unionMarks(here.get(key) ?? [], there.get(key) ?? []),
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
    ({ key, history }) =>
      unsharedMarks(history, there.get(key) ?? []).length > 0,
  ).length;
}

/** A decision that the server did not take: no one else sees it. */
export interface RefusedMark {
  /** Of the thread. */
  key: string;
  mark: TriageMark;
  failure: Failure;
  /** Absent when the thread is not cached. */
  thread?: Thread | undefined;
  /** It stands in the list of urgent threads. */
  isUrgent: boolean;
}

/**
 * Why the server did not take a decision of this device, live; undefined where it
 * was not asked yet, or takes none. The next start asks again.
 */
export function useRefusal(
  threadKey: string,
  mark: TriageMark,
): Failure | undefined {
  const resource = markResource(threadKey, mark);
  const cursor = useLive(resource, () =>
    databases().cache.cursors.get(resource),
  );
  return cursor?.failure;
}

/** All decisions that the server did not take, newest first; undefined until read. */
export function useRefusedMarks(): RefusedMark[] | undefined {
  return useFigures('refused-marks', readRefusedMarks);
}

async function readRefusedMarks(): Promise<RefusedMark[]> {
  const { cursors, threads } = databases().cache;
  const asked = await cursors
    .where('resource')
    .startsWith(MARK_RESOURCES)
    .toArray();
  if (asked.length === 0) return [];
  const failures = new Map(
    asked.map(({ resource, failure }) => [resource, failure]),
  );
  const there = marksByThread(await readShared());
  const refused = (await readLocal()).flatMap(({ key, history }) =>
    unsharedMarks(history, there.get(key) ?? []).flatMap((mark) => {
      const failure = failures.get(markResource(key, mark));
      return failure ? [{ key, mark, failure }] : [];
    }),
  );
  const rows = await threads
    .where('[list+key]')
    .anyOf(
      refused.flatMap(({ key }) => [
        ['urgent', key],
        ['all', key],
      ]),
    )
    .toArray();
  return refused
    .map((each) => {
      const lists = rows.filter(({ key }) => key === each.key);
      return {
        ...each,
        thread: lists[0],
        isUrgent: lists.some(({ list }) => list === 'urgent'),
      };
    })
    .sort((one, other) => other.mark.setAt - one.mark.setAt);
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
