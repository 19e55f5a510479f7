import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Event, EventType, Obstacle } from '@/domain/outbox/events';
import type { Step } from '@/domain/outbox/machine';
import { ImpossibleEventError, step, stepped } from '@/domain/outbox/machine';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Changes, Op, OpState } from '@/domain/outbox/op';
import { hasPin, isOpen } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';
import { statesAfter, transitions } from '@/domain/outbox/transitions';
import {
  BETWEEN_VERIFICATIONS_MS,
  isHeldBack,
  LONGEST_WAIT_MS,
  PIN_ASKS_AFTER_MS,
  SERVER_ERROR_TRIES,
  SETTLE_WINDOW_MS,
} from '@/domain/outbox/waits';

import { mutations, opOf } from '../../support/ops';
import { root } from '../../support/source';

const now = 5_000_000;
const at = { now, random: () => 0.5 };
/** Half of the longest first, second and third wait. */
const [wait0, wait1, wait2] = [now + 1_000, now + 2_000, now + 4_000];

const states = Object.keys(transitions).filter(isState);

function isState(text: string): text is OpState {
  return text in transitions;
}

/** An edit that may be sent twice, an addition that must not, a message. */
type Short = 'edit' | 'add' | 'message' | 'delete';
const kinds: Record<Short, OpKind> = {
  edit: 'observer.update',
  add: 'observer.create',
  message: 'notification.send',
  delete: 'observer.delete',
};

interface Case {
  what: string;
  kind?: Short | undefined;
  state: OpState;
  op?: Partial<Op> | undefined;
  event: Event;
  changes?: Changes | undefined;
  next: Step['next'];
}

const base = { createdAt: 0, nextAt: 0 };
const plain = { id: 12, base: { name: 'Ana', phone: '07' }, patch: {} };
const unread = { kind: 'offline' } as const;
const status = (kind: Failure['kind'], code: number) => ({
  kind,
  status: code,
});
const rejected = (failure: Failure, retryAfterMs?: number): Event => ({
  type: 'Replied',
  reply: {
    ok: false,
    failure,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  },
});
const unproven: Event = {
  type: 'Replied',
  reply: { ok: true, status: 200, value: undefined, isUnproven: true },
};
const preflight = (
  finding: Obstacle | { found: 'clear' },
  rejection?: Failure,
): Event => ({ type: 'Preflighted', finding, rejection });
const verified = (
  verdict: Extract<Event, { type: 'Verified' }>['verdict'],
  more: Partial<Extract<Event, { type: 'Verified' }>> = {},
): Event => ({ type: 'Verified', verdict, ...more });
const row = { name: 'Ioana', phone: '07' };
const theirs = { kind: 'observer', row } as const;
const due: Event = { type: 'Due' };
const claim: Event = { type: 'Claimed', epoch: 4 };
const retry: Event = { type: 'UserRetried', expiresAt: now + 9 };
const saved: Event = { type: 'SavedToFile' };
const cancel: Event = { type: 'UserCancelled' };
const replace: Event = { type: 'Replaced' };
const decide: Event = { type: 'UserDecided', args: plain, overrode: theirs };
const claimed = {
  state: 'inflight',
  epoch: 4,
  sentAt: now,
  attempts: 1,
  notAppliedCount: 0,
  silence: undefined,
} as const;
/** What is forgotten is part of a change: it is there, and undefined. */
const again = {
  state: 'queued',
  attempts: 0,
  nextAt: 0,
  generation: 1,
  failure: undefined,
  theirs: undefined,
  silence: undefined,
  notAppliedCount: undefined,
  sentAt: undefined,
} as const;
const sentOnce = {
  state: 'queued',
  nextAt: 0,
  generation: 1,
  failure: undefined,
  fate: undefined,
  goneIds: undefined,
  knownIds: undefined,
  notAppliedCount: undefined,
} as const;
const { pin: _, ...withoutPin } = mutations['observer.update'];
const over = { args: plain, endedAt: now };

