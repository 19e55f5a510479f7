import { expect, it } from 'vitest';

import type { PullResult } from '@/workers/engine';
import { wholeListTask } from '@/workers/pull/whole-list';

const torn: PullResult = { ok: true, isTorn: true };
const clean: PullResult = { ok: true };
const failed: PullResult = { ok: false, failure: { kind: 'offline' } };

/** The pauses, in seconds, that follow these readings of one list. */
async function pausesAfter(...results: PullResult[]): Promise<number[]> {
  const left = [...results];
  const task = wholeListTask(
    undefined,
    async () => left.shift() ?? clean,
    () => 0,
  );
  const pauses: number[] = [];
  for (const _ of results) pauses.push((await task.run()) / 1000);
  return pauses;
}

it('reads a torn list again after growing pauses, and never gives up', async () => {
  const many = Array.from({ length: 9 }, () => torn);
  const pauses = await pausesAfter(...many);
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

it('rests after a clean reading, and begins anew with the pauses', async () => {
  expect(await pausesAfter(torn, torn, clean, torn)).toEqual([5, 10, 900, 5]);
});

it('reads a list again soon after a failure, and no more often than ever when failures go on', async () => {
  expect(await pausesAfter(failed, clean)).toEqual([5, 900]);
  expect(await pausesAfter(torn, torn, failed)).toEqual([5, 10, 20]);
  const many = Array.from({ length: 10 }, () => failed);
  const pauses = await pausesAfter(...many);
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
});

it('is read soon when a page met it torn, and its own pauses hold', async () => {
  const now = 1_000_000;
  const cursor = { resource: 'observers', triedAt: now, sweptAt: now };
  const task = wholeListTask(
    cursor,
    async () => torn,
    () => now,
  );
  expect(task.nextAt).toBe(now + 900_000);
  task.noteTorn();
  expect(task.nextAt).toBe(now + 5_000);
  task.nextAt = await task.run();
  expect(task.nextAt).toBe(now + 10_000);
  task.noteTorn();
  expect(task.nextAt).toBe(now + 10_000);
});

it.each([
  ['never read', undefined],
  ['torn', { sweptAt: 5, seen: 3 }],
])('is due at once after a restart when it was %s', (_, left) => {
  const cursor = left && { resource: 'observers', triedAt: 5, ...left };
  expect(
    wholeListTask(
      cursor,
      async () => clean,
      () => 5,
    ).nextAt,
  ).toBe(0);
});
