import type { County, CountyInput } from '@/domain/county';
import type { FormMeta, Section } from '@/domain/forms/form';
import type { Observer, ObserverPatch } from '@/domain/observers/observer';
import { areSectionsChanged } from './conflict';
import type { Entity } from './kinds';
import type { Op, OpOf, OpState } from './op';
import {
  countyLane,
  formLane,
  isCreation,
  isFieldEdit,
  isKind,
  isOf,
  isUnsettledCreation,
  laneFor,
  mayBeCountyOf,
  mayBeCreatedBy,
  mayBeFormOf,
  observerLane,
} from './op';
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
  return { ...observer, ...patchesOf<ObserverPatch>(shown), ...pending };
}

/**
 * Cached observers with waiting changes: the new ones first, then those that are
 * cached no more, the deleted ones gone.
 */
export function overlayObservers<T extends Named>(
  observers: readonly T[],
  ops: readonly Op[],
): Overlaid<T | Observer>[] {
  const created = ops.flatMap((op): Observer[] =>
    isKind(op, 'observer.create') && isShown(op)
      ? [observerOf(op.args.id, op.args.input)]
      : [],
  );
  // Most of some thousands have no change.
  if (ops.length === 0) return [...observers];
  const isMade = (op: Op, row: T) =>
    isKind(op, 'observer.create') && mayBeCreatedBy(op, row);
  const gone = goneRows(observers, ops, 'observer', (op) =>
    isKind(op, 'observer.update')
      ? observerOf(op.args.id, op.args.base)
      : undefined,
  );
  const lanes = new Set(ops.map(({ lane }) => lane));
  const rows = [
    ...created,
    ...gone,
    ...withoutCreated(observers, ops, 'observer', isMade),
  ];
  return rows.flatMap((observer) =>
    lanes.has(observerLane(observer))
      ? (overlayObserver(observer, ops) ?? [])
      : observer,
  );
}

function observerOf(
  id: number,
  { name, phone }: Pick<Observer, 'name' | 'phone'>,
): Observer {
  const counts = { numberOfNotes: 0, numberOfPollingStations: 0 };
  return { id, name, phone, ngo: '', ...counts };
}

/** A thread shows its observer's name and phone; a change of these shows at once. */
export function overlayThread(
  thread: Thread,
  ops: readonly Op[],
): Overlaid<Thread> {
  const lane = observerLane({ id: thread.observerId });
  const { shown, pending } = opsOf(lane, ops);
  const { name, phone } = patchesOf<ObserverPatch>(shown);
  return {
    ...thread,
    ...(name === undefined ? {} : { observerName: name }),
    ...(phone === undefined ? {} : { observerPhone: phone }),
    ...pending,
  };
}

/** The edits of a lane over its row, the last one on top. */
function patchesOf<P extends object>(ops: readonly Op[]): Partial<P> {
  const patches = ops.map((op) => (isFieldEdit(op) ? op.args.patch : {}));
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
  // Where it was made here, a cached row of its code was there before: the lists leave
  // out what may be its work.
  const isMade = (op: Op, row: FormMeta) =>
    op.isTaken === true && isKind(op, 'form.create') && mayBeFormOf(op, row);
  const gone = goneRows(forms, ops, 'form', (op) => {
    if (isKind(op, 'form.publish')) return { ...op.args.base, id: op.args.id };
    if (!isKind(op, 'form.update')) return undefined;
    return { ...op.args.base.meta, id: op.args.id };
  });
  const rows = [
    ...withoutCreated(forms, ops, 'form', isMade),
    ...gone,
    ...created,
  ];
  return rows.flatMap((form) => {
    const { shown, pending } = opsOf(formLane(form), ops);
    if (shown.some((op) => isKind(op, 'form.delete') && hidesRow(op))) {
      return [];
    }
    const changed = { ...form };
    for (const op of shown) {
      if (isKind(op, 'form.publish')) changed.draft = op.args.draft;
      if (isKind(op, 'form.update')) Object.assign(changed, headChanges(op));
    }
    return [{ ...changed, ...pending }];
  });
}

/**
 * What a save changes of a form's metadata. An editor that opened before another save
 * holds the older values of the rest, and would show them over the newer ones.
 */