/** A change that is saved to a file before it was sent, or between two sendings. */
function savedCases(state: 'queued' | 'retryWait'): Case[] {
  const failure = { kind: 'takenOver' } as const;
  const shared = 'saved';
  return [
    {
      what: 'an edit: the server is asked first',
      state,
      op: { sentAt: now - 9 },
      event: saved,
      changes: { shared, failure, state: 'unknown', nextAt: 0 },
      next: 'wait',
    },
    {
      what: 'an addition: its lost request may still arrive',
      kind: 'add',
      state,
      op: { sentAt: now - 9 },
      event: saved,
      changes: {
        shared,
        failure,
        state: 'unknown',
        nextAt: now - 9 + SETTLE_WINDOW_MS,
      },
      next: 'wait',
    },
    {
      what: 'a message: a person is asked',
      kind: 'message',
      state,
      event: saved,
      changes: { shared, failure, state: 'needsConfirm' },
      next: 'stop',
    },
  ];
}

/** What is done with an op before it is sent: the same when it waits for another try. */
function waitingCases(state: 'queued' | 'retryWait'): Case[] {
  return [
    { what: 'its time has come', state, event: due, next: 'preflight' },
    {
      what: 'its time has not come',
      state,
      op: { nextAt: now + 1 },
      event: due,
      next: 'wait',
    },
    {
      what: 'the clock was set back',
      state,
      op: { nextAt: now + LONGEST_WAIT_MS + 1 },
      event: due,
      changes: { nextAt: now + SETTLE_WINDOW_MS },
      next: 'wait',
    },
    {
      what: 'it waited too long',
      kind: 'message',
      state,
      event: due,
      changes: { state: 'needsConfirm', failure: { kind: 'expired' } },
      next: 'stop',
    },
    {
      what: 'the server is silent',
      state,
      op: { notAppliedCount: 1 },
      event: preflight({ found: 'silence', failure: unread }),
      changes: { notAppliedCount: 2, nextAt: wait2, silence: unread },
      next: 'wait',
    },
    {
      what: 'another op goes first',
      state,
      event: preflight({ found: 'later', nextAt: now + 7 }),
      changes: { nextAt: now + 7, silence: undefined },
      next: 'wait',
    },
    {
      what: 'a lost request may still arrive',
      state,
      event: preflight({ found: 'superseded', sentAt: now - 5 }),
      changes: { nextAt: now - 5 + SETTLE_WINDOW_MS, silence: undefined },
      next: 'wait',
    },
    {
      what: 'recipients are gone',
      kind: 'message',
      state,
      event: preflight({ found: 'recipientsGone', goneIds: [42] }),
      changes: {
        state: 'needsConfirm',
        failure: { kind: 'recipientsGone' },
        goneIds: [42],
      },
      next: 'stop',
    },
    {
      what: 'others removed it',
      state,
      event: preflight({ found: 'gone' }),
      changes: { state: 'conflict', failure: { kind: 'missing' } },
      next: 'stop',
    },
    {
      what: 'others changed it',
      state,
      event: preflight({ found: 'conflict', theirs }),
      changes: { state: 'conflict', failure: { kind: 'conflict' }, theirs },
      next: 'stop',
    },
    {
      what: 'a leader takes it',
      state,
      op: { notAppliedCount: 3 },
      event: claim,
      changes: claimed,
      next: 'send',
    },
    {
      what: 'a leader takes it, and stores what its preflight saw',
      kind: 'message',
      state,
      event: { type: 'Claimed', epoch: 4, seen: { knownIds: [7] } },
      changes: { ...claimed, knownIds: [7] },
      next: 'send',
    },
    {
      what: 'its user takes it back: the PIN goes, too',
      state,
      event: cancel,
      changes: {
        ...over,
        state: 'cancelled',
        args: withoutPin,
      },
      next: 'stop',
    },
  ];
}

