import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

import { useHeld } from '@/features/answers/use-held';

afterEach(cleanup);

function hold(value: string, isHeld: boolean) {
  const { result, rerender } = renderHook(
    (props) => useHeld(props.value, props.isHeld, props.of),
    { initialProps: { value, isHeld, of: 'first' } },
  );
  return {
    now: () => result.current,
    becomes: (value: string, isHeld: boolean, of = 'first') =>
      rerender({ value, isHeld, of }),
  };
}

describe('a value that is held', () => {
  it('is followed until then, and stays from then on', () => {
    const held = hold('A', false);
    held.becomes('B', false);
    expect(held.now()).toBe('B');
    held.becomes('B', true);
    held.becomes('C', true);
    expect(held.now()).toBe('B');
  });

  it('is what it became in the very moment of holding', () => {
    const held = hold('A', false);
    held.becomes('B', true);
    expect(held.now()).toBe('B');
    held.becomes('C', true);
    expect(held.now()).toBe('B');
  });

  it('is held no longer for something else', () => {
    const held = hold('A', true);
    held.becomes('B', true, 'second');
    expect(held.now()).toBe('B');
    held.becomes('C', true, 'second');
    expect(held.now()).toBe('B');
  });

  it('follows again when it is let go', () => {
    const held = hold('A', true);
    held.becomes('B', true);
    expect(held.now()).toBe('A');
    held.becomes('B', false);
    expect(held.now()).toBe('B');
  });
});
