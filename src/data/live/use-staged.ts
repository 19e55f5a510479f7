import { startTransition, useEffect, useEffectEvent, useState } from 'react';

/**
 * Follows a value that takes long to work out and to draw: the work on a new one is
 * a task of its own, and drawing it afterwards gives way to a click. Until then the
 * value before stays. The first value is there at once.
 * @param work keeps what drawing the value asks for.
 */
export function useStaged<T>(
  value: T | undefined,
  work: (value: T) => void,
  hasBefore = false,
): T | undefined {
  const [staged, setStaged] = useState(hasBefore ? undefined : value);
  const workOut = useEffectEvent(work);
  useEffect(() => {
    if (value === undefined || value === staged) return undefined;
    const show = () => startTransition(() => setStaged(value));
    if (staged === undefined && !hasBefore) {
      show();
      return undefined;
    }
    let timer = setTimeout(() => {
      workOut(value);
      timer = setTimeout(show);
    });
    return () => clearTimeout(timer);
  }, [value, staged, hasBefore]);
  return staged ?? (hasBefore ? undefined : value);
}
