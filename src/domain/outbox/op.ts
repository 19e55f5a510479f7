import type { Theirs } from './conflict';
import type { CountyInput, CountyPatch } from '@/domain/county';
import type { FormInput, FormMeta, Section } from '@/domain/forms/form';
import type { Fate, NotificationInput } from '@/domain/notification';
import type { ObserverInput, ObserverPatch } from '@/domain/observers/observer';
import type { Failure } from './outcome';
import type { Sealed } from '@/domain/sealed';

/**
 * Every change a user can ask for: one entry per kind, with what it needs to
 * be sent. Ops keep the wish ("this name becomes that"), never a request body:
 * the body is built when it is sent. `base` is what the user saw when they
 * began; ids of things the server does not know yet are negative.
 */
export interface OpArgs {
  'observer.create': {
    id: number;
    input: ObserverInput;
    /** Gone once the op is over. */
    pin?: Sealed;
    /** Observers that had this phone already: none of them is the new one. */
    knownIds: number[];
  };
  'observer.update': {
    id: number;
    base: ObserverInput;
    patch: ObserverPatch;
    /** A new PIN; absent leaves the old one. Gone once the op is over. */
    pin?: Sealed;
  };
  'observer.delete': { id: number; base: ObserverInput };
  'form.create': { id: number; input: FormInput };
  'form.update': {
    id: number;
    base: { meta: FormMeta; sections: Section[] };
    input: FormInput;
  };
  'form.publish': { id: number; base: FormMeta; draft: boolean };
  'form.delete': { id: number; base: FormMeta };
  'notification.send': NotificationInput & {
    id: number;
    /** Epoch ms after which it is not sent without asking. */
    expiresAt: number;
  };
  'county.create': { id: number; input: CountyInput };
  'county.update': { id: number; base: CountyInput; patch: CountyPatch };
}

export type OpKind = keyof OpArgs;

interface KindRules<K extends OpKind> {
  /** Version of the arguments' shape, kept in every op. */
  version: number;
  /** The entity whose ops must go out in the order they were made. */
  lane(args: OpArgs[K]): string;
  /**
   * safe: sent twice it has the effect of once. unsafe: a second sending may
   * double it, so it waits for the settle window and two verifications. never:
   * only a person may send it again.
   */
  resend: 'safe' | 'unsafe' | 'never';
  /** Waits so long before it is sent at all, so that it can be undone. In ms. */
  undoMs?: number;
}

export const opKinds: { [K in OpKind]: KindRules<K> } = {
  'observer.create': { version: 1, lane: observerLane, resend: 'unsafe' },
  'observer.update': { version: 1, lane: observerLane, resend: 'safe' },
  'observer.delete': { version: 1, lane: observerLane, resend: 'safe' },
  'form.create': { version: 1, lane: formLane, resend: 'unsafe' },
  'form.update': { version: 1, lane: formLane, resend: 'unsafe' },
  'form.publish': { version: 1, lane: formLane, resend: 'safe' },
  'form.delete': { version: 1, lane: formLane, resend: 'safe' },
  'notification.send': {
    version: 1,
    lane: ({ id }) => `notification:${id}`,
    resend: 'never',
    undoMs: 10_000,
  },
  'county.create': { version: 1, lane: countyLane, resend: 'unsafe' },
  'county.update': { version: 1, lane: countyLane, resend: 'safe' },
};

export function observerLane({ id }: { id: number }): string {
  return `observer:${id}`;
}

export function formLane({ id }: { id: number }): string {
  return `form:${id}`;
}

export function countyLane({ id }: { id: number }): string {
  return `county:${id}`;
}

/**
 * queued: kept, never sent or proven not applied. inflight: claimed. unknown:
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

/** The states an op may leave a state for; anything else is a bug and aborts. */
export const nextStates: Record<OpState, readonly OpState[]> = {
  queued: ['inflight', 'cancelled', 'superseded', 'needsConfirm', 'conflict'],
  inflight: [
    'done',
    'unknown',
    'retryWait',
    'queued',
    'conflict',
    'rejected',
    'needsConfirm',
  ],
  unknown: [
    'done',
    'queued',
    'retryWait',
    'conflict',
    'rejected',
    'needsConfirm',
  ],
  retryWait: [
    'inflight',
    'queued',
    'cancelled',
    'superseded',
    'conflict',
    'needsConfirm',
  ],
  conflict: ['queued', 'cancelled', 'superseded'],
  rejected: ['queued', 'cancelled', 'superseded'],
  needsConfirm: ['queued', 'done', 'cancelled', 'superseded'],
  done: [],
  cancelled: [],
  superseded: [],
};

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
  return nextStates[state].length > 0;
}