/** The ways out of a state in which a person decides. */
function parkedCases(state: 'conflict' | 'rejected'): Case[] {
  return [
    { what: 'nothing by itself', state, event: due, next: 'stop' },
    {
      what: 'tried again, as another request',
      state,
      op: { attempts: 3, failure: { kind: 'refused' } },
      event: retry,
      changes: again,
      next: 'wait',
    },
    {
      what: 'a refused message has a key of its own',
      kind: 'message',
      state,
      event: retry,
      changes: {
        ...sentOnce,
        args: { ...mutations['notification.send'], expiresAt: now + 9 },
      },
      next: 'wait',
    },
    {
      what: 'goes out in the form that a person chose',
      state,
      event: decide,
      changes: { ...again, args: plain, overrode: theirs },
      next: 'wait',
    },
    {
      what: 'another op goes out instead',
      kind: 'delete',
      state,
      event: replace,
      changes: { state: 'superseded', endedAt: now },
      next: 'stop',
    },
    {
      what: 'given up',
      kind: 'delete',
      state,
      event: cancel,
      changes: { state: 'cancelled', endedAt: now },
      next: 'stop',
    },
  ];
}

const inflight: Case[] = [
  { what: 'under way', event: due, next: 'wait' },
  {
    what: 'its worker died: an edit is verified at once',
    op: { sentAt: now - 1 },
    event: { type: 'Recovered' },
    changes: { state: 'unknown', failure: undefined, nextAt: 0 },
    next: 'wait',
  },
  ...(['edit', 'message'] as const).map((kind): Omit<Case, 'state'> => ({
    what: 'its worker died: the reply to the request before is not that of the lost one',
    kind,
    op: { sentAt: 0, attempts: 2, failure: status('busy', 503) },
    event: { type: 'Recovered' },
    changes: {
      state: 'unknown',
      failure: undefined,
      nextAt: kind === 'edit' ? 0 : SETTLE_WINDOW_MS,
    },
    next: 'wait',
  })),
  {
    what: 'its worker died: an addition may still arrive',
    kind: 'add',
    op: { sentAt: now - 1 },
    event: { type: 'Recovered' },
    changes: {
      state: 'unknown',
      failure: undefined,
      nextAt: now - 1 + SETTLE_WINDOW_MS,
    },
    next: 'wait',
  },
  {
    what: '2xx',
    event: {
      type: 'Replied',
      reply: { ok: true, status: 200, value: undefined },
    },
    next: 'acknowledge',
  },
  ...(['edit', 'add'] as const).map((kind): Omit<Case, 'state'> => ({
    what: '2xx without a body: the server is asked',
    kind,
    op: { sentAt: now - 1 },
    event: unproven,
    changes: { state: 'unknown', failure: status('unproven', 200), nextAt: 0 },
    next: 'verify',
  })),
  {
    what: '2xx without a body: a message is looked for once it has to be shown',
    kind: 'message',
    op: { sentAt: now - 1 },
    event: unproven,
    changes: {
      state: 'unknown',
      failure: status('unproven', 200),
      nextAt: now - 1 + SETTLE_WINDOW_MS,
    },
    next: 'wait',
  },
  ...(['offline', 'timeout', 'unreadable'] as const).flatMap(
    (kind): Omit<Case, 'state'>[] => [
      {
        what: `${kind}: an edit is verified at once`,
        op: { sentAt: now - 1 },
        event: rejected({ kind }),
        changes: { state: 'unknown', failure: { kind }, nextAt: 0 },
        next: 'verify',
      },
      {
        what: `${kind}: a message may still arrive`,
        kind: 'message',
        op: { sentAt: now - 1 },
        event: rejected({ kind }),
        changes: {
          state: 'unknown',
          failure: { kind },
          nextAt: now - 1 + SETTLE_WINDOW_MS,
        },
        next: 'wait',
      },
    ],
  ),
  {
    what: '500: a message is looked for at once',
    kind: 'message',
    event: rejected(status('server', 500)),
    changes: { state: 'unknown', failure: status('server', 500), nextAt: 0 },
    next: 'wait',
  },
  {
    what: 'busy',
    op: { attempts: 1 },
    event: rejected(status('busy', 503)),
    changes: {
      state: 'retryWait',
      failure: status('busy', 503),
      nextAt: wait1,
    },
    next: 'wait',
  },
  {
    what: 'busy for as long as it asks',
    op: { attempts: 1 },
    event: rejected(status('busy', 429), 7_000),
    changes: {
      state: 'retryWait',
      failure: status('busy', 429),
      nextAt: now + 7_000,
    },
    next: 'wait',
  },
  {
    what: 'busy: a message may have gone out nevertheless',
    kind: 'message',
    op: { sentAt: now - 1 },
    event: rejected(status('busy', 503)),
    changes: {
      state: 'unknown',
      failure: status('busy', 503),
      nextAt: now - 1 + SETTLE_WINDOW_MS,
    },
    next: 'wait',
  },
  {
    what: '401: not counted',
    op: { attempts: 1 },
    event: rejected(status('unauthorized', 401)),
    changes: { state: 'queued', attempts: 0 },
    next: 'wait',
  },
  {
    what: 'outdated: compared once more',
    event: rejected(status('conflict', 412)),
    next: 'preflight',
  },
  ...([404, 400, 403] as const).map((code): Omit<Case, 'state'> => ({
    what: `${code}: verified before it is believed`,
    event: rejected(status(code === 404 ? 'missing' : 'refused', code)),
    next: 'verify',
  })),
  {
    what: 'outdated, and nothing clashes',
    op: { attempts: 1, generation: 1 },
    event: preflight({ found: 'clear' }, status('conflict', 412)),
    changes: {
      state: 'retryWait',
      failure: status('conflict', 412),
      generation: 2,
      nextAt: wait1,
    },
    next: 'wait',
  },
  {
    what: 'others saved before it was sent, and nothing clashes any more',
    op: { attempts: 1 },
    event: preflight({ found: 'clear' }, { kind: 'conflict' }),
    changes: {
      state: 'retryWait',
      failure: { kind: 'conflict' },
      generation: 1,
      nextAt: wait1,
    },
    next: 'wait',
  },
  {
    what: 'outdated for the last time',
    op: { attempts: SERVER_ERROR_TRIES },
    event: preflight({ found: 'clear' }, status('conflict', 412)),
    changes: { state: 'conflict', failure: status('conflict', 412) },
    next: 'stop',
  },
  {
    what: 'exists already',
    event: preflight({ found: 'clear' }, status('conflict', 409)),
    changes: { state: 'conflict', failure: status('conflict', 409) },
    next: 'stop',
  },
  {
    what: 'outdated, and it clashes',
    event: preflight({ found: 'conflict', theirs }, status('conflict', 412)),
    changes: { state: 'conflict', failure: status('conflict', 412), theirs },
    next: 'stop',
  },
  {
    what: 'refused, but the server has it: our own lost request',
    event: verified('applied', { rejection: status('refused', 400) }),
    next: 'acknowledge',
  },
  ...(['notApplied', 'unsure'] as const).map((verdict) => ({
    what: `refused, and ${verdict}`,
    event: verified(verdict, { rejection: status('refused', 400) }),
    changes: { state: 'rejected', failure: status('refused', 400) } as const,
    next: 'stop' as const,
  })),
  {
    what: 'refused for a reason that is known',
    kind: 'delete',
    event: verified('notApplied', {
      rejection: status('refused', 400),
      reason: { kind: 'hasReports' },
    }),
    changes: { state: 'rejected', failure: { kind: 'hasReports' } },
    next: 'stop',
  },
  {
    what: 'not found',
    event: verified('notApplied', { rejection: status('missing', 404) }),
    changes: { state: 'conflict', failure: status('missing', 404) },
    next: 'stop',
  },
  {
    what: 'refused, because it is gone',
    event: verified('gone', { rejection: status('refused', 400) }),
    changes: { state: 'conflict', failure: status('missing', 400) },
    next: 'stop',
  },
  {
    what: 'refused, because others changed it',
    event: verified('conflict', { rejection: status('refused', 400), theirs }),
    changes: { state: 'conflict', failure: status('refused', 400), theirs },
    next: 'stop',
  },
  {
    what: 'taken over',
    event: { type: 'Acknowledged', createdId: undefined },
    changes: {
      state: 'done',
      endedAt: now,
      args: withoutPin,
    },
    next: 'stop',
  },
  {
    what: 'its id is not known',
    kind: 'add',
    op: { attempts: 1 },
    event: { type: 'Acknowledged', createdId: 'unsure' },
    changes: { state: 'unknown', nextAt: wait1 },
    next: 'wait',
  },
].map((each) => ({ ...each, state: 'inflight' }) as Case);

