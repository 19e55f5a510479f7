import type { Failure } from '@/domain/outbox/outcome';

import type { RefusedMark } from './refused';
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

/** A mark, and whether the server has it: others see it then. */
export interface KnownMark extends TriageMark {
  isShared: boolean;
  /** It will be sent: the server shares the marks of this account, and lacks this one. */
  isWaiting?: true | undefined;
  /** Why the server refused it: then it is not in force. */
  refusal?: Failure | undefined;
}

/** The marks that are not among the known ones, in their order. */
export function marksBeside<M extends TriageMark>(
  marks: readonly M[],
  known: readonly TriageMark[],
): M[] {
  const contents = new Set(known.map(contentOf));
  return marks.filter((mark) => !contents.has(contentOf(mark)));
}

/**
 * All that is known of one thread, each mark once, newest first: what the server has
 * and what waits on this device. A mark from a clock that runs ahead counts from when
 * the server stored it; of equal times the one that was stored later is in force, and
 * one that is not stored yet will be (docs/api-contract.md 10.2). Marks that the server
 * refused come last: as with a refused change, what the server has is in force.
 * @param sender account whose marks are sent; undefined: none are.
 */
export function unionMarks(
  local: TriageHistory,
  shared: readonly SharedMark[],
  refused: readonly RefusedMark[] = [],
  sender?: string,
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
  const here = marksBeside(local, [...shared, ...refused]).map(
    (mark): KnownMark => ({
      ...mark,
      isShared: false,
      ...(mark.setBy === sender && { isWaiting: true }),
    }),
  );
  const refusedHere = marksBeside(refused, shared).map(
    ({ key: _, failure: refusal, ...mark }) => ({
      ...mark,
      isShared: false,
      refusal,
    }),
  );
  return [
    ...[...here, ...there].sort(newestFirst).slice(0, TRIAGE_HISTORY_MAX),
    ...refusedHere.sort(newestFirst),
  ];
}

/** What a row says about its decisions: one was refused, or one waits to be sent. */
export function pendingIn(
  history: readonly KnownMark[],
): 'refused' | 'waiting' | undefined {
  if (history.some(({ refusal }) => refusal)) return 'refused';
  return history.some(({ isWaiting }) => isWaiting) ? 'waiting' : undefined;
}

function newestFirst(one: TriageMark, other: TriageMark): number {
  return other.setAt - one.setAt;
}

/** A mark that a server which shares marks does not have yet. */
export interface WaitingMark extends TriageMark {
  /** Of the thread. */
  key: string;
}

/**
 * The marks of an account that the server neither has nor refused, oldest first. Marks
 * of other accounts came in a file: they are not sent in the name of this one.
 * @param known shared and refused marks of these threads.
 */
export function waitingMarks(
  threads: readonly { key: string; history: TriageHistory }[],
  account: string | undefined,
  known: readonly (TriageMark & { key: string })[],
): WaitingMark[] {
  const knownOf = marksByThread(known);
  return threads
    .flatMap(({ key, history }) => {
      const mine = history.filter(({ setBy }) => setBy === account);
      const rest = marksBeside(mine, knownOf.get(key) ?? []);
      return rest.map((mark) => ({ key, ...mark }));
    })
    .sort((one, other) => one.setAt - other.setAt);
}

/** Marks of many threads, by the key of theirs. */
export function marksByThread<M extends { key: string }>(
  marks: readonly M[],
): Map<string, M[]> {
  const threads = new Map<string, M[]>();
  for (const mark of marks) {
    const known = threads.get(mark.key);
    if (known) known.push(mark);
    else threads.set(mark.key, [mark]);
  }
  return threads;
}

/** Marks have no id on a device: all of their content is their identity. */
function contentOf({ state, note, setBy, setAt }: TriageMark): string {
  return JSON.stringify([state, note, setBy, setAt]);
}
