import { useState } from 'react';

/** Follows a value; while `isHeld` it stays what it was when holding began. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState({ value, isHeld });
  const isStill = held.value === value && held.isHeld === isHeld;
  if (isStill || (held.isHeld && isHeld)) return held.value;
  setHeld({ value, isHeld });
  return value;
}
