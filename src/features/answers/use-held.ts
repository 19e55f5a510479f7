import { useState } from 'react';

/** Follows a value until it is held; what it is at that moment stays. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [kept, setKept] = useState({ value, isHeld });
  const isStill = kept.value === value && kept.isHeld === isHeld;
  if (isStill || (kept.isHeld && isHeld)) return kept.value;
  setKept({ value, isHeld });
  return value;
}