const sentAt = now - 60_000;
const unknown: Case[] = [
  { what: 'not yet', op: { nextAt: now + 1 }, event: due, next: 'wait' },
  { what: 'its time has come', event: due, next: 'verify' },
  {
    what: 'its row is known',
    kind: 'add',
    op: { createdId: 9 },
    event: due,
    next: 'acknowledge',
  },
  {
    what: 'the server has it',
    event: verified('applied'),
    next: 'acknowledge',
  },
  {
    what: 'gone',
    event: verified('gone'),
    changes: { state: 'conflict', failure: { kind: 'missing' } },
    next: 'stop',
  },
  {
    what: 'changed by others',
    event: verified('conflict', { theirs }),
    changes: { state: 'conflict', failure: { kind: 'conflict' }, theirs },
    next: 'stop',
  },
  {
    what: 'the history does not tell which message it is',
    kind: 'message',
    op: { failure: unread },
    event: verified({ fate: { shown: 1, sent: 2 } }),
    changes: {
      state: 'needsConfirm',
      failure: unread,
      fate: { shown: 1, sent: 2 },
    },
    next: 'stop',
  },
  {
    what: 'the server could not be asked',
    op: { attempts: 2 },
    event: verified('unsure'),
    changes: { nextAt: wait2 },
    next: 'wait',
  },
  {
    what: 'the server could not be asked, and the clock was set back: it counts as sent now',
    op: { attempts: 2, sentAt: now + 60_000 },
    event: verified('unsure'),
    changes: { nextAt: wait2, sentAt: now },
    next: 'wait',
  },
  {
    what: 'the history could not be read: counted',
    kind: 'message',
    op: { notAppliedCount: 1 },
    event: verified('unsure'),
    changes: { nextAt: wait0, notAppliedCount: 2 },
    next: 'wait',
  },
  {
    what: 'an edit is not there: sent again, its lost request is remembered',
    op: { sentAt, args: plain },
    event: verified('notApplied'),
    changes: { state: 'retryWait', supersededSentAt: sentAt, nextAt: wait0 },
    next: 'wait',
  },
  {
    what: 'an edit with a PIN that was lost long ago',
    op: { sentAt: now - PIN_ASKS_AFTER_MS - 1 },
    event: verified('notApplied'),
    changes: { state: 'needsConfirm', failure: { kind: 'pinOld' } },
    next: 'stop',
  },
  {
    what: 'an addition is not there: asked once more',
    kind: 'add',
    op: { sentAt },
    event: verified('notApplied'),
    changes: { notAppliedCount: 1, nextAt: now + BETWEEN_VERIFICATIONS_MS },
    next: 'wait',
  },
  {
    what: 'an addition is not there for the second time',
    kind: 'add',
    op: { sentAt, notAppliedCount: 1 },
    event: verified('notApplied'),
    changes: { state: 'retryWait', supersededSentAt: sentAt, nextAt: wait0 },
    next: 'wait',
  },
  {
    what: 'an error, and it is not there: nothing of it is under way',
    op: { sentAt, attempts: 1, failure: status('server', 500), args: plain },
    event: verified('notApplied'),
    changes: { state: 'retryWait', nextAt: wait1 },
    next: 'wait',
  },
  {
    what: 'the fifth error',
    op: {
      sentAt,
      attempts: SERVER_ERROR_TRIES,
      failure: status('server', 500),
      args: plain,
    },
    event: verified('notApplied'),
    changes: { state: 'rejected', nextAt: now + 32_000 },
    next: 'stop',
  },
  {
    what: 'an error whose reason is known',
    kind: 'delete',
    op: { sentAt, attempts: 1, failure: status('server', 500) },
    event: verified('notApplied', { reason: { kind: 'hasReports' } }),
    changes: {
      state: 'rejected',
      failure: { kind: 'hasReports' },
      nextAt: wait1,
    },
    next: 'stop',
  },
  {
    what: 'the history does not show a message that was turned away',
    kind: 'message',
    op: { attempts: 1, failure: status('busy', 503) },
    event: verified('notApplied'),
    changes: { state: 'retryWait', nextAt: wait1 },
    next: 'wait',
  },
  {
    what: 'the history does not show a message whose worker died',
    kind: 'message',
    op: { unproven: 1 },
    event: verified('notApplied'),
    changes: {
      state: 'needsConfirm',
      failure: { kind: 'timeout' },
      fate: { shown: 0, sent: 2 },
    },
    next: 'stop',
  },
  {
    what: 'taken over',
    kind: 'delete',
    event: { type: 'Acknowledged', createdId: undefined },
    changes: { state: 'done', endedAt: now },
    next: 'stop',
  },
  {
    what: 'taken over: its request, of which nobody heard, may still arrive',
    op: { sentAt, args: plain },
    event: { type: 'Acknowledged', createdId: undefined },
    changes: { state: 'done', endedAt: now, supersededSentAt: sentAt },
    next: 'stop',
  },
  {
    what: 'taken over after an error: nothing of it is under way',
    op: { sentAt, failure: status('server', 500), args: plain },
    event: { type: 'Acknowledged', createdId: undefined },
    changes: { state: 'done', endedAt: now },
    next: 'stop',
  },
  {
    what: 'others changed the same: its request may still arrive',
    op: { sentAt, args: plain },
    event: verified('conflict'),
    changes: {
      state: 'conflict',
      failure: { kind: 'conflict' },
      supersededSentAt: sentAt,
    },
    next: 'stop',
  },
  {
    what: 'its id is still not known',
    kind: 'add',
    event: { type: 'Acknowledged', createdId: 'unsure' },
    changes: { state: 'unknown', nextAt: wait0 },
    next: 'wait',
  },
].map((each) => ({ ...each, state: 'unknown' }) as Case);

