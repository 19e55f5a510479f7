import type { County } from '@/domain/county';
import type { FormMeta } from '@/domain/forms/form';
import type { Observer, ObserverPatch } from '@/domain/observers/observer';
import type { Op, OpState } from './op';
import { countyLane, formLane, isKind, observerLane } from './op';
import type { Thread } from '@/domain/answers/thread';

/** What a row says about its unsent change. */
export type PendingMark = 'waiting' | 'sending' | 'refused' | 'needsYou';

/** A server row with the user's waiting changes on top. */
export type Overlaid<T> = T & { pending?: PendingMark };

/** What a waiting change of an observer shows in. */
type Named = Pick<Observer, 'id' | 'name' | 'phone'>;

/**
 * Shows waiting changes over what the server said, oldest first. A refused change
 * leaves the row (the mark stays): the server's value is the truth then.
 * @returns undefined when a waiting change deletes the row.
 */
export function overlayObserver<T extends Named>(
  observer: T,
  ops: readonly Op[],
): Overlaid<T> | undefined {
  const { shown, pending } = opsOf(observerLane(observer), ops);
  if (shown.some((op) => isKind(op, 'observer.delete') && hidesRow(op))) {
    return undefined;
  }
  return { ...observer, ...observerChanges(shown), ...pending };
}

/** Cached observers with waiting changes: the new ones first, the deleted ones gone. */
export function overlayObservers<T extends Named>(
  observers: readonly T[],
  ops: readonly Op[],
): Overlaid<T | Observer>[] {
  const created = ops.flatMap((op): Observer[] =>
    isKind(op, 'observer.create') && isShown(op)
      ? [
          {
            id: op.args.id,
            ...op.args.input,
            ngo: '',
            numberOfNotes: 0,
            numberOfPollingStations: 0,
          },
        ]
      : [],
  );
  // Most of some thousands have no change.
  if (ops.length === 0) return [...observers];
  const lanes = new Set(ops.map(({ lane }) => lane));
  return [...created, ...withoutCreated(observers, ops)].flatMap((observer) =>
    lanes.has(observerLane(observer))
      ? (overlayObserver(observer, ops) ?? [])
      : observer,
  );
}

/** A thread shows its observer's name and phone; a change of these shows at once. */
export function overlayThread(
  thread: Thread,
  ops: readonly Op[],
): Overlaid<Thread> {
  const lane = observerLane({ id: thread.observerId });
  const { shown, pending } = opsOf(lane, ops);
  const { name, phone } = observerChanges(shown);
  return {
    ...thread,
    ...(name === undefined ? {} : { observerName: name }),
    ...(phone === undefined ? {} : { observerPhone: phone }),
    ...pending,
  };
}

function observerChanges(ops: readonly Op[]): ObserverPatch {
  const patches = ops.map((op) =>
    isKind(op, 'observer.update') ? op.args.patch : {},
  );
  return Object.assign({}, ...patches);
}

/** Cached forms with waiting changes; a publish moves a form between the tabs at once. */
export function overlayForms(
  forms: readonly FormMeta[],
  ops: readonly Op[],
): Overlaid<FormMeta>[] {
  const created = ops.flatMap((op): FormMeta[] => {
    if (!isKind(op, 'form.create') || !isShown(op)) return [];
    const { sections: _, ...meta } = op.args.input;
    return [{ id: op.args.id, ...meta }];
  });
  return [...withoutCreated(forms, ops), ...created].flatMap((form) => {
    const { shown, pending } = opsOf(formLane(form), ops);
    if (shown.some((op) => isKind(op, 'form.delete') && hidesRow(op))) {
      return [];
    }
    const changed = { ...form };
    for (const op of shown) {
      if (isKind(op, 'form.publish')) changed.draft = op.args.draft;
      if (isKind(op, 'form.update')) {
        const { sections: _, currentVersion: _v, ...meta } = op.args.input;
        Object.assign(changed, meta);
      }
    }
    return [{ ...changed, ...pending }];
  });
}

/** Cached counties with waiting changes. */
export function overlayCounties(
  counties: readonly County[],
  ops: readonly Op[],
): Overlaid<County>[] {
  const created = ops.flatMap((op): County[] => {
    if (!isKind(op, 'county.create') || !isShown(op)) return [];
    const stations = op.args.input.numberOfPollingStations ?? 0;
    return [
      {
        id: op.args.id,
        ...op.args.input,
        numberOfPollingStations: stations,
        limit: stations,
      },
    ];
  });
  return [...withoutCreated(counties, ops), ...created].map((county) => {
    const { shown, pending } = opsOf(countyLane(county), ops);
    const patches = shown.map((op) =>
      isKind(op, 'county.update') ? op.args.patch : {},
    );
    return { ...county, ...Object.assign({}, ...patches), ...pending };
  });
}

/**
 * Rows without those that an open creation made: a worker that ended between the
 * two leaves the row in the cache and the op open. The same thing would stand there
 * under two ids, and be changed under both.
 */
function withoutCreated<T extends { id: number }>(
  rows: readonly T[],
  ops: readonly Op[],
): T[] {
  const made = new Set(ops.filter(isShown).map(({ createdId }) => createdId));
  return rows.filter(({ id }) => !made.has(id));
}

/** The open ops of one entity in their order, and the mark they give its row. */
function opsOf(lane: string, ops: readonly Op[]) {
  const open = ops
    .filter((op) => op.lane === lane && markFor(op.state))
    .sort((a, b) => a.seq - b.seq);
  const mark = markOf(open);
  const pending: { pending?: PendingMark } = mark ? { pending: mark } : {};
  return { shown: open.filter(isShown), pending };
}

/** Open and not refused: what the user asked for is what the user sees. */
function isShown(op: Op): boolean {
  return op.state !== 'rejected' && markFor(op.state) !== undefined;
}

/**
 * Whether a deletion that goes on takes its row off the screen. It does not once
 * the server answered with an error and a verification found the row still there: until
 * the last of its tries, minutes later, the row would be missing for no reason.
 */
function hidesRow({ state, attempts, failure }: Op): boolean {
  const isLookedAt = state !== 'unknown' || attempts > 1;
  return failure?.kind !== 'server' || !isLookedAt;
}

/** The strongest mark of several ops: what needs a person first. */
function markOf(ops: readonly Op[]): PendingMark | undefined {
  const marks = new Set(ops.map((op) => markFor(op.state)));
  const order = ['needsYou', 'refused', 'sending', 'waiting'] as const;
  return order.find((mark) => marks.has(mark));
}

/** The word a state shows as; undefined once it is over. */
export function markFor(state: OpState): PendingMark | undefined {
  switch (state) {
    case 'queued':
    case 'retryWait':
    case 'unknown':
      // Of unknown: nothing is on its way until the server was asked.
      return 'waiting';
    case 'inflight':
      return 'sending';
    case 'rejected':
      return 'refused';
    case 'conflict':
    case 'needsConfirm':
      return 'needsYou';
    case 'done':
    case 'cancelled':
    case 'superseded':
      return undefined;
  }
}
