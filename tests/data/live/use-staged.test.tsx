import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useStaged } from '@/data/live/use-staged';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function follow(first: string | undefined, hasBefore = false) {
  const worked: string[] = [];
  const drawn: (string | undefined)[] = [];
  const { rerender } = renderHook(
    ({ value }: { value: string | undefined }) => {
      const staged = useStaged(value, (next) => worked.push(next), hasBefore);
      drawn.push(staged);
      return staged;
    },
    { initialProps: { value: first } },
  );
  /** One task of the browser. */
  const task = () => act(() => vi.advanceTimersToNextTimer());
  return {
    worked,
    now: () => drawn.at(-1),
    give: (value: string) => rerender({ value }),
    task,
  };
}

it('draws the first value at once', () => {
  const { give, now, worked } = follow(undefined);
  expect(now()).toBe(undefined);
  give('one');
  expect(now()).toBe('one');
  expect(worked).toEqual([]);
});

it('works the first one out in a task, too, where something older is shown', () => {
  const { give, now, worked, task } = follow(undefined, true);
  give('one');
  expect([now(), worked]).toEqual([undefined, []]);
  task();
  expect([now(), worked]).toEqual([undefined, ['one']]);
  task();
  expect(now()).toBe('one');
});

it('works a later one out in a task, and draws it in another one', () => {
  const { give, now, worked, task } = follow('one');
  give('two');
  expect([now(), worked]).toEqual(['one', []]);
  task();
  expect([now(), worked]).toEqual(['one', ['two']]);
  task();
  expect([now(), worked]).toEqual(['two', ['two']]);
});

it('leaves out what was replaced before it was worked out', () => {
  const { give, now, worked, task } = follow('one');
  give('two');
  give('three');
  task();
  task();
  expect([now(), worked]).toEqual(['three', ['three']]);
});
