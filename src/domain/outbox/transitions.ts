import type { EventType } from './events';
import type { OpState } from './op';

type Transitions = {
  [From in OpState]: Partial<Record<EventType, readonly OpState[]>>;
};

/**
 * Which events an op accepts in a state, and the states that may follow.
 * Everything else is a bug. `docs/architecture.md` draws this table.
 */
export const transitions: Transitions = {
  queued: {
    Due: ['queued', 'needsConfirm'],
    Woken: ['queued'],
    Preflighted: ['queued', 'conflict', 'needsConfirm'],
    Claimed: ['inflight'],
    Joined: ['queued'],
    Replaced: ['superseded'],
    SavedToFile: ['unknown', 'needsConfirm'],
    UserRetried: ['queued'],
    UserCancelled: ['cancelled'],
  },
  inflight: {
    Due: ['inflight'],
    SavedToFile: ['inflight'],
    Recovered: ['unknown'],
    Replied: ['inflight', 'unknown', 'retryWait', 'queued'],
    Preflighted: ['retryWait', 'conflict'],
    Verified: ['inflight', 'conflict', 'rejected'],
    Acknowledged: ['done', 'unknown'],
  },
  unknown: {
    Due: ['unknown'],
    SavedToFile: ['unknown'],
    Verified: ['unknown', 'retryWait', 'conflict', 'rejected', 'needsConfirm'],
    Acknowledged: ['done', 'unknown'],
  },
  retryWait: {
    Due: ['retryWait', 'needsConfirm'],
    Preflighted: ['retryWait', 'conflict', 'needsConfirm'],
    Claimed: ['inflight'],
    SavedToFile: ['unknown', 'needsConfirm'],
    UserRetried: ['queued'],
    UserCancelled: ['cancelled'],
  },
  conflict: {
    Due: ['conflict'],
    SavedToFile: ['conflict'],
    UserRetried: ['queued'],
    UserDecided: ['queued', 'unknown'],
    Replaced: ['superseded'],
    UserCancelled: ['cancelled'],
  },
  rejected: {
    Due: ['rejected'],
    SavedToFile: ['rejected'],
    UserRetried: ['queued', 'unknown'],
    UserDecided: ['queued', 'unknown'],
    Replaced: ['superseded'],
    UserCancelled: ['cancelled'],
  },
  needsConfirm: {
    Due: ['needsConfirm'],
    SavedToFile: ['needsConfirm'],
    UserRetried: ['queued', 'unknown'],
    UserConfirmed: ['done'],
    UserCancelled: ['cancelled'],
  },
  done: {},
  cancelled: {},
  superseded: {},
};

/** Whether an op in this state accepts the event: a page may act on an older state. */
export function accepts(state: OpState, type: EventType): boolean {
  return transitions[state][type] !== undefined;
}

/** The states that may follow a state, by any event. */
export function statesAfter(state: OpState): OpState[] {
  const next = new Set(Object.values(transitions[state]).flat());
  next.delete(state);
  return [...next];
}
