import { useState } from 'react';

/**
 * Returns the same object while its signature stays the same: live reads build
 * new objects each time, and everything drawn from them would be drawn again.
 */
export function useSteady<T>(value: T, signature: string): T {
  const [held, setHeld] = useState({ value, signature });
  if (held.signature === signature) return held.value;
  setHeld({ value, signature });
  return value;
}
