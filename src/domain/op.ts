import type { Failure } from './outcome';
import type { ObserverInput, ObserverPatch } from './observer';

/**
 * Every change a user can ask for: one entry per kind, with what it needs to
 * be sent. Ops keep the wish ("this name becomes that"), never a request body:
 * the body is built when it is sent.
 */
export interface OpArgs {
  'observer.update': {
    id: number;
    /** What the user saw when they began to edit. */
    base: ObserverInput;
    /** Only what they changed. */
    patch: ObserverPatch;
  };
}

export type OpKind = keyof OpArgs;

interface KindRules<K extends OpKind> {
  /** Version of the arguments' shape, kept in every op. */
  version: number;
  /** The entity whose ops must go out in the order they were made. */
  lane(args: OpArgs[K]): string;
  /**
   * safe: sent twice it has the effect of once. unsafe: a second sending may
   * double it, so it waits for the settle window and a verification.
   */
  resend: 'safe' | 'unsafe';
}

export const opKinds: { [K in OpKind]: KindRules<K> } = {
  'observer.update': {
    version: 1,
    lane: ({ id }) => `observer:${id}`,
    resend: 'safe',
  },
};

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
  queued: ['inflight', 'cancelled', 'superseded', 'needsConfirm'],
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
  retryWait: ['inflight', 'queued', 'cancelled', 'superseded'],
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
  /** Uuid; the idempotency key on hosts that take one. */
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
  /** Attempts that reached out to the host. */
  attempts: number;
  /** Epoch ms before which it is not tried again. */
  nextAt: number;
  /** Leader epoch of the last claim. */
  epoch?: number;
  /** Epoch ms of the last claim, written before the request starts. */
  sentAt?: number;
  /** Epoch ms at which it ended. */
  endedAt?: number;
  /** Why it waits or was refused. */
  failure?: Failure;
}

export type Op = { [K in OpKind]: OpOf<K> }[OpKind];
/** An op before the outbox gave it its number. */
export type NewOp = { [K in OpKind]: Omit<OpOf<K>, 'seq'> }[OpKind];
/** What a page asks to keep. */
export type Wish = {
  [K in OpKind]: { kind: K; args: OpArgs[K] };
}[OpKind];

/**
 * The op that keeps a wish.
 * @param at epoch ms; @param opId a fresh uuid.
 */
export function newOp(
  wish: Wish,
  actor: string,
  at: number,
  opId: string,
): NewOp {
  const rules = opKinds[wish.kind];
  return {
    opId,
    kind: wish.kind,
    version: rules.version,
    lane: rules.lane(wish.args),
    actor,
    createdAt: at,
    args: wish.args,
    state: 'queued',
    attempts: 0,
    nextAt: 0,
  };
}
