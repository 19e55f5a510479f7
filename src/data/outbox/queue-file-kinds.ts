import type { CallRow, PlanRow, TriageRow } from '@/db/intent';
import { isCall, mergeCalls } from '@/domain/calls/call';
import { isPlan, laterPlan } from '@/domain/plan/plan';
import { isTriageMark, mergeMarks } from '@/domain/triage/triage';
import type { SavedView } from '@/domain/views/saved-view';
import { isSavedView, mergeViews } from '@/domain/views/saved-view';

/**
 * Local work: what the user wrote or imported on this device, and what no change of
 * the outbox sends. A kind of it has the name of its table.
 */
export interface LocalRows {
  triage: TriageRow;
  calls: CallRow;
  plan: PlanRow;
  views: SavedView;
}

/** In the order in which they are told. */
export const LOCAL_KINDS = ['triage', 'calls', 'plan', 'views'] as const;
export type LocalKind = (typeof LOCAL_KINDS)[number];

/** How a queue file and this device come together in one kind. */
export interface LocalWork<Row> {
  /** Reads one row out of a file; undefined when this version cannot, whole and in every part. */
  read: (value: unknown) => Row | undefined;
  /** Rows with one key are about the same thing. */
  keyOf: (row: Row) => string | number;
  /** What two devices know of that thing; the order does not matter, nor how often. */
  merge: (one: Row, other: Row) => Row;
  /** What of two rows: all that both say, or the one of the later change. */
  stays: 'both' | 'later';
}

/** Every kind of local work. */
export const localKinds: { [K in LocalKind]: LocalWork<LocalRows[K]> } = {
  triage: {
    read: readTriageRow,
    keyOf: ({ key }) => key,
    merge: ({ key, history }, other) => ({
      key,
      history: mergeMarks(history, other.history),
    }),
    stays: 'both',
  },
  calls: {
    read: readCallRow,
    keyOf: ({ observerId }) => observerId,
    merge: ({ observerId, log }, other) => ({
      observerId,
      log: mergeCalls(log, other.log),
    }),
    stays: 'both',
  },
  plan: {
    read: readPlanRow,
    keyOf: ({ name }) => name,
    merge: laterPlan,
    stays: 'later',
  },
  views: {
    read: (value) => (isSavedView(value) ? value : undefined),
    keyOf: ({ id }) => id,
    merge: (one, other) => mergeViews([one], [other])[0] ?? one,
    stays: 'later',
  },
};

function readTriageRow(value: unknown): TriageRow | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { key, history }: { key?: unknown; history?: unknown } = value;
  if (typeof key !== 'string' || !/^\d+:\d+$/.test(key)) return undefined;
  if (!Array.isArray(history) || history.length === 0) return undefined;
  // Another version may say more of a mark; what is stored is what this one knows.
  const marks = history.flatMap((mark: unknown) =>
    isTriageMark(mark)
      ? [
          {
            state: mark.state,
            note: mark.note,
            setBy: mark.setBy,
            setAt: mark.setAt,
          },
        ]
      : [],
  );
  if (marks.length < history.length) return undefined;
  return { key, history: mergeMarks([], marks) };
}

function readCallRow(value: unknown): CallRow | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { observerId, log }: { observerId?: unknown; log?: unknown } = value;
  if (typeof observerId !== 'number' || !Number.isSafeInteger(observerId)) {
    return undefined;
  }
  if (!Array.isArray(log) || log.length === 0) return undefined;
  return log.every(isCall)
    ? { observerId, log: mergeCalls([], log) }
    : undefined;
}

function readPlanRow(value: unknown): PlanRow | undefined {
  return isPlan(value) ? { ...value, name: 'plan' } : undefined;
}