const cases: Case[] = [
  ...waitingCases('queued'),
  {
    what: 'the server answers again',
    state: 'queued',
    op: { notAppliedCount: 1, nextAt: now + 9 },
    event: { type: 'Woken', nextAt: now + 5 },
    changes: { nextAt: now + 5 },
    next: 'wait',
  },
  {
    what: 'the server answers again, which it does not wait for',
    state: 'queued',
    op: { nextAt: now + 9 },
    event: { type: 'Woken', nextAt: now + 5 },
    next: 'wait',
  },
  {
    what: 'a later change goes out with it',
    state: 'queued',
    event: { type: 'Joined', args: plain },
    changes: { args: plain },
    next: 'wait',
  },
  {
    what: 'a later change makes it pointless',
    kind: 'delete',
    state: 'queued',
    event: replace,
    changes: { state: 'superseded', endedAt: now },
    next: 'stop',
  },
  {
    what: 'goes out soon anyway',
    state: 'queued',
    event: retry,
    next: 'wait',
  },
  ...(['queued', 'retryWait'] as const).flatMap(savedCases),
  ...(
    ['inflight', 'unknown', 'conflict', 'rejected', 'needsConfirm'] as const
  ).map((state): Case => ({
    what: 'another device may send it, too',
    state,
    event: saved,
    changes: { shared: 'saved' },
    next: 'wait',
  })),
  ...(['rejected', 'needsConfirm'] as const).map((state): Case => ({
    what: 'the other device may have sent it since the question',
    state,
    op: { shared: 'saved', attempts: 1, sentAt: now - 9 },
    event: retry,
    changes: {
      ...again,
      state: 'unknown',
      failure: { kind: 'takenOver' },
      shared: 'decided',
    },
    next: 'wait',
  })),
  ...(['rejected', 'conflict'] as const).map((state): Case => ({
    what: 'corrected: the other device may have sent an addition since',
    kind: 'add',
    state,
    op: { shared: 'saved', isTaken: true },
    event: decide,
    changes: {
      ...again,
      state: 'unknown',
      failure: { kind: 'takenOver' },
      shared: 'decided',
      args: plain,
      overrode: theirs,
    },
    next: 'wait',
  })),
  {
    what: 'busy: the other device may send it meanwhile',
    state: 'inflight',
    op: { attempts: 1, shared: 'saved' },
    event: rejected(status('busy', 503)),
    changes: {
      state: 'unknown',
      failure: status('busy', 503),
      nextAt: wait1,
    },
    next: 'wait',
  },
  {
    what: 'an addition that is not there: a person knows whether it goes out',
    kind: 'add',
    state: 'unknown',
    op: { shared: 'saved', isTaken: true },
    event: verified('notApplied'),
    changes: { state: 'needsConfirm', failure: { kind: 'takenOver' } },
    next: 'stop',
  },
  {
    what: 'an addition that is not there, and a person has decided already',
    kind: 'add',
    state: 'unknown',
    op: { shared: 'decided', notAppliedCount: 1 },
    event: verified('notApplied'),
    changes: { state: 'retryWait', nextAt: wait0 },
    next: 'wait',
  },
  ...inflight,
  ...unknown,
  ...waitingCases('retryWait'),
  {
    what: 'sent now',
    state: 'retryWait',
    op: { attempts: 2, nextAt: now + 9 },
    event: retry,
    changes: { state: 'queued', nextAt: 0 },
    next: 'wait',
  },
  ...parkedCases('conflict'),
  ...parkedCases('rejected'),
  {
    what: 'nothing by itself',
    state: 'needsConfirm',
    event: due,
    next: 'stop',
  },
  {
    what: 'sent by a person: the lost sending is counted',
    kind: 'message',
    state: 'needsConfirm',
    op: { fate: { sent: 1 }, attempts: 1 },
    event: { type: 'UserRetried', expiresAt: now + 9, recipients: [41] },
    changes: {
      ...sentOnce,
      unproven: 1,
      args: {
        ...mutations['notification.send'],
        expiresAt: now + 9,
        recipients: [41],
        recipientCount: 1,
      },
    },
    next: 'wait',
  },
  {
    what: 'a PIN that a person sends again',
    state: 'needsConfirm',
    event: retry,
    changes: { state: 'queued', nextAt: 0 },
    next: 'wait',
  },
  {
    what: 'a person knows that it arrived',
    kind: 'message',
    state: 'needsConfirm',
    event: { type: 'UserConfirmed' },
    changes: { state: 'done', endedAt: now },
    next: 'stop',
  },
  {
    what: 'given up',
    kind: 'message',
    state: 'needsConfirm',
    event: cancel,
    changes: { state: 'cancelled', endedAt: now },
    next: 'stop',
  },
];

