import { useCallback, useMemo } from 'react';

/**
 * How a virtual list names its rows. The same function until a row comes, goes
 * or moves: with a new one for every keystroke all rows would be measured
 * again. `keys` have no spaces.
 */
export function useItemKey(keys: readonly string[]): (index: number) => string {
  const joined = keys.join(' ');
  const known = useMemo(() => joined.split(' '), [joined]);
  return useCallback((index) => known[index] ?? String(index), [known]);
}
