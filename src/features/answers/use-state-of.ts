import { useCallback, useState } from 'react';

/**
 * State that belongs to one thing: with another `of` it is `initial` again, as if
 * the component were mounted anew. A change of something left meanwhile is ignored.
 */
export function useStateOf<T>(
  of: string,
  initial: T,
): [T, (change: (now: T) => T) => void] {
  const [held, setHeld] = useState({ of, value: initial });
  if (held.of !== of) setHeld({ of, value: initial });
  const change = useCallback(
    (changed: (now: T) => T) =>
      setHeld((now) =>
        now.of === of ? { of, value: changed(now.value) } : now,
      ),
    [of],
  );
  return [held.of === of ? held.value : initial, change];
}
