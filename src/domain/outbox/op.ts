import type { Fate } from '@/domain/notification';
import type { Sealed } from '@/domain/sealed';

import type {
  EditKind,
  Entity,
  KindWith,
  OpKind,
  PlainArgs,
  Theirs,
} from './kinds';
import { rulesOf } from './kinds';
import type { Failure } from './outcome';

/** What each kind of change needs to be sent. */
export type OpArgs = {
  [K in OpKind]: PlainArgs[K] &
    (K extends KindWith<'takesPin'>
      ? {
          /** Gone once the op is over; absent in an edit that leaves the old one. */
          pin?: Sealed | undefined;
        }
      : unknown);
};

/** The entity whose ops must go out in the order they were made. */
export function laneFor(entity: Entity, id: number): string {
  return `${entity}:${id}`;
}

export function observerLane({ id }: { id: number }): string {
  return laneFor('observer', id);
}

export function formLane({ id }: { id: number }): string {
  return laneFor('form', id);
}

export function countyLane({ id }: { id: number }): string {
  return laneFor('county', id);
}

/**
 * queued: stored, never sent or proven not applied. inflight: claimed. unknown:
 * may have been applied. retryWait: certainly not applied, due at `nextAt`.
 * conflict, rejected, needsConfirm: a person decides. done, cancelled,
 * superseded: over.
 */
export type OpState =
  | 'queued'
  | 'inflight'
  | 'unknown'
  | 'retryWait'
  | 'conflict'
  | 'rejected'
  | 'needsConfirm'
  | 'done'
  | 'cancelled'
  | 'superseded';

/** Not over yet: counted as unsent, asked about before a logout. */
export const openStates = [
  'queued',
  'inflight',
  'unknown',
  'retryWait',
  'conflict',
  'rejected',
  'needsConfirm',
] as const satisfies readonly OpState[];

/** Waits for a person: listed under "needs you". */
export const parkedStates = [
  'conflict',
  'rejected',
  'needsConfirm',
] as const satisfies readonly OpState[];

/** The engine goes on with these by itself. */
export const movingStates = [
  'queued',
  'inflight',
  'unknown',
  'retryWait',
] as const satisfies readonly OpState[];

/** Certainly not sent at this moment, so the user may still take it back. */
export const cancellableStates = [
  'queued',
  'retryWait',
  'conflict',
  'rejected',
  'needsConfirm',
] as const satisfies readonly OpState[];

export function isOpen(state: OpState): boolean {
  return openStates.some((each) => each === state);
}

/** Whether a change brings a PIN, sealed. */
export function hasPin({ args }: { args: object }): boolean {
  return 'pin' in args && args.pin !== undefined;
}

/** Whether the op makes something that the server gives an id to. */
export function isCreation({ kind }: Pick<Op, 'kind'>): boolean {
  return kind.endsWith('.create');
}

export function isParked(state: OpState): boolean {
  return parkedStates.some((each) => each === state);
}

export function isCancellable(state: OpState): boolean {
  return cancellableStates.some((each) => each === state);
}

/** One change, as stored in the outbox. */
export interface OpOf<K extends OpKind> {
  /** Order of enqueueing; the only order there is. Set by the database. */
  seq: number;
  /** Uuid of the change; the same on every device that imported it. */
  opId: string;
  kind: K;
  version: number;
  lane: string;
  /** Identity that asked for it (`actorKey`); nobody else's session sends it. */
  actor: string;
  /** Epoch ms. */
  createdAt: number;
  args: OpArgs[K];
  state: OpState;
  /** Attempts that reached out to the server. */
  attempts: number;
  /** Epoch ms before which it is not tried again. */
  nextAt: number;
  /** Leader epoch of the last claim. */
  epoch?: number | undefined;
  /** Epoch ms of the last claim, written before the request starts. */
  sentAt?: number | undefined;
  /** `sentAt` of a request whose reply nobody heard: it may still arrive. */
  supersededSentAt?: number | undefined;
  /** Epoch ms at which it ended. */
  endedAt?: number | undefined;
  /** Why it waits or was refused. */
  failure?: Failure | undefined;
  /** Why the server could not be asked before the next sending, which waits for that. */
  silence?: Failure | undefined;
  /** The server's id for what it created, known before it is done. */
  createdId?: number | undefined;
  /** Ids under which a new county was sent, the last one last: no other county may take them. */
  triedIds?: number[] | undefined;
  /**
   * Rows that stood on the server before the last sending and could be taken for
   * the effect of it: messages of the history, observers with this phone. Absent:
   * no preflight has read them; then no row of the history proves a message.
   */
  knownIds?: number[] | undefined;
  /**
   * Additions: the highest id that a device knew in the list before anybody could have
   * sent it: before the first sending here, or when it was saved to a file.
   */
  highestKnownId?: number | undefined;
  /** Notifications: what the history says of a sending that a person decides about. */
  fate?: Fate | undefined;
  /** Notifications: how many earlier sendings may or may not have arrived. */
  unproven?: number | undefined;
  /** Notifications: recipients whom the server no longer has. */
  goneIds?: number[] | undefined;
  /** How often the server said that it had not applied the op, or could not be asked. */
  notAppliedCount?: number | undefined;
  /**
   * Another device may send it, too, so the server is asked before it is sent. saved: to a
   * file, here or there. decided: a person has said since that it goes out, and is asked no
   * more.
   */
  shared?: 'saved' | 'decided' | undefined;
  /** It came with a file: this device may have read what it made before it came. */
  isTaken?: true | undefined;
  /** Of the idempotency key: another generation is another request to the server. */
  generation?: number | undefined;
  /** What the server had instead of `base`: why it is a conflict. */
  theirs?: Theirs | undefined;
  /** What the server had and a person chose to replace. */
  overrode?: Theirs | undefined;
  /** Others changed what it publishes after its user saw it; it went out with theirs. */
  changedBefore?: true | undefined;
}

