import type { TriageHistory, TriageMark } from './triage';
import { TRIAGE_HISTORY_MAX } from './triage';

/** A mark as a server that shares them has it (docs/api-contract.md 10.2). */
export interface SharedMark extends TriageMark {
  /** The server's; marks that were stored later have greater ones. */
  id: number;
  /** Of the thread. */
  key: string;
  /** Epoch ms by the server's clock: when it was stored there. */
  receivedAt: number;
}

/** How the resources of all marks begin. */
export const MARK_RESOURCES = 'mark:';

/** A mark, and whether the server has it: others see it then. */
export interface KnownMark extends TriageMark {
  isShared: boolean;
}

/** The marks of this device that the server does not have, in their order. */
export function unsharedMarks(
  local: TriageHistory,
  shared: readonly SharedMark[],
): TriageMark[] {
  const known = new Set(shared.map(contentOf));
  return local.filter((mark) => !known.has(contentOf(mark)));
}

/**
 * All that is known of one thread, each mark once, newest first: what the server has
 * and what waits on this device. A mark from a clock that runs ahead counts from when
 * the server stored it; of equal times the one that was stored later is in force, and
 * one that is not stored yet will be (docs/api-contract.md 10.2).
 */
export function unionMarks(
  local: TriageHistory,
  shared: readonly SharedMark[],
): KnownMark[] {
  const there = shared
    .toSorted((one, other) => other.id - one.id)
    .map(({ state, note, setBy, setAt, receivedAt }) => ({
      state,
      note,
      setBy,
      setAt: Math.min(setAt, receivedAt),
      isShared: true,
    }));
  const here = unsharedMarks(local, shared).map((mark) => ({
    ...mark,
    isShared: false,
  }));
  return [...here, ...there]
    .sort((one, other) => other.setAt - one.setAt)
    .slice(0, TRIAGE_HISTORY_MAX);
}

/** Marks of many threads, by the key of theirs. */
export function marksByThread(
  marks: readonly SharedMark[],
): Map<string, SharedMark[]> {
  const threads = new Map<string, SharedMark[]>();
  for (const mark of marks) {
    const known = threads.get(mark.key);
    if (known) known.push(mark);
    else threads.set(mark.key, [mark]);
  }
  return threads;
}

/** The resource under which the cache has what the server said of a mark. */
export function markResource(threadKey: string, mark: TriageMark): string {
  return `${MARK_RESOURCES}${threadKey}:${contentOf(mark)}`;
}

/** Marks have no id on a device: all of their content is their identity. */
function contentOf({ state, note, setBy, setAt }: TriageMark): string {
  return JSON.stringify([state, note, setBy, setAt]);
}
