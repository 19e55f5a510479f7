import { useState } from 'react';

/**
 * Follows a value; while `isHeld` it stays what it was when holding began. With
 * another `of` it begins anew.
 */
export function useHeld<T>(value: T, isHeld: boolean, of = ''): T {
  const [held, setHeld] = useState({ value, isHeld, of });
  const isSame = held.of === of;
  const isStill = held.value === value && held.isHeld === isHeld;
  if (isSame && (isStill || (held.isHeld && isHeld))) return held.value;
  setHeld({ value, isHeld, of });
  return value;
}
