import { describe, expect, it } from 'vitest';

import type { Op, OpState } from '@/domain/op';
import { overlayObserver, overlayThread } from '@/domain/overlay';
import type { PendingMark } from '@/domain/overlay';

import { anObserver, anOp, aThread } from '../support/builders';

const base = { name: 'Maria Ionel', phone: '0700000041' };

function edit(seq: number, patch: Partial<typeof base>, state?: OpState): Op {
  return anOp({
    seq,
    opId: `op-${seq}`,
    args: { id: 41, base, patch },
    ...(state ? { state } : {}),
  });
}

describe('an observer with waiting changes', () => {
  it('is the host’s row when nothing waits', () => {
    expect(overlayObserver(anObserver(), [])).toEqual(anObserver());
  });

  it('shows changes in the order they were kept, not the order they come in', () => {
    const ops = [
      edit(9, { name: 'Maria C' }),
      edit(2, { name: 'Maria A', phone: '0711' }),
      edit(5, { name: 'Maria B' }),
    ];
    const given = [...ops];
    expect(overlayObserver(anObserver(), ops)).toEqual({
      ...anObserver(),
      name: 'Maria C',
      phone: '0711',
      pending: 'waiting',
    });
    expect(ops).toEqual(given);
  });

  it('shows the host’s value again once a change was refused', () => {
    const ops = [
      edit(1, { phone: '0711' }, 'queued'),
      edit(2, { name: 'Maria B' }, 'rejected'),
    ];
    expect(overlayObserver(anObserver(), ops)).toMatchObject({
      name: 'Maria Ionel',
      phone: '0711',
      pending: 'refused',
    });
  });

  it.each<[OpState, PendingMark | undefined, boolean]>([
    // state, mark, whether the row shows the change
    ['queued', 'waiting', true],
    ['retryWait', 'waiting', true],
    ['inflight', 'sending', true],
    ['unknown', 'sending', true],
    ['rejected', 'refused', false],
    ['conflict', 'needsYou', true],
    ['needsConfirm', 'needsYou', true],
    ['done', undefined, false],
    ['cancelled', undefined, false],
    ['superseded', undefined, false],
  ])('%s is marked %s, shown: %j', (state, mark, isShown) => {
    const row = overlayObserver(anObserver(), [edit(1, { name: 'B' }, state)]);
    expect(row?.pending).toBe(mark);
    expect(row?.name).toBe(isShown ? 'B' : 'Maria Ionel');
    expect(row && 'pending' in row).toBe(mark !== undefined);
  });

  it.each<[OpState[], PendingMark]>([
    [['queued', 'inflight'], 'sending'],
    [['inflight', 'queued', 'rejected'], 'refused'],
    [['queued', 'rejected', 'inflight', 'conflict'], 'needsYou'],
    [['needsConfirm', 'rejected'], 'needsYou'],
    [['done', 'cancelled', 'retryWait'], 'waiting'],
  ])('%j together are marked %s: people come first', (states, mark) => {
    const ops = states.map((state, at) => edit(at + 1, {}, state));
    expect(overlayObserver(anObserver(), ops)?.pending).toBe(mark);
    expect(overlayObserver(anObserver(), ops.toReversed())?.pending).toBe(mark);
  });

  it('is not touched by changes of another observer', () => {
    const other = anOp({
      lane: 'observer:42',
      args: { id: 42, base, patch: { name: 'Dan' } },
    });
    expect(overlayObserver(anObserver(), [other])).toEqual(anObserver());
    expect(
      overlayObserver(anObserver(), [other, edit(2, { name: 'Maria B' })]),
    ).toMatchObject({ name: 'Maria B', pending: 'waiting' });
  });
});

describe('a thread of an observer with waiting changes', () => {
  it('shows the new name and phone under the thread’s own names', () => {
    const ops = [edit(1, { name: 'Maria B', phone: '0711' })];
    expect(overlayThread(aThread(), ops)).toEqual({
      ...aThread(),
      observerName: 'Maria B',
      observerPhone: '0711',
      pending: 'waiting',
    });
  });

  it('keeps what the change does not say', () => {
    expect(overlayThread(aThread(), [edit(1, { phone: '0711' })])).toEqual({
      ...aThread(),
      observerPhone: '0711',
      pending: 'waiting',
    });
  });

  it('keeps the host’s value, with a mark, after a refusal', () => {
    const ops = [edit(1, { name: 'Maria B' }, 'rejected')];
    expect(overlayThread(aThread(), ops)).toEqual({
      ...aThread(),
      pending: 'refused',
    });
  });

  it('is not touched by changes of another observer', () => {
    const ops = [edit(1, { name: 'Maria B' })];
    const others = aThread({ observerId: 42, observerName: 'Dan' });
    expect(overlayThread(others, ops)).toEqual(others);
    // The station has the number of the observer; that means nothing.
    const station = aThread({ observerId: 42, pollingStationId: 41 });
    expect(overlayThread(station, ops)).toEqual(station);
  });
});
