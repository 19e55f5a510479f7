import { useState } from 'react';

/** Follows a value until it is held; from then on it stays what it was. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [kept, setKept] = useState(value);
  if (isHeld || kept === value) return kept;
  setKept(value);
  return value;
}
