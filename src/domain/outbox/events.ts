import type { Fate } from '@/domain/notification';

import type { Theirs } from './kinds';
import type { Op } from './op';
import type { Failure, Reply } from './outcome';

/** What a preflight found on the server. */
export type Finding = { found: 'clear' } | Obstacle;

/**
 * Why an op is not sent now. later: another op goes first.
 * superseded: a lost request of this lane may still arrive; it was sent at
 * `sentAt`. recipientsGone: the server no longer has them. silence: the server
 * could not be asked.
 */
export type Obstacle =
  | { found: 'later'; nextAt: number }
  | { found: 'superseded'; sentAt: number }
  | { found: 'recipientsGone'; goneIds: number[] }
  | { found: 'gone' }
  | { found: 'conflict'; theirs: Theirs }
  | { found: 'silence'; failure: Failure };

/**
 * applied: the server did it. notApplied: it did not. gone: what the op changes
 * no longer exists. conflict: it changed in another way. unsure: the server
 * could not be asked, or its answer is old.
 */
export type Verdict = 'applied' | 'notApplied' | 'gone' | 'conflict' | 'unsure';

/** What a preflight saw of the server that a later verification needs; stored with the claim. */
export type Seen = Pick<Op, 'knownIds' | 'highestKnownId'>;

/** A row that may be what an addition made, though others changed it: a person is asked. */
export interface Changed {
  theirs: Theirs;
}

/** The server's answers prove nothing, now or later: a person is asked. */
export interface Unproven {
  fate: Fate;
}

/** What can happen to an op. The names that begin with User are a person's. */
export type Event =
  /** The engine reached the op: it is the oldest open one of its lane. */
  | { type: 'Due' }
  /** Its worker died or was fenced off while the request was under way. */
  | { type: 'Recovered' }
  /** The server answers again: what waits for it is due at `nextAt`. */
  | { type: 'Woken'; nextAt: number }
  /** `rejection`: the reply that made the engine compare once more. */
  | {
      type: 'Preflighted';
      finding: Finding;
      rejection?: Failure | undefined;
    }
  /** The preflight was clear, and this leader takes the op. */
  | {
      type: 'Claimed';
      epoch: number;
      seen?: Seen | undefined;
    }
  | { type: 'Replied'; reply: Reply<unknown> }
  /**
   * The server was asked with GETs whether it did it. `rejection`: the reply
   * that is being checked. `theirs`: what the server has, for a conflict.
   * `reason`: why the server will never do it, where that is known.
   */
  | {
      type: 'Verified';
      verdict: Verdict | Unproven;
      rejection?: Failure | undefined;
      theirs?: Theirs | undefined;
      reason?: Failure | undefined;
    }
  /** `unsure`: the server's row could not be read, and its id is not known. */
  | { type: 'Acknowledged'; createdId: number | 'unsure' | undefined }
  /** It was saved to a file: another device may send it from now on, too. */
  | { type: 'SavedToFile' }
  /** A later change of the same entity goes out with this one. */
  | { type: 'Joined'; args: Op['args'] }
  /** Another op goes out instead of this one. */
  | { type: 'Replaced' }
  /** `expiresAt` (epoch ms) and `recipients` are for notifications. */
  | {
      type: 'UserRetried';
      expiresAt: number;
      recipients?: readonly number[] | undefined;
    }
  /** A person settled a conflict: the change goes out in another form. */
  | {
      type: 'UserDecided';
      args: Op['args'];
      overrode?: Theirs | undefined;
    }
  | { type: 'UserCancelled' }
  /** A person knows that the change arrived. */
  | { type: 'UserConfirmed' };

export type EventType = Event['type'];
