import type { Failure } from '@/domain/outbox/outcome';

import type { TriageMark, TriageState } from './triage';

/** A mark that the server refused: it stays on this device until a person decides. */
export interface RefusedMark extends TriageMark {
  /** Of the thread. */
  key: string;
  /** The server's word. */
  failure: Failure;
}

/**
 * Key of the thread, time, state, note: what tells the refused marks of a device
 * apart, where all are of one account.
 */
export type MarkName = [string, number, TriageState, string];

export function markName({ key, setAt, state, note }: RefusedMark): MarkName {
  return [key, setAt, state, note];
}