/** Whether a change brings a PIN, sealed. */
export function hasPin({ args }: Op | NewOp): boolean {
  return 'pin' in args && args.pin !== undefined;
}

export function isParked(state: OpState): boolean {
  return parkedStates.some((each) => each === state);
}

export function isCancellable(state: OpState): boolean {
  return cancellableStates.some((each) => each === state);
}

/** One waiting change, as kept in the outbox. */
export interface OpOf<K extends OpKind> {
  /** Order of keeping; the only order there is. Set by the database. */
  seq: number;
  /** Uuid: the change, on whichever device it waits. */
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
  epoch?: number;
  /** Epoch ms of the last claim, written before the request starts. */
  sentAt?: number;
  /** `sentAt` of a request that was lost and replaced by another: it may still arrive. */
  lostAt?: number;
  /** Epoch ms at which it ended. */
  endedAt?: number;
  /** Why it waits or was refused. */
  failure?: Failure;
  /** The server's id for what it created, known before it is done. */
  madeId?: number;
  /** Ids under which a new county was sent, the last one last: nobody else may take them. */
  triedIds?: number[];
  /**
   * Rows that stood on the server before the last sending and could be taken for
   * the effect of it: messages of the history, observers with this phone. Absent:
   * no preflight has looked; then no row of the history proves a message.
   */
  knownIds?: number[] | undefined;
  /** Notifications: what the history says of a sending that a person decides about. */
  fate?: Fate | undefined;
  /** Notifications: earlier sendings of which nobody knows whether they arrived. */
  unproven?: number | undefined;
  /** Notifications: recipients whom the server no longer has. */
  goneIds?: number[] | undefined;
  /** How often the server was asked and denied to have done it. */
  denials?: number;
  /** How often a person sent it off anew: what goes out then is another request. */
  round?: number;
  /** What the server had instead of `base`: why it is a conflict. */
  theirs?: Theirs;
  /** What the server had and a person chose to replace. */
  overrode?: Theirs;
  /** Others changed what it publishes after its user saw it; it went out with theirs. */
  changedBefore?: true;
}

export type Op = { [K in OpKind]: OpOf<K> }[OpKind];
/** What a user asks for, before it is kept. */
export type Mutation = {
  [K in OpKind]: Pick<OpOf<K>, 'kind' | 'args'>;
}[OpKind];
/** An op before the outbox gave it its number. */
export type NewOp = { [K in OpKind]: Omit<OpOf<K>, 'seq'> }[OpKind];
/**
 * The op that keeps a wish.
 * @param at epoch ms; @param opId a fresh uuid.
 */
export function newOp<K extends OpKind>(
  kind: K,
  args: OpArgs[K],
  kept: { actor: string; at: number; opId: string },
): Omit<OpOf<K>, 'seq'> {
  const rules: KindRules<K> = opKinds[kind];
  return {
    opId: kept.opId,
    kind,
    version: rules.version,
    lane: rules.lane(args),
    actor: kept.actor,
    createdAt: kept.at,
    args,
    state: 'queued',
    attempts: 0,
    nextAt: rules.undoMs === undefined ? 0 : kept.at + rules.undoMs,
  };
}

/**
 * The idempotency key of an op, on servers that take one. These answer a known
 * key with what they answered before: a refused or changed op needs a new one.
 */
export function keyOf({ opId, round }: Pick<Op, 'opId' | 'round'>): string {
  return round === undefined ? opId : `${opId}:${round}`;
}

/** The entity whose ops go out in the order they were made. */
export function laneOf<K extends OpKind>({
  kind,
  args,
}: Pick<OpOf<K>, 'kind' | 'args'>): string {
  const rules: KindRules<K> = opKinds[kind];
  return rules.lane(args);
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

/** An op that is over keeps no secret, not even a sealed one. */
export function withoutSecrets(op: Op): Op {
  if (isKind(op, 'observer.create') || isKind(op, 'observer.update')) {
    const { pin: _, ...args } = op.args;
    return { ...op, args } as Op;
  }
  return op;
}