function subject({ kind = 'edit', state, op }: Case): Op {
  return opOf(kinds[kind], { ...base, state, ...op });
}

describe('the table of transitions', () => {
  it.each(
    cases.map(
      (each) => [each.state, each.event.type, each.what, each] as const,
    ),
  )('%s, %s: %s', (_state, _type, _what, each) => {
    const { changes = {}, next } = each;
    expect(step(subject(each), each.event, at)).toStrictEqual({
      changes,
      next,
    });
  });

  it('holds exactly these', () => {
    const seen = cases.map(
      ({ state, event, changes }) =>
        `${state}, ${event.type}: ${changes?.state ?? state}`,
    );
    const table = states.flatMap((state) =>
      Object.entries(transitions[state]).flatMap(([type, next]) =>
        next.map((to) => `${state}, ${type}: ${to}`),
      ),
    );
    expect(new Set(seen)).toEqual(new Set(table));
  });

  it('is what the page about the architecture draws', () => {
    const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
    const drawn = [...page.matchAll(/^ {2}(\w+) --> (\w+): (.+)$/gm)].map(
      ([, from = '', to = '', types = '']) => `${from} --> ${to}: ${types}`,
    );
    const table = states.flatMap((from) =>
      statesAfter(from).map((to) => {
        const types = Object.entries(transitions[from])
          .filter(([, next]) => next.includes(to))
          .map(([type]) => type);
        return `${from} --> ${to}: ${types.join(', ')}`;
      }),
    );
    expect(drawn.toSorted()).toEqual(table.toSorted());
  });
});