function headChanges({ args }: OpOf<'form.update'>): Partial<FormMeta> {
  const { sections: _, currentVersion: _v, ...meta } = args.input;
  const seen = new Map<string, unknown>(Object.entries(args.base.meta));
  return Object.fromEntries(
    Object.entries(meta).filter(([field, value]) => seen.get(field) !== value),
  );
}

/**
 * The sections of a form as its user wanted them last. A save that left the sections
 * alone says nothing of them: its editor may have opened before another save.
 * @param cached what the server said. @param ops of the form, oldest first.
 */
export function overlaySections(
  cached: Section[] | undefined,
  ops: readonly Op[],
): Section[] | undefined {
  const wanted = ops.filter(isShown).flatMap((op) => {
    const saysSections =
      isKind(op, 'form.create') ||
      (isKind(op, 'form.update') && areSectionsChanged(op.args));
    return saysSections ? [op.args.input.sections] : [];
  });
  return wanted.at(-1) ?? cached;
}

/** Cached counties with waiting changes. */
export function overlayCounties(
  counties: readonly County[],
  ops: readonly Op[],
): Overlaid<County>[] {
  const created = ops.flatMap((op): County[] =>
    isKind(op, 'county.create') && isShown(op)
      ? [countyOf(op.args.id, op.args.input)]
      : [],
  );
  const isMade = (op: Op, row: County) =>
    isKind(op, 'county.create') && mayBeCountyOf(op, row);
  const gone = goneRows(counties, ops, 'county', (op) =>
    isKind(op, 'county.update')
      ? countyOf(op.args.id, op.args.base)
      : undefined,
  );
  const rows = [
    ...withoutCreated(counties, ops, 'county', isMade),
    ...gone,
    ...created,
  ];
  return rows.map((county) => {
    const { shown, pending } = opsOf(countyLane(county), ops);
    return { ...county, ...patchesOf<County>(shown), ...pending };
  });
}

function countyOf(id: number, input: CountyInput): County {
  const stations = input.numberOfPollingStations ?? 0;
  return { id, ...input, numberOfPollingStations: stations, limit: stations };
}

/**
 * What open changes are about and the cache lacks, as the users saw it when they
 * began: others deleted it, an editor stayed open for longer than its row, or its
 * addition was given up in another tab. The change would be shown nowhere otherwise.
 * What stands behind an open addition is seen with it, a refused one among what was
 * refused.
 * @param seenIn the row that a change was made of; undefined for other kinds.
 */
function goneRows<T extends { id: number }>(
  rows: readonly { id: number }[],
  ops: readonly Op[],
  entity: Entity,
  seenIn: (op: Op) => T | undefined,
): T[] {
  const gone = new Map<number, T>();
  const added = new Set(
    ops
      .filter((op) => isCreation(op) && markFor(op.state))
      .map(({ lane }) => lane),
  );
  for (const op of ops) {
    const row = isShown(op) && !added.has(op.lane) ? seenIn(op) : undefined;
    if (row && !gone.has(row.id)) gone.set(row.id, row);
  }
  if (gone.size === 0) return [];
  for (const { id } of rows) gone.delete(id);
  const made = idsMade(ops, entity);
  return [...gone.values()].filter(({ id }) => !made.has(id));
}

/**
 * Rows without those that an open creation made: a worker that ended between the
 * two leaves the row in the cache and the op open. The same thing would stand there
 * under two ids, and be changed under both. So it would where a creation that is not
 * settled comes with a queue file to a device that has read its row; only a row that
 * has a change of its own stays, as that has to be seen.
 */
function withoutCreated<T extends { id: number }>(
  rows: readonly T[],
  ops: readonly Op[],
  entity: Entity,
  isMade: (op: Op, row: T) => boolean,
): T[] {
  const made = idsMade(ops, entity);
  const unsettled = ops.filter(isUnsettledCreation);
  const changed = new Set(ops.filter(isShown).map(({ lane }) => lane));
  const isTwin = (row: T) =>
    unsettled.some((op) => isMade(op, row)) &&
    !changed.has(laneFor(entity, row.id));
  return rows.filter((row) => !made.has(row.id) && !isTwin(row));
}

/**
 * Ids that open creations of one sort are known to have got. The server numbers each
 * sort by itself: a new observer may get the id of a county, and a message that of both.
 */
function idsMade(ops: readonly Op[], entity: Entity): Set<number | undefined> {
  const made = ops.filter((op) => isOf(op, entity) && isShown(op));
  return new Set(made.map(({ createdId }) => createdId));
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
