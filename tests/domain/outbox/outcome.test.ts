import { describe, expect, it } from 'vitest';

import type { FailureKind, Outcome } from '@/domain/outbox/outcome';
import { failureOfStatus, outcomeOf } from '@/domain/outbox/outcome';

describe('what a status stands for, and what it means for a sent change', () => {
  it.each<[number, FailureKind, Outcome]>([
    [400, 'refused', 'refused'],
    [401, 'unauthorized', 'locked'],
    [403, 'forbidden', 'refused'],
    [404, 'missing', 'gone'],
    [408, 'timeout', 'unknown'],
    [409, 'conflict', 'conflict'],
    [412, 'conflict', 'conflict'],
    [413, 'refused', 'refused'],
    [422, 'refused', 'refused'],
    [429, 'busy', 'wait'],
    [500, 'server', 'unknown'],
    [501, 'server', 'unknown'],
    [502, 'timeout', 'unknown'],
    [503, 'busy', 'wait'],
    [504, 'timeout', 'unknown'],
    [599, 'server', 'unknown'],
    // Nothing a server of the contract says; certainly no success.
    [302, 'refused', 'refused'],
  ])('%i is %s: %s', (status, kind, outcome) => {
    expect(failureOfStatus(status)).toBe(kind);
    expect(outcomeOf({ ok: false, failure: { kind, status } })).toBe(outcome);
  });
});

/** The compiler asks for a line here when a failure gets a new kind. */
const outcomes = {
  offline: 'unknown',
  timeout: 'unknown',
  unreadable: 'unknown',
  unproven: 'unknown',
  server: 'unknown',
  busy: 'wait',
  recipientsGone: 'wait',
  noWorker: 'wait',
  unauthorized: 'locked',
  missing: 'gone',
  conflict: 'conflict',
  forbidden: 'refused',
  refused: 'refused',
  expired: 'wait',
  pinOld: 'wait',
  takenOver: 'wait',
  secondFactorMissing: 'wait',
  pinLost: 'refused',
  hasReports: 'refused',
  hasAnswers: 'refused',
  notOffered: 'refused',
} as const satisfies Record<FailureKind, Outcome>;

function isKind(text: string): text is FailureKind {
  return text in outcomes;
}

describe('the outcome of a sent change', () => {
  it.each(Object.keys(outcomes).filter(isKind))('after %s', (kind) => {
    const reply = { ok: false, failure: { kind } } as const;
    expect(outcomeOf(reply)).toBe(outcomes[kind]);
  });

  it.each([200, 202, 204])('after %i is done', (status) => {
    expect(outcomeOf({ ok: true, status, value: undefined })).toBe('done');
  });
});