/** One event of each type. */
const samples = new Map<EventType, Event>(
  cases.map(({ event }) => [event.type, event]),
);

describe('an event that cannot happen', () => {
  const impossible = states.flatMap((state) =>
    [...samples.values()]
      .filter(({ type }) => !transitions[state][type])
      .map((event) => [event.type, state, event] as const),
  );

  it.each(impossible)('%s of %s is a bug', (_type, state, event) => {
    const op = subject({ what: '', state, event, next: 'stop' });
    expect(() => step(op, event, at)).toThrow(ImpossibleEventError);
  });

  it.each<[OpState, Event]>([
    ['inflight', verified('notApplied')],
    ['unknown', verified('gone', { rejection: status('missing', 404) })],
    ['inflight', preflight({ found: 'gone' })],
    ['queued', preflight({ found: 'clear' })],
    ['queued', preflight({ found: 'gone' }, status('conflict', 412))],
  ])('%s: the wrong reply is a bug, too: %j', (state, event) => {
    const op = subject({ what: '', state, event, next: 'stop' });
    expect(() => step(op, event, at)).toThrow(ImpossibleEventError);
  });
});

it('leaves no secret in an op that is over', () => {
  for (const state of states.filter(isOpen)) {
    for (const event of samples.values()) {
      if (!transitions[state][event.type]) continue;
      const each = cases.find(
        (one) => one.state === state && one.event.type === event.type,
      );
      if (!each) continue;
      const op = stepped(subject({ ...each, kind: 'edit' }), each.event, at);
      if (!isOpen(op.state)) expect(hasPin(op)).toBe(false);
    }
  }
});

it.each<[Obstacle, boolean]>([
  [{ found: 'superseded', sentAt: now - 5 }, true],
  [{ found: 'silence', failure: unread }, false],
])('%j: held back by a lost request: %s', (finding, isHeld) => {
  const event = preflight(finding);
  const op = stepped(
    subject({ what: '', kind: 'add', state: 'queued', event, next: 'wait' }),
    event,
    at,
  );
  expect(op.nextAt).toBeGreaterThan(now);
  expect(isHeldBack(op, now)).toBe(isHeld);
  expect(isHeldBack(op, op.nextAt)).toBe(false);
});