export type Op = { [K in OpKind]: OpOf<K> }[OpKind];
/** What a user asks for, before it is stored. */
export type Mutation = {
  [K in OpKind]: Pick<OpOf<K>, 'kind' | 'args'>;
}[OpKind];
/** An op before the outbox gave it its number. */
export type NewOp = { [K in OpKind]: Omit<OpOf<K>, 'seq'> }[OpKind];
/**
 * The op of a mutation, before the outbox gave it its number.
 * @param at epoch ms; @param opId a fresh uuid.
 */
export function newOp<K extends OpKind>(
  kind: K,
  args: OpArgs[K],
  enqueued: { actor: string; at: number; opId: string },
): Omit<OpOf<K>, 'seq'> {
  const { version, undoMs } = rulesOf(kind);
  return {
    opId: enqueued.opId,
    kind,
    version,
    lane: laneOf({ kind, args }),
    actor: enqueued.actor,
    createdAt: enqueued.at,
    args,
    state: 'queued',
    attempts: 0,
    nextAt: undoMs === undefined ? 0 : enqueued.at + undoMs,
  };
}

/**
 * The idempotency key of an op, on servers that take one. These answer a known
 * key with what they answered before: a refused or changed op needs a new one.
 */
export function keyOf({
  opId,
  generation,
}: Pick<Op, 'opId' | 'generation'>): string {
  return generation === undefined ? opId : `${opId}:${generation}`;
}

/** The entity whose ops go out in the order they were made. */
export function laneOf({
  kind,
  args,
}: {
  kind: OpKind;
  args: { id: number };
}): string {
  return laneFor(rulesOf(kind).entity, args.id);
}

/**
 * Whether a creation may be on the server already, only nobody here knows under which
 * id. A row that may be its work is not shown beside it: the same thing would stand
 * there twice, and be changed under both ids.
 */
export function isUnsettledCreation(op: Op): boolean {
  return isCreation(op) && (op.state === 'inflight' || op.state === 'unknown');
}

/** Whether a creation may have made this form: no two have the same code. */
export function mayBeFormOf(
  { args }: OpOf<'form.create'>,
  { code }: { code: string },
): boolean {
  return code === args.input.code;
}

/** Whether a creation may have made this county: an id that it was sent under, and its code. */
export function mayBeCountyOf(
  { args, triedIds = [] }: OpOf<'county.create'>,
  { id, code }: { id: number; code: string },
): boolean {
  return triedIds.includes(id) && code === args.input.code;
}

/** Whether an addition may have made this observer: its phone, and not there before. */
export function mayBeCreatedBy(
  { args, knownIds = [] }: OpOf<'observer.create'>,
  { id, phone }: { id: number; phone: string },
): boolean {
  return (
    phone === args.input.phone &&
    !args.knownIds.includes(id) &&
    !knownIds.includes(id)
  );
}

/**
 * The id above which a row may be what a lost request of an addition made, whatever
 * others changed of it since: servers number rows upwards. Undefined: no request was
 * lost, or a person has decided already that it goes out.
 */
export function madeAbove(op: Op): number | undefined {
  const isLost = op.state === 'unknown' || op.attempts > 1;
  return isLost && op.shared !== 'decided' ? op.highestKnownId : undefined;
}

/** A number for something that the server has not numbered yet: negative, never used before. */
export function temporaryId(random: () => number): number {
  return -1 - Math.floor(random() * Number.MAX_SAFE_INTEGER);
}

/** The same op for something that the server has numbered since. */
export function withRealId(op: Op, realId: number): Op {
  const lane = op.lane.replace(String(op.args.id), String(realId));
  return { ...op, lane, args: { ...op.args, id: realId } } as Op;
}

/** Narrows an op to one kind. */
export function isKind<K extends OpKind>(
  op: Op,
  kind: K,
): op is Extract<Op, { kind: K }> {
  return op.kind === kind;
}

/** Narrows an op to those that edit single fields of a row. */
export function isFieldEdit<T extends { kind: OpKind }>(
  op: T,
): op is Extract<T, { kind: EditKind }> {
  return rulesOf(op.kind).edits !== undefined;
}

/** Whether the op changes an entity of this sort. */
export function isOf({ kind }: Pick<Op, 'kind'>, entity: Entity): boolean {
  return rulesOf(kind).entity === entity;
}

/** What a step may change of an op; undefined removes a property. */
export type Changes = Partial<
  Omit<
    OpOf<OpKind>,
    | 'seq'
    | 'opId'
    | 'kind'
    | 'version'
    | 'lane'
    | 'actor'
    | 'createdAt'
    | 'state'
  >
> & { state?: OpState };

/** The op with these changes; `args` must be of its kind. */
export function withChanges(op: Op, changes: Changes): Op {
  const changed = { ...op, ...changes } as Op;
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) Reflect.deleteProperty(changed, name);
  }
  return changed;
}

/** An op that is over keeps no secret, not even a sealed one. */
export function withoutSecrets(op: Op): Op {
  if (!('pin' in op.args)) return op;
  const { pin: _, ...args } = op.args;
  return { ...op, args } as Op;
}
