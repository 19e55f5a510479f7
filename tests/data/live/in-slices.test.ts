import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { inSlices } from '@/data/live/in-slices';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Work of several steps, each of which takes 4 ms by the clock below. */
function* work(steps: number, done: number[]): Generator<void, string> {
  for (let step = 0; step < steps; step += 1) {
    yield;
    done.push(step);
  }
  return 'all';
}

it('lets other tasks come between the steps, and ends with the result', () => {
  const done: number[] = [];
  const onDone = vi.fn();
  vi.spyOn(performance, 'now').mockImplementation(() => done.length * 4);
  inSlices(work(7, done), onDone);
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual([0, 1, 2]);
  expect(onDone).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(done).toHaveLength(7);
  expect(onDone).toHaveBeenCalledExactlyOnceWith('all');
});

it('does nothing more once it is given up', () => {
  const done: number[] = [];
  const onDone = vi.fn();
  vi.spyOn(performance, 'now').mockImplementation(() => done.length * 4);
  const giveUp = inSlices(work(7, done), onDone);
  vi.advanceTimersToNextTimer();
  giveUp();
  vi.runAllTimers();
  expect(done).toEqual([0, 1, 2]);
  expect(onDone).not.toHaveBeenCalled();
});
