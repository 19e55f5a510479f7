import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { useSettledRows } from '@/features/answers/list/use-settled-rows';

afterEach(cleanup);

const row = (key: string, order: number) => ({ key, order, isUnread: true });
const before = [row('a', 2), row('b', 1)];
const after = [row('n', 3), row('a', 2)];

function render() {
  const start = {
    question: 'page 1',
    latest: before as typeof before | undefined,
    isTop: true,
    isArriving: false,
  };
  const hook = renderHook((page: typeof start) => useSettledRows(page), {
    initialProps: start,
  });
  return {
    keys: () => hook.result.current.rows?.map(({ key }) => key).join(''),
    news: () => hook.result.current.news,
    adopt: () => act(() => hook.result.current.adopt()),
    show: (changes: Partial<typeof start>) =>
      hook.rerender({ ...start, ...changes }),
  };
}

it('keeps what is shown while news waits, and shows it when asked', () => {
  const page = render();
  page.show({ latest: after });
  expect(page.keys()).toBe('ab');
  expect(page.news()).toEqual({ fresh: 1, changed: 0 });
  page.adopt();
  expect(page.keys()).toBe('na');
  expect(page.news()).toBeUndefined();
});

it('shows another page at once, and nothing of the old one meanwhile', () => {
  const page = render();
  page.show({ question: 'page 2', latest: undefined });
  expect(page.keys()).toBeUndefined();
  page.show({ question: 'page 2', latest: after });
  expect(page.keys()).toBe('na');
});

it('comes back to a page with its newest rows', () => {
  const page = render();
  page.show({ question: 'page 2', latest: [] });
  page.show({ latest: after });
  expect(page.keys()).toBe('na');
});

it('lets rows arrive until the reader touches them', () => {
  const page = render();
  page.show({ latest: after, isArriving: true });
  expect(page.keys()).toBe('na');
  expect(page.news()).toBeUndefined();
});
