import { startTransition, useEffect, useState } from 'react';

/** More than a screen holds, and drawn within a frame. */
const FIRST = 24;
const STEP = 40;

/**
 * How many of a long list to draw: a screenful at once, then the rest in parts
 * until `total` is reached, so that no long form holds up the page (no task
 * over 50 ms).
 */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(FIRST);
  useEffect(() => {
    if (count >= total) return;
    startTransition(() => setCount(count + STEP));
  }, [count, total]);
  return Math.min(count, total);
}
