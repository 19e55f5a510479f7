import { describe, expect, it } from 'vitest';

import type { OpState } from '@/domain/op';
import {
  cancellableStates,
  isCancellable,
  isOpen,
  isParked,
  movingStates,
  newOp,
  nextStates,
  openStates,
  opKinds,
  parkedStates,
} from '@/domain/op';

const finals: readonly OpState[] = ['done', 'cancelled', 'superseded'];
const all: readonly OpState[] = [...openStates, ...finals];

/** Every state that can follow the given one, over any number of steps. */
function reachableFrom(start: OpState): Set<OpState> {
  const reached = new Set<OpState>([start]);
  // A set that grows while it is walked: the walk ends when nothing is new.
  for (const state of reached) {
    for (const next of nextStates[state]) reached.add(next);
  }
  return reached;
}

describe('the life of a change', () => {
  it('knows every state', () => {
    expect(Object.keys(nextStates).toSorted()).toEqual([...all].toSorted());
  });

  it('reaches every state, each of which was kept first', () => {
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
    expect(nextStates[state]).toEqual([]);
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
      nextStates[state].includes('cancelled'),
    );
    expect(all.filter(isCancellable)).toEqual(byTable);
    expect([...cancellableStates].toSorted()).toEqual(byTable.toSorted());
    expect(isCancellable('inflight')).toBe(false);
    expect(isCancellable('unknown')).toBe(false);
  });

  it('is only sent from where it certainly was not applied', () => {
    const senders = all.filter((state) =>
      nextStates[state].includes('inflight'),
    );
    expect(senders).toEqual(['queued', 'retryWait']);
  });

  it('never skips the claim on its way to an answer of the host', () => {
    expect(nextStates.queued).not.toContain('done');
    expect(nextStates.retryWait).not.toContain('done');
    expect(nextStates.queued).not.toContain('rejected');
  });
});

it('a wish becomes an op in the lane of its entity, due at once', () => {
  const args = {
    id: 41,
    base: { name: 'Maria Ionel', phone: '0700000041' },
    patch: { phone: '0700000042' },
  };
  const op = newOp({ kind: 'observer.update', args }, 'me', 5_000, 'uuid');
  expect(op).toEqual({
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

it('an edit of an observer may be sent twice: the second changes nothing', () => {
  expect(opKinds['observer.update'].resend).toBe('safe');
});
