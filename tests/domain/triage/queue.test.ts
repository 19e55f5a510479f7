import { describe, expect, it } from 'vitest';

import type { QueueRun } from '@/domain/triage/queue';
import {
  beforeInQueue,
  beginAgain,
  decideInQueue,
  followingInQueue,
  followQueue,
  leftInQueue,
  noRun,
  openInQueue,
  queueProgress,
  undoInQueue,
} from '@/domain/triage/queue';

/** Threads by their keys; `-a` was read before. */
function waiting(...names: string[]) {
  return names.map((name) => ({
    key: name.replace('-', ''),
    isUnread: !name.startsWith('-'),
  }));
}

/** A run of these threads in which the first ones were opened. */
function aRun(
  keys: string[],
  opened: number,
  decided: string[] = [],
): QueueRun {
  return { keys, opened, decided: new Set(decided) };
}

describe('the order', () => {
  it('has the unread ones first, each part as the list has it', () => {
    const run = followQueue(noRun, waiting('-a', 'b', '-c', 'd'));
    expect(run.keys).toEqual(['b', 'd', 'a', 'c']);
  });

  it('is fixed: what arrives comes last, also when it is newer', () => {
    const run = followQueue(aRun(['b', 'c'], 1), waiting('z', 'b', 'c'));
    expect(run.keys).toEqual(['b', 'c', 'z']);
    expect(followQueue(run, waiting('-c', '-b', 'z'))).toBe(run);
  });

  it('leaves out what others closed ahead, and keeps what was opened', () => {
    const run = followQueue(aRun(['a', 'b', 'c', 'd'], 2), waiting('d'));
    expect(run.keys).toEqual(['a', 'b', 'd']);
  });

  it('takes a thread in again that others closed and opened again', () => {
    const closed = followQueue(aRun(['a', 'b', 'c'], 1), waiting('a', 'c'));
    expect(followQueue(closed, waiting('a', 'b', 'c')).keys).toEqual([
      'a',
      'c',
      'b',
    ]);
  });

  it('does not offer again what was decided and stays open', () => {
    const run = aRun(['a', 'b'], 1, ['x']);
    expect(followQueue(run, waiting('x', 'a', 'b'))).toBe(run);
  });
});

describe('opening', () => {
  it('in turn moves on; one that was opened before changes nothing', () => {
    const run = openInQueue(aRun(['a', 'b', 'c'], 1), 'b');
    expect(run).toMatchObject({ keys: ['a', 'b', 'c'], opened: 2 });
    expect(openInQueue(run, 'a')).toBe(run);
  });

  it.each([
    ['c', ['a', 'c', 'b']],
    ['x', ['a', 'x', 'b', 'c']],
  ])('%s out of turn gives it the next place', (key, keys) => {
    const run = openInQueue(aRun(['a', 'b', 'c'], 1), key);
    expect(run).toMatchObject({ keys, opened: 2 });
  });

  it('says which it is of how many', () => {
    const run = aRun(['a', 'b', 'c'], 2);
    expect(queueProgress(run, 'b')).toEqual({ position: 2, total: 3 });
  });
});

describe('what follows', () => {
  it('a thread are the ones after it that were not decided', () => {
    const run = aRun(['a', 'b', 'c', 'd'], 3, ['b']);
    expect(followingInQueue(run, 'a')).toEqual(['c', 'd']);
    expect(followingInQueue(run, 'd')).toEqual([]);
  });

  it('includes one again whose decision was taken back', () => {
    const run = undoInQueue(decideInQueue(aRun(['a', 'b'], 2), 'b'), 'b');
    expect(followingInQueue(run, 'a')).toEqual(['b']);
  });

  it('the way back leads through all that was opened, decided or not', () => {
    const run = aRun(['a', 'b', 'c'], 3, ['a', 'b']);
    expect(beforeInQueue(run, 'c')).toBe('b');
    expect(beforeInQueue(run, 'a')).toBeUndefined();
  });
});

it('at the end what was passed over and what arrived is left, and is gone through anew', () => {
  const run = aRun(['a', 'b', 'c'], 3, ['a', 'c']);
  const now = waiting('z', '-b', '-c');
  expect(leftInQueue(run, now).map(({ key }) => key)).toEqual(['z', 'b']);
  expect(followQueue(beginAgain(run), now)).toMatchObject({
    keys: ['z', 'b'],
    opened: 0,
  });
});
