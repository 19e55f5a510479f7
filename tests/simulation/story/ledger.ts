import type { Op, OpState } from '@/domain/outbox/op';

/** A value that a user was told is saved, and where it has to be seen. */
export interface Wanted {
  /** Temporary or the server's id. */
  id: number;
  entity: 'observer' | 'form' | 'county';
  /**
   * question: the code of a question that was added. pin: no page shows it, so it
   * is looked for on the server.
   */
  field: 'name' | 'phone' | 'pin' | 'description' | 'question';
  value: string;
  opId: string;
  /** Index in the past of the field from which values are fresh enough. */
  since?: number;
}

/** A decision about a thread; its note is like no other. */
interface Decided {
  /** Of the thread. */
  key: string;
  note: string;
}

/** What the oracle knows of one account's outbox. */
export interface Ledger {
  /** Every op that was ever there, as it was last seen. */
  ops: Map<string, Op>;
  /**
   * The number that each op was stored under. What a person puts in its place
   * takes that number over, and the op gets another one in the history.
   */
  firstSeq: Map<string, number>;
  /** When each op was first taken to be sent, on the clock that nobody can set. */
  takenAt: Map<string, number>;
  /** Ops that another device may have sent, too, or what took the place of one. */
  shared: Set<string>;
  /** Number of the last line of evidence, by op. */
  attempts: Map<string, number>;
  wanted: Wanted[];
  /** Saves that nobody was told about, yet or ever: they may be seen or not. */
  maybe: Wanted[];
  /** The last PIN of each observer that a user was told is saved. */
  pins: Wanted[];
  /** Ops that each PIN was stored in, by PIN; also of what a logout deleted. */
  pinOps: Map<string, string>;
  /** PINs that a logout deleted before it was sure that none of their requests arrives. */
  latePins: Set<string>;
  /** How often a person said that a message went out, by op: in two tabs, too. */
  saidSent: Map<string, number>;
  /** Decisions about threads that a user was told are saved, and did not let go. */
  decided: Decided[];
  /** How often a person said "send it again", by op. */
  confirmed: Map<string, number>;
  leaderEpoch: number;
  /** The copy of the server was deleted once: rows that it lost since are unknown here. */
  hasStartedOver: boolean;
}

export function createLedger(): Ledger {
  return {
    ops: new Map(),
    firstSeq: new Map(),
    takenAt: new Map(),
    shared: new Set(),
    attempts: new Map(),
    wanted: [],
    maybe: [],
    pins: [],
    pinOps: new Map(),
    latePins: new Set(),
    saidSent: new Map(),
    decided: [],
    confirmed: new Map(),
    leaderEpoch: 0,
    hasStartedOver: false,
  };
}

/** States that only a sending may lead to or away from. */
export function isEngineStep(from: OpState, to: OpState): boolean {
  return (
    to === 'inflight' ||
    from === 'inflight' ||
    from === 'unknown' ||
    (from === 'queued' && (to === 'needsConfirm' || to === 'conflict')) ||
    (from === 'retryWait' && to === 'conflict')
  );
}
