import { describe, expect, it } from 'vitest';

import type { OpKind } from '@/domain/outbox/kinds';
import type { OpState } from '@/domain/outbox/op';
import { opKinds } from '@/domain/outbox/kinds';
import {
  cancellableStates,
  isCancellable,
  isOpen,
  isParked,
  laneOf,
  movingStates,
  newOp,
  openStates,
  parkedStates,
  temporaryId,
  withoutSecrets,
} from '@/domain/outbox/op';
import { statesAfter, transitions } from '@/domain/outbox/transitions';

import { anOp } from '../../support/builders';

const finals: readonly OpState[] = ['done', 'cancelled', 'superseded'];
const all: readonly OpState[] = [...openStates, ...finals];

/** Every state that can follow the given one, over any number of steps. */
function reachableFrom(start: OpState): Set<OpState> {
  const reached = new Set<OpState>([start]);
  // A set that grows while it is walked: the walk ends when nothing is new.
  for (const state of reached) {
    for (const next of statesAfter(state)) reached.add(next);
  }
  return reached;
}

describe('the life of a change', () => {
  it('knows every state', () => {
    expect(Object.keys(transitions).toSorted()).toEqual([...all].toSorted());
  });

  it('reaches every state from queued', () => {
    expect(reachableFrom('queued')).toEqual(new Set(all));
  });

  it.each(openStates)('%s has a way on, and a way to an end', (state) => {
    expect(isOpen(state)).toBe(true);
    const ahead = reachableFrom(state);
    expect(ahead.has('done')).toBe(true);
    expect(ahead.has('cancelled')).toBe(true);
  });

  it.each(finals)('%s is over', (state) => {
    expect(isOpen(state)).toBe(false);
    expect(statesAfter(state)).toEqual([]);
  });

  it('is either with the engine or with a person', () => {
    expect([...movingStates, ...parkedStates].toSorted()).toEqual(
      [...openStates].toSorted(),
    );
    expect(all.filter(isParked)).toEqual(
      openStates.filter(
        (state) => !movingStates.some((each) => each === state),
      ),
    );
  });

  it('can be taken back exactly while it is certainly not being sent', () => {
    const byTable = all.filter((state) =>
      statesAfter(state).includes('cancelled'),
    );
    expect(all.filter(isCancellable)).toEqual(byTable);
    expect([...cancellableStates].toSorted()).toEqual(byTable.toSorted());
    expect(isCancellable('inflight')).toBe(false);
    expect(isCancellable('unknown')).toBe(false);
  });

  it('is only sent from where it certainly was not applied', () => {
    const senders = all.filter((state) =>
      statesAfter(state).includes('inflight'),
    );
    expect(senders).toEqual(['queued', 'retryWait']);
  });

  it.each<[OpState, OpState[]]>([
    // Offline design 7.2 and 7.3: what an answer, or asking for one, leads to.
    ['inflight', ['done', 'unknown', 'retryWait', 'conflict', 'rejected']],
    // A 401 gives it back uncounted.
    ['inflight', ['queued']],
    ['unknown', ['done', 'retryWait', 'conflict', 'rejected', 'needsConfirm']],
    // It waited for its next try until it was too old to go unasked.
    ['retryWait', ['inflight', 'needsConfirm']],
    // What a person may decide.
    ['conflict', ['superseded', 'cancelled']],
    ['rejected', ['superseded', 'cancelled']],
    ['needsConfirm', ['done', 'queued', 'cancelled']],
  ])('%s may become any of %j', (state, next) => {
    expect(statesAfter(state)).toEqual(expect.arrayContaining(next));
  });

  it('never skips the claim on its way to an answer of the server', () => {
    expect(statesAfter('queued')).not.toContain('done');
    expect(statesAfter('retryWait')).not.toContain('done');
    expect(statesAfter('queued')).not.toContain('rejected');
  });
});

const kept = { actor: 'me', at: 5_000, opId: 'uuid' };

it('a wish becomes an op in the lane of its entity, due at once', () => {
  const args = {
    id: 41,
    base: { name: 'Maria Ionel', phone: '0700000041' },
    patch: { phone: '0700000042' },
  };
  expect(newOp('observer.update', args, kept)).toEqual({
    opId: 'uuid',
    kind: 'observer.update',
    version: 1,
    lane: 'observer:41',
    actor: 'me',
    createdAt: 5_000,
    args,
    state: 'queued',
    attempts: 0,
    nextAt: 0,
  });
});

it('a notification waits ten seconds, so that it can be taken back', () => {
  const args = {
    id: -1,
    title: 'Titlu',
    message: 'Mesaj',
    recipientCount: 3,
    expiresAt: 9_000_000,
  };
  expect(newOp('notification.send', args, kept).nextAt).toBe(15_000);
});

/** What a second sending does, and the lane (docs/offline-design.md 7.3 and 7.6). */
const rules: Record<OpKind, [resend: string, lane: string]> = {
  'observer.create': ['unsafe', 'observer:7'],
  'observer.update': ['safe', 'observer:7'],
  'observer.delete': ['safe', 'observer:7'],
  'form.create': ['unsafe', 'form:7'],
  'form.update': ['unsafe', 'form:7'],
  'form.publish': ['safe', 'form:7'],
  'form.delete': ['safe', 'form:7'],
  'notification.send': ['never', 'notification:7'],
  'county.create': ['unsafe', 'county:7'],
  'county.update': ['safe', 'county:7'],
};

it.each(Object.keys(rules) as OpKind[])(
  '%s says what a second sending does, and its lane',
  (kind) => {
    const lane = laneOf({ kind, args: { id: 7 } });
    expect([opKinds[kind].resend, lane]).toEqual(rules[kind]);
  },
);

it('numbers what the server has not numbered yet below zero', () => {
  const draws = [0, 0.000_001, 0.5, 0.999_999_999_999];
  const ids = draws.map((draw) => temporaryId(() => draw));
  expect(ids.every((id) => Number.isSafeInteger(id) && id < 0)).toBe(true);
  expect(new Set(ids).size).toBe(draws.length);
});

it('an op that is over keeps no PIN, sealed or not', () => {
  const pin = { iv: new Uint8Array(12), data: new ArrayBuffer(4) };
  const base = { name: 'Maria', phone: '07' };
  const changed = anOp({ args: { id: 41, base, patch: { name: 'M' }, pin } });
  expect(withoutSecrets(changed)).toEqual(
    anOp({ args: { id: 41, base, patch: { name: 'M' } } }),
  );
  const created = {
    ...anOp(),
    ...newOp(
      'observer.create',
      { id: -1, input: base, pin, knownIds: [] },
      kept,
    ),
  };
  expect(withoutSecrets(created).args).toEqual({
    id: -1,
    input: base,
    knownIds: [],
  });
});
