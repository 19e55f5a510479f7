import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

import { useStateOf } from '@/features/answers/use-state-of';

afterEach(cleanup);

function stateOf(of: string) {
  const { result, rerender } = renderHook((each) => useStateOf(each, 'none'), {
    initialProps: of,
  });
  return {
    now: () => result.current[0],
    change: () => result.current[1],
    rerender,
  };
}

describe('state of one thing', () => {
  it('stays with it, and begins anew with another one, also on the way back', () => {
    const state = stateOf('first');
    act(() => state.change()(() => 'typed'));
    state.rerender('first');
    expect(state.now()).toBe('typed');
    state.rerender('second');
    expect(state.now()).toBe('none');
    state.rerender('first');
    expect(state.now()).toBe('none');
  });

  it('is not changed by what was begun for another one', () => {
    const state = stateOf('first');
    const late = state.change();
    state.rerender('second');
    act(() => state.change()(() => 'typed'));
    act(() => late(() => 'late'));
    expect(state.now()).toBe('typed');
  });
});
